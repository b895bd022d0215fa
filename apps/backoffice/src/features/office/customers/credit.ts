import { formatMinor, negateMinor, parseMinor, type Currency } from "@sanshi/money";

type Balance = { currency: Currency; purpose: string; balance: string; floor: string | null };

/** Borrowed money is a balance below zero, and its floor is what may be borrowed. */
export function creditOf(
  balances: readonly Balance[],
  currency: Currency,
): { limit: string; borrowed: string } | null {
  const debt = balances.find((one) => one.purpose === "margin_debt" && one.currency === currency);
  if (debt === undefined) return null;
  const positive = (text: string | null) => {
    const amount = parseMinor(text ?? "", currency);
    return amount === null ? "" : formatMinor(negateMinor(amount), currency);
  };
  return { limit: positive(debt.floor), borrowed: positive(debt.balance) };
}
