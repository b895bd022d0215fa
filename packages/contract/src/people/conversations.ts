import { z } from "zod";
import { defineCall } from "../call.ts";
import { pendingDecision } from "../governance/reviews.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { accountPattern, caseNumberPattern, serviceBodyMax } from "./constants.ts";
import { helpArticles } from "./help.ts";
import { messageAuthor } from "./messages.ts";
import {
  cursor,
  done,
  listLimit,
  page,
  recordId,
  requestId,
  time,
  typedLines,
  typedTextOrNone,
} from "../wire.ts";

const account = z.string().regex(accountPattern);
const article = z.enum(helpArticles);
const caseNumber = z.string().regex(caseNumberPattern);
const conversationState = z.enum(["open", "closed"]);

const serviceMessage = z.object({
  id: recordId,
  /** Of what an operator wrote; null where the customer did. */
  author: messageAuthor.nullable(),
  body: z.string(),
  /** Of a template, in the place of a body: as it was filled in. */
  texts: z.object({ jp: z.string(), cn: z.string(), us: z.string() }).nullable(),
  /** A page of help that stands with it. */
  article: article.nullable(),
  /** Of what was written by a case's number, without signing in, and of the answers to it. */
  case_number: caseNumber.nullable(),
  /** Of an operator's own words: whether a second operator has read them. True of help, templates and customers. */
  checked: z.boolean(),
  at: time,
});
export type ServiceMessage = z.output<typeof serviceMessage>;

const person = z.object({ id: recordId, email: z.string() });

const conversation = z.object({
  account: z.string(),
  state: conversationState,
  /** Since when the customer's words are without an answer; null where none are. */
  waiting_since: time.nullable(),
  /** How many of the customer's messages that is. */
  unanswered: z.int().min(0),
  assigned_to: person.nullable(),
  /** Replies that wait for another operator. */
  proposed: z.int().min(0),
  last: serviceMessage,
});

/** As the operators see it: who wrote, and who approved it. */
const ownMessage = serviceMessage.extend({
  written_by: z.string().nullable(),
  approved_by: z.string().nullable(),
});

const reply = z.object({
  body: z.string(),
  article: article.nullable(),
  case_number: caseNumber.nullable(),
  pending: pendingDecision,
});

export const conversationCalls = {
  "/user/conversation": defineCall({
    summary: "The customer's conversation with customer service, newest first",
    access: "customer",
    input: z.strictObject({ cursor: cursor.optional(), limit: listLimit }),
    output: page(serviceMessage).extend({
      /** `none` until the customer writes. */
      state: z.enum(["none", "open", "closed"]),
      unread: z.int().min(0),
    }),
    refusals: [],
  }),
  "/user/write-to-service": defineCall({
    summary: "Writes to customer service; a closed conversation is open again",
    access: "customer",
    input: z.strictObject({ body: typedLines(serviceBodyMax), request_id: requestId }),
    output: serviceMessage,
    refusals: ["service_is_elsewhere", "submit_too_frequent", "request_id_reused"],
  }),
  "/user/write-about-case": defineCall({
    summary:
      "For whoever cannot sign in: writes to customer service by the number of a case. The same answer whether its account exists or not, and for the same request_id",
    access: "anyone",
    input: z.strictObject({
      case_number: caseNumber,
      body: typedLines(serviceBodyMax),
      request_id: requestId,
    }),
    output: done,
    refusals: ["service_is_elsewhere", "case_not_found", "too_many_tries"],
  }),
  "/user/case-answers": defineCall({
    summary:
      "What customer service has answered by a case's number, oldest first: nothing else of the account or its conversation",
    access: "anyone",
    input: z.strictObject({ case_number: caseNumber }),
    output: z.object({ items: z.array(serviceMessage) }),
    refusals: ["case_not_found", "too_many_tries"],
  }),
  "/user/read-conversation": defineCall({
    summary: "Marks customer service's messages as read up to one; answers how many stay unread",
    access: "customer",
    input: z.strictObject({ id: recordId }),
    output: z.object({ unread: z.int().min(0) }),
    refusals: [],
  }),
};

export const conversationAdminCalls = {
  "/api/ops/conversations": defineOperatorCall({
    summary:
      "Customers' conversations: of those that wait the longest first, of the others the newest",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({
      state: z.enum(["", "waiting", "open", "closed"]).default("waiting"),
      claimed: z.enum(["", "mine", "nobody"]).default(""),
      /** A part of the account. */
      q: typedTextOrNone(32).optional(),
      cursor: cursor.optional(),
      limit: listLimit,
    }),
    output: page(conversation),
    refusals: [],
  }),
  "/api/ops/conversations/:account": defineOperatorCall({
    summary: "One conversation, newest first, with the replies that wait for another operator",
    method: "GET",
    permission: "view_customers",
    input: z.strictObject({ account, cursor: cursor.optional(), limit: listLimit }),
    output: page(ownMessage).extend({
      conversation,
      replies: z.array(reply),
      closed_by: z.string().nullable(),
      closed_at: time.nullable(),
    }),
    refusals: ["conversation_not_found"],
  }),
  "/api/ops/conversations/:account/reply": defineOperatorCall({
    summary:
      "Answers a customer, who sees which role wrote. A page of help or a template goes at once. Own words wait for another operator, until one has approved an answer of this operator's in the open case; what then goes at once is marked as unchecked, and whatever touches money, names an account or leads out of the app still waits",
    permission: "message_customers",
    input: z.strictObject({
      account,
      request_id: requestId,
      body: typedLines(serviceBodyMax).optional(),
      article: article.optional(),
      /** Whoever wrote by this number reads it too, without signing in. */
      case_number: caseNumber.optional(),
    }),
    output: z.object({ id: recordId.nullable(), pending: pendingDecision.nullable() }),
    refusals: [
      "conversation_not_found",
      "case_not_found",
      "reply_says_nothing",
      "request_id_reused",
      "claimed_by_another",
    ],
  }),
  "/api/ops/conversations/:account/assign": defineOperatorCall({
    summary: "Takes a conversation over, or leaves it to whoever is free",
    permission: "message_customers",
    input: z.strictObject({ account, to: z.enum(["me", "nobody"]) }),
    output: done,
    refusals: ["conversation_not_found"],
  }),
  "/api/ops/conversations/:account/state": defineOperatorCall({
    summary: "Closes a conversation, or opens it again; the customer's next message opens it too",
    permission: "message_customers",
    input: z.strictObject({ account, state: conversationState }),
    output: done,
    refusals: ["conversation_not_found"],
  }),
};
