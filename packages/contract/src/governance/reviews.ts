import { type OperatorCall, defineOperatorCall } from "../operator-call.ts";
import type { AnyRefusalCode } from "../operator-refusals.ts";
import type { Permission } from "../permissions.ts";
import { reasonLengthMax } from "../reason-codes.ts";
import { names, recordId, time, typedTextOrNone, cursor, listLimit, page, done } from "../wire.ts";
import { explanation } from "./explanations.ts";
import { decisions, reviewStates, decisionRefusals } from "./constants.ts";
import { z } from "zod";

/** Another operator's name for a screen: never a customer's to see. */
export const operatorName = z
  .object({ id: recordId, email: z.string() })
  .meta({ id: "OperatorName" });

/** What would change, field by field, as the approver sees it. */
export const difference = z.object({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

export type Difference = z.output<typeof difference>;

/**
 * A code of the queue (reason-codes.ts) with an explanation that two operators decide on; or `other` with the
 * operator's own words, of what everybody reads in each language.
 */
export const givenReason = z
  .object({ code: z.string(), words: z.string(), texts: names.optional() })
  .meta({ id: "GivenReason" });

/** A code of the catalogue with what fills its sentence. */
export const refusalShown = z
  .object({
    code: z.string(),
    params: z.record(z.string(), z.string()).optional(),
  })
  .meta({ id: "RefusalShown" });

/** The first decision of two, while it waits for the second. */
export const pendingDecision = z
  .object({
    proposal_id: recordId,
    decision: z.enum(decisions),
    reason: givenReason.nullable(),
    note: z.string(),
    proposed_by: operatorName,
    proposed_at: time,
    expires_at: time,
    /** Whether the operator who asks proposed it, and so cannot approve it. */
    own: z.boolean(),
  })
  .meta({ id: "PendingDecision" });

export const reviewItem = z.object({
  id: recordId,
  /** Empty where the case is not about one customer. */
  account: z.string().nullable(),
  state: z.enum(reviewStates),
  submitted_at: time,
  /** When it is to be decided by the instance's service level. */
  due_at: time.nullable(),
  overdue: z.boolean(),
  claimed_by: operatorName.nullable(),
  claimed_until: time.nullable(),
  pending: pendingDecision.nullable(),
  /** The first of two, while the second is waited for and for good after the decision. */
  proposed_by: operatorName.nullable(),
  proposed_at: time.nullable(),
  /** Of a case that has ended. */
  decided_by: operatorName.nullable(),
  decided_at: time.nullable(),
  reason: givenReason.nullable(),
});

export type ReviewItem = z.output<typeof reviewItem>;

const id = { id: recordId };

export const decisionInput = z.strictObject({
  ...id,
  decision: z.enum(decisions),
  /** A code of the queue's, which the customer reads; own words only where the case is a proposal of an operator's. */
  reason: typedTextOrNone(reasonLengthMax).optional(),
  explanation,
  /** For the other operators; no customer ever sees it. */
  note: typedTextOrNone(reasonLengthMax).optional(),
});

export const decisionOutput = z.object({
  id: recordId,
  state: z.enum(reviewStates),
  /** The proposal that another operator is to approve; null where the decision took effect. */
  pending: pendingDecision.nullable(),
  /** For whoever approved alone, this once: the second half of a one-time password. */
  told: z.string().optional(),
  /** Why it could not be carried out, where its state is `refused`. */
  refusal: refusalShown.optional(),
});

export const listInput = z.strictObject({
  /**
   * One of the states above or of the queue's own numbers; left out, what waits (`open` and `proposed`);
   * `all` for everything.
   */
  state: z
    .string()
    .regex(/^[a-z_]{0,20}$|^\d$/)
    .optional(),
  /** Searches the account and whatever else the queue says. */
  q: typedTextOrNone(100).optional(),
  sort: z.enum(["oldest", "newest", "due", "amount"]).optional(),
  claimed: z.enum(["mine", "nobody"]).optional(),
  cursor: cursor.optional(),
  limit: listLimit,
});

type Shape = Record<string, z.ZodType>;
type ItemOf<Own extends Shape> = z.ZodObject<typeof reviewItem.shape & Own>;
type QueueCalls<Name extends string, Item extends Shape, Detail extends Shape> = {
  [Path in `/api/ops/${Name}`]: OperatorCall<
    typeof listInput,
    ReturnType<typeof page<ItemOf<Item>>>,
    "operator"
  >;
} & {
  [Path in `/api/ops/${Name}/:id`]: OperatorCall<
    z.ZodObject<typeof id, z.core.$strict>,
    ItemOf<Item & Detail>,
    "operator"
  >;
} & {
  [Path in `/api/ops/${Name}/:id/claim` | `/api/ops/${Name}/:id/release`]: OperatorCall<
    z.ZodObject<typeof id, z.core.$strict>,
    typeof done,
    "operator"
  >;
} & {
  [Path in `/api/ops/${Name}/:id/decision`]: OperatorCall<
    typeof decisionInput,
    typeof decisionOutput,
    "operator"
  >;
};

/** The five calls of one queue. `item` and `detail` are the queue's own fields beside the shared ones. */
export function queueCalls<
  const Name extends string,
  Item extends Shape,
  Detail extends Shape = Record<never, never>,
>(
  name: Name,
  queue: {
    what: string;
    view: Permission;
    decide: Permission;
    item: Item;
    detail?: Detail;
    /** Whether its cases are operators' proposals, whose decision no customer reads. */
    ofProposals?: true;
    /** What a decision can be refused with besides `decisionRefusals`. */
    refusals: readonly AnyRefusalCode[];
  },
): QueueCalls<Name, Item, Detail> {
  const item = reviewItem.extend(queue.item);
  const base = `/api/ops/${name}`;
  const onlyId = z.strictObject(id);
  return {
    [base]: defineOperatorCall({
      summary: `${queue.what}: the cases, filtered, sorted and searched`,
      method: "GET",
      permission: queue.view,
      input: listInput,
      output: page(item),
      refusals: [],
    }),
    [`${base}/:id`]: defineOperatorCall({
      summary: `${queue.what}: one case`,
      method: "GET",
      permission: queue.view,
      input: onlyId,
      output: item.extend(queue.detail ?? {}),
      refusals: ["review_not_found"],
    }),
    [`${base}/:id/claim`]: defineOperatorCall({
      summary: `${queue.what}: takes a case, so that nobody else works on it meanwhile`,
      permission: queue.decide,
      input: onlyId,
      output: done,
      refusals: ["review_not_found", "review_already_decided", "claimed_by_another"],
    }),
    [`${base}/:id/release`]: defineOperatorCall({
      summary: `${queue.what}: gives a case back`,
      permission: queue.decide,
      input: onlyId,
      output: done,
      refusals: ["review_not_found", "claimed_by_another"],
    }),
    [`${base}/:id/decision`]: defineOperatorCall({
      summary: `${queue.what}: approves or rejects; where four eyes are needed, the first proposes and another approves`,
      permission: queue.decide,
      input: queue.ofProposals === true ? decisionInput.omit({ explanation: true }) : decisionInput,
      output: decisionOutput,
      refusals: [...decisionRefusals, ...queue.refusals],
    }),
  } as unknown as QueueCalls<Name, Item, Detail>;
}
