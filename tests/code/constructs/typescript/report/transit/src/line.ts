import { Bus, Driver } from "./model/bus.js";
import { Tram } from "./model/tram.js";
import type { Moveable, Named, Vehicle } from "./model/vehicle.js";

export class Line {
  private readonly fleet: Vehicle[] = [];
  private first: Tram | null = null;

  addTram(text: string): Line {
    this.first = Tram.parse(text);
    this.fleet.push(this.first);
    return this;
  }

  addBus(name: string): Line {
    this.fleet.push(new Bus().board(new Driver(name)).reserve(1));
    return this;
  }

  runAll(stops: number): number {
    let total = 0;
    for (const vehicle of this.fleet) {
      total += vehicle.move(stops);
    }
    return total;
  }

  halt(): void {
    if (this.first !== null) {
      this.first.brake();
    }
  }

  get names(): string[] {
    return this.fleet.map(nameOf);
  }
}

const nameOf = (thing: Named): string => thing.label();

const makeLine = (texts: string[]) => {
  const line = new Line();
  texts.forEach((text) => line.addTram(text));
  return line;
};

export function timetable(texts: string[], spare: Moveable): string {
  const line = makeLine(texts);
  line.addBus("Noor").addBus("Ilse").runAll(3);
  line.halt();
  return `${line.names.join()} ${spare.move(1)} ${spare.label()}`;
}
