import { withdrawalStatuses, type AnyRefusalCode, type PaymentLeftOut } from "@sanshi/contract";
import type { Minor } from "@sanshi/money";
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

/** Those that a file can carry, the first as far as its sum goes, and those that it cannot, with why. */
export function sortOut<Payment extends { amount: Minor }>(
  all: readonly Payment[],
  { totalMax, object }: { totalMax: bigint; object: (payment: Payment) => PaymentLeftOut | null },
): { sent: Payment[]; left: { payment: Payment; why: PaymentLeftOut }[] } {
  const sent: Payment[] = [];
  const left: { payment: Payment; why: PaymentLeftOut }[] = [];
  let total = 0n;
  for (const payment of all) {
    const why = object(payment) ?? (total + payment.amount > totalMax ? "file_full" : null);
    if (why === null) {
      sent.push(payment);
      total += payment.amount;
    } else left.push({ payment, why });
  }
  return { sent, left };
}

type Standing = { result: "paid" | "returned" | "refused" | null; status: number };

/** Where the bank and our books say different things: somebody has to look. */
export function isContradicted({ result, status }: Standing): boolean {
  if (result === null || result === "refused") return false;
  if (status === withdrawalStatuses.under_review) return false;
  return (result === "paid") !== (status === withdrawalStatuses.paid);
}

/** Why a file cannot be given up as refused by the bank; null where nobody has said yet what became of a payment. */
export function objectToRefusal(
  file: { answered_at: number | null; refused_at: number | null },
  payments: readonly Standing[],
): "payment_file_refused" | "payment_file_answered" | "payment_file_confirmed" | null {
  if (file.refused_at !== null) return "payment_file_refused";
  if (file.answered_at !== null) return "payment_file_answered";
  const isConfirmed = ({ result, status }: Standing) =>
    result !== null || status === withdrawalStatuses.paid;
  return payments.some(isConfirmed) ? "payment_file_confirmed" : null;
}

/** Whether nothing of a file has ended, so that the bank may have it. */
export function maySend(answered: boolean, payments: readonly Standing[]): boolean {
  return (
    !answered &&
    payments.every(
      ({ result, status }) => result === null && status === withdrawalStatuses.under_review,
    )
  );
}
