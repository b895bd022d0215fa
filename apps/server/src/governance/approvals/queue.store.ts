import type { DelayReason, Reason, ReasonCode, ReviewState } from "@sanshi/contract";
import {
  firstRow,
  rows,
  sql,
  timestamp,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { Claim, CustomerOfRow, FindWaitingRow, InsertClaimRow } from "./queue.sql-types.ts";

/**
 * The columns that every queue's cases have. `state` is open or an end; `amount` may be null. What else
 * the SQL selects are the queue's own columns; they come as JSON, so a bigint is selected as text.
 */
export type CaseColumns = {
  id: bigint;
  customer_id: bigint | null;
  state: ReviewState;
  submitted_at: number;
  /** Searched besides the account; lower case. */
  search: string;
  /** In any unit that sorts. */
  amount: string | null;
  /** The proposal that waits on the case, the case's own where the cases are proposals. */
  pending_id: bigint | null;
  /** The same, or the one by which the case was decided. */
  proposal_id: bigint | null;
  decided_by: bigint | null;
  decided_at: number | null;
  reason_code: ReasonCode | null;
  reason_words: string;
};

export type ListedCase<Own> = CaseColumns & {
  /** The queue's own columns, as JSON has them. */
  own: Own;
  account: string | null;
  /** The time that the customer was promised. */
  promised_by: number | null;
  place: string;
  claimed_by: bigint | null;
  claimer: string | null;
  claimed_until: number | null;
  decider: string | null;
  pending_decision: "approve" | "reject" | null;
  pending_code: ReasonCode | null;
  pending_words: string | null;
  pending_note: string | null;
  proposed_by: bigint | null;
  proposer: string | null;
  proposed_at: number | null;
  expires_at: number | null;
};

export type ListQuery = {
  queue: string;
  cases: RawBuilder<unknown>;
  only: { id: bigint } | null;
  states: readonly ReviewState[];
  search: string | null;
  claimed: { by: bigint | null } | null;
  order: "oldest" | "newest" | "due" | "amount";
  after: { value: string; id: bigint } | null;
  limit: number;
  now: number;
};

/** Of a queue of records: what waits on a case and how it was decided stands in the framework's tables. */
export function recordCases(queue: string, records: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`SELECT records.*, waiting.id AS pending_id,
      coalesce(waiting.id, decision.proposal_id) AS proposal_id, decision.decided_by, decision.decided_at,
      decision.reason_code, coalesce(decision.reason_words, '') AS reason_words
    FROM (${records}) records
    LEFT JOIN proposal waiting ON waiting.kind = ${`review:${queue}`}
      AND waiting.subject = records.id::text AND waiting.state = 'pending'
    LEFT JOIN review_decision decision ON decision.queue = ${queue}
      AND decision.item_id = records.id`;
}

/** Whom a record is about. */
export async function customerOf(
  transaction: Transaction,
  records: RawBuilder<unknown>,
  id: bigint,
): Promise<{ customerId?: bigint }> {
  const row = await firstRow(
    transaction,
    sql<CustomerOfRow>`SELECT customer_id FROM (${records}) records
      WHERE id = ${id}`,
  );
  const customerId = row?.customer_id ?? null;
  return customerId === null ? {} : { customerId };
}

const sortValues = {
  oldest: sql`extract(epoch FROM shown.submitted_at)`,
  newest: sql`extract(epoch FROM shown.submitted_at)`,
  // Without a promise every case of a queue has the same hours.
  due: sql`extract(epoch FROM coalesce(shown.promised_by, shown.submitted_at))`,
  amount: sql`coalesce(shown.amount::numeric, 0)`,
};

export function listCases<Own>(reader: Reader, query: ListQuery): Promise<ListedCase<Own>[]> {
  const value = sortValues[query.order];
  const ascending = query.order === "oldest" || query.order === "due";
  const direction = ascending ? sql`ASC` : sql`DESC`;
  const beyond = ascending ? sql`>` : sql`<`;
  const { after, search, claimed, only } = query;
  return rows(
    reader,
    // Typed by hand: `own` is what each queue's records are, which only the queue knows.
    sql<ListedCase<Own>>`
      SELECT shown.*, ${value}::text AS place FROM (${shownCases(query)}) shown
      WHERE shown.state = ANY (${query.states}::text[])
        ${only === null ? sql`` : sql`AND shown.id = ${only.id}`}
        ${search === null ? sql`` : sql`AND (shown.account LIKE ${search} OR shown.search LIKE lower(${search}))`}
        ${claimed === null ? sql`` : sql`AND shown.claimed_by IS NOT DISTINCT FROM ${claimed.by}::bigint`}
        ${after === null ? sql`` : sql`AND (${value}, shown.id) ${beyond} (${after.value}::numeric, ${after.id}::bigint)`}
      ORDER BY ${value} ${direction}, shown.id ${direction} LIMIT ${query.limit}`,
  );
}

/** With the account, the claim, who proposed and who decided. */
function shownCases(query: ListQuery): RawBuilder<unknown> {
  return sql`
    SELECT cases.*, customer.account,
      claim.operator_id AS claimed_by, claimer.email AS claimer, claim.claimed_until,
      decider.email AS decider,
      CASE WHEN cases.pending_id IS NOT NULL THEN coalesce(pending.input ->> 'decision', 'approve') END
        AS pending_decision,
      pending.reason_code AS pending_code, pending.reason_words AS pending_words,
      pending.note AS pending_note, pending.expires_at,
      proposed.proposed_by, proposer.email AS proposer, proposed.proposed_at
    FROM (SELECT found.id, found.customer_id, found.submitted_at, found.search, found.amount,
        found.decided_by, found.decided_at, found.reason_code, found.reason_words,
        CASE WHEN live.id IS NOT NULL AND found.state = 'open' THEN 'proposed'
          WHEN found.state = 'proposed' AND live.id IS NULL THEN 'expired'
          ELSE found.state END AS state,
        live.id AS pending_id, found.proposal_id,
        (to_jsonb(found) ->> 'promised_by')::timestamptz AS promised_by, to_jsonb(found) AS own
      FROM (${query.cases}) found
      LEFT JOIN proposal live ON live.id = found.pending_id AND live.state = 'pending'
        AND live.expires_at > ${timestamp(query.now)}
      WHERE ${narrowed(query)}) cases
    LEFT JOIN customer ON customer.id = cases.customer_id
    LEFT JOIN review_claim claim ON claim.queue = ${query.queue} AND claim.item_id = cases.id
      AND claim.claimed_until > real_now()
      AND NOT EXISTS (SELECT FROM operator gone
        WHERE gone.id = claim.operator_id AND gone.disabled_at IS NOT NULL)
    LEFT JOIN operator claimer ON claimer.id = claim.operator_id
    LEFT JOIN operator decider ON decider.id = cases.decided_by
    LEFT JOIN proposal pending ON pending.id = cases.pending_id
    LEFT JOIN proposal proposed ON proposed.id = cases.proposal_id
    LEFT JOIN operator proposer ON proposer.id = proposed.proposed_by`;
}

/** What the list can be narrowed to before anything is joined: a queue of years has few cases that wait. */
function narrowed({ only, states }: ListQuery): RawBuilder<unknown> {
  if (only !== null) return sql`found.id = ${only.id}`;
  const waits = states.every((state) => state === "open" || state === "proposed");
  if (waits) return sql`found.state IN ('open', 'proposed')`;
  const ended = states.every((state) => !["open", "proposed", "expired"].includes(state));
  return ended ? sql`found.state = ANY (${states}::text[])` : sql`true`;
}

export type { Claim } from "./queue.sql-types.ts";

/** Who holds the case, if somebody does. */
export function findClaim(
  reader: Reader,
  queue: string,
  itemId: bigint,
): Promise<Claim | undefined> {
  return firstRow(
    reader,
    sql<Claim>`SELECT operator_id, operator.email FROM review_claim
      JOIN operator ON operator.id = operator_id AND operator.disabled_at IS NULL
      WHERE queue = ${queue} AND item_id = ${itemId} AND claimed_until > real_now()`,
  );
}

/** False where somebody else holds it: the row decides between two who claim at once. */
export async function insertClaim(
  transaction: Transaction,
  claim: { queue: string; itemId: bigint; operatorId: bigint; minutes: number },
): Promise<boolean> {
  const row = await firstRow(
    transaction,
    sql<InsertClaimRow>`
      INSERT INTO review_claim (queue, item_id, operator_id, claimed_until)
      VALUES (${claim.queue}, ${claim.itemId}, ${claim.operatorId},
        real_now() + ${claim.minutes} * interval '1 minute')
      ON CONFLICT (queue, item_id) DO UPDATE
        SET operator_id = excluded.operator_id, claimed_until = excluded.claimed_until
        WHERE review_claim.operator_id = excluded.operator_id
          OR review_claim.claimed_until <= real_now()
          OR EXISTS (SELECT FROM operator
            WHERE id = review_claim.operator_id AND disabled_at IS NOT NULL)
      RETURNING operator_id`,
  );
  return row !== undefined;
}

/** To another operator, of a case that the caller has claimed in the same transaction. */
export async function moveClaim(
  transaction: Transaction,
  claim: { queue: string; itemId: bigint; operatorId: bigint; hours: number },
): Promise<void> {
  await sql`UPDATE review_claim SET operator_id = ${claim.operatorId},
      claimed_until = real_now() + ${claim.hours} * interval '1 hour'
    WHERE queue = ${claim.queue} AND item_id = ${claim.itemId}`.execute(transaction);
}

export async function deleteClaim(
  transaction: Transaction,
  queue: string,
  itemId: bigint,
): Promise<void> {
  await sql`DELETE FROM review_claim WHERE queue = ${queue} AND item_id = ${itemId}`.execute(
    transaction,
  );
}

export async function insertDecision(
  transaction: Transaction,
  decision: {
    queue: string;
    itemId: bigint;
    decision: "approve" | "reject";
    reason: Reason | null;
    note: string;
    decidedBy: bigint;
    proposalId: bigint | null;
    at: number;
  },
): Promise<void> {
  await sql`INSERT INTO review_decision (queue, item_id, decision, reason_code, reason_words, note,
      decided_by, proposal_id, decided_at)
    VALUES (${decision.queue}, ${decision.itemId}, ${decision.decision},
      ${decision.reason?.code ?? null}, ${decision.reason?.words ?? ""}, ${decision.note},
      ${decision.decidedBy}, ${decision.proposalId}, ${timestamp(decision.at)})`.execute(
    transaction,
  );
}

/** Cases that a second operator or one who took them has to go on with; the others are in nobody's hands. */
export function findWaiting(
  reader: Reader,
  queue: string,
  ids: readonly bigint[],
): Promise<{ id: bigint; reason: DelayReason }[]> {
  return rows(
    reader,
    sql<Narrowed<FindWaitingRow, { id: bigint; reason: DelayReason }>>`SELECT id,
        CASE WHEN EXISTS (SELECT FROM proposal WHERE kind = 'review:' || ${queue}
            AND subject = id::text AND state = 'pending') THEN 'second_operator'
          WHEN EXISTS (SELECT FROM review_claim WHERE queue = ${queue} AND item_id = id
            AND claimed_until > real_now()) THEN 'in_review'
          ELSE 'not_reviewed' END AS reason
      FROM unnest(${[...ids]}::bigint[]) AS waiting (id)`,
  );
}
