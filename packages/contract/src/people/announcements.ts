import { pendingDecision } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import {
  typedLines,
  typedText,
  recordId,
  time,
  cursor,
  listLimit,
  page,
  requestId,
} from "../wire.ts";
import {
  announcementTitleMax,
  announcementBodyMax,
  accountPattern,
  announcementAccountsMax,
} from "./constants.ts";
import { z } from "zod";

const text = z.strictObject({
  title: typedText(announcementTitleMax),
  body: typedLines(announcementBodyMax),
});
/** Every customer reads it in their own language, so none is left out. */
export const writtenTexts = z.strictObject({ jp: text, cn: text, us: text });
export type WrittenTexts = z.output<typeof writtenTexts>;

export const audiences = ["all", "accounts"] as const;

const announcement = z.object({
  id: recordId,
  texts: writtenTexts,
  audience: z.enum(audiences),
  /** Of all: those who were registered when it was sent. */
  recipients: z.int().min(0),
  delivered: z.int().min(0),
  written_by: z.string(),
  written_at: time,
  /** When the last of them had it. */
  finished_at: time.nullable(),
});

/** What was written: its id once it is sent, and the proposal while another operator has to approve it. */
const written = z.object({ id: recordId.nullable(), pending: pendingDecision.nullable() });

export const announcementCalls = {
  "/api/ops/announcements": defineOperatorCall({
    summary: "What was announced to customers, newest first, and how many have it",
    method: "GET",
    permission: "view_site",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(announcement),
    refusals: [],
  }),
  "/api/ops/announcements/send": defineOperatorCall({
    summary:
      "Proposes a message in three languages to the named accounts or to every customer; once another operator approves it, each has it exactly once",
    permission: "write_announcements",
    input: z.strictObject({
      request_id: requestId,
      audience: z.enum(audiences),
      accounts: z.array(z.string().regex(accountPattern)).max(announcementAccountsMax),
      texts: writtenTexts,
    }),
    output: written.extend({ recipients: z.int().min(0) }),
    refusals: [
      "title_is_the_systems",
      "announcement_audience_unclear",
      "customer_not_found",
      "request_id_reused",
    ],
  }),
  "/api/ops/customers/:account/message": defineOperatorCall({
    summary:
      "Proposes a message to one customer in three languages, who sees which role wrote once another operator approves it",
    permission: "message_customers",
    input: z.strictObject({
      account: z.string().regex(accountPattern),
      request_id: requestId,
      texts: writtenTexts,
    }),
    output: written,
    refusals: ["title_is_the_systems", "customer_not_found", "request_id_reused"],
  }),
};
