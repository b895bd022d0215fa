import type { FundRecord } from "@sanshi/contract";
import type { IconName } from "@sanshi/ui";
import { localDay } from "../../../shared/calendar-days.ts";
import type { TextKey, Translate } from "../../../shared/text.ts";

type Key = TextKey<"records">;

const kindKeys: Readonly<Record<FundRecord["kind"], Key>> = {
  order_filled: "kind_order_filled",
  position_closed: "kind_position_closed",
  stock_end_settled: "kind_stock_end_settled",
  shares_exchanged: "kind_shares_exchanged",
  order_reserved: "kind_order_reserved",
  order_released: "kind_order_released",
  dividend: "kind_dividend",
  dividend_equivalent: "kind_dividend_equivalent",
  split_fraction: "kind_split_fraction",
  fill_reversed: "kind_fill_reversed",
  simulated_grant: "kind_simulated_grant",
  exchange_sold: "kind_exchange_sold",
  exchange_bought: "kind_exchange_bought",
  correction: "kind_correction",
  deposit: "kind_deposit",
  withdrawal_held: "kind_withdrawal_held",
  withdrawal_paid: "kind_withdrawal_paid",
  subscription_paid: "kind_subscription_paid",
  follow_asked: "kind_follow_asked",
  follow_returned: "kind_follow_returned",
  follow_ended: "kind_follow_ended",
  subscription_returned: "kind_subscription_returned",
  subscription_listed: "kind_subscription_listed",
  application_held: "kind_application_held",
  application_returned: "kind_application_returned",
  withdrawal_returned: "kind_withdrawal_returned",
  stock_lending_fee: "kind_stock_lending_fee",
  loan_paid_out: "kind_loan_paid_out",
  loan_interest: "kind_loan_interest",
  loan_interest_waived: "kind_loan_interest_waived",
  loan_repaid: "kind_loan_repaid",
  loan_written_off: "kind_loan_written_off",
  loan_claimed: "kind_loan_claimed",
  other: "kind_unknown",
};

const shortKeys: Partial<Record<FundRecord["kind"], Key>> = {
  order_filled: "short_order_filled",
  position_closed: "short_position_closed",
};

/** What happened, as a broker calls it; a newer server's kinds are movements of funds. */
export function recordTitle(
  { kind, stock }: Pick<FundRecord, "kind" | "stock">,
  t: Translate<"records">,
): string {
  const short = stock?.side === "short" ? shortKeys[kind] : undefined;
  return t(short ?? (Object.hasOwn(kindKeys, kind) ? kindKeys[kind] : "kind_unknown"));
}

const kindIcons: Readonly<Record<FundRecord["kind"], IconName>> = {
  order_filled: "plus",
  position_closed: "minus",
  stock_end_settled: "document",
  shares_exchanged: "exchange",
  order_reserved: "lock",
  order_released: "refresh",
  dividend: "coin",
  dividend_equivalent: "coin",
  split_fraction: "coin",
  fill_reversed: "alert",
  simulated_grant: "deposit",
  exchange_sold: "exchange",
  exchange_bought: "exchange",
  correction: "document",
  deposit: "deposit",
  withdrawal_held: "lock",
  withdrawal_paid: "withdraw",
  withdrawal_returned: "refresh",
  subscription_paid: "lock",
  subscription_returned: "refresh",
  subscription_listed: "ticket",
  follow_asked: "person",
  follow_returned: "person",
  follow_ended: "person",
  application_held: "lock",
  application_returned: "refresh",
  stock_lending_fee: "coin",
  loan_paid_out: "loan",
  loan_interest: "loan",
  loan_interest_waived: "loan",
  loan_repaid: "loan",
  loan_written_off: "loan",
  loan_claimed: "loan",
  other: "list",
};

/** The picture of what happened: the words beside it say the same. */
export function recordIcon(kind: FundRecord["kind"]): IconName {
  return Object.hasOwn(kindIcons, kind) ? kindIcons[kind] : "list";
}

const zero = /^-?[0.]*$/;

/**
 * The figure of a row: what the customer's own money, available and held together, gained or lost. What is only
 * held or let go shows what it did to the available money.
 */
export function shownAmount({
  amount,
  reserved,
  currency,
}: Pick<FundRecord, "amount" | "reserved" | "currency">): {
  amount: string;
  isFromReserved: boolean;
} {
  const moved = sumOf(
    [
      { amount, currency },
      { amount: reserved, currency },
    ],
    currency,
  );
  return {
    amount: zero.test(moved) ? amount : moved,
    isFromReserved: zero.test(amount) && !zero.test(reserved),
  };
}

type RecordDay = { day: string; records: FundRecord[] };
type RecordMonth = { month: string; days: RecordDay[] };

/** Consecutive records of one day, as `dayOf` names it. */
export function groupByDay(
  records: readonly FundRecord[],
  dayOf: (at: string) => string,
): RecordDay[] {
  const days: RecordDay[] = [];
  for (const record of records) {
    const day = dayOf(record.at);
    const last = days.at(-1);
    if (last?.day === day) last.records.push(record);
    else days.push({ day, records: [record] });
  }
  return days;
}

/** Consecutive days of one month, `2026-11` where the reader is. */
export function groupByMonth(
  records: readonly FundRecord[],
  dayOf: (at: string) => string,
): RecordMonth[] {
  const months: RecordMonth[] = [];
  for (const one of groupByDay(records, dayOf)) {
    const month = localDay(Date.parse(one.records[0]?.at ?? "")).slice(0, 7);
    const last = months.at(-1);
    if (last?.month === month) last.days.push(one);
    else months.push({ month, days: [one] });
  }
  return months;
}

/** The sum of what a transfer moved in one currency, a decimal with two places: it is zero. */
export function sumOf(
  postings: readonly { amount: string; currency: string }[],
  currency: string,
): string {
  const hundredths = postings
    .filter((posting) => posting.currency === currency)
    .reduce((sum, { amount }) => sum + hundredthsOf(amount), 0n);
  const digits = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, "0");
  return `${hundredths < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function hundredthsOf(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.replace("-", "").split(".");
  const value = BigInt(whole + fraction.padEnd(2, "0").slice(0, 2));
  return amount.startsWith("-") ? -value : value;
}
