// The utilities that shapes and canvases share.
export * from "./color.js";
export { default as toHex } from "./color.js";
export { later as defer, every } from "./clock.js";

import hex from "./color.js";

export function sameColor(left, right) {
  return hex(left) === hex(right);
}
