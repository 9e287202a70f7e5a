import toHex, { Color, combine } from "./lib/color.js";
import { defer, every as repeat, sameColor } from "./lib/index.js";
import * as clock from "./lib/clock.js";
import { Disc, Ring } from "./shapes/round.js";
import Base from "./shapes/shape.js";

export class Studio {
  constructor(context) {
    this.context = context;
    this.ring = new Ring(0, 0, 5);
    /** @type {Map<string, Base>} */
    this.shapes = new Map();
  }

  /** @returns {Disc} */
  disc(name) {
    const disc = new Disc(1, 1, 2);
    this.shapes.set(name, disc);
    return disc;
  }

  render() {
    for (const shape of this.shapes.values()) {
      shape.draw(this.context);
    }
    this.ring.widen();
    return this.ring.describe();
  }

  sorted() {
    return [...this.shapes.values()].sort(Base.compare);
  }
}

export async function open(context) {
  const studio = new Studio(context);
  studio.disc("sun").grow().area();
  await defer(() => studio.render());
  const { countdown } = await import("./lib/clock.js");
  return repeat(40, clock.later) ?? countdown(3);
}

export function tint(shape, name) {
  const every = [toHex(name), "#fff"].every((hex) => sameColor(hex, name));
  if (shape instanceof Base && every) {
    shape.fill = Color.parse(combine(name, name)).mix(Color.black);
    return shape.area();
  }
  return 0;
}

export function sum(values, combine) {
  return values.reduce((left, right) => combine(left, right), 0);
}
