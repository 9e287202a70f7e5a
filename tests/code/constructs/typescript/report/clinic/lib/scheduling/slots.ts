import { midnight, minutesBetween as span } from "../clock.js";

export interface Slot {
  start: Date;
  end: Date;
  next?: Slot;
}

function totalMinutes(slot: Slot): number {
  const own = span(slot.start, slot.end);
  return slot.next ? own + totalMinutes(slot.next) : own;
}

export function isMorning(slot: Slot): boolean {
  return span(midnight(slot.start), slot.end) <= 720;
}

export function isFree(slot: Slot, taken: Slot[]): boolean {
  return !taken.some((other) => overlaps(slot, other));
}

function overlaps(left: Slot, right: Slot): boolean {
  return left.start < right.end && right.start < left.end;
}

export { totalMinutes as default };
