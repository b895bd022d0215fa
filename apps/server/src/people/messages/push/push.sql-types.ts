// Written by `npm run types` from the migrations and the statements: not by hand.
import type { Message, MessageKind } from "@sanshi/contract";

export type ChoiceOfRow = {
  groups_off: string[];
  amounts: boolean;
};

export type DueDeliveryRow = {
  id: bigint;
  session_id: string;
  attempts: number;
  message_id: bigint | null;
  kind: MessageKind | null;
  params: Record<string, string> | null;
  texts: Message["texts"] | null;
  author: Message["author"] | null;
  link: string | null;
  endpoint: string | null;
  p256dh: string | null;
  auth: string | null;
  public_key: string | null;
  language: "jp" | "cn" | "us" | null;
  groups_off: string[] | null;
  amounts: boolean | null;
  is_live: boolean;
  is_old: boolean | null;
  is_read: boolean;
  unread: number;
};

export type DueRow = {
  due: boolean;
};

export type PushStateRow = {
  on: boolean;
  devices: number;
};
