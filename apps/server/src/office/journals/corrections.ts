import type { Reason } from "@sanshi/contract";
import { parseMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import {
  accountKey,
  BelowFloor,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  postTransfer,
  type HousePurpose,
  type Purpose,
} from "../../ledger/ledger.ts";
import { eachByItself } from "../../platform/each-by-itself.ts";
import { answerOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { wasBanned } from "../../people/restrictions/restrictions.ts";
import {
  type Approval,
  findProposal,
  inputOf,
  openCase,
  rolesOf,
  type StoredProposal,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import { siteRules } from "../../governance/site/site.ts";
import { journalKind, type JournalInput } from "./journals.ts";
import { absolute, approvalsNeeded, entriesOf } from "./journals.rules.ts";
import * as store from "./journals.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";

/** A customer has so long to object to a correction that is not small. */
const objectionMs = 24 * 60 * 60_000;
const objectedKind = "journal_objected";

/** What is posted, by whose proposal, and who approved it last. */
type Posting = {
  input: JournalInput;
  reason: Reason | null;
  proposalId: bigint;
  approvedBy: bigint;
  at: number;
};

export const journalProposals: Handlers<"journal" | "journal_objected"> = {
  journal: {
    approve: "approve_proposals",
    differences: (_context, _transaction, input) => Promise.resolve(accept(shown(input))),
    approvals: async (context, transaction, input, self) => {
      const { amount, recent } = await movedOf(context, transaction, input, self);
      return approvalsNeeded(amount, recent, await availableOf(transaction, input));
    },
    apply: applyJournal,
  },
  journal_objected: {
    approve: "approve_proposals",
    differences: async (_context, transaction, { proposal, words, barred }) => {
      const journal = await mustFind(transaction, BigInt(proposal));
      const said =
        barred === true
          ? {
              field: "objection_barred",
              before: null,
              after: inputOf(journalKind, journal).account,
            }
          : { field: "objection", before: null, after: words };
      return accept([said, ...shown(inputOf(journalKind, journal))]);
    },
    apply: async (_context, transaction, { input, approvedBy, at }) => {
      const proposalId = BigInt(input.proposal);
      const hold = await store.lockHold(transaction, proposalId);
      if (hold?.state !== "objected") return refuse("review_already_decided");
      const posted = await postHeld(transaction, proposalId, { approvedBy, at });
      if (posted.ok) await store.endHold(transaction, { proposalId, state: "posted", at });
      return posted;
    },
  },
};

function shown({ currency, postings }: JournalInput) {
  return postings.map(({ owner, purpose, amount }) => ({
    field: `${owner}:${purpose}`,
    before: null,
    after: `${amount} ${currency}`,
  }));
}

/** Posted at once where it is small; else announced, so that the customer can object for a day. */
async function applyJournal(
  context: Context,
  transaction: Transaction,
  { input, reason, proposalId, approvedBy, at }: Approval<JournalInput>,
): Promise<Outcome<unknown>> {
  const customer = await store.findCustomerId(transaction, input.account);
  if (customer === undefined) return refuse("customer_not_found");
  const { amount, recent } = await movedOf(context, transaction, input, proposalId);
  const { correctionObjectionFrom } = await siteRules(transaction);
  if (absolute(amount) + recent < correctionObjectionFrom[input.currency]) {
    return postJournal(transaction, { input, reason, proposalId, approvedBy, at });
  }
  const takesEffectAt = at + objectionMs;
  await store.insertHold(transaction, { proposalId, customerId: customer.id, takesEffectAt });
  const told = { customerId: customer.id, at };
  const about = {
    currency: input.currency,
    amount: signed(input.amount),
    ...(await rolesParams(transaction, proposalId, approvedBy)),
  };
  await notifyOfOperatorAct(transaction, {
    ...told,
    kind: "operator_acted",
    what: "journal_announced",
    reason,
    params: about,
  });
  await sendMessage(transaction, {
    ...told,
    kind: "correction_announced",
    params: {
      ...about,
      ...reasonParams(reason),
      correction: proposalId.toString(),
      until: new Date(takesEffectAt).toISOString(),
    },
  });
  return accept({});
}

async function postJournal(
  transaction: Transaction,
  { input, reason, proposalId, approvedBy, at }: Posting,
): Promise<Outcome<unknown>> {
  const customer = await store.findCustomerId(transaction, input.account);
  if (customer === undefined) return refuse("customer_not_found");
  const entries = entriesOf(input.postings, input.currency);
  if (entries === null) throw new Error("a journal was proposed with amounts that are none");
  const own = await customerAccounts(transaction, customer.id);
  const posted = [];
  for (const { owner, purpose, amount } of entries) {
    const accountId =
      owner === "house"
        ? await houseAccount(transaction, input.currency, purpose as HousePurpose)
        : own.get(accountKey(input.currency, purpose as Purpose));
    if (accountId === undefined) return refuse("journal_account_not_found");
    posted.push({ accountId, amount });
  }
  try {
    await postTransfer(transaction, {
      kind: "correction",
      causeId: proposalId,
      happenedAt: at,
      currency: input.currency,
      entries: posted,
    });
  } catch (error) {
    if (error instanceof BelowFloor) return refuse("insufficient_balance");
    throw error;
  }
  const about = {
    currency: input.currency,
    amount: signed(input.amount),
    ...(await rolesParams(transaction, proposalId, approvedBy)),
  };
  const told = { customerId: customer.id, at };
  await notifyOfOperatorAct(transaction, {
    ...told,
    kind: "operator_acted",
    what: "journal_posted",
    reason,
    params: about,
  });
  await sendMessage(transaction, {
    ...told,
    kind: "correction",
    params: { ...about, ...reasonParams(reason) },
    link: "/mine/transactionRecords",
  });
  return accept({});
}

/** Who stands behind it, by their roles: a customer never learns names. */
async function rolesParams(transaction: Transaction, proposalId: bigint, approvedBy: bigint) {
  const { proposed, approved } = await rolesOf(transaction, proposalId, approvedBy);
  return { proposed_role: proposed, approved_roles: approved.join(",") };
}

/** The customer objects: nothing is posted unless an approver decides so once more. Again is the same. */
export function objectToCorrection(
  context: Context,
  { customerId }: Customer,
  objection: Objection,
  requestId?: string,
): Promise<Outcome<Record<string, never>>> {
  const { id, words } = objection;
  const input = { id: id.toString(), words };
  const request = { customerId, requestId, call: "object-to-correction", input };
  return transactionUnlessRefused<Record<string, never>>(context.database, (transaction) =>
    answerOnceWithId(transaction, request, () =>
      objectNow(context, transaction, customerId, objection),
    ),
  );
}

type Objection = { id: bigint; words: string };

async function objectNow(
  context: Context,
  transaction: Transaction,
  customerId: bigint,
  { id, words }: Objection,
): Promise<Outcome<Record<string, never>>> {
  const hold = await store.lockHold(transaction, id);
  if (hold?.customer_id !== customerId) return refuse("correction_not_found");
  if (hold.state === "objected") return accept({});
  const at = context.clock.now();
  if (hold.state !== "waits" || hold.takes_effect_at <= at) return refuse("correction_ended");
  const opened = await disputeHold(context, transaction, hold, { words });
  return opened.ok ? accept({}) : opened;
}

/** A case for an approver, instead of taking effect by itself. */
async function disputeHold(
  context: Context,
  transaction: Transaction,
  { proposal_id: id, customer_id: customerId }: store.StoredHold,
  objection: { words: string; barred?: true },
): Promise<Outcome<null>> {
  const { words } = objection;
  await store.objectHold(transaction, { proposalId: id, words, at: context.clock.now() });
  const journal = await mustFind(transaction, id);
  return openCase(context, transaction, {
    kind: objectedKind,
    subject: `${inputOf(journalKind, journal).account} ${id}`,
    customerId,
    input: { proposal: id.toString(), ...objection },
    reason: reasonOfJournal(journal),
    proposedBy: journal.proposed_by,
    approvalsNeeded: journal.approvals_needed,
  });
}

/** Posts the corrections whose day is over and that nobody objected to; one that fails keeps no other waiting. */
export async function postDueCorrections(
  context: Context,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { database, clock, log } = context;
  const due = await store.dueHolds(database.reader, clock.now());
  const failure = "a correction whose day is over was not posted";
  await eachByItself({ log, failure }, due, async ({ id }) => {
    if (isStopped()) return 0;
    await postDue(context, id);
    return 1;
  });
}

/** Whoever was barred from signing in on that day could not object: an approver decides once more. */
function postDue(context: Context, id: bigint): Promise<void> {
  const { database, clock } = context;
  return database.transaction(async (transaction) => {
    const at = clock.now();
    const hold = await store.lockDueHold(transaction, id);
    if (hold === undefined) return;
    const { proposal_id: proposalId, customer_id: customerId, takes_effect_at: until } = hold;
    if (await wasBanned(transaction, customerId, { from: until - objectionMs, until })) {
      const opened = await disputeHold(context, transaction, hold, { words: "", barred: true });
      if (!opened.ok)
        throw new Error(`the correction ${proposalId} waits for its approver already`);
      return;
    }
    const approver = await store.approverOf(transaction, proposalId);
    const approvedBy = approver?.decided_by ?? 0n;
    // What is not there any more cannot be taken: the correction is dropped.
    const isThere = await hasMoney(transaction, proposalId);
    const state = isThere ? "posted" : "dropped";
    if (isThere) await postHeld(transaction, proposalId, { approvedBy, at });
    await store.endHold(transaction, { proposalId, state, at });
  });
}

async function postHeld(
  transaction: Transaction,
  proposalId: bigint,
  { approvedBy, at }: { approvedBy: bigint; at: number },
): Promise<Outcome<unknown>> {
  const journal = await mustFind(transaction, proposalId);
  const input = inputOf(journalKind, journal);
  const reason = reasonOfJournal(journal);
  return postJournal(transaction, { input, reason, proposalId, approvedBy, at });
}

/** Whether the customer still has what the correction takes; the balance is locked until the end. */
async function hasMoney(transaction: Transaction, proposalId: bigint): Promise<boolean> {
  const input = inputOf(journalKind, await mustFind(transaction, proposalId));
  const customer = await store.findCustomerId(transaction, input.account);
  const own = await customerAccounts(transaction, customer?.id ?? 0n);
  const accountId = own.get(accountKey(input.currency, "available"));
  if (accountId !== undefined) await lockBalances(transaction, [accountId]);
  return (await availableOf(transaction, input)) + amountOf(input) >= 0n;
}

async function availableOf(transaction: Transaction, input: JournalInput): Promise<bigint> {
  const customer = await store.findCustomerId(transaction, input.account);
  if (customer === undefined) return 0n;
  const balances = await customerBalances(transaction, customer.id);
  const own = balances.find(
    ({ currency, purpose }) => currency === input.currency && purpose === "available",
  );
  return own?.balance ?? 0n;
}

/** What this correction moves, and what others of the last day moved beside it. */
async function movedOf(
  { clock }: Pick<Context, "clock">,
  transaction: Transaction,
  input: JournalInput,
  self: bigint | null,
): Promise<{ amount: bigint; recent: bigint }> {
  const since = clock.now() - objectionMs;
  const { account, currency } = input;
  const others = await store.recentAmounts(transaction, { account, currency, self, since });
  const recent = others.reduce(
    (sum, amount) => sum + absolute(parseMinor(amount, currency) ?? 0n),
    0n,
  );
  return { amount: amountOf(input), recent };
}

function amountOf({ amount, currency }: JournalInput): bigint {
  return parseMinor(amount, currency) ?? 0n;
}

async function mustFind(transaction: Transaction, id: bigint): Promise<StoredProposal> {
  const found = await findProposal(transaction, id);
  if (found === undefined) throw new Error(`the correction ${id} is not there`);
  return found;
}

function reasonOfJournal({
  reason_code: code,
  reason_words: words,
}: StoredProposal): Reason | null {
  return code === null ? null : { code, words };
}

function signed(amount: string): string {
  return amount.startsWith("-") ? amount : `+${amount}`;
}
