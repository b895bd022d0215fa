import type { CallOutput, Calls } from "@sanshi/contract";
import {
  formatMinor,
  formatScaled,
  formatShares,
  minorDigits,
  settlementCurrency,
  shares,
} from "@sanshi/money";
import { shortRateHundredths, utilisation } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { earningsOfPosition, type EarningOfDays } from "./lending-report.store.ts";
import { lendingOf } from "./stock-lending.store.ts";

/** What a position earned by being lent, day by day or over days on which nothing changed. */
export async function lendingEarnings(
  { database }: Pick<Context, "database">,
  { customerId }: Customer,
  { id, cursor, limit }: { id: bigint; cursor: string | undefined; limit: number },
): Promise<Outcome<CallOutput<Calls["/trade/lending-earnings"]>>> {
  const lending = await lendingOf(database.reader, customerId, id);
  if (lending === undefined) return refuse("lending_not_found");
  const place = placeOf(cursor, "number");
  if (place === null) return refuse("invalid_request");
  const before = place === undefined ? null : place[0];
  const found = await earningsOfPosition(database.reader, id, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const currency = settlementCurrency(lending.market);
  return accept({
    items: shown.map((one) => ({
      after: one.after_day,
      through: one.through_day,
      quantity: formatShares(shares(one.quantity)),
      ...figuresOf(one),
      earned: formatScaled(one.earned, minorDigits(currency) + 6),
      paid: formatMinor(one.paid, currency),
    })),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.period_id) : null,
  });
}

function figuresOf(days: EarningOfDays) {
  const pool = { lent: days.lent_time, short: days.short_time };
  const rate = { base: days.base_basis_points, premium: days.premium_basis_points };
  return {
    utilisation: formatScaled(utilisation(pool), 2),
    borrow_rate: formatScaled(shortRateHundredths(pool, rate) / 100n, 2),
  };
}
