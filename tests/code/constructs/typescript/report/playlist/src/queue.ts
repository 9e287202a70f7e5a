export interface Playable<M> {
  readonly id: string;
  play(): Promise<void>;
  meta(): M;
}

export class PlayQueue<M, P extends Playable<M>> {
  private readonly entries: P[] = [];
  private readonly history: Record<string, P> = {};

  enqueue(entry: P): PlayQueue<M, P> {
    this.entries.push(entry);
    return this;
  }

  peek(): P | null {
    return this.entries[0] ?? null;
  }

  async next(): Promise<P | null> {
    const entry = this.entries.shift() ?? null;
    if (entry) {
      await entry.play();
      this.history[entry.id] = entry;
    }
    return entry;
  }

  describe(show: (meta: M) => string): string[] {
    return this.entries.map((entry) => show(entry.meta()));
  }
}

export function firstOf<T>(items: readonly T[]): T {
  return items[0];
}
