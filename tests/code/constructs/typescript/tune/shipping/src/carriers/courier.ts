import { Carrier } from "./carrier";

export class Courier extends Carrier {
  constructor(name: string, private readonly zone: number) {
    super(name);
  }

  rate(weight: number): number {
    return weight * this.zoneFactor();
  }

  protected override surcharge(weight: number): number {
    return super.surcharge(weight) + 2;
  }

  private zoneFactor(): number {
    return 1 + this.zone / 10;
  }
}

export class Freight extends Carrier {
  rate(weight: number): number {
    return 40 + weight / this.pallets(weight);
  }

  override track(code: string): string {
    return `${super.track(code)}/${this.prefix}`;
  }

  pallets(weight: number): number {
    return Math.ceil(weight / 400);
  }
}
