import { Actor } from "./actor.js";

export class Ghost extends Actor {
  constructor(name, hue) {
    super(name);
    this.hue = hue;
  }

  act() {
    super.act();
    this.fade();
  }

  fade() {
    this.hue = Math.floor(this.hue * 0.5);
  }

  toString() {
    return `${this.name}@${this.position.length}`;
  }
}

export class Boss extends Ghost {
  static spawn() {
    return new Boss("Boss", 300);
  }

  hit(damage) {
    return super.hit(damage / 2);
  }
}
