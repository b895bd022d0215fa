import { copyStrategies, dayMs, minuteMs } from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { dateBegins, marketDate } from "@sanshi/rulebook";
import { createSimulatedFeed } from "../apps/server/src/market-feed/simulated/simulated-feed.ts";
import { backtest } from "../apps/server/src/products/copy-trading/backtest.ts";
import { figuresOf } from "../apps/server/src/products/copy-trading/figures.rules.ts";
import { historyOf } from "../apps/server/src/products/copy-trading/past-market.ts";
import { strategies } from "../apps/server/src/products/copy-trading/strategies/index.ts";
import type { BacktestDay } from "../apps/server/src/products/copy-trading/kept.ts";

const yearsDefault = 5;
const tradingDaysAYear = 245;
const furtherDays = 10;
const valuedAtMinute = 840;
const cutOffMinutes = 30;
/** The simulated market's history is six years long then. */
const now = Date.parse("2026-06-01T12:00:00Z");
const terms = { managementBasisPoints: 100, performanceBasisPoints: 1_000 };

/**
 * `npm run bench backtest [years] [strategy]`: runs strategies over so many years of minutes of the simulated market on
 * the exchanges' hours: each trades at the minute after its cut-off, is valued at its valuation's, and what it holds is
 * looked at in every minute. Says how long each took, how many minutes it read, and beside it the same over daily bars.
 */
export async function run([typedYears, only]: string[]): Promise<void> {
  const years = Number(typedYears ?? yearsDefault);
  const feed = createSimulatedFeed({ seed: "bench", hours: "exchange", clock: { now: () => now } });
  console.log(
    `${years} years; seconds over minutes, minutes read, seconds over days, return by each`,
  );
  let total = 0;
  for (const market of marketKeys) {
    const today = marketDate(market, now, "exchange");
    const instruments = feed.instruments().filter((one) => one.market === market);
    const before = dateBegins(market, today, "exchange") + dayMs;
    const limit = years * tradingDaysAYear + 300;
    const histories = await historyOf(feed, instruments, { before, limit });
    const dates = [...new Set(histories.flatMap(({ bars }) => bars.map((bar) => bar.tradingDate)))]
      .filter((date) => date < today)
      .toSorted();
    for (const key of copyStrategies.filter((one) => only === undefined || one === only)) {
      const strategy = strategies[key];
      const warmUp = strategy.lookBackDays + furtherDays;
      const days = dates.slice(Math.max(warmUp, dates.length - years * tradingDaysAYear));
      let read = 0;
      const minutes = {
        of(code: string, day: string) {
          const prices = feed.minutes?.(market, code, day) ?? null;
          read += prices?.starts.length ?? 0;
          return prices;
        },
        decidesAt: (day: string) => momentOf(market, day, valuedAtMinute - cutOffMinutes),
        valuedAt: (day: string) => momentOf(market, day, valuedAtMinute),
      };
      const over = timed(() => [
        ...backtest(market, strategy, histories, { days, terms, minutes }),
      ]);
      const daily = timed(() => [...backtest(market, strategy, histories, { days, terms })]);
      total += over.seconds;
      console.log(
        `${market} ${key}: ${over.seconds.toFixed(1)} s, ${read.toLocaleString("en")} minutes, ` +
          `${daily.seconds.toFixed(1)} s; ${told(over.days)} by minutes (worst fall within days ${fall(over.days)} %), ` +
          `${told(daily.days)} by days`,
      );
    }
  }
  console.log(`${total.toFixed(1)} s for all of them`);
}

function momentOf(market: MarketKey, day: string, minute: number): number {
  return dateBegins(market, day, "exchange") + minute * minuteMs;
}

function timed(work: () => BacktestDay[]): { days: BacktestDay[]; seconds: number } {
  const began = performance.now();
  const days = work();
  return { days, seconds: (performance.now() - began) / 1_000 };
}

function told(days: readonly BacktestDay[]): string {
  return `${figuresOf(days)?.return ?? "–"} % in ${days.length} days`;
}

/** From the highest value until then to the lowest minute after it. */
function fall(days: readonly BacktestDay[]): string {
  let [peak, worst] = [0, 0];
  for (const { value, low = value } of days) {
    if (peak > 0) worst = Math.max(worst, 1 - low / peak);
    peak = Math.max(peak, value);
  }
  return (worst * 100).toFixed(2);
}
