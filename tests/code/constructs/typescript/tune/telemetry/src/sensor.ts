import type { Keyed } from "./registry";

export class Reading {
  constructor(readonly fahrenheit: number, readonly takenAt: number) {}

  celsius(): number {
    return ((this.fahrenheit - 32) * 5) / 9;
  }
}

export class Sensor implements Keyed {
  private readonly readings: Reading[] = [];
  private readonly tags = new Map<string, Reading>();

  constructor(private readonly id: string) {}

  key(): string {
    return this.id;
  }

  push(reading: Reading): void {
    this.readings.push(reading);
  }

  latest(): Reading | undefined {
    return this.readings.at(-1);
  }

  average(): number {
    let total = 0;
    for (const reading of this.readings) {
      total += reading.celsius();
    }
    return total / this.readings.length;
  }

  tagged(): string[] {
    const lines: string[] = [];
    for (const [tag, reading] of this.tags) {
      lines.push(`${tag}=${reading.celsius()}`);
    }
    return lines;
  }
}
