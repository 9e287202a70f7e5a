import Avatar, { type Member } from "./Avatar";
import * as text from "../text";

export interface Message {
  id: number;
  author: Member;
  body: string;
}

export const byAge = (left: Message, right: Message): number => left.id - right.id;

export const MessageList = ({ messages }: { messages: Message[] }) => {
  const sorted = [...messages].sort(byAge);
  return (
    <ol>
      {sorted.map((message) => (
        <li key={message.id}>
          <Avatar member={message.author} />
          <p>{text.linkify(message.body)}</p>
        </li>
      ))}
    </ol>
  );
};

export function Placeholder() {
  return <p>{text.empty}</p>;
}
