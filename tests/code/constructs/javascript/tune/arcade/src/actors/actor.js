import Vec, { clamp } from "#util/vector";

export class Actor {
  #health = 100;

  constructor(name) {
    this.name = name;
    this.position = Vec.zero();
    this.speed = new Vec(1, 1);
  }

  get health() {
    return this.#health;
  }

  set health(value) {
    this.#health = clamp(value, 0, 100);
  }

  update() {
    this.position = this.position.plus(this.speed);
    this.act();
  }

  act() {
    this.speed.scale(0.9).scale(1);
  }

  hit(damage) {
    this.health -= damage;
    return this.health > 0;
  }
}
