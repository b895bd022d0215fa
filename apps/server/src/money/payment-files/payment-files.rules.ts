import type { AnyRefusalCode, PaymentLeftOut } from "@sanshi/contract";
import { daysAfter, isTradingDay, type LocalDate } from "@sanshi/rulebook";

export type Payer = {
  code: string;
  name: string;
  bank: string;
  branch: string;
  account_type: "ordinary" | "current";
  account: string;
};

const daysAheadMax = 30;

/** A business day of Tokyo's banks, from today on; further ahead no bank takes an order. */
export function objectToDay(day: LocalDate, today: LocalDate): AnyRefusalCode | null {
  const isNear = day >= today && day <= daysAfter(today, daysAheadMax);
  return isNear && isTradingDay("jpy", day, "exchange") ? null : "payment_day_not_business";
}

/** Digits and letters alone; whether bank and branch exist is the list's to say. */
export function isPayerOfZengin({ code, bank, branch, account }: Payer): boolean {
  return (
    /^\d{10}$/.test(code) &&
    /^\d{4}$/.test(bank) &&
    /^\d{3}$/.test(branch) &&
    /^\d{7}$/.test(account)
  );
}

/** Those that a file can carry, and those that it cannot, with why. */
export function sortOut<Payment>(
  all: readonly Payment[],
  object: (payment: Payment) => PaymentLeftOut | null,
): { sent: Payment[]; left: { payment: Payment; why: PaymentLeftOut }[] } {
  const sent: Payment[] = [];
  const left: { payment: Payment; why: PaymentLeftOut }[] = [];
  for (const payment of all) {
    const why = object(payment);
    if (why === null) sent.push(payment);
    else left.push({ payment, why });
  }
  return { sent, left };
}
