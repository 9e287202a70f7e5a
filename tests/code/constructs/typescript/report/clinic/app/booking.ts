import { startOfDay } from "~clock";
import duration, { isFree as available, type Slot } from "~sched/slots.js";
import * as scheduling from "../lib/scheduling/index.js";
import { every as allOf, lengthOf } from "../lib/scheduling/index.js";

export function book(slot: Slot, taken: Slot[]): string {
  if (!available(slot, taken)) {
    return refuse(slot, "taken");
  }
  const rules = scheduling.defaultRules();
  return allOf(rules, slot) ? `booked for ${duration(slot)} minutes` : refuse(slot, "against the rules");
}

function refuse(slot: Slot, why: string): string {
  const day = startOfDay(slot.start).toDateString();
  return `${day}: ${why} (${lengthOf(slot)})`;
}

export function firstShort(taken: Slot[]): Slot | undefined {
  return scheduling.find(taken, scheduling.isShort);
}

export function waiting(slot: Slot, now: Date): number {
  return scheduling.time.minutesBetween(now, slot.start);
}

export function withOverride(slot: Slot, available: (slot: Slot) => boolean): boolean {
  return available(slot);
}

export async function remind(slot: Slot): Promise<void> {
  const mailer = await import("./mailer.js");
  await mailer.send(slot.start.toISOString());
}
