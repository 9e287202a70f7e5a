const store = new Map<string, unknown>();

function keyFor(name: string, args: unknown[]): string {
  return `${name}(${args.join()})`;
}

export function cached<This, Args extends unknown[], Out>(
  method: (this: This, ...args: Args) => Out,
  context: ClassMethodDecoratorContext,
) {
  return function replacement(this: This, ...args: Args): Out {
    const key = keyFor(String(context.name), args);
    if (!store.has(key)) {
      store.set(key, method.call(this, ...args));
    }
    return store.get(key) as Out;
  };
}

export class Lease {
  constructor(private readonly key: string) {}

  refresh(value: unknown): void {
    store.set(this.key, value);
  }

  drop(): void {
    store.delete(this.key);
  }
}

export function release(lease: Lease): void {
  lease.drop();
}
