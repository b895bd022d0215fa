import type { CallOutput, Calls, netAssetRanges } from "@sanshi/contract";
import {
  currencies,
  formatMinor,
  formatScaled,
  minor,
  zeroMinor,
  type Currency,
  type Minor,
  type RatesPerDollar,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql, type Transaction } from "../../platform/sql/database.ts";
import { assetFiguresIn } from "./asset-figures.ts";
import { totalAssets, type AssetFigures } from "./assets.rules.ts";
import { dayResult, type DayResult, type Valuation } from "./day-result.rules.ts";
import { newFlows, valuedFlows, type LedgerFlow } from "./net-assets-flows.store.ts";
import {
  dayOf,
  firstDay,
  pointsOf,
  startOfDay,
  totalPoints,
  type Day,
  type Point,
  type RecordedAmount,
} from "./net-assets.rules.ts";
import { recordedAmounts, recordedRates } from "./net-assets.store.ts";

type NetAssets = CallOutput<Calls["/user/net-assets"]>;

/** What a customer had at the end of each recorded day, and has now. Reading records nothing. */
export async function netAssetsOf(
  context: Pick<Context, "quotes" | "clock" | "database" | "fx">,
  { customerId }: Customer,
  { range, currency }: { range: (typeof netAssetRanges)[number]; currency: "USD" | "JPY" | "CNY" },
): Promise<NetAssets> {
  const now = context.clock.now();
  const history = await context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return readHistory(context, transaction, { customerId, currency, since: firstDay(range, now) });
  });
  const { amounts, recorded, figures } = history;
  const days = [...new Set(amounts.map(({ day }) => day))];
  const ratesNow = context.fx.ratesAt(now)?.perDollar ?? {};
  const totalNow = totalAssets(currency, figures, ratesNow);
  const points = [...recorded];
  if (totalNow !== null) points.push({ at: now, amount: totalNow.net });
  const first = points[0]?.amount ?? zeroMinor;
  const change = minor((points.at(-1)?.amount ?? zeroMinor) - first);
  const grown = growthOf(history, currency, { rates: ratesNow, at: now });
  return {
    currency,
    points: onWire(points, currency),
    currencies: currencies.flatMap((one) => {
      const own = pointsOf(one, amounts, days);
      const ownNow = figures.get(one)?.net ?? zeroMinor;
      if (own.length === 0 && ownNow === 0n) return [];
      return [{ currency: one, points: onWire([...own, { at: now, amount: ownNow }], one) }];
    }),
    change: formatMinor(change, currency),
    paid_in: formatMinor(grown?.paidIn ?? zeroMinor, currency),
    change_percent:
      grown === null || grown.percentHundredths === null
        ? null
        : formatScaled(grown.percentHundredths, 2),
  };
}

type History = {
  amounts: RecordedAmount[];
  /** The days' ends in the display currency. */
  recorded: Point[];
  figures: ReadonlyMap<Currency, AssetFigures>;
  /** What there was at the first of them; null where nothing is recorded. */
  start: (Valuation & { total: Minor }) | null;
  /** Since then. */
  flows: Awaited<ReturnType<typeof valuedFlows>>;
  newestFlows: LedgerFlow[];
};

async function readHistory(
  context: Pick<Context, "quotes" | "clock">,
  transaction: Transaction,
  { customerId, currency, since }: { customerId: bigint; currency: Currency; since: Day | null },
): Promise<History> {
  const amounts = await recordedAmounts(transaction, customerId, since);
  const rates = await recordedRates(transaction, since);
  const recorded = totalPoints(currency, amounts, rates);
  const figures = await assetFiguresIn(context, transaction, customerId);
  const [first] = recorded;
  if (first === undefined) {
    return { amounts, recorded, figures, start: null, flows: [], newestFlows: [] };
  }
  const day = dayOf(first.at - 1);
  return {
    amounts,
    recorded,
    figures,
    start: {
      total: first.amount,
      amounts: amounts
        .filter((one) => one.day === day)
        .map((one) => [one.currency, one.amount] as const),
      rates: rates.find((one) => one.day === day)?.rates ?? {},
    },
    flows: await valuedFlows(transaction, customerId, first.at),
    newestFlows: await newFlows(transaction, [customerId]),
  };
}

/** As of a day (day-result.rules.ts), over all of the range; null where nothing can be compared. */
function growthOf(
  { figures, start, flows, newestFlows }: History,
  currency: Currency,
  now: { rates: RatesPerDollar; at: number },
): DayResult | null {
  if (start === null) return null;
  const amounts = [...figures].map(([key, { net }]) => [key, net] as const);
  const result = dayResult(currency, {
    start,
    flows,
    newestFlows,
    now: { amounts, rates: now.rates },
  });
  // Growth from nothing is none. What came in before today and is not valued yet is in the amounts alone.
  const isUnmeasured = newestFlows.some(({ happenedAt }) => happenedAt < startOfDay(now.at));
  if (result === null || (start.total > 0n && !isUnmeasured)) return result;
  return { ...result, percentHundredths: null };
}

function onWire(points: readonly Point[], currency: Currency): [string, string][] {
  return points.map(({ at, amount }) => [
    new Date(at).toISOString(),
    formatMinor(amount, currency),
  ]);
}
