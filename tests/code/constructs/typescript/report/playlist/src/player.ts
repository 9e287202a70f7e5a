import { firstOf, PlayQueue } from "./queue";
import { Advert, Tags, Track } from "./track";

type Item = Track | Advert | string;

export class Player {
  static load(id: string): Track;
  static load(id: string, tags: Tags): Track;
  static load(id: string, tags?: Tags): Track {
    const own = new Tags(new Map([["title", id]]));
    return new Track(id, tags ? own.merge(tags) : own);
  }
}

export async function shuffle(tracks: Track[]): Promise<string> {
  const queue = new PlayQueue<Tags, Track>();
  for (const track of tracks) {
    queue.enqueue(track);
  }
  const started = await queue.next();
  return started === null ? "silence" : started.title();
}

export async function start(item: Item): Promise<void> {
  if (typeof item === "string") {
    await Player.load(item).play();
  } else if (item instanceof Advert) {
    item.play();
  } else {
    await item.play();
  }
}

export function titles(albums: Map<string, Track[]>): string[] {
  const found: string[] = [];
  for (const [album, tracks] of albums.entries()) {
    found.push(album);
    tracks.forEach((track) => found.push(track.title()));
  }
  return found;
}

export function nextTitle(queue: PlayQueue<Tags, Track>): string | undefined {
  return queue.peek()?.title();
}

export function openingGenre(tracks: Track[]): string {
  const track = firstOf(tracks);
  return (track as Track).meta().get("genre");
}
