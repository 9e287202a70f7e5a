const DAY = 86_400_000;

export function weekOf(date) {
  return Array.from({ length: 7 }, (_, i) => addDays(date, i));
}

export function addDays(date, days) {
  return new Date(date.getTime() + days * DAY);
}

const format = (date) => date.toISOString().slice(0, 10);

export default format;
