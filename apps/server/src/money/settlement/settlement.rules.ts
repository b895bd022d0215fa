import { minor, zeroMinor, type Minor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";

/** What trades will have brought, or taken, on a date to come. */
export type TradeFlow = { settlesOn: LocalDate; amount: Minor };

/** The available money by when it can leave: now, and what each date to come adds. Together they are all of it. */
export type SettledCash = { withdrawable: Minor; unsettled: readonly TradeFlow[] };

/**
 * What of the available money can leave now, and what from which date on. The books have a trade's money at
 * once; a custodian has it on the day of settlement, a purchase's too. So what was there before the trades is
 * what is available now without them, and what may leave is the least that there would be on any date to come
 * if it left: nobody pays for a purchase with money that has gone. It does not matter what became of sale
 * proceeds in between: spent, held for an order, lent or given back, they are proceeds until their date.
 *
 * @param reserved what waits for orders: if they were filled now, it would go on the last of the dates.
 * @param flows by date, each date once.
 */
export function settleCash(
  available: Minor,
  reserved: Minor,
  flows: readonly TradeFlow[],
): SettledCash {
  const inOrder = flows.toSorted((one, other) => (one.settlesOn < other.settlesOn ? -1 : 1));
  const last = inOrder.length - 1;
  // From the end: on the last date there is what is available now, and before each what it does not bring.
  let onDate = available as bigint;
  let least = available as bigint;
  const leastFrom = inOrder.map(() => 0n);
  for (let index = last; index >= 0; index -= 1) {
    leastFrom[index] = least = onDate < least ? onDate : least;
    onDate -= (inOrder[index]?.amount ?? 0n) - (index === last ? reserved : 0n);
  }
  const withdrawable = atLeastNothing(onDate < least ? onDate : least);
  let before = withdrawable as bigint;
  const unsettled = inOrder.flatMap(({ settlesOn }, index) => {
    const there = atLeastNothing(leastFrom[index] ?? 0n);
    const amount = minor(there - before);
    before = there;
    return amount > 0n ? [{ settlesOn, amount }] : [];
  });
  return { withdrawable, unsettled };
}

function atLeastNothing(amount: bigint): Minor {
  return amount > 0n ? minor(amount) : zeroMinor;
}

/** From when on so much of the available money can leave; null where it can now, or never was there. */
export function settledFrom(
  amount: Minor,
  { withdrawable, unsettled }: SettledCash,
): LocalDate | null {
  let there = withdrawable as bigint;
  if (there >= amount) return null;
  for (const { settlesOn, amount: added } of unsettled) {
    there += added;
    if (there >= amount) return settlesOn;
  }
  return null;
}
