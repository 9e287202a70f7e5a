export class Color {
  static #named = new Map([["red", "#f00"]]);

  constructor(hex) {
    this.hex = hex;
  }

  static parse(text) {
    return new Color(Color.#named.get(text) ?? normalise(text));
  }

  static get black() {
    return Color.parse("#000");
  }

  mix(other) {
    return Color.parse(blend(this.hex, other.hex));
  }

  darken() {
    return this.mix(Color.black);
  }
}

function normalise(text) {
  return text.startsWith("#") ? text : `#${text}`;
}

const blend = (left, right) => left.slice(0, 3) + right.slice(3);

export { normalise as default, blend as combine };
