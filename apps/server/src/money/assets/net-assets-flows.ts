import { zeroMinor, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { holdingsOfMany, noHoldings } from "../../trading/portfolio/portfolio.ts";
import { figuresByCurrency } from "./asset-figures.ts";
import { afterEach } from "./day-result.rules.ts";
import { followedGains } from "./followed.store.ts";
import {
  customersWithNewFlows,
  insertValuedFlows,
  newFlows,
  type ValuedFlow,
} from "./net-assets-flows.store.ts";
import { startOfDay } from "./net-assets.rules.ts";
import { balancesOf } from "./net-assets.store.ts";

type FlowsContext = Pick<Context, "quotes" | "clock" | "jobs" | "database" | "fx" | "log">;

const lookEveryMs = 1_000;
/** Most looks read what is younger than this; one in so many the whole day, for what was written late. */
const newestMs = 60_000;
const wholeDayEvery = 60;
const customersPerLook = 200;

/**
 * Values what whoever paid in or was paid out has right after it. Within the second in which nobody has
 * looked yet the money lies in cash, so that what there was without it is still exact: it is what there is,
 * less the flow, at this moment's prices.
 */
export function startValuingFlows(context: FlowsContext): { stop(): Promise<void> } {
  const failure = "what came in or went out was not valued";
  let looks = 0;
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, async (isStopped) => {
    const now = context.clock.now();
    const day = startOfDay(now);
    const since = looks % wholeDayEvery === 0 ? day : Math.max(day, now - newestMs);
    looks += 1;
    for (;;) {
      const customers = await customersWithNewFlows(
        context.database.reader,
        since,
        customersPerLook,
      );
      if (customers.length === 0 || isStopped()) return;
      await context.database.transaction((transaction) =>
        valueFlows(context, transaction, customers, since),
      );
      if (customers.length < customersPerLook) return;
    }
  });
}

async function valueFlows(
  { quotes, clock, fx }: FlowsContext,
  transaction: Transaction,
  customers: readonly bigint[],
  since: number,
): Promise<void> {
  // Flows, balances and positions of one moment. Another process at the same work makes it try again.
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(transaction);
  const flows = await newFlows(transaction, customers, since);
  const balances = await balancesOf(transaction, customers);
  const holdings = await holdingsOfMany({ quotes, clock }, transaction, customers);
  const followed = await followedGains(transaction, customers);
  const balancesByCustomer = Map.groupBy(balances, ({ customer_id: id }) => id);
  const valued: ValuedFlow[] = [];
  for (const [id, own] of Map.groupBy(flows, ({ customerId }) => customerId)) {
    const figures = figuresByCurrency(
      balancesByCustomer.get(id) ?? [],
      holdings.get(id) ?? noHoldings,
      followed.get(id),
    );
    const nets = new Map<Currency, Minor>(
      [...figures].map(([currency, { net }]) => [currency, net]),
    );
    const after = afterEach(own, nets);
    valued.push(
      ...own.map((flow, place) => ({ ...flow, netAfter: heldOnly(after[place] ?? nets) })),
    );
  }
  if (valued.length === 0) return;
  const at = clock.now();
  await insertValuedFlows(transaction, valued, { at, rates: fx.ratesAt(at)?.perDollar ?? {} });
}

function heldOnly(nets: ReadonlyMap<Currency, Minor>): ReadonlyMap<Currency, Minor> {
  return new Map([...nets].filter(([, net]) => net !== zeroMinor));
}
