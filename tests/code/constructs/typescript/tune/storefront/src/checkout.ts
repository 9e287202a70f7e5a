import findDiscount from "@pricing/discounts";
import { addTax, bestDiscount, coupons, isTaxed, rateLabel } from "@pricing";
import { discounted as finalPrice } from "./pricing";
import * as regions from "./regions";

export function quote(amount: number, regionCode: string): string {
  const region = regions.lookup(regionCode);
  return `${addTax(amount, region)} (${rateLabel(region)})`;
}

export function cheapest(amount: number, codes: string[]): number {
  const root = coupons.parseAll(codes);
  return amount * (1 - findDiscount(root) / 100);
}

export function announce(codes: string[]): string {
  const lookup = new Map<string, number>();
  for (const code of codes) {
    lookup.set(code, bestDiscount(coupons.parse(code)));
  }
  return [...lookup.keys()].join(", ");
}

export async function pay(amount: number, regionCode: string, code: string): Promise<string> {
  const region = regions.lookup(regionCode);
  const { printReceipt } = await import("./receipt");
  if (!isTaxed(region)) {
    return printReceipt(amount);
  }
  return printReceipt(finalPrice(amount, region, coupons.parse(code)));
}
