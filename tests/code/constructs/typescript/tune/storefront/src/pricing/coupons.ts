import type { Discount } from "./discounts";

export function parse(code: string): Discount {
  const [label, percent] = code.split("-");
  return { label, percent: Number.parseInt(percent, 10), children: [] };
}

export function parseAll(codes: string[]): Discount {
  return { label: "all", percent: 0, children: codes.map(parse) };
}

export function fromStorage(text: string): Discount {
  return JSON.parse(text);
}
