export interface Named {
  label(): string;
}

export interface Moveable extends Named {
  move(stops: number): number;
}

export class Odometer {
  private metres = 0;

  get km(): number {
    return this.metres / 1000;
  }

  set km(value: number) {
    this.metres = value * 1000;
  }

  add(metres: number): void {
    this.metres += metres;
  }
}

export abstract class Vehicle implements Moveable {
  protected odometer: Odometer = new Odometer();
  private readonly seats: Set<number> = new Set();

  abstract label(): string;

  move(stops: number): number {
    this.odometer.add(stops * this.stopDistance());
    return this.odometer.km;
  }

  reserve(seat: number): this {
    this.seats.add(seat);
    return this;
  }

  protected stopDistance(): number {
    return 400;
  }

  toString(): string {
    return `${this.label()} at ${this.odometer.km} km`;
  }
}
