import { defineOperatorCall } from "../operator-call.ts";
import { operatorRoles } from "../permissions.ts";
import { page, recordId, requestId, time, typedLines } from "../wire.ts";
import { caseCommentLengthMax, caseQueues } from "./constants.ts";
import { operatorName } from "./reviews.ts";
import { z } from "zod";

const oneCase = { queue: z.enum(caseQueues), id: recordId };

const comment = z.object({
  id: recordId,
  body: z.string(),
  written_by: operatorName,
  /** As it was then. */
  role: z.enum(operatorRoles),
  /** To whom the case was handed over with these words; null for a comment. */
  handed_to: operatorName.nullable(),
  at: time,
});

/** What operators say about a case to one another, and who goes on with it: no customer sees either. */
export const caseCalls = {
  "/api/ops/cases/:queue/:id/comments": defineOperatorCall({
    summary: "What operators said about a case and to whom it was handed over, the oldest first",
    method: "GET",
    permission: "view_reviews",
    input: z.strictObject(oneCase),
    output: page(comment),
    refusals: ["review_not_found"],
  }),
  "/api/ops/cases/:queue/:id/comments/add": defineOperatorCall({
    summary:
      "Says something about a case to the other operators; it is neither changed nor removed",
    permission: "write_notes",
    input: z.strictObject({
      ...oneCase,
      body: typedLines(caseCommentLengthMax),
      request_id: requestId,
    }),
    output: comment,
    refusals: ["review_not_found", "note_says_nothing", "comments_too_many", "request_id_reused"],
  }),
  "/api/ops/cases/:queue/:id/hand-over": defineOperatorCall({
    summary:
      "Gives a case that waits to another operator who may decide it; the claim is theirs then. It changes nothing about who proposed and who may approve",
    permission: "hand_over_cases",
    input: z.strictObject({
      ...oneCase,
      to: recordId,
      body: typedLines(caseCommentLengthMax).optional(),
      request_id: requestId,
    }),
    output: comment,
    refusals: [
      "forbidden",
      "review_not_found",
      "review_already_decided",
      "claimed_by_another",
      "operator_not_found",
      "operator_is_oneself",
      "operator_cannot_decide",
      "comments_too_many",
      "request_id_reused",
    ],
  }),
  "/api/ops/cases/:queue/colleagues": defineOperatorCall({
    summary: "The other operators who may decide the cases of a queue, and so take one over",
    method: "GET",
    permission: "hand_over_cases",
    input: z.strictObject({ queue: z.enum(caseQueues) }),
    output: page(operatorName.extend({ role: z.enum(operatorRoles) })),
    refusals: [],
  }),
};
