export function money(amount: number): string {
  return `€ ${amount.toFixed(2)}`;
}

export function classNames(...names: Array<string | false>): string {
  return names.filter(Boolean).join(" ");
}

export default function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
