import type { LendingReport } from "@sanshi/contract";
import {
  formatMinor,
  minor,
  notional,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { borrowedFromPool } from "@sanshi/rulebook";
import { lendersAndPaid } from "./lending-report.store.ts";
import { poolOnWire } from "./lending-answers.ts";
import type { LendingContext } from "./stock-lending.ts";

/** A market's pool, stock by stock, at the newest prices. */
export async function lendingReport(
  context: LendingContext,
  market: MarketKey,
): Promise<LendingReport> {
  const { quotes, pools, database } = context;
  const currency = settlementCurrency(market);
  const all = await pools.all(market);
  const { lenders, automatic, paid } = await lendersAndPaid(database.reader, market);
  const worth = (code: string, quantity: bigint) => {
    const last = quotes.get(market, code)?.last;
    return last === undefined ? 0n : notional(last, shares(quantity), currency, "floor");
  };
  const sum = (of: (pool: (typeof all)[number]) => bigint) =>
    formatMinor(
      minor(all.reduce((total, pool) => total + worth(pool.code, of(pool)), 0n)),
      currency,
    );
  return {
    currency,
    lent_value: sum(({ lent }) => lent),
    borrowed_value: sum(borrowedFromPool),
    short_value: sum(({ short }) => short),
    lenders,
    automatic,
    paid: formatMinor(paid, currency),
    stocks: all.map((pool) => ({
      ...poolOnWire(context, pool),
      lenders: pool.lenders,
      lent_value: formatMinor(minor(worth(pool.code, pool.lent)), currency),
      short_value: formatMinor(minor(worth(pool.code, pool.short)), currency),
    })),
  };
}
