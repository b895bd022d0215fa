// Written by `npm run types` from the migrations and the statements: not by hand.
import type { MessageAuthor, WrittenTexts } from "@sanshi/contract";

export type CustomerIdsOfRow = {
  id: bigint;
  account: string;
};

export type DueRow = {
  due: boolean;
};

export type EverybodyRow = {
  count: number;
  last: bigint;
};

export type InsertAnnouncementRow = {
  id: bigint;
};

export type NextRecipients2Row = {
  id: bigint;
};

export type NextRecipientsRow = {
  id: bigint;
};

export type SentBefore = {
  id: bigint;
  recipients: number;
  audience: "all" | "accounts";
  texts: WrittenTexts;
  written_by: bigint;
  template_id: bigint | null;
  customer_ids: string[];
};

export type StoredAnnouncement = {
  id: bigint;
  texts: WrittenTexts;
  audience: "all" | "accounts";
  recipients: number;
  delivered: number;
  /** The operator's address, for the back office alone. */
  written_by: string;
  written_at: number;
  finished_at: number | null;
};

export type Unfinished = {
  id: bigint;
  texts: WrittenTexts;
  author: MessageAuthor | null;
  audience: "all" | "accounts";
  last_customer_id: bigint;
  delivered_up_to: bigint;
};

export type WrittenProposal = {
  id: bigint;
  kind: string;
  input: Record<string, unknown>;
  proposed_by: bigint;
};
