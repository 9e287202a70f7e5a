// What the game takes from the utilities.
export { default as Vector, clamp as limit } from "./vector.js";
export * from "./timing.js";
export * as vectors from "./vector.js";

import { hypot } from "./vector.js";

export function isNear(x, y) {
  return hypot(x, y) < 1;
}
