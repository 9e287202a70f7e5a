import { Boss, Ghost as Spirit } from "./actors/ghost.js";
import * as util from "./util/index.js";
import { limit, retry, Vector } from "./util/index.js";

export class Game {
  constructor() {
    this.boss = Boss.spawn();
    /** @type {Spirit[]} */
    this.spirits = [];
    this.scores = new Map();
  }

  add(name) {
    this.spirits.push(new Spirit(name, 120));
    return this;
  }

  tick() {
    for (const spirit of this.spirits) {
      spirit.update();
    }
    this.boss.fade();
    return this.boss.hit(limit(5, 0, 10));
  }

  async load(url) {
    const get = async () => (await fetch(url)).json();
    await util.wait(1);
    this.scores = new Map(await retry(get, 3));
  }
}

/**
 * @param {import("./actors/actor.js").Actor} actor
 */
export function heal(actor) {
  actor.health = 100;
  if (actor instanceof Spirit) {
    actor.fade();
  }
}

export function start() {
  const game = new Game();
  game.add("Inky").add("Pinky").tick();
  return util.debounce(start);
}

export function distance(x, y) {
  const limit = util.vectors.hypot(x, y);
  return new Vector(x, y).plus(Vector.zero()).length + limit;
}
