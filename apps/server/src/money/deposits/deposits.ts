import {
  depositNumber,
  depositStatuses,
  type CallOutput,
  type Calls,
  type Deposit,
  type DepositChannel,
  isoOrNull,
} from "@sanshi/contract";
import { formatMinor, type Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { answerInSteps, needsMore } from "../../platform/answer-in-steps.ts";
import { cursorOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import {
  addDocument,
  digestOf,
  takePhoto,
  withKeptPhotos,
  type KeptPhoto,
} from "../../people/documents/documents.ts";
import { serviceHours, siteRules, type SiteRules } from "../../governance/site/site.ts";
import { findChannel, listChannels, type StoredChannel } from "./channels.store.ts";
import { checkDeposit, depositReference, promisedBy, type ChannelTerms } from "./deposits.rules.ts";
import * as store from "./deposits.store.ts";
import type { StoredDeposit } from "./deposits.store.ts";

export { notifyOfDelays } from "./deposits.delays.ts";

type DepositsContext = Pick<Context, "database" | "clock" | "sealer" | "objects" | "log">;

export type DepositForm = { channelId: bigint; amount: string; receipt: File };

/** Whoever sends receipts all day does not make a deposit. */
function depositLimit({ customerId }: Customer): RateLimit {
  return { key: `deposit:${customerId}`, attemptsMax: 20, windowMinutes: 60 };
}

export async function channelsOf(
  { database, clock }: DepositsContext,
  { customerId }: Customer,
  currency: Currency | null,
): Promise<CallOutput<Calls["/user/deposit-channels"]>> {
  const { reader } = database;
  const [channels, pending, rules] = await Promise.all([
    listChannels(reader, currency),
    store.findPending(reader, customerId),
    siteRules(reader),
  ]);
  return {
    channels: channels.map((channel) =>
      channelOnWire(channel, termsOf(channel, rules, clock.now())),
    ),
    reference: depositReference(customerId),
    pending: pending === undefined ? null : depositOnWire(pending),
  };
}

export async function depositsOf(
  { database }: DepositsContext,
  { customerId }: Customer,
  page: { currency: Currency | null; before: bigint | null; limit: number },
): Promise<{ items: Deposit[]; next_cursor: string | null }> {
  const found = await store.listDeposits(database.reader, {
    customerId,
    ...page,
    limit: page.limit + 1,
  });
  const shown = found.slice(0, page.limit);
  const last = shown.at(-1);
  const more = found.length > page.limit && last !== undefined;
  return { items: shown.map(depositOnWire), next_cursor: more ? cursorOf(last.id) : null };
}

/** Tells of money that was sent. Nothing is booked before an operator has seen it. */
export async function submitDeposit(
  context: DepositsContext,
  customer: Customer,
  form: DepositForm,
  requestId: string,
): Promise<Outcome<Deposit>> {
  const receipt = (await digestOf(form.receipt)).toString("hex");
  const input = { channel_id: form.channelId.toString(), amount: form.amount, receipt };
  const request = { customerId: customer.customerId, requestId, call: "deposit", input };
  return answerInSteps<Deposit, KeptPhoto>(context.database, request, {
    decide: (transaction, photo) => decideDeposit(context, transaction, { customer, form, photo }),
    async prepare(finish) {
      const minutes = await countAttempt(context.database.reader, [depositLimit(customer)]);
      if (minutes > 0) return finish(refuse("submit_too_frequent"));
      const photo = await takePhoto(form.receipt, "receipt");
      if (!photo.ok) return finish(photo);
      return withKeptPhotos(context, [photo.value], ([kept]) => {
        if (kept === undefined) throw new Error("a receipt was not kept");
        return finish(accept(kept));
      });
    },
  });
}

async function decideDeposit(
  { clock }: DepositsContext,
  transaction: Transaction,
  {
    customer,
    form,
    photo,
  }: {
    customer: Customer;
    form: DepositForm;
    photo: Outcome<KeptPhoto> | null;
  },
): Promise<Outcome<Deposit> | typeof needsMore> {
  const { customerId } = customer;
  const at = clock.now();
  await store.lockDeposits(transaction, customerId);
  const channel = await findChannel(transaction, form.channelId);
  const rules = await siteRules(transaction);
  const terms = channel === undefined ? null : termsOf(channel, rules, at);
  const checked = checkDeposit({ amount: form.amount, channel: terms });
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  if (channel === undefined || terms === null)
    throw new Error("a channel that is not there was accepted");
  if ((await store.findPending(transaction, customerId)) !== undefined) {
    return refuse("pending_deposit_exists");
  }
  if (photo === null) return needsMore;
  if (!photo.ok) return photo;
  return keepDeposit(transaction, {
    customerId,
    channel,
    amount: checked.amount,
    photo: photo.value,
    at,
    promisedBy: promisedBy(terms, at, rules.depositReviewMinutes),
  });
}

async function keepDeposit(
  transaction: Transaction,
  {
    customerId,
    channel,
    amount,
    photo,
    at,
    promisedBy,
  }: {
    customerId: bigint;
    channel: StoredChannel;
    amount: StoredDeposit["amount"];
    photo: KeptPhoto;
    at: number;
    promisedBy: number;
  },
): Promise<Outcome<Deposit>> {
  const receiptDocumentId = await addDocument(transaction, photo, {
    customerId,
    purpose: "receipt",
    at,
  });
  const { currency } = channel;
  const id = await store.insertDeposit(transaction, {
    customerId,
    channelId: channel.id,
    currency,
    amount,
    reference: depositReference(customerId),
    receiptDocumentId,
    at,
    promisedBy,
  });
  if (id === undefined) throw new Error("two deposits of one customer at once");
  const params = { number: depositNumber(id), amount: formatMinor(amount, currency), currency };
  await recordActivity(transaction, { customerId, kind: "deposit_submitted", params, at });
  const stored = await store.findDeposit(transaction, id);
  if (stored === undefined) throw new Error("a deposit was not kept");
  return accept(depositOnWire(stored));
}

/** A channel's own limits go before the site's. */
function termsOf(channel: StoredChannel, rules: SiteRules, now: number): ChannelTerms {
  const { currency, minimum, maximum, closes, hours_from: from, hours_to: to, days } = channel;
  const { open, opensAt } = serviceHours({ from, to, days }, now);
  return {
    currency,
    minimum: minimum ?? rules.depositMinimum[currency],
    maximum: maximum ?? rules.depositMaximum[currency],
    closes,
    open,
    opensAt,
  };
}

function channelOnWire(channel: StoredChannel, terms: ChannelTerms): DepositChannel {
  const { currency } = channel;
  return {
    id: channel.id.toString(),
    currency,
    name: channel.name,
    account_name: channel.account_name,
    account_number: channel.account_number,
    bank_name: channel.bank_name,
    branch_name: channel.branch_name,
    instructions: channel.instructions,
    minimum: formatMinor(terms.minimum, currency),
    maximum: formatMinor(terms.maximum, currency),
    hours: {
      from: channel.hours_from,
      to: channel.hours_to,
      days: channel.days,
      open: terms.open,
      opens_at: isoOrNull(terms.opensAt),
    },
    closes: terms.closes,
    takes_deposits: terms.open || !terms.closes,
    simulated: channel.simulated,
    written_by_staff: !channel.demo,
  };
}

function depositOnWire(deposit: StoredDeposit): Deposit {
  const submittedAt = new Date(deposit.submitted_at).toISOString();
  const decidedAt = isoOrNull(deposit.decided_at);
  const isApproved = deposit.status === depositStatuses.approved;
  return {
    id: deposit.id.toString(),
    number: depositNumber(deposit.id),
    channel_id: deposit.channel_id.toString(),
    channel: deposit.channel_name,
    currency: deposit.currency,
    money: formatMinor(deposit.amount, deposit.currency),
    status: deposit.status,
    reference: deposit.reference,
    submitted_at: submittedAt,
    promised_by: isoOrNull(deposit.promised_by),
    delay: delayOf(deposit),
    decided_at: decidedAt,
    rejection:
      deposit.reason_code === null
        ? null
        : { code: deposit.reason_code, words: deposit.reason_words },
    timeline: [
      { step: "submitted", at: submittedAt },
      { step: "under_review", at: submittedAt },
      ...(decidedAt === null
        ? []
        : [{ step: isApproved ? ("approved" as const) : ("rejected" as const), at: decidedAt }]),
    ],
  };
}

/** While it waits past a promise: what for, and what was promised since. */
function delayOf({ status, delay_reason: reason, promised_by }: StoredDeposit) {
  if (status !== depositStatuses.under_review || reason === null || promised_by === null)
    return null;
  return { reason, promised_by: new Date(promised_by).toISOString() };
}
