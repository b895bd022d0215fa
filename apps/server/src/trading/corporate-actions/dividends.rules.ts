import {
  amountOfShares,
  divide,
  minor,
  negateMinor,
  settlementCurrency,
  shares,
  type Minor,
  type PerShare,
  type Shares,
} from "@sanshi/money";
import { sharesConcerned, type AdjustablePosition } from "./corporate-actions.rules.ts";

/** What an action moved of shares that were lent when it took effect, of those that it found. */
export function lentThen(
  lentNow: bigint,
  changedSince: bigint,
  { held, concerned }: { held: bigint; concerned: bigint },
): Shares {
  const lent = lentNow - changedSince;
  // A split between the moment and this one in the order of actions has made others of them.
  const scaled = held > 0n ? divide(lent * concerned, held, "floor") : 0n;
  if (scaled < 0n) return shares(0n);
  return shares(scaled > concerned ? concerned : scaled);
}

/**
 * Per share × shares held, a half of the minor unit rounded up; a short pays it. Of several positions in a stock each
 * is paid what their running total, rounded, grows by: together they are paid as one holding is.
 *
 * @param before the shares of the positions that were paid before this one.
 */
export function dividendOf(
  position: AdjustablePosition,
  perShare: PerShare,
  before: Shares = shares(0n),
): Minor {
  const currency = settlementCurrency(position.market);
  const paid = (quantity: bigint) => amountOfShares(perShare, shares(quantity), currency);
  const amount = minor(paid(before + sharesConcerned(position)) - paid(before));
  return position.side === "short" ? negateMinor(amount) : amount;
}
