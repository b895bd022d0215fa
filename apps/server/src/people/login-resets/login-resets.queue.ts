import {
  readReasonCode,
  type CheckedInput,
  type OperatorCalls,
  type ReviewState,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { sendMessage } from "../messages/messages.ts";
import {
  proposeExplanation,
  type CarriedOut,
  serveRecordQueue,
  recordDecisions,
  type Handlers,
  type RecordQueue,
} from "../../governance/approvals/approvals.ts";
import { resetTimes } from "./login-resets.rules.ts";
import { queueName as factorQueueName } from "./factor-resets.ts";
import { queueName as passwordQueueName } from "./login-resets.ts";
import * as store from "./login-resets.store.ts";
import type { CaseKind, ResetEnd, StoredReset } from "./login-resets.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";

type Own = {
  case_number: string;
  verification: number;
  device: string;
  address: string;
  expires_at: string;
  due_at: string | null;
  ended: ResetEnd | null;
  ended_at: string | null;
};

/** What the two kinds of cases are called where customers and operators read of them. */
const words = {
  login_password: {
    queue: passwordQueueName,
    subject: "login_password",
    table: sql`login_password_reset`,
    approved: "login_password_reset_approved",
    rejected: "login_password_reset_rejected",
    cancelled: "login_password_reset_cancelled",
    stopped: "login_password_reset_stopped",
    not_approved: "login_reset_not_approved",
  },
  second_factors: {
    queue: factorQueueName,
    subject: "second_factors",
    table: sql`second_factor_reset`,
    approved: "factor_reset_approved",
    rejected: "factor_reset_rejected",
    cancelled: "factor_reset_cancelled",
    stopped: "factor_reset_stopped",
    not_approved: "login_reset_not_approved",
  },
} as const;

export function serveResetQueues(context: Context): void {
  serveRecordQueue(context, queues.login_password);
  serveRecordQueue(context, queues.second_factors);
  context.operatorHttp.handle(
    "/api/ops/login-password-resets/:id/stop",
    ({ input, operator, audit }) =>
      stopReset(context, operator, audit, { ...input, kind: "login_password" }),
  );
  context.operatorHttp.handle("/api/ops/factor-resets/:id/stop", ({ input, operator, audit }) =>
    stopReset(context, operator, audit, { ...input, kind: "second_factors" }),
  );
}

/** Operators' part: two who are sure of the customer approve, one can send back with a reason. */
function resetQueue(kind: CaseKind): RecordQueue<Own> {
  const { queue, subject, table } = words[kind];
  return {
    name: queue,
    reasons: passwordQueueName,
    // The customer comes with the number; nobody works through the list.
    dueHours: null,
    states: {},
    records: sql`SELECT reset.id, reset.customer_id,
        CASE WHEN reset.due_at IS NOT NULL THEN 'approved'
          WHEN reset.ended IS NULL THEN CASE WHEN reset.expires_at > app_now() THEN 'open' ELSE 'expired' END
          WHEN reset.ended IN ('cancelled', 'rejected') THEN reset.ended ELSE 'expired' END AS state,
        reset.requested_at AS submitted_at,
        lower(reset.case_number || ' ' || replace(reset.case_number, '-', '')) AS search,
        NULL::numeric AS amount, reset.case_number, customer.verification, reset.device, reset.address,
        reset.expires_at, reset.due_at,
        CASE WHEN reset.ended IS NULL AND reset.expires_at <= app_now() THEN 'expired' ELSE reset.ended END
          AS ended,
        coalesce(reset.ended_at, CASE WHEN reset.expires_at <= app_now() THEN reset.expires_at END)
          AS ended_at
      FROM ${table} reset JOIN customer ON customer.id = reset.customer_id`,
    item: ({ case_number, verification, device, address, ended, ...own }) => ({
      case_number,
      verification,
      device,
      address,
      ended,
      expires_at: iso(own.expires_at),
      due_at: own.due_at === null ? null : iso(own.due_at),
      ended_at: own.ended_at === null ? null : iso(own.ended_at),
    }),
    detail: async ({ clock }, reader, { id, customer_id }) => ({
      ...(await store.askingCustomer(reader, kind, {
        id,
        customerId: customer_id ?? 0n,
        now: clock.now(),
      })),
    }),
    lock: async (context, transaction, id) => {
      const found = await store.lockReset(transaction, kind, id);
      return found === undefined ? undefined : stateOf(found, context.clock.now());
    },
    needsFourEyes: (_context, _transaction, _id, decision) =>
      Promise.resolve(decision === "approve"),
    differences: async (transaction, id) => {
      const found = await store.findReset(transaction, kind, id);
      return found === undefined
        ? []
        : [{ field: subject, before: null, after: found.case_number }];
    },
    decide: (_context, transaction, decided) => carryOut(transaction, kind, decided),
  };
}

const queues = {
  login_password: resetQueue("login_password"),
  second_factors: resetQueue("second_factors"),
};

export const resetDecisions: Handlers<"review:login-password-resets" | "review:factor-resets"> = {
  "review:login-password-resets": recordDecisions(queues.login_password),
  "review:factor-resets": recordDecisions(queues.second_factors),
};

type StopForm = CheckedInput<OperatorCalls["/api/ops/login-password-resets/:id/stop"]>;

/** An owner without a device at hand has nobody but us: one operator is enough, as for a restriction. */
function stopReset(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: StopForm & { kind: CaseKind },
): Promise<Outcome<Record<string, never>>> {
  const { database, clock } = context;
  const { kind } = form;
  const id = BigInt(form.id);
  const { queue, stopped, cancelled, not_approved } = words[kind];
  audit.about(`${queue}:${form.id}`);
  return transactionUnlessRefused<Record<string, never>>(database, async (transaction) => {
    const read = readReasonCode(passwordQueueName, form.reason, form.explanation);
    if (!read.ok) return refuse(read.code);
    const reason = { ...read.reason, words: "" };
    const found = await store.lockReset(transaction, kind, id);
    if (found === undefined) return refuse("review_not_found");
    const at = clock.now();
    if (!(await store.stopReset(transaction, kind, { id, at }))) return refuse(not_approved);
    const customerId = found.customer_id;
    await notifyOfOperatorAct(transaction, {
      customerId,
      kind: "operator_acted",
      what: stopped,
      reason,
      at,
    });
    await sendMessage(transaction, {
      customerId,
      kind: cancelled,
      link: "/mine/index",
      at,
      params: reasonParams(reason),
    });
    const explained = { customerId, reason: read.reason };
    const waiting = await proposeExplanation(context, transaction, operator, explained);
    if (!waiting.ok) return waiting;
    const details = { case: found.case_number, reason: read.reason };
    await audit.within(transaction, `${queue}:${id}`, details);
    return accept({});
  });
}

function stateOf({ due_at, ended, expires_at }: StoredReset, now: number): ReviewState {
  if (due_at !== null) return "approved";
  if (ended === null && expires_at > now) return "open";
  return ended === "cancelled" || ended === "rejected" ? ended : "expired";
}

async function carryOut(
  transaction: Transaction,
  caseKind: CaseKind,
  { id, decision, reason, at }: CarriedOut,
): Promise<Outcome<null>> {
  const found = await store.lockReset(transaction, caseKind, id);
  if (found === undefined) return refuse("review_not_found");
  const customerId = found.customer_id;
  const link = "/mine/loginPassword";
  const kind = decision === "approve" ? words[caseKind].approved : words[caseKind].rejected;
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: kind,
    at,
    reason: decision === "approve" ? null : reason,
  });
  if (decision === "reject") {
    await store.rejectReset(transaction, caseKind, { id, at });
    await sendMessage(transaction, { customerId, kind, params: reasonParams(reason), link, at });
    return accept(null);
  }
  const times = resetTimes(at);
  // One new password waits: another that was approved before, or was asked for, does not come after it.
  await store.endResets(transaction, caseKind, { customerId, ended: "replaced", allBut: id, at });
  await store.approveReset(transaction, caseKind, { id, approvedAt: at, ...times });
  const params = { due_at: iso(times.dueAt), until: iso(times.expiresAt) };
  await sendMessage(transaction, { customerId, kind, params, link, at });
  return accept(null);
}

const iso = (at: number | string) => new Date(at).toISOString();
