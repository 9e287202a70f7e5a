import { Level, parse as parseLine } from "./level";
import { report, traced } from "./tracing";

export interface Journal extends Disposable {
  write(level: Level, text: string): void;
}

export class Formatter {
  constructor(private readonly prefix: string) {}

  @traced("format")
  format(level: Level, text: string): string {
    return `${this.prefix} ${this.name(level)} ${text}`;
  }

  private name(level: Level): string {
    return Level[level];
  }
}

export function openJournal(lines: string[]): Journal {
  const formatter = new Formatter(">");
  return {
    write(level, text) {
      lines.push(formatter.format(level, text));
    },
    [Symbol.dispose]() {
      lines.push(report());
    },
  };
}

export function replay(input: string[]): string[] {
  const lines: string[] = [];
  using journal = openJournal(lines);
  for (const line of input) {
    const [level, text] = parseLine(line);
    journal.write(level, text);
  }
  return lines;
}

export function levelOf(input: string): Level {
  const parse = (text: string) => Level.parse(text.trim());
  return parse(input);
}

export function summary(formatter: Formatter | null): string {
  const report = "no formatter";
  return formatter === null ? report : formatter.format(Level.Info, "ready");
}
