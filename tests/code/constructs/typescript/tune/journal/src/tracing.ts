const seen = new Map<string, number>();

function count(label: string): void {
  seen.set(label, (seen.get(label) ?? 0) + 1);
}

export function traced(label: string) {
  return function wrap<This, Args extends unknown[], Out>(
    method: (this: This, ...args: Args) => Out,
    _context: ClassMethodDecoratorContext,
  ) {
    return function (this: This, ...args: Args): Out {
      count(label);
      return method.apply(this, args);
    };
  };
}

export const report = function (): string {
  return [...seen].map(([label, times]) => `${label}: ${times}`).join("\n");
};
