import { currencies, marketKeys, settlementCurrency, type Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { sql } from "../../platform/sql/database.ts";
import { holdingsOf, type CustomerHoldings } from "../../trading/portfolio/portfolio.ts";
import { settledCashOf, type SettledCash } from "../settlement/settlement.ts";
import { assetsIn, type AssetFigures, type PurposeBalance } from "./assets.rules.ts";

/** The figures, and what of the available money has settled, of one moment. */
export async function standingOf(
  context: Pick<Context, "quotes" | "clock" | "database" | "settings" | "hours">,
  customerId: bigint,
): Promise<{
  figures: ReadonlyMap<Currency, AssetFigures>;
  cash: (currency: Currency) => SettledCash;
}> {
  return context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    const balances = await customerBalances(transaction, customerId);
    const holdings = await holdingsOf(context, transaction, customerId);
    const standing = { balances, at: context.clock.now() };
    return {
      figures: figuresByCurrency(balances, holdings),
      cash: await settledCashOf(context, transaction, customerId, standing),
    };
  });
}

/**
 * Product section 5, per currency. Balances and positions are read at one moment: between them no
 * order can be half done.
 */
export async function assetFiguresOf(
  context: Pick<Context, "quotes" | "clock" | "database">,
  customerId: bigint,
): Promise<ReadonlyMap<Currency, AssetFigures>> {
  const { balances, holdings } = await context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return {
      balances: await customerBalances(transaction, customerId),
      holdings: await holdingsOf(context, transaction, customerId),
    };
  });
  return figuresByCurrency(balances, holdings);
}

/** Every currency of the wallet, in its order. */
export function figuresByCurrency(
  balances: readonly PurposeBalance[],
  holdings: CustomerHoldings,
): Map<Currency, AssetFigures> {
  return new Map(
    currencies.map((currency) => {
      const market = marketKeys.find((key) => settlementCurrency(key) === currency);
      const held = market === undefined ? null : holdings[market];
      return [currency, assetsIn(currency, balances, held)];
    }),
  );
}
