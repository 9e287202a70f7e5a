export default class Vector {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }

  static zero() {
    return new this(0, 0);
  }

  plus(other) {
    return new Vector(this.x + other.x, this.y + other.y);
  }

  scale(factor) {
    this.x *= factor;
    this.y *= factor;
    return this;
  }

  get length() {
    return hypot(this.x, this.y);
  }
}

export function hypot(x, y) {
  return Math.hypot(x, y);
}

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
