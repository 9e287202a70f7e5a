import { type Named, Vehicle } from "./vehicle.js";

export class Driver implements Named {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  label(): string {
    return this.#name;
  }
}

export class Bus extends Vehicle {
  public driver?: Driver;

  label(): string {
    return `bus with ${this.driver?.label() ?? "nobody"}`;
  }

  board(driver: Driver): Bus {
    this.driver = driver;
    return this;
  }
}
