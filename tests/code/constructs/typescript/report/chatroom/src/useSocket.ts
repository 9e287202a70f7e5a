import { useEffect, useRef, useState } from "react";

import type { Message } from "./ui/MessageList";

function decode(data: string): Message {
  return JSON.parse(data) as Message;
}

export function useSocket(url: string) {
  const socket = useRef<WebSocket | null>(null);
  const [messages, setMessages] = useState<Message[]>([]);

  useEffect(() => {
    const opened = new WebSocket(url);
    opened.onmessage = (event) => setMessages((all) => [...all, decode(event.data)]);
    socket.current = opened;
    return () => opened.close();
  }, [url]);

  const send = async (body: string): Promise<void> => {
    socket.current?.send(body);
  };
  return { messages, send };
}

export async function send(url: string, body: string): Promise<Response> {
  return fetch(url, { method: "POST", body });
}
