export interface Tracker {
  track(code: string): string;
}

export abstract class Carrier implements Tracker {
  private static known: string[] = [];

  constructor(protected readonly name: string) {
    Carrier.register(name);
  }

  static register(name: string): void {
    Carrier.known.push(name);
  }

  get prefix(): string {
    return this.name.slice(0, 3).toUpperCase();
  }

  abstract rate(weight: number): number;

  track(code: string): string {
    return `${this.prefix}:${code}`;
  }

  estimate(weight: number): number {
    return this.rate(weight) + this.surcharge(weight);
  }

  protected surcharge(weight: number): number {
    return weight > 20 ? 5 : 0;
  }
}
