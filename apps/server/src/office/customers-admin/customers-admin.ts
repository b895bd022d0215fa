import {
  readReason,
  type CallOutput,
  type CheckedInput,
  type CustomerState,
  type OperatorCalls,
  type Reason,
} from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import {
  findPendingProposal,
  pendingOf,
  propose,
  registerProposalKind,
} from "../../governance/proposals/proposals.ts";
import { accountPattern, needsFourEyes } from "./customers-admin.rules.ts";
import * as store from "./customers-admin.store.ts";
import type { CustomerRow } from "./customers-admin.store.ts";
import { reasonParams, tellOperatorAct } from "../../governance/activity/activity.ts";

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
    invitationCode: typed === "" ? null : typed.toUpperCase(),
    state: form.state === undefined || form.state === "" ? null : form.state,
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
  const [balances, counts, pending] = await Promise.all([
    store.listBalances(reader, customer.id),
    store.countsOf(reader, customer.id),
    findPendingProposal(reader, stateKind, account),
  ]);
  const waits = pending !== undefined && pending.expires_at > context.clock.now();
  const wanted = pending?.input["state"] as CustomerState;
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
    pending: shown && { ...shown, state: wanted, differences: pending?.differences ?? [] },
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
  await tellOperatorAct(reader, { customerId: customer.id, kind: "operator_viewed", what, at });
  return accept(customer);
}

/** Restricts at once, or proposes to lift a restriction. */
export function changeState(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/customers/:account/state">,
): Promise<Outcome<Output<"/api/ops/customers/:account/state">>> {
  type Changed = Output<"/api/ops/customers/:account/state">;
  return transactionUnlessRefused<Changed>(context.database, async (transaction) => {
    const read = readReason("customer-states", form.reason);
    if (!read.ok) return refuse(read.code);
    const { reason } = read;
    const customer = await store.lockCustomer(transaction, form.account);
    if (customer === undefined) return refuse("customer_not_found");
    const { account, state } = form;
    if (customer.state === state) return refuse("customer_state_unchanged");
    const details = { before: customer.state, after: state, reason, note: form.note ?? "" };
    if (!needsFourEyes(customer.state, state)) {
      await applyState(context, transaction, { customer, state, reason });
      await audit.within(transaction, account, details);
      return accept({ id: null, state: "approved", pending: null });
    }
    const proposed = await propose(context, transaction, operator, {
      kind: stateKind,
      subject: account,
      customerId: customer.id,
      input: { account, state },
      reason,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, account, { ...details, proposal: proposed.value.id });
    return proposed;
  });
}

export function registerStateChanges(): void {
  registerProposalKind<{ account: string; state: CustomerState }>({
    name: stateKind,
    approve: "approve_proposals",
    async differences(_context, transaction, { account, state }) {
      const customer = await store.lockCustomer(transaction, account);
      if (customer === undefined) return refuse("customer_not_found");
      return accept([{ field: "state", before: customer.state, after: state }]);
    },
    async apply(context, transaction, { input, reason }) {
      const customer = await store.lockCustomer(transaction, input.account);
      if (customer === undefined) return refuse("customer_not_found");
      if (customer.state === input.state) return refuse("customer_state_unchanged");
      await applyState(context, transaction, { customer, state: input.state, reason });
      return accept({});
    },
  });
}

/** The state, the customer's sessions where they end, and what the customer is told. */
async function applyState(
  context: Context,
  transaction: Transaction,
  change: {
    customer: { id: bigint; state: CustomerState };
    state: CustomerState;
    reason: Reason | null;
  },
): Promise<void> {
  const { customer, state, reason } = change;
  const at = context.clock.now();
  await store.updateState(transaction, customer.id, state);
  if (state === "banned") await store.endSessions(transaction, customer.id);
  await tellOperatorAct(transaction, {
    customerId: customer.id,
    kind: "state_changed",
    what: `state_${state}`,
    reason,
    params: { before: customer.state, after: state },
    at,
  });
  await sendMessage(transaction, {
    customerId: customer.id,
    kind: "account_state",
    params: { state, ...reasonParams(reason) },
    at,
  });
}

function rowOf(row: CustomerRow): Output<"/api/ops/customers">["items"][number] {
  return {
    account: row.account,
    state: row.state,
    registered_at: iso(row.registered_at),
    last_seen_at: row.last_seen_at === null ? null : iso(row.last_seen_at),
    invitation_code: row.invitation_code,
    inviter: row.inviter,
  };
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
