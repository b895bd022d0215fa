import type {
  AnyRefusalCode,
  CallOutput,
  Decision,
  Difference,
  OperatorCalls,
  OperatorPath,
  ProposalKind,
  Reason,
  ReasonQueue,
  ReviewState,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import type { Outcome } from "../../platform/outcome.ts";
import type { RawBuilder, Reader, Transaction } from "../../platform/sql/database.ts";
import type { reasonForCustomer } from "./queue.rules.ts";
import type { ListedCase } from "./queue.store.ts";

/** The decision took effect, and the case waits on: for the bank that is to pay. */
export const caseGoesOn = "the case goes on";

/** A decision as a queue is told to carry it out. */
export type CarriedOut = {
  id: bigint;
  decision: Decision;
  /** Never null for a rejection: a code without own words, and the customer reads it. */
  reason: Reason | null;
  note: string;
  /** Who decided last: the only one, or the second of two. */
  decidedBy: bigint;
  /** Where four eyes were needed, the first of the two; else null. */
  proposedBy: bigint | null;
  /** And the proposal. */
  proposalId: bigint | null;
  at: number;
};

export type Queue<Own> = {
  /** The path segment under `/api/ops/`. */
  name: QueueName;
  /** Of reason-codes.ts. */
  reasons: ReasonQueue;
  /** Hours from submission to the decision; null where nobody is promised any, or each case its own. */
  dueHours: number | null;
  /** The queue's own fields of an item of the list, from its own columns. */
  item(own: Own): Record<string, unknown>;
  /** More fields where one case is looked at. */
  detail?(
    context: Context,
    reader: Reader,
    shown: ListedCase<Own>,
  ): Promise<Record<string, unknown>>;
};

/**
 * A queue of records of a feature: deposits, withdrawals, documents. Where the customer was promised a
 * time, `promised_by` is among the own columns: it was kept with the record, and no setting moves it.
 */
export type RecordQueue<Own> = Queue<Own> & {
  name: RecordQueueName;
  /** The feature's own numbers of states, for `?state=0`. */
  states: Readonly<Record<string, ReviewState>>;
  /**
   * All records: `id bigint, customer_id bigint, state text` (open or an end), `submitted_at timestamptz,
   * search text` (lower case), `amount` (numeric or null), and own columns (a bigint as text).
   */
  records: RawBuilder<unknown>;
  /** Locks the record until the transaction ends, and tells its state; undefined where there is none. */
  lock(context: Context, transaction: Transaction, id: bigint): Promise<ReviewState | undefined>;
  /**
   * Why this operator cannot decide so now; null where nothing is in the way. Of each who decides, the
   * first and the second of two.
   */
  object?(
    transaction: Transaction,
    deciding: {
      id: bigint;
      decision: Decision;
      operatorId: bigint;
      note: string;
      reason: Reason | null;
    },
  ): Promise<AnyRefusalCode | null>;
  /** Whether another operator has to approve this decision. Single approval is the framework's matter. */
  needsFourEyes(
    context: Context,
    transaction: Transaction,
    id: bigint,
    decision: Decision,
  ): Promise<boolean>;
  /** What the approver is shown; it must not move by itself. */
  differences(
    transaction: Transaction,
    id: bigint,
    decision: Decision,
  ): Promise<readonly Difference[]>;
  /**
   * Carries the decision out in the transaction: the record, the money, the message to the customer. Answers
   * `caseGoesOn` where the case waits for something else still; `recordDecision` ends it then.
   */
  decide(
    context: Context,
    transaction: Transaction,
    decision: CarriedOut,
  ): Promise<Outcome<unknown>>;
};

/** A queue whose cases are proposals themselves. */
export type ProposalQueue<Own> = Queue<Own> & {
  /** All proposals of the queue, with the columns of `CaseColumns` and own ones. */
  cases: RawBuilder<unknown>;
};

/** The contract's queues: those with a decision. */
export type QueueName = {
  [Path in OperatorPath]: Path extends `/api/ops/${infer Name}/:id/decision` ? Name : never;
}[OperatorPath];

/** Those of them whose decisions can be proposed. */
type RecordQueueName = {
  [Kind in ProposalKind]: Kind extends `review:${infer Name extends QueueName}` ? Name : never;
}[ProposalKind];

export type DecisionForm = {
  id: string;
  decision: Decision;
  reason?: string | undefined;
  explanation?: string | undefined;
  note?: string | undefined;
};
export type Decided = CallOutput<OperatorCalls["/api/ops/proposals/:id/decision"]>;

/** How a queue's calls are answered. */
export type Serving = {
  reasonGiven: typeof reasonForCustomer;
  cases: RawBuilder<unknown>;
  states: Readonly<Record<string, ReviewState>>;
  decide(
    operator: Operator,
    audit: Audit,
    form: DecisionForm,
    reason: Reason | null,
  ): Promise<Outcome<Decided>>;
};
