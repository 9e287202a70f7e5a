import { nextTitle, Player, shuffle, start, titles } from "./player";
import { PlayQueue } from "./queue";
import type { Tags, Track } from "./track";

type Listener = (line: string) => void;

const listeners: Listener[] = [];

export function subscribe(listener: Listener): () => void {
  listeners.push(listener);
  return () => unsubscribe(listener);
}

function unsubscribe(listener: Listener): void {
  listeners.splice(listeners.indexOf(listener), 1);
}

function toConsole(line: string): void {
  console.log(line);
}

export async function run(ids: string[]): Promise<void> {
  const stop = subscribe(toConsole);
  const tracks = await Promise.all(ids.map(async (id) => Player.load(id)));
  const announce = (line: string) => {
    listeners.forEach((listener) => listener(line));
  };
  announce(await shuffle(tracks));
  titles(new Map([["all", tracks]])).forEach(announce);
  stop();
}

export function preview(queue: PlayQueue<Tags, Track>): string[] {
  const shuffle = (lines: string[]) => lines.reverse();
  const lines = queue.describe((tags) => tags.get("artist"));
  return shuffle([nextTitle(queue) ?? "end", ...lines]);
}

export function warmUp(names: string[]): Array<Promise<void>> {
  return names.map(start);
}
