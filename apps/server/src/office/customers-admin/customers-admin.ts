import {
  readReasonCode,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
  type OperatorRole,
  type Reason,
  iso,
} from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import {
  changeRestriction,
  objectToTerms,
  restrictionInForce,
  type RestrictionTerms,
} from "../../people/restrictions/restrictions.ts";
import {
  findPendingProposal,
  inputOf,
  pendingOf,
  propose,
  proposeExplanation,
  rolesOf,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import { accountPattern, needsFourEyes } from "./customers-admin.rules.ts";
import * as store from "./customers-admin.store.ts";
import type { CustomerRow } from "./customers-admin.store.ts";
import { nameQuery } from "../../money/verification/verification.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";

type Calls = OperatorCalls;
type Input<Path extends keyof Calls> = CheckedInput<Calls[Path]>;
type Output<Path extends keyof Calls> = CallOutput<Calls[Path]>;

/** A floor that no debt ever reaches is none. */
const lowestShown = -(10n ** 17n);

const stateKind = "customer_state";

export async function searchCustomers(
  context: Context,
  form: Input<"/api/ops/customers">,
): Promise<Outcome<Output<"/api/ops/customers">>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const typed = (form.q ?? "").trim();
  const limit = Number(form.limit);
  const found = await store.listCustomers(context.database.reader, {
    accountLike: typed === "" ? null : accountPattern(typed),
    name: nameQuery(typed),
    invitationCode: typed === "" ? null : typed.toUpperCase(),
    state: form.state === undefined || form.state === "" ? null : form.state,
    reviewOverdue: form.review === "overdue",
    seenWithinDays: form.seen === undefined || form.seen === "" ? null : Number(form.seen),
    sort: form.sort,
    after: place?.[0],
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({
    items: shown.map(rowOf),
    next_cursor: more ? cursorOf(form.sort === "account" ? BigInt(last.account) : last.id) : null,
  });
}

/** The customer's page; whoever looks is told of to the customer. */
export async function lookAtCustomer(
  context: Context,
  operator: Operator,
  account: string,
): Promise<Outcome<Output<"/api/ops/customers/:account">>> {
  const looked = await look(context, account, "customer");
  if (!looked.ok) return looked;
  const customer = looked.value;
  const { reader } = context.database;
  const now = context.clock.now();
  const [balances, counts, pending, restriction] = await Promise.all([
    store.listBalances(reader, customer.id),
    store.countsOf(reader, customer.id),
    findPendingProposal(reader, stateKind, account),
    restrictionInForce(reader, customer.id, now),
  ]);
  const waits = pending !== undefined && pending.expires_at > now;
  const shown = waits ? pendingOf(pending, operator) : null;
  return accept({
    ...rowOf(customer),
    balances: balances.map(({ ledger_account, currency, purpose, balance, floor, version }) => ({
      ledger_account: ledger_account.toString(),
      currency,
      purpose,
      balance: formatMinor(balance, currency),
      floor: floor < lowestShown ? null : formatMinor(floor, currency),
      postings: Number(version),
    })),
    restriction,
    pending:
      shown === null || pending === undefined
        ? null
        : {
            ...shown,
            state: inputOf(stateKind, pending).state,
            differences: pending.differences,
          },
    ...counts,
  });
}

/** The customer, once the look is written where the customer reads it. */
export async function look(
  context: Context,
  account: string,
  what: string,
): Promise<Outcome<CustomerRow>> {
  const { reader } = context.database;
  const customer = await store.findCustomerRow(reader, account);
  if (customer === undefined) return refuse("customer_not_found");
  const at = context.clock.now();
  await notifyOfOperatorAct(reader, { customerId: customer.id, kind: "operator_viewed", what, at });
  return accept(customer);
}

/** Restricts at once; proposes to lift a restriction, or to renew it. */
export async function changeState(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/customers/:account/state">,
): Promise<Outcome<Output<"/api/ops/customers/:account/state">>> {
  type Changed = Output<"/api/ops/customers/:account/state">;
  let changedId: bigint | null = null;
  const outcome = await transactionUnlessRefused<Changed>(context.database, async (transaction) => {
    const read = readReasonCode("customer-states", form.reason, form.explanation);
    if (!read.ok) return refuse(read.code);
    const { reason } = read;
    const customer = await store.lockCustomer(transaction, form.account);
    if (customer === undefined) return refuse("customer_not_found");
    const { account, state } = form;
    const terms = termsOf(form);
    const renews = state !== "active" && Object.keys(terms).length > 0;
    if (customer.state === state && !renews) return refuse("customer_state_unchanged");
    const at = context.clock.now();
    const objection = await objectToTerms(transaction, customer.id, terms, at);
    if (objection !== null) return objection;
    const note = form.note ?? "";
    const details = {
      before: customer.state,
      after: state,
      reason,
      terms: shownTerms(terms),
      note,
    };
    if (!needsFourEyes(customer.state, state)) {
      const by = { operatorId: operator.operatorId, role: operator.role, approvedRole: null };
      const told = { ...reason, words: "" };
      const change = { customer, state, reason: told, terms, by, at };
      const changed = await changeRestriction(transaction, change);
      if (!changed.ok) return changed;
      const explained = { customerId: customer.id, reason };
      const waiting = await proposeExplanation(context, transaction, operator, explained);
      if (!waiting.ok) return waiting;
      await audit.within(transaction, account, details);
      changedId = customer.id;
      return accept({ id: null, state: "approved", pending: null });
    }
    const proposed = await propose(context, transaction, operator, {
      kind: stateKind,
      subject: account,
      customerId: customer.id,
      input: { account, state, terms },
      reason,
      note,
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, account, { ...details, proposal: proposed.value.id });
    return proposed;
  });
  if (changedId !== null) context.sessions.forget(changedId);
  return outcome;
}

function termsOf(form: Input<"/api/ops/customers/:account/state">): RestrictionTerms {
  const { closing_barred_hours: hours, review_in_days: days } = form;
  return {
    ...(hours !== undefined && { closingBarredHours: hours }),
    ...(days !== undefined && { reviewInDays: days }),
  };
}

function shownTerms({ closingBarredHours, reviewInDays }: RestrictionTerms) {
  return {
    ...(closingBarredHours !== undefined && { closing_barred_hours: String(closingBarredHours) }),
    ...(reviewInDays !== undefined && { review_in_days: String(reviewInDays) }),
  };
}

export const stateProposals: Handlers<"customer_state"> = {
  customer_state: {
    approve: "approve_proposals",
    async differences(_context, transaction, { account, state, terms }) {
      const customer = await store.lockCustomer(transaction, account);
      if (customer === undefined) return refuse("customer_not_found");
      const chosen = Object.entries(shownTerms(terms ?? {}));
      return accept([
        { field: "state", before: customer.state, after: state },
        ...chosen.map(([field, after]) => ({ field, before: null, after })),
      ]);
    },
    async apply(_context, transaction, approval) {
      const { input, reason: given, proposalId, proposedBy, approvedBy, at } = approval;
      const { account, state, terms = {} } = input;
      const customer = await store.lockCustomer(transaction, account);
      if (customer === undefined) return refuse("customer_not_found");
      if (customer.state === state && (state === "active" || Object.keys(terms).length === 0)) {
        return refuse("customer_state_unchanged");
      }
      // Of a former release nothing but the code or the words of one language.
      const reason: Reason = given ?? { code: "matter_resolved", words: "" };
      const roles = await rolesOf(transaction, proposalId, approvedBy);
      return changeRestriction(transaction, {
        customer,
        state,
        terms,
        at,
        reason,
        by: {
          operatorId: proposedBy,
          role: roles.proposed as OperatorRole,
          approvedRole: (roles.approved[0] ?? null) as OperatorRole | null,
        },
      });
    },
  },
};

function rowOf(row: CustomerRow): Output<"/api/ops/customers">["items"][number] {
  return {
    account: row.account,
    name: row.name,
    name_kana: row.name_kana,
    verification: row.verification,
    state: row.state,
    registered_at: iso(row.registered_at),
    last_seen_at: row.last_seen_at === null ? null : iso(row.last_seen_at),
    invitation_code: row.invitation_code,
    review_at: row.review_at === null ? null : iso(row.review_at),
    inviter: row.inviter,
  };
}
