/**
 * What the front desk needs from the scheduling code.
 * Import from here; the files beneath may move.
 */
export { default as lengthOf, isFree } from "./slots.js";
export * from "./rules/index.js";
export * as time from "../clock.js";

export function find<T>(items: T[], wanted: (item: T) => boolean): T | undefined {
  return items.find(wanted);
}
