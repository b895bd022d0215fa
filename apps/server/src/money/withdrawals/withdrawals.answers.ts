import {
  endedWithdrawalsShownMax,
  withdrawalCan,
  withdrawalNumber,
  withdrawalStatuses,
  type CallOutput,
  type Calls,
  type Withdrawal,
  type WithdrawalTerms,
  dayMs,
  iso,
  isoOrNull,
} from "@sanshi/contract";
import { currencies, formatMinor, type Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import type { Customer } from "../../platform/sessions.ts";
import { endOfNextDay, serviceHours, siteRules } from "../../governance/site/site.ts";
import { settledCashOf, unsettledOnWire } from "../settlement/settlement.ts";
import { availableIn, openingOf, standingOf } from "./withdrawals.facts.ts";
import { arrivalOf, obstaclesOf } from "./withdrawals.rules.ts";
import * as store from "./withdrawals.store.ts";
import type { StoredWithdrawal } from "./withdrawals.store.ts";

/** The specification's list: a plain array. */
export async function withdrawalsOf(
  { database }: Pick<Context, "database">,
  { customerId }: Customer,
  currency: Currency | null,
): Promise<Withdrawal[]> {
  const found = await store.listWithdrawals(
    database.reader,
    customerId,
    currency,
    endedWithdrawalsShownMax,
  );
  return found.map(onWire);
}

/** Limits, hours, arrival and what stands in the way: the same rules that a request is held against. */
export async function withdrawalTerms(
  context: Pick<Context, "database" | "clock" | "settings" | "hours">,
  customer: Customer,
): Promise<WithdrawalTerms> {
  const { database, clock } = context;
  const { reader } = database;
  const at = clock.now();
  const [rules, balances] = await Promise.all([
    siteRules(reader),
    customerBalances(reader, customer.customerId),
  ]);
  const cash = await settledCashOf(context, reader, customer.customerId, { balances, at });
  const hours = serviceHours(openingOf(rules), at);
  const { expectedBy, latestBy } = arrivalOf(at, rules.withdrawalArrivalMinutes, endOfNextDay(at));
  return {
    currencies: currencies.map((currency) => ({
      currency,
      available: formatMinor(availableIn(balances, currency), currency),
      withdrawable: formatMinor(cash(currency).withdrawable, currency),
      unsettled: unsettledOnWire(cash(currency), currency),
      minimum: formatMinor(rules.withdrawalMinimum[currency], currency),
      maximum: formatMinor(rules.withdrawalMaximum[currency], currency),
    })),
    hours: {
      ...openingOf(rules),
      open: hours.open,
      opens_at: isoOrNull(hours.opensAt),
      closes_at: isoOrNull(hours.closesAt),
    },
    requires_no_positions: rules.withdrawalRequiresNoPositions,
    arrival_minutes: rules.withdrawalArrivalMinutes,
    expected_by: iso(expectedBy),
    latest_by: iso(latestBy),
    obstacles: obstaclesOf(await standingOf(reader, customer, { rules, balances, at })),
  };
}

const statisticsDays = 90;

/** How long withdrawals took here, counted from the records themselves. */
export async function withdrawalStatistics({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<CallOutput<Calls["/user/withdrawal-statistics"]>> {
  const now = clock.now();
  const since = now - statisticsDays * dayMs;
  const counts = await store.countWithdrawals(database.reader, { since, now });
  const { requested, paid, rejected, cancelled, under_review, overdue } = counts;
  return {
    days: statisticsDays,
    requested,
    paid,
    rejected,
    cancelled,
    under_review,
    overdue,
    median_minutes: wholeMinutes(counts.median),
    ninetieth_percentile_minutes: wholeMinutes(counts.ninetieth),
    longest_minutes: wholeMinutes(counts.longest),
    on_time_percent: counts.due === 0 ? null : Math.floor((counts.on_time * 100) / counts.due),
    at: iso(now),
  };
}

/** Rounded up: nobody waited less than it says. */
function wholeMinutes(minutes: number | null): number | null {
  return minutes === null ? null : Math.ceil(minutes);
}

export function onWire(withdrawal: StoredWithdrawal): Withdrawal {
  const requestedAt = iso(withdrawal.requested_at);
  return {
    id: withdrawal.id.toString(),
    number: withdrawalNumber(withdrawal.id),
    status: withdrawal.status,
    currency: withdrawal.currency,
    money: formatMinor(withdrawal.amount, withdrawal.currency),
    bank: {
      holder_name: withdrawal.holder_name,
      card_number: withdrawal.number_masked,
      bank_name: withdrawal.bank_name,
      branch_name: withdrawal.branch_name,
    },
    requested_at: requestedAt,
    expected_by: iso(withdrawal.expected_by),
    latest_by: iso(withdrawal.latest_by),
    delay: delayOf(withdrawal),
    approved_at: isoOrNull(withdrawal.approved_at),
    sent_at: isoOrNull(withdrawal.sent_at),
    bank_reference: withdrawal.bank_reference,
    decided_at: isoOrNull(withdrawal.ended_at),
    rejection:
      withdrawal.reason_code === null
        ? null
        : { code: withdrawal.reason_code, words: withdrawal.reason_words },
    can_cancel: withdrawalCan.cancel(withdrawal),
    timeline: [
      { step: "requested", at: requestedAt },
      { step: "under_review", at: requestedAt },
      ...(withdrawal.approved_at === null
        ? []
        : [{ step: "approved" as const, at: iso(withdrawal.approved_at) }]),
      ...wayToBank(withdrawal),
      ...endOf(withdrawal),
    ],
  };
}

/** While it waits past a promise: what for, and what was promised since. */
function delayOf({ status, delay_reason: reason, promised_by }: StoredWithdrawal) {
  if (status !== withdrawalStatuses.under_review) return null;
  if (reason === null || promised_by === null) return null;
  return { reason, promised_by: iso(promised_by) };
}

/** A file that the bank refused, and the one that it has now. */
function wayToBank({ sent_at: sentAt, refused_at: refusedAt }: StoredWithdrawal) {
  return [
    ...(refusedAt === null ? [] : [{ step: "not_accepted" as const, at: iso(refusedAt) }]),
    ...(sentAt === null ? [] : [{ step: "sent" as const, at: iso(sentAt) }]),
  ];
}

function endOf({ status, ended_at: at }: StoredWithdrawal): Withdrawal["timeline"] {
  if (at === null) return [];
  const { paid, rejected } = withdrawalStatuses;
  const step = status === paid ? "paid" : status === rejected ? "rejected" : "cancelled";
  return [{ step, at: iso(at) }];
}

/** What fills the sentences about a withdrawal. */
export function paramsOf(withdrawal: StoredWithdrawal): Record<string, string> {
  return {
    number: withdrawalNumber(withdrawal.id),
    amount: formatMinor(withdrawal.amount, withdrawal.currency),
    currency: withdrawal.currency,
    bank: withdrawal.bank_name,
    card: withdrawal.number_masked,
  };
}
