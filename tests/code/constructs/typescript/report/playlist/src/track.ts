import type { Playable } from "./queue";

export class Tags {
  constructor(private readonly values: Map<string, string>) {}

  get(name: string): string {
    return this.values.get(name) ?? "";
  }

  merge(other: Tags): Tags {
    const merged = new Map(this.values);
    for (const [name, value] of other.values) {
      merged.set(name, value);
    }
    return new Tags(merged);
  }
}

export class Track implements Playable<Tags> {
  private plays = 0;

  constructor(readonly id: string, private readonly tags: Tags) {}

  async play(): Promise<void> {
    this.plays += 1;
    await this.load();
  }

  meta(): Tags {
    return this.tags;
  }

  title(): string {
    return this.meta().get("title");
  }

  private async load(): Promise<ArrayBuffer> {
    const response = await fetch(`/tracks/${this.id}`);
    return response.arrayBuffer();
  }
}

export class Advert {
  constructor(readonly sponsor: string) {}

  play(): void {
    console.log(this.sponsor);
  }
}
