import { shares, type MarketKey, type Shares } from "@sanshi/money";
import { marketDate, type LocalDate, type MarketHours } from "@sanshi/rulebook";

/**
 * The shares of a position by the trading days on which they were bought, as far as a rule asks for it: those of the
 * newest day, and all before them (decision 0058).
 */
export type Lots = {
  opened: Shares;
  opened_at: number | null;
  /** What the newest day of purchases has bought, and the day; null where that is all that was ever bought. */
  newest_lot: Shares | null;
  newest_lot_on: LocalDate | null;
};

/** The lots once more shares are bought. */
export function lotsAfter(
  before: Lots & { market: MarketKey },
  bought: { quantity: Shares; at: number; hours: MarketHours },
): Pick<Lots, "newest_lot" | "newest_lot_on"> {
  const { newest_lot, newest_lot_on } = before;
  const date = marketDate(before.market, bought.at, bought.hours);
  if (before.opened_at === null || date === boughtOn(before, before.opened_at, bought.hours)) {
    const more = newest_lot === null ? null : shares(newest_lot + bought.quantity);
    return { newest_lot: more, newest_lot_on };
  }
  return { newest_lot: bought.quantity, newest_lot_on: date };
}

/** The newest day of purchases of what was opened at a moment. */
export function boughtOn(
  { market, newest_lot_on }: Pick<Lots, "newest_lot_on"> & { market: MarketKey },
  openedAt: number,
  hours: MarketHours,
): LocalDate {
  return newest_lot_on ?? marketDate(market, openedAt, hours);
}

/** What of the shares that are left was bought on the newest day: older ones are sold first. */
export function newestLot({
  opened,
  closed,
  newest_lot,
}: Pick<Lots, "opened" | "newest_lot"> & { closed: Shares }): Shares {
  const left = shares(opened - closed);
  return newest_lot !== null && newest_lot < left ? newest_lot : left;
}
