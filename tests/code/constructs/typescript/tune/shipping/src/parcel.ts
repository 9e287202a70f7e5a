export class Parcel {
  private code = "";
  private weight = 0;

  static empty(): Parcel {
    return new Parcel();
  }

  withCode(code: string): this {
    this.code = code;
    return this;
  }

  withWeight(weight: number): this {
    this.weight = weight;
    return this;
  }

  summary(): { code: string; weight: number } {
    return { code: this.code, weight: this.weight };
  }
}
