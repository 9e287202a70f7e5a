import { Color } from "../lib/index.js";

export default class Shape {
  constructor(x, y) {
    this.x = x;
    this.y = y;
    this.fill = Color.parse("red");
    this._scale = 1;
  }

  get scale() {
    return this._scale;
  }

  set scale(value) {
    this._scale = Math.max(0.1, value);
  }

  area() {
    throw new Error("not a real shape");
  }

  draw(context) {
    context.fillStyle = this.fill.darken().hex;
    context.fillText(this.describe(), this.x, this.y);
  }

  describe() {
    return `${this.area() * this.scale}`;
  }

  grow() {
    this.scale = this.scale * 2;
    return this;
  }

  static compare(left, right) {
    return left.x - right.x;
  }
}
