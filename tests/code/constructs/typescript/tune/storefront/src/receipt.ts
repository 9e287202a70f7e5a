export function printReceipt(amount: number): string {
  const lines = ["Thank you", format(amount)];
  return lines.map((line) => pad(line)).join("\n");
}

export function format(amount: number): string {
  return new Intl.NumberFormat("en").format(amount);
}

function pad(line: string): string {
  return line.length >= 20 ? line : pad(` ${line}`);
}
