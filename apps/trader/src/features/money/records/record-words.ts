import type { FundRecord } from "@sanshi/contract";
import type { TextKey, Translate } from "../../../shared/text.ts";

type Key = TextKey<"records">;

const kindKeys: Readonly<Record<FundRecord["kind"], Key>> = {
  order_filled: "kind_order_filled",
  position_closed: "kind_position_closed",
  order_reserved: "kind_order_reserved",
  order_released: "kind_order_released",
  dividend: "kind_dividend",
  split_fraction: "kind_split_fraction",
  simulated_grant: "kind_simulated_grant",
  exchange_sold: "kind_exchange_sold",
  exchange_bought: "kind_exchange_bought",
  correction: "kind_correction",
  deposit: "kind_deposit",
  withdrawal_held: "kind_withdrawal_held",
  withdrawal_paid: "kind_withdrawal_paid",
  subscription_paid: "kind_subscription_paid",
  subscription_returned: "kind_subscription_returned",
  withdrawal_returned: "kind_withdrawal_returned",
  loan_paid_out: "kind_loan_paid_out",
  loan_interest: "kind_loan_interest",
  loan_interest_waived: "kind_loan_interest_waived",
  loan_repaid: "kind_loan_repaid",
  loan_written_off: "kind_loan_written_off",
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

const zero = /^-?[0.]*$/;

/** The figure of a row: the available money's, or, where that stayed, what was paid of held money. */
export function shownAmount({ amount, reserved }: Pick<FundRecord, "amount" | "reserved">): {
  amount: string;
  isFromReserved: boolean;
} {
  const isFromReserved = zero.test(amount) && !zero.test(reserved);
  return { amount: isFromReserved ? reserved : amount, isFromReserved };
}

type RecordDay = { day: string; records: FundRecord[] };

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
