export interface Keyed {
  key(): string;
}

export class Registry<T extends Keyed> {
  private readonly items = new Map<string, T>();

  add(item: T): this {
    this.items.set(item.key(), item);
    return this;
  }

  find(key: string): T | undefined {
    return this.items.get(key);
  }

  all(): T[] {
    return [...this.items.values()];
  }

  forEach(visit: (item: T) => void): void {
    for (const item of this.items.values()) {
      visit(item);
    }
  }
}
