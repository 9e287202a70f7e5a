export const empty = "Nothing here yet";

export function linkify(body: string): string {
  return body.replace(/#(\w+)/g, (_match, tag: string) => hashLink(tag));
}

function hashLink(tag: string): string {
  return `[#${tag}](/tags/${tag})`;
}

export function shorten(body: string, length = 80): string {
  return body.length > length ? `${body.slice(0, length)}…` : body;
}
