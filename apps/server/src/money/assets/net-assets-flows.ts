import { zeroMinor, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { holdingsOfMany, noHoldings, pricesBefore } from "../../trading/portfolio/portfolio.ts";
import { figuresByCurrency } from "./asset-figures.ts";
import { afterEach } from "./day-result.rules.ts";
import { followedGains } from "./followed.store.ts";
import {
  customersWithNewFlows,
  flowsStanding,
  isAnyFlowDue,
  insertValuedFlows,
  newFlows,
  type FlowTimes,
  type LedgerFlow,
  type ValuedFlow,
} from "./net-assets-flows.store.ts";
import { endOfDay, startOfDay } from "./net-assets.rules.ts";
import { balancesOf } from "./net-assets.store.ts";
import { createWaitForActions, netAssetsBefore, type PastContext } from "./past-net-assets.ts";

type FlowsContext = Pick<
  Context,
  "quotes" | "clock" | "jobs" | "hours" | "database" | "feed" | "fx" | "log"
>;

type ValuingContext = PastContext & Pick<Context, "fx">;

const lookEveryMs = 1_000;
/** What is older is valued as of its own moment. */
const newestMs = 60_000;
/** A look asks again where there are more. */
const customersPerLook = 100_000;
const customersPerTransaction = 200;

/**
 * Values what whoever paid in or was paid out has right after it. Within the second in which nobody has
 * looked yet the money lies in cash, so that what there was without it is still exact: it is what there is,
 * less the flow, at this moment's prices. After an outage or a step of the clock it is what there was at the moment
 * of the flow, at the prices of that moment. What is left of a day that is over is valued with its record; what
 * committed after that is in no recorded day before now, and so is a flow of now.
 */
export function startValuingFlows(context: FlowsContext): { stop(): Promise<void> } {
  const failure = "what came in or went out was not valued";
  const isAllApplied = createWaitForActions(context);
  const isDue = isAnyFlowDue;
  return context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, async (isStopped) => {
    const now = context.clock.now();
    const { reader } = context.database;
    const today = startOfDay(now);
    const newest = Math.max(today, now - newestMs);
    const standing = await flowsStanding(reader, { since: today, before: newest });
    const { recordedDay, hasLate } = standing;
    const recordedUntil = recordedDay === null ? 0 : endOfDay(recordedDay);
    const since = hasLate && (await isAllApplied(now)) ? today : newest;
    for (;;) {
      const found = await customersWithNewFlows(reader, { recordedUntil, since }, customersPerLook);
      for (let from = 0; from < found.length; from += customersPerTransaction) {
        if (isStopped()) return;
        const customers = found.slice(from, from + customersPerTransaction);
        await context.database.transaction((transaction) =>
          valueFlows(context, transaction, customers, { recordedUntil, since, now }),
        );
      }
      if (found.length < customersPerLook) break;
    }
  });
}

async function valueFlows(
  context: FlowsContext,
  transaction: Transaction,
  customers: readonly bigint[],
  { recordedUntil, since, now }: FlowTimes & { now: number },
): Promise<void> {
  // Flows, balances and positions of one moment. Another process at the same work makes it try again.
  await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(transaction);
  const due = await newFlows(transaction, customers);
  const isLate = ({ happenedAt }: LedgerFlow) => happenedAt >= since && happenedAt < now - newestMs;
  await valueLate(context, transaction, due.filter(isLate), now);
  const at = context.clock.now();
  const newest = due.flatMap((flow) => {
    if (flow.happenedAt < recordedUntil) return [{ ...flow, happenedAt: at }];
    return flow.happenedAt >= since && !isLate(flow) ? [flow] : [];
  });
  if (newest.length === 0) return;
  const nets = await netAssetsNow(context, transaction, customers);
  await keepValued(context, transaction, { flows: newest, nets, at });
}

/**
 * Values those flows of customers that happened before a day's end, each as of its own moment, in the transaction that
 * records the day: so that what is not valued after it is not in the record.
 *
 * @param end of the day, and `now`: milliseconds since the epoch.
 */
export async function valueFlowsOfDay(
  context: ValuingContext,
  transaction: Transaction,
  customers: readonly bigint[],
  { end, now }: { end: number; now: number },
): Promise<void> {
  const due = await newFlows(transaction, customers);
  const late = due.filter(({ happenedAt }) => happenedAt < end);
  await valueLate(context, transaction, late, now);
}

async function valueLate(
  context: ValuingContext,
  transaction: Transaction,
  flows: readonly LedgerFlow[],
  now: number,
): Promise<void> {
  for (const [moment, late] of Map.groupBy(flows, (flow) => flow.happenedAt)) {
    const nets = await netAssetsBefore(
      transaction,
      late.map(({ customerId }) => customerId),
      moment + 1,
      pricesBefore(context, moment + 1, now),
    );
    await keepValued(context, transaction, { flows: late, nets, at: moment });
  }
}

type Nets = ReadonlyMap<bigint, ReadonlyMap<Currency, Minor>>;

async function netAssetsNow(
  { quotes, clock }: FlowsContext,
  transaction: Transaction,
  customers: readonly bigint[],
): Promise<Nets> {
  const balances = await balancesOf(transaction, customers);
  const holdings = await holdingsOfMany({ quotes, clock }, transaction, customers);
  const followed = await followedGains(transaction, customers);
  const byCustomer = Map.groupBy(balances, ({ customer_id: id }) => id);
  return new Map(
    customers.map((id) => {
      const held = holdings.get(id) ?? noHoldings;
      const figures = figuresByCurrency(byCustomer.get(id) ?? [], held, followed.get(id));
      return [id, new Map([...figures].map(([currency, { net }]) => [currency, net]))];
    }),
  );
}

/** @param nets what there is with all of the flows. */
async function keepValued(
  { fx }: ValuingContext,
  transaction: Transaction,
  { flows, nets, at }: { flows: readonly LedgerFlow[]; nets: Nets; at: number },
): Promise<void> {
  const valued: ValuedFlow[] = [];
  for (const [id, own] of Map.groupBy(flows, ({ customerId }) => customerId)) {
    const all = nets.get(id) ?? new Map<Currency, Minor>();
    const after = afterEach(own, all);
    valued.push(
      ...own.map((flow, place) => ({ ...flow, netAfter: heldOnly(after[place] ?? all) })),
    );
  }
  await insertValuedFlows(transaction, valued, { at, rates: fx.ratesAt(at)?.perDollar ?? {} });
}

function heldOnly(nets: ReadonlyMap<Currency, Minor>): ReadonlyMap<Currency, Minor> {
  return new Map([...nets].filter(([, net]) => net !== zeroMinor));
}
