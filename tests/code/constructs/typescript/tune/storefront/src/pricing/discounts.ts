import type { Region } from "../regions";
import { addTax as withTax, rateFor } from "./tax";

export interface Discount {
  label: string;
  percent: number;
  children: Discount[];
}

export default function bestDiscount(root: Discount): number {
  let best = root.percent;
  for (const child of root.children) {
    best = Math.max(best, bestDiscount(child));
  }
  return best;
}

export function discounted(amount: number, region: Region, root: Discount): number {
  const net = amount * (1 - bestDiscount(root) / 100);
  return withTax(net, region);
}

export function quotedRate(region: Region): string {
  return `${rateFor(region) * 100}%`;
}

export function customRate(region: Region, rateFor: (country: string) => number): number {
  return rateFor(region.country);
}
