import { setImmediate as pause } from "node:timers/promises";
import { dayMs, iso, type CallOutput, type CandlePeriod, type Calls } from "@sanshi/contract";
import { formatPrice, formatShares, settlementCurrency } from "@sanshi/money";
import {
  extendedPhasesOnChart,
  nextTradingDay,
  recordMoment,
  type ExtendedPhase,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { aggregate } from "../../market-feed/candles.ts";
import type { Bar, Quote } from "../../market-feed/market-feed.ts";

type ChartContext = Pick<Context, "feed" | "hours"> & { clock: Pick<Context["clock"], "now"> };
type Stock = Pick<Quote, "market" | "code">;
type OnWire = NonNullable<CallOutput<Calls["/market/timeshare"]>["extended"]>;

/** A trading day's extended hours, and the next morning's once it has begun, in the time of the chart. */
export async function extendedDay(
  context: ChartContext,
  stock: Stock & Pick<Quote, "tradingDate">,
  pointMinutes: number,
): Promise<OnWire> {
  const phases = phasesAround(context, stock.tradingDate);
  const currency = settlementCurrency(stock.market);
  const items: OnWire["items"] = [];
  for (const { from, until } of phases) {
    for (const bar of aggregate(
      await barsBetween(context, stock, from, until),
      `${pointMinutes}m` as CandlePeriod,
    )) {
      items.push([iso(bar.from), formatPrice(bar.close, currency), formatShares(bar.volume)]);
    }
  }
  const sessions = phases.map(({ phase, from, until }) => ({
    phase: phase === "pre_market" ? phase : ("after_hours" as const),
    ...{ from: iso(from), until: iso(until) },
  }));
  return { sessions, items };
}

/** The bars of extended hours that start in a span of the chart, a day at a time: other orders wait meanwhile. */
export async function barsBetween(
  { feed }: Pick<ChartContext, "feed">,
  { market, code }: Stock,
  from: number,
  until: number,
): Promise<Bar[]> {
  const bars: Bar[] = [];
  for (let start = from; start < until; start += dayMs) {
    const end = Math.min(until, start + dayMs);
    bars.push(...(feed.extendedBars?.({ market, code, from: start, until: end }) ?? []));
    await pause();
  }
  return bars;
}

/** The last price of a day's evening, after which the night begins; null where nothing was shown then. */
export function eveningOf({ feed, hours }: ChartContext, stock: Quote): Bar | null {
  const evening = extendedPhasesOnChart(stock.tradingDate, hours).at(-1);
  if (evening === undefined) return null;
  const { market, code } = stock;
  const { from, until } = evening;
  return feed.extendedBars?.({ market, code, from, until }).at(-1) ?? null;
}

function phasesAround({ hours, clock }: ChartContext, date: string): readonly ExtendedPhase[] {
  const today = extendedPhasesOnChart(date, hours);
  const [morning] = extendedPhasesOnChart(nextTradingDay("usd", date, hours), hours);
  const hasBegun = morning !== undefined && morning.from <= recordMoment(clock.now(), hours);
  return hasBegun ? [...today, morning] : today;
}

/** Prices of extended hours come to no board: a chart with them is shared for so long. */
const extendedSharedMs = 10_000;

export function sharedFor(now: number): string {
  return `extended ${Math.floor(now / extendedSharedMs)}`;
}
