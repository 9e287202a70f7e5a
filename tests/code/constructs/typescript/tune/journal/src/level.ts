export enum Level {
  Debug,
  Info,
  Error,
}

export namespace Level {
  export function parse(text: string): Level {
    return text.toLowerCase() === "error" ? Level.Error : fallback(text);
  }

  function fallback(text: string): Level {
    return text === "" ? Level.Debug : Level.Info;
  }
}

export function parse(line: string): [Level, string] {
  const [head, ...rest] = line.split(" ");
  return [Level.parse(head), rest.join(" ")];
}
