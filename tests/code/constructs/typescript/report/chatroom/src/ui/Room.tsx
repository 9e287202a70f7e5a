import { useCallback, useMemo } from "react";

import { useSocket } from "../useSocket";
import { type Message, MessageList, Placeholder } from "./MessageList";
import { shorten as cut } from "../text";

function countUnread(messages: Message[], seen: number): number {
  return messages.filter((message) => message.id > seen).length;
}

function reportError(error: unknown): void {
  console.error(error);
}

export function Room({ url, seen }: { url: string; seen: number }) {
  const { messages, send } = useSocket(url);
  const unread = useMemo(() => countUnread(messages, seen), [messages, seen]);
  const post = useCallback((body: string) => send(cut(body)).catch(reportError), [send]);

  if (messages.length === 0) {
    return <Placeholder />;
  }
  return (
    <main>
      <h1>{unread} unread</h1>
      <MessageList messages={messages} />
      <input onBlur={(event) => post(event.target.value)} />
    </main>
  );
}
