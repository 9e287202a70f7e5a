import totalMinutes, * as slots from "../slots.js";

export type Rule = (slot: slots.Slot) => boolean;

export function defaultRules(): Rule[] {
  return [slots.isMorning, isShort];
}

export function isShort(slot: slots.Slot): boolean {
  return totalMinutes(slot) < 45;
}

export function every(rules: Rule[], slot: slots.Slot): boolean {
  return rules.every((rule) => rule(slot));
}
