import type { Currency, Minor } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";

/** What a bank is told to pay; `number` is what the payee's statement will say. */
type PaymentOrder = {
  number: string;
  currency: Currency;
  /** In the minor unit, above zero. */
  amount: Minor;
  payee: string;
  /** Milliseconds since the epoch, on the app's clock. */
  at: number;
};

/** A line of a bank's statement; what went out is below zero. */
export type StatementLine = {
  bankId: string;
  /** A day of Tokyo's, `2026-11-20`. */
  bookedOn: string;
  currency: Currency;
  amount: bigint;
  reference: string;
  counterparty: string;
};

/**
 * The bank of a simulated instance: it carries out every payment at once and answers, as a bank does,
 * with its reference of the payment and with the line of its statement. The same order has the same answer.
 */
export function payOut(order: PaymentOrder): { reference: string; line: StatementLine } {
  const reference = `SIM-${order.number}`;
  return {
    reference,
    line: {
      bankId: reference,
      bookedOn: localDate("jpy", order.at),
      currency: order.currency,
      amount: -order.amount,
      reference: order.number,
      counterparty: order.payee,
    },
  };
}
