export function minutesBetween(start: Date, end: Date): number {
  return (toSeconds(end) - toSeconds(start)) / 60;
}

export function startOfDay(day: Date): Date {
  const copy = new Date(day);
  copy.setHours(0, 0, 0, 0);
  return copy;
}

const toSeconds = (moment: Date): number => moment.getTime() / 1000;

export { startOfDay as midnight };
