import type { Region } from "../regions";

const RATES: Record<string, number> = { BE: 0.21, FR: 0.2 };

export function rateFor(region: Region): number {
  return RATES[region.country] ?? 0;
}

export function addTax(amount: number, region: Region): number {
  return round(amount * (1 + rateFor(region)));
}

function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}
