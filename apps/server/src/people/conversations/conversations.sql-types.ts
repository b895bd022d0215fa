// Written by `npm run types` from the migrations and the statements: not by hand.
import type { ReasonSentences } from "@sanshi/contract";

export type ConversationColumns = {
  customer_id: bigint;
  account: string;
  state: "open" | "closed";
  waiting_message_id: bigint | null;
  waiting_since: number | null;
  closed_at: number | null;
  assigned_to: bigint | null;
  /** The operator's address, for the back office alone. */
  assignee: string | null;
  /** The operator's address, for the back office alone. */
  closed_by: string | null;
  unanswered: number;
  proposed: number;
  id: bigint;
  author: unknown;
  body: string;
  texts: ReasonSentences | null;
  article: string | null;
  case_number: string | null;
  checked: boolean;
  sent_at: number;
};

export type CountUnreadRow = {
  unread: number;
};

export type InsertQuestionRow = {
  id: bigint;
};

export type InsertReplyRow = {
  id: bigint;
};

export type IsKeptRow = {
  id: bigint;
};

export type IsTrustedRow = {
  id: bigint;
};

export type LockedConversation = {
  customer_id: bigint;
  state: "open" | "closed";
  assigned_to: bigint | null;
};

export type OwnMessageRow = {
  id: bigint;
  author: unknown;
  body: string;
  texts: ReasonSentences | null;
  article: string | null;
  case_number: string | null;
  checked: boolean;
  sent_at: number;
  /** The operator's address, for the back office alone. */
  writer: string | null;
  /** The operator's address, for the back office alone. */
  approver: string | null;
};

export type PendingReplyIdsRow = {
  id: bigint;
};

export type ProposedReply = {
  id: bigint;
  input: Record<string, unknown>;
  proposed_by: bigint;
};

export type SaidBeforeRow = {
  id: bigint;
  customer_id: bigint;
  body: string;
  texts: ReasonSentences | null;
  template_id: bigint | null;
  article: string | null;
  case_number: string | null;
  written_by: bigint | null;
};

export type StateOfRow = {
  state: "open" | "closed";
};

export type StoredMessageRow = {
  id: bigint;
  author: unknown;
  body: string;
  texts: ReasonSentences | null;
  article: string | null;
  case_number: string | null;
  checked: boolean;
  sent_at: number;
};

export type WroteAboutRow = {
  id: bigint;
};
