// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Message, MessageKind } from "@sanshi/contract";

export type CountUnreadRow = {
  count: number;
};

export type SentMessage = {
  id: bigint;
  customer_id: bigint;
  kind: MessageKind;
};

export type StoredMessageRow = {
  id: bigint;
  kind: MessageKind;
  params: Record<string, string>;
  texts: Message["texts"] | null;
  author: Message["author"] | null;
  link: string | null;
  sent_at: number;
  read_at: number | null;
};
