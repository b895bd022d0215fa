import {
  currencies,
  marketKeys,
  settlementCurrency,
  type Currency,
  type MarketKey,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { holdingsOf } from "../../trading/portfolio/portfolio.ts";
import { settledCashOf, type SettledCash } from "../settlement/settlement.ts";
import { dayFactsOf, type DayFacts } from "./day-result.ts";
import { followedGains, type FollowedGains } from "./followed.store.ts";
import { assetsIn, type AssetFigures, type Holdings, type PurposeBalance } from "./assets.rules.ts";

/** The figures, what of the available money has settled, and what of the day is known, of one moment. */
export async function standingOf(
  context: Pick<Context, "quotes" | "clock" | "database" | "settings" | "hours">,
  customerId: bigint,
): Promise<{
  figures: ReadonlyMap<Currency, AssetFigures>;
  cash: (currency: Currency) => SettledCash;
  day: DayFacts | null;
}> {
  return context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    const balances = await customerBalances(transaction, customerId);
    const holdings = await holdingsOf(context, transaction, customerId);
    const followed = await followedGains(transaction, [customerId]);
    const standing = { balances, at: context.clock.now() };
    return {
      figures: figuresByCurrency(balances, holdings, followed.get(customerId)),
      cash: await settledCashOf(context, transaction, customerId, standing),
      day: await dayFactsOf(transaction, customerId, standing.at),
    };
  });
}

/**
 * Product section 5, per currency. The caller's transaction reads balances and positions at one moment: between
 * them no order can be half done.
 */
export async function assetFiguresIn(
  context: Pick<Context, "quotes" | "clock">,
  transaction: Transaction,
  customerId: bigint,
): Promise<ReadonlyMap<Currency, AssetFigures>> {
  const balances = await customerBalances(transaction, customerId);
  const holdings = await holdingsOf(context, transaction, customerId);
  const followed = await followedGains(transaction, [customerId]);
  return figuresByCurrency(balances, holdings, followed.get(customerId));
}

/** Every currency of the wallet, in its order. */
export function figuresByCurrency(
  balances: readonly PurposeBalance[],
  holdings: Record<MarketKey, Holdings>,
  followed: FollowedGains = new Map(),
): Map<Currency, AssetFigures> {
  return new Map(
    currencies.map((currency) => {
      const market = marketKeys.find((key) => settlementCurrency(key) === currency);
      const held = market === undefined ? null : holdings[market];
      return [currency, assetsIn(currency, balances, held, followed.get(currency))];
    }),
  );
}
