import { minuteMs, dayMs } from "@sanshi/contract/constants";
import type { AdjustMode, CandlePeriod } from "@sanshi/contract";
import { shares, type MarketKey } from "@sanshi/money";
import { adjustBar, adjustmentSteps, type AdjustmentStep } from "./adjustment.ts";
import type { Bar, BarPeriod, MarketFeed } from "./market-feed.ts";

/** A bar of any period; the newest one may still be running. */
type Candle = Bar;

/** What a period is made of, at most how many of them, and how long it can last. */
const periods: Record<CandlePeriod, { base: BarPeriod; barsMax: number; spanMs: number }> = {
  "1m": { base: "1m", barsMax: 1, spanMs: minuteMs },
  "5m": { base: "1m", barsMax: 5, spanMs: 5 * minuteMs },
  "15m": { base: "1m", barsMax: 15, spanMs: 15 * minuteMs },
  "30m": { base: "1m", barsMax: 30, spanMs: 30 * minuteMs },
  day: { base: "1d", barsMax: 1, spanMs: dayMs },
  week: { base: "1d", barsMax: 7, spanMs: 7 * dayMs },
  month: { base: "1d", barsMax: 31, spanMs: 31 * dayMs },
  year: { base: "1d", barsMax: 366, spanMs: 366 * dayMs },
};

type CandlesQuestion = {
  feed: Pick<MarketFeed, "bars" | "corporateActions">;
  market: MarketKey;
  code: string;
  period: CandlePeriod;
  adjust: AdjustMode;
  /** Milliseconds since the epoch; candles that start earlier are answered. */
  before: number;
  limit: number;
};

/**
 * The newest `limit` candles that start before `before`, oldest first, the running one included;
 * `more` tells whether older ones exist. Empty for an unknown stock.
 */
export async function candles(
  question: CandlesQuestion,
): Promise<{ items: Candle[]; more: boolean }> {
  const { feed, market, code, period, before, limit } = question;
  const { base, barsMax, spanMs } = periods[period];
  // One period more at either end, so that the first and the last one are whole.
  const wanted = (limit + 2) * barsMax;
  const raw = await feed.bars({
    market,
    code,
    period: base,
    before: barsMax === 1 ? before : before + spanMs,
    limit: wanted,
  });
  const found = (await candlesOf(question, raw)).filter(({ from }) => from < before);
  return { items: found.slice(-limit), more: found.length > limit };
}

/** Bars that were read elsewhere as candles of the same question. */
export async function candlesOf(
  question: Pick<CandlesQuestion, "feed" | "market" | "code" | "adjust" | "period">,
  bars: readonly Bar[],
): Promise<Candle[]> {
  const { adjust, period } = question;
  const steps = adjust === "none" ? [] : await stepsOf(question);
  return aggregate(
    bars.map((bar) => adjustBar(bar, steps, adjust)),
    period,
  );
}

/**
 * Bars, oldest first, gathered into periods. Minutes fall on the exchange's round times (its offset
 * from UTC is whole half hours) and never across days or a lunch break; a week starts on Monday.
 */
export function aggregate(bars: readonly Bar[], period: CandlePeriod): Candle[] {
  const gathered: Candle[] = [];
  let group = "";
  for (const bar of bars) {
    const next = groupOf(bar, period);
    const current = gathered.at(-1);
    if (current === undefined || next !== group) {
      gathered.push({ ...bar, from: startOf(bar, period) });
      group = next;
    } else gathered[gathered.length - 1] = join(current, bar);
  }
  return gathered;
}

function join(earlier: Candle, later: Bar): Candle {
  return {
    ...earlier,
    high: later.high > earlier.high ? later.high : earlier.high,
    low: later.low < earlier.low ? later.low : earlier.low,
    close: later.close,
    volume: shares(earlier.volume + later.volume),
    turnoverMinor: earlier.turnoverMinor + later.turnoverMinor,
  };
}

function groupOf(bar: Bar, period: CandlePeriod): string {
  switch (period) {
    case "day":
      return bar.tradingDate;
    case "week":
      return mondayOf(bar.tradingDate);
    case "month":
      return bar.tradingDate.slice(0, 7);
    case "year":
      return bar.tradingDate.slice(0, 4);
    default:
      return `${bar.tradingDate} ${Math.floor(bar.from / periods[period].spanMs)}`;
  }
}

function startOf(bar: Bar, period: CandlePeriod): number {
  const { base, spanMs } = periods[period];
  return base === "1d" ? bar.from : Math.floor(bar.from / spanMs) * spanMs;
}

/** Days since 1970-01-01 of the week's Monday; that day was a Thursday. */
function mondayOf(date: string): string {
  const day = Date.parse(`${date}T00:00:00Z`) / dayMs;
  return String(day - ((day + 3) % 7));
}

type KnownSteps = { actions: number; steps: AdjustmentStep[] };
const stepsByFeed = new WeakMap<object, Map<string, KnownSteps>>();
const everMs = 8.64e15;

/** The steps of a stock; computed anew only when another split or dividend has taken effect. */
export async function stepsOf({
  feed,
  market,
  code,
}: Pick<CandlesQuestion, "feed" | "market" | "code">): Promise<AdjustmentStep[]> {
  const actions = feed.corporateActions(market, code);
  let known = stepsByFeed.get(feed);
  if (known === undefined) stepsByFeed.set(feed, (known = new Map()));
  const kept = known.get(`${market}:${code}`);
  if (kept?.actions === actions.length) return kept.steps;
  const days = await feed.bars({ market, code, period: "1d", before: everMs, limit: 100_000 });
  const steps = adjustmentSteps(
    actions.filter(({ exDate }) => days.some(({ tradingDate }) => tradingDate < exDate)),
    (exDate) => days.findLast(({ tradingDate }) => tradingDate < exDate)?.close ?? null,
  );
  known.set(`${market}:${code}`, { actions: actions.length, steps });
  return steps;
}
