import { withdrawalCan, withdrawalStatuses, type Reason, type Withdrawal } from "@sanshi/contract";
import type { Currency } from "@sanshi/money";
import { findPayment } from "../../banks/statements.store.ts";
import type { Context } from "../../context.ts";
import { answerInSteps, needsMore } from "../../platform/answer-in-steps.ts";
import { answeredOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import { sendMessage, sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import { checkProofAndFundPassword } from "../../people/passwords/passwords.ts";
import { holdState } from "../../people/restrictions/restrictions.ts";
import { delayReasons } from "../../governance/approvals/approvals.ts";
import { endOfNextDay, siteRules } from "../../governance/site/site.ts";
import { marginAllows } from "../../trading/margin/margin.ts";
import { objectToUnsettled, settledCashOf } from "../settlement/settlement.ts";
import { onWire, paramsOf } from "./withdrawals.answers.ts";
import { availableIn, cardFacts, lockMoney, standingOf } from "./withdrawals.facts.ts";
import { moveMoney } from "./withdrawals.money.ts";
import { arrivalOf, checkWithdrawal, nextPromise } from "./withdrawals.rules.ts";
import * as store from "./withdrawals.store.ts";
import type { StoredWithdrawal } from "./withdrawals.store.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";

export { objectToMargin } from "./withdrawals.rules.ts";
export { lockPayable, payByBank } from "./withdrawals.payments.ts";

type WithdrawalsContext = Pick<
  Context,
  "database" | "clock" | "sealer" | "settings" | "hours" | "quotes"
>;

type WithdrawalForm = {
  currency: Currency;
  amount: string;
  cardId: bigint;
  fundPassword: string;
};

/** Far more than a person asks for: a program that runs away is told so. */
function requestLimit({ customerId }: Customer): RateLimit {
  return { key: `withdraw:${customerId}`, attemptsMax: 30, windowMinutes: 1 };
}

/** Asks for money to be paid out, and freezes it: asked for and frozen are one transaction. */
export function requestWithdrawal(
  context: WithdrawalsContext,
  customer: Customer,
  form: WithdrawalForm,
  requestId: string,
): Promise<Outcome<Withdrawal>> {
  const { customerId } = customer;
  const request = {
    customerId,
    requestId,
    call: "withdraw",
    input: inputOf(form),
  };
  return answerInSteps<Withdrawal, null>(context.database, request, {
    decide: (transaction, asker) =>
      decideWithdrawal(context, transaction, { customer, form, asker }),
    prepare: async (finish) => finish(await checkAsker(context, customer, form.fundPassword)),
  });
}

/** Whether it is the customer who asks, and not all the time. */
async function checkAsker(
  context: WithdrawalsContext,
  customer: Customer,
  fundPassword: string,
): Promise<Outcome<null>> {
  const minutes = await countAttempt(context.database.reader, [requestLimit(customer)]);
  if (minutes > 0) return refuse("submit_too_frequent");
  return checkProofAndFundPassword(context, customer, fundPassword);
}

/**
 * What is asked for. Not who asks: a page that was loaded anew over a lost answer knows the id and must not
 * have kept the fund password, and whoever types another one hears what became of the first.
 */
function inputOf(form: WithdrawalForm) {
  return { currency: form.currency, amount: form.amount, card_id: form.cardId.toString() };
}

async function decideWithdrawal(
  context: WithdrawalsContext,
  transaction: Transaction,
  asking: { customer: Customer; form: WithdrawalForm; asker: Outcome<null> | null },
): Promise<Outcome<Withdrawal> | typeof needsMore> {
  const { customer, form, asker } = asking;
  const { customerId } = customer;
  const { currency } = form;
  const at = context.clock.now();
  const rules = await siteRules(transaction);
  const state = await holdState(transaction, customerId);
  const balances = await lockMoney(transaction, customerId);
  const cash = await settledCashOf(context, transaction, customerId, { balances, at });
  const checked = checkWithdrawal(
    form,
    await standingOf(transaction, { customerId, state }, { rules, balances, at }),
    await cardFacts(transaction, customerId, { cardId: form.cardId, at }),
    {
      minimum: rules.withdrawalMinimum[currency],
      maximum: rules.withdrawalMaximum[currency],
      available: availableIn(balances, currency),
      objectToUnsettled: (amount) => objectToUnsettled(amount, currency, cash(currency), at),
      margin: await marginAllows(context, transaction, customerId, currency),
    },
  );
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  if (asker === null) return needsMore;
  if (!asker.ok) return asker;
  const { expectedBy, latestBy } = arrivalOf(at, rules.withdrawalArrivalMinutes, endOfNextDay(at));
  const id = await store.insertWithdrawal(transaction, {
    customerId,
    cardId: form.cardId,
    currency,
    amount: checked.amount,
    requestedAt: at,
    expectedBy,
    latestBy,
  });
  const withdrawal = await mustFind(transaction, id);
  await moveMoney(transaction, withdrawal, { kind: "withdrawal_held", at });
  const params = paramsOf(withdrawal);
  await recordActivity(transaction, { customerId, kind: "withdrawal_requested", params, at });
  return accept(onWire(withdrawal));
}

/** Cancels what is under review: whoever ends it first, the customer or an operator, decides. */
export function cancelWithdrawal(
  { database, clock }: WithdrawalsContext,
  { customerId }: Customer,
  id: bigint,
  requestId: string | undefined,
): Promise<Outcome<Withdrawal>> {
  const input = { id: id.toString() };
  const asked = { customerId, requestId, call: "cancel-withdrawal", input };
  return answeredOnceWithId(database, asked, async (transaction) => {
    const withdrawal = await store.lockWithdrawal(transaction, id);
    if (withdrawal?.customer_id !== customerId) return refuse("withdrawal_not_found");
    // Looked up once it is locked: a line may have come while this waited for it.
    const hasLine = (await findPayment(transaction, id)) !== undefined;
    if (!withdrawalCan.cancel({ ...withdrawal, has_line: hasLine })) {
      return refuse("withdrawal_not_under_review");
    }
    const at = clock.now();
    const status = withdrawalStatuses.cancelled;
    await store.endWithdrawal(transaction, { id, status, reason: null, at });
    await moveMoney(transaction, withdrawal, { kind: "withdrawal_returned", at });
    const params = paramsOf(withdrawal);
    await recordActivity(transaction, { customerId, kind: "withdrawal_cancelled", params, at });
    return accept(onWire(await mustFind(transaction, id)));
  });
}

/** The money is available again, and the customer reads why. In the transaction of the decision. */
export async function rejectWithdrawal(
  transaction: Transaction,
  withdrawal: StoredWithdrawal,
  { reason, at }: { reason: Reason; at: number },
): Promise<void> {
  const { id, customer_id: customerId } = withdrawal;
  await store.endWithdrawal(transaction, { id, status: withdrawalStatuses.rejected, reason, at });
  await moveMoney(transaction, withdrawal, { kind: "withdrawal_returned", at });
  await sendMessage(transaction, {
    customerId,
    kind: "withdrawal_rejected",
    params: { ...paramsOf(withdrawal), ...reasonParams(reason) },
    link: `/mine/withdraw?id=${id}`,
    at,
  });
}

/** The bank has the file that these are in: nobody rejects or cancels them until it says what became of them. */
export function notifyOfSentFile(
  transaction: Transaction,
  ids: readonly bigint[],
  at: number,
): Promise<void> {
  return notifyOfFile(transaction, ids, { kind: "withdrawal_sent", params: {}, at });
}

/** The bank refused the file that these were in: their money stays set aside, and they wait for another one. */
export function notifyOfRefusedFile(
  transaction: Transaction,
  ids: readonly bigint[],
  { reason, at }: { reason: Reason; at: number },
): Promise<void> {
  const params = reasonParams(reason);
  return notifyOfFile(transaction, ids, { kind: "withdrawal_not_accepted", params, at });
}

type FileNotice = {
  kind: "withdrawal_sent" | "withdrawal_not_accepted";
  params: Record<string, string>;
  at: number;
};

async function notifyOfFile(
  transaction: Transaction,
  ids: readonly bigint[],
  { kind, params, at }: FileNotice,
): Promise<void> {
  const waiting = await store.findUnderReview(transaction, ids);
  await sendMessages(
    transaction,
    waiting.map((withdrawal) => ({
      customerId: withdrawal.customer_id,
      kind,
      params: { ...paramsOf(withdrawal), ...params },
      link: `/mine/withdraw?id=${withdrawal.id}`,
      at,
    })),
  );
}

async function mustFind(reader: Reader, id: bigint): Promise<StoredWithdrawal> {
  const found = await store.findWithdrawal(reader, id);
  if (found === undefined) throw new Error(`withdrawal ${id} is not there`);
  return found;
}

const toldAtOnceMax = 100;

/**
 * Tells customers whose withdrawal nobody decided by the time that was promised, what it waits for and by
 * when it is promised now; after each promise that is missed. Answers how many.
 */
export function notifyOfDelays({ database, clock }: WithdrawalsContext): Promise<number> {
  return database.transaction(async (transaction) => {
    const at = clock.now();
    const delayed = await store.lockDelayed(transaction, at, toldAtOnceMax);
    if (delayed.length === 0) return 0;
    const ids = delayed.map(({ id }) => id);
    const reasons = await delayReasons(transaction, "withdrawals", ids);
    const told: NewMessage[] = [];
    for (const withdrawal of delayed) {
      const { id, customer_id: customerId } = withdrawal;
      const isApproved = withdrawal.approved_at !== null;
      const reason = isApproved ? "bank" : (reasons.get(id) ?? "not_reviewed");
      const promisedBy = nextPromise(withdrawal.latest_by, endOfNextDay(at), at);
      await store.promiseAnew(transaction, { id, promisedBy, reason, at });
      const until = new Date(promisedBy).toISOString();
      told.push({
        customerId,
        kind: "withdrawal_delayed",
        at,
        params: { ...paramsOf(withdrawal), delay: reason, until },
        link: `/mine/withdraw?id=${id}`,
      });
    }
    await sendMessages(transaction, told);
    return delayed.length;
  });
}
