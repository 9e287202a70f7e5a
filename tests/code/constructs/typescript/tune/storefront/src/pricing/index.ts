// Everything the rest of the shop may use from the pricing folder.
export { default as bestDiscount, discounted } from "./discounts";
export { quotedRate as rateLabel } from "./discounts";
export * from "./tax";
export * as coupons from "./coupons";

import { rateFor } from "./tax";
import type { Region } from "../regions";

export function isTaxed(region: Region): boolean {
  return rateFor(region) > 0;
}
