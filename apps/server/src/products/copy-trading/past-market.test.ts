import { dayMs } from "@sanshi/contract";
import { minorDigits, priceUnitsPerMinor, settlementCurrency, type MarketKey } from "@sanshi/money";
import { dateBegins, marketDate } from "@sanshi/rulebook";
import { expect, it } from "vitest";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import { historyOf, pastMarket, pastMarkets, type StockHistory } from "./past-market.ts";
import { strategies, type PastMarket, type PastStock, type Target } from "./strategies/index.ts";

const now = Date.parse("2026-06-01T04:00:00Z");
const feed = createSimulatedFeed({ seed: "pasts", hours: "exchange", clock: { now: () => now } });
const splitOn = "2026-03-11";

/** The simulated stocks of a market, one of which is split within the days that are asked for. */
async function past(market: MarketKey): Promise<{ histories: StockHistory[]; days: string[] }> {
  const instruments = feed.instruments().filter((one) => one.market === market);
  const today = marketDate(market, now, "exchange");
  const asked = { before: dateBegins(market, today, "exchange") + dayMs, limit: 300 };
  const [first, ...others] = await historyOf(feed, instruments, asked);
  if (first === undefined) throw new Error("the market has no stock");
  const split = { kind: "split" as const, exDate: splitOn, numerator: 3n, denominator: 2n };
  const days = first.bars.map(({ tradingDate }) => tradingDate).slice(-160);
  return { histories: [{ ...first, actions: [split, ...first.actions] }, ...others], days };
}

/** Each day of each morning by itself, as the rule is written down. */
function plainPast(
  market: MarketKey,
  histories: readonly StockHistory[],
  today: string,
  lookBackDays: number,
): PastMarket {
  const units = 10 ** minorDigits(settlementCurrency(market));
  const scale = Number(priceUnitsPerMinor(settlementCurrency(market))) * units;
  const stocks = histories.flatMap(({ code, sector, bars, actions }): PastStock[] => {
    const ended = bars.filter(({ tradingDate }) => tradingDate < today).slice(-lookBackDays);
    if (ended.length === 0) return [];
    const known = actions.filter(({ exDate }) => exDate <= today);
    const ratioOf = (date: string) =>
      known.reduce(
        (ratio, action) =>
          action.kind === "split" && action.exDate > date
            ? ratio * (Number(action.denominator) / Number(action.numerator))
            : ratio,
        1,
      );
    const days = ended.map((bar) => {
      const ratio = ratioOf(bar.tradingDate) / scale;
      return {
        date: bar.tradingDate,
        open: Number(bar.open) * ratio,
        high: Number(bar.high) * ratio,
        low: Number(bar.low) * ratio,
        close: Number(bar.close) * ratio,
        turnover: Number(bar.turnoverMinor) / units,
      };
    });
    const dividends = known.flatMap((action) =>
      action.kind === "dividend"
        ? [
            {
              date: action.exDate,
              perShare: (Number(action.perShare) * ratioOf(action.exDate)) / scale,
            },
          ]
        : [],
    );
    return [{ code, sector, days, dividends }];
  });
  return { today, stocks, mirrored: null };
}

it("is the same to the last digit for many mornings as for each by itself, also when they go back", async () => {
  const { histories, days } = await past("jpy");
  const pastOn = pastMarkets("jpy", histories);
  const asked = [...days.filter((_day, place) => place % 7 === 0), days[3]!, days[90]!];
  expect(asked.some((day) => day < splitOn) && asked.some((day) => day >= splitOn)).toBe(true);
  for (const day of asked) {
    const plain = plainPast("jpy", histories, day, 100);
    expect(pastOn(day, 100)).toEqual(plain);
    expect(pastMarket("jpy", histories, day, 100)).toEqual(plain);
  }
  expect(pastOn("2001-01-01", 100).stocks).toEqual([]);
});

/** The pairs of a morning, with the figures of both worked out anew for each pair. */
function plainPairs({ stocks }: PastMarket): Target[] {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = (values: readonly number[]) =>
    Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)));
  const closesOf = ({ days }: PastStock) => days.slice(-91).map(({ close }) => close);
  const returnsOf = (stock: PastStock) => {
    const closes = closesOf(stock);
    return closes.slice(1).map((close, place) => close / closes[place]! - 1);
  };
  const known = stocks.filter((stock) => closesOf(stock).length === 91);
  const found = known.flatMap((one, place) =>
    known.slice(place + 1).flatMap((other) => {
      if (other.sector !== one.sector) return [];
      const [left, right] = [returnsOf(one), returnsOf(other)];
      const [leftMean, rightMean] = [mean(left), mean(right)];
      const together = mean(
        left.map((value, day) => (value - leftMean) * (right[day]! - rightMean)),
      );
      if (together / (deviation(left) * deviation(right)) < 0.4) return [];
      const [above, below] = [closesOf(one).toReversed(), closesOf(other).toReversed()];
      const ratios = above.slice(0, 90).map((close, ago) => Math.log(close / below[ago]!));
      const drift = (ratios[0]! - mean(ratios)) / deviation(ratios);
      return Math.abs(drift) < 1.2 ? [] : [{ one, other, drift }];
    }),
  );
  found.sort((a, b) => Math.abs(b.drift) - Math.abs(a.drift) || (a.one.code < b.one.code ? -1 : 1));
  const taken = new Set<string>();
  return found.flatMap(({ one, other, drift }) => {
    if (taken.size >= 6 || taken.has(one.code) || taken.has(other.code)) return [];
    taken.add(one.code).add(other.code);
    const [cheap, dear] = drift > 0 ? [other, one] : [one, other];
    return [
      { code: cheap.code, basisPoints: 1_500 },
      { code: dear.code, basisPoints: -1_500 },
    ];
  });
}

it("gives pairs the same targets as figures that are worked out pair by pair", async () => {
  const { histories, days } = await past("usd");
  let pairsFound = 0;
  for (const day of days.filter((_day, place) => place % 5 === 0)) {
    const morning = plainPast("usd", histories, day, strategies.pairs.lookBackDays);
    const targets = plainPairs(morning);
    expect(strategies.pairs.decide(morning)).toEqual(targets);
    pairsFound += targets.length / 2;
  }
  expect(pairsFound).toBeGreaterThan(20);
});
