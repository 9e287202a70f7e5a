import { Vehicle } from "./vehicle.js";

export class RailVehicle extends Vehicle {
  constructor(protected readonly line: number) {
    super();
  }

  label(): string {
    return `rail ${this.line}`;
  }

  brake(): void {
    this.odometer.km = Math.floor(this.odometer.km);
  }
}

export class Tram extends RailVehicle {
  static readonly lines: number[] = [];

  constructor(line: number, private readonly low: boolean) {
    super(line);
    Tram.remember(line);
  }

  static remember(line: number): void {
    this.lines.push(line);
  }

  static parse(text: string): Tram {
    const line = Tram.lineOf(text);
    return new Tram(line, text.endsWith("L"));
  }

  private static lineOf(text: string): number {
    return Number.parseInt(text, 10);
  }

  override label(): string {
    return this.low ? `low ${super.label()}` : super.label();
  }

  protected override stopDistance(): number {
    return super.stopDistance() - 50;
  }
}
