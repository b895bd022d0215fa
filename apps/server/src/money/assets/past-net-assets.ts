import { marketKeys, minor, settlementCurrency, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { isAppliedBefore } from "../../trading/corporate-actions/corporate-actions.ts";
import { holdingsBefore, noHoldings, type PriceThen } from "../../trading/portfolio/portfolio.ts";
import { figuresByCurrency } from "./asset-figures.ts";
import { followedGainsBefore } from "./followed.store.ts";
import { balancesBefore, recordedDays } from "./net-assets.store.ts";

export type PastContext = Pick<Context, "quotes" | "hours" | "database" | "feed" | "log">;

/** A feed can name an action that is never applied: what is over does not wait for it any longer. */
const looksForActionsMax = 60;

/**
 * Whether all that took effect before a moment is applied, or has been waited for in enough looks. What took effect
 * before the last recorded day was waited for then.
 */
export function createWaitForActions(context: PastContext): (moment: number) => Promise<boolean> {
  let looks = 0;
  return async (moment) => {
    looks += 1;
    const { last } = await recordedDays(context.database.reader);
    const since = last === null ? 0 : Date.parse(last);
    if (!(await isAppliedBefore(context, moment, since))) {
      if (looks < looksForActionsMax) return false;
      context.log.warn({ moment }, "net assets are written without an action that is due");
    }
    looks = 0;
    return true;
  };
}

/**
 * What customers had right before a moment (milliseconds since the epoch), by currency, from the postings, fills and
 * actions before it alone. What an action had brought by then and paid later counts.
 */
export async function netAssetsBefore(
  transaction: Transaction,
  customers: readonly bigint[],
  moment: number,
  priceThen: PriceThen,
): Promise<Map<bigint, ReadonlyMap<Currency, Minor>>> {
  const balances = await balancesBefore(transaction, customers, moment);
  const holdings = await holdingsBefore(transaction, customers, moment, priceThen);
  const followed = await followedGainsBefore(transaction, customers, moment);
  const byCustomer = Map.groupBy(balances, ({ customer_id }) => customer_id);
  return new Map(
    customers.map((id) => {
      const held = holdings.get(id);
      const figures = figuresByCurrency(
        byCustomer.get(id) ?? [],
        held ?? noHoldings,
        followed.get(id),
      );
      const nets = [...figures].map(([currency, { net }]) => {
        const market = marketKeys.find((key) => settlementCurrency(key) === currency);
        const unpaid = market === undefined ? 0n : (held?.[market].unpaid ?? 0n);
        return [currency, minor(net + unpaid)] as const;
      });
      return [id, new Map(nets)];
    }),
  );
}
