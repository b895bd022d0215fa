import { isDeepStrictEqual } from "node:util";
import { minuteMs, dayMs } from "@sanshi/contract";
import { notional, price, settlementCurrency, shares, type MarketKey } from "@sanshi/money";
import { boardOf, isOnTick, marketStatus, priceLimits } from "@sanshi/rulebook";
import { beforeAll, describe, expect, it } from "vitest";
import { demoCompanies } from "../companies/companies.ts";
import { boardLots } from "../companies/lots.ts";
import type { Quote } from "../market-feed.ts";
import { newestEdition, openChance, type MarketEdition } from "./chance.ts";
import { createSimulatedFeed, type SimulatedFeed } from "./simulated-feed.ts";

const afternoon = Date.parse("2026-11-20T05:15:00Z");

const everyone = demoCompanies();
/** A price depends on no other company, so a few of them show what all do. */
const few = everyone.filter(({ code }) =>
  ["7203", "9166", "AAPL", "F", "600519", "688795"].includes(code),
);

function feedAt(
  moment: number,
  hours: "always" | "exchange" = "always",
  { seed = "sanshi", companies = everyone, edition = newestEdition as MarketEdition } = {},
) {
  const clock = { moment, now: () => clock.moment };
  return {
    clock,
    feed: createSimulatedFeed({ chance: openChance(seed, edition), hours, clock, companies }),
  };
}

const standing = new Map<string, SimulatedFeed>();

/** The whole market as it stands at a moment, for tests that only read it: worked out once for all of them. */
function standingFeed(
  moment: number,
  hours: "always" | "exchange" = "always",
  edition: MarketEdition = newestEdition,
): SimulatedFeed {
  const key = `${moment} ${hours} ${edition}`;
  const feed = standing.get(key) ?? feedAt(moment, hours, { edition }).feed;
  standing.set(key, feed);
  return feed;
}

function quoteOf(feed: SimulatedFeed, code: string): Quote {
  return feed.snapshot().find((quote) => quote.code === code)!;
}

function brief(feed: SimulatedFeed, codes: readonly string[]): string[] {
  return codes.map((code) => {
    const { at, last, volume, previousClose } = quoteOf(feed, code);
    return `${code} ${at} ${last} ${volume} ${previousClose}`;
  });
}

describe("the simulated market's determinism", () => {
  it("gives the values that were written down once, on every machine", () => {
    const feed = standingFeed(afternoon, "always", 1);
    expect(brief(feed, ["7203", "AAPL", "600519", "688795"])).toMatchInlineSnapshot(`
      [
        "7203 1795151698786 23545000 29163200 23580000",
        "AAPL 1795151699526 1935000 4385946 1937000",
        "600519 1795151699693 18965800 5071500 18796900",
        "688795 1795151698602 7997800 3344400 7989900",
      ]
    `);
    expect(feed.indexes().map(({ code, level }) => `${code} ${level}`)).toMatchInlineSnapshot(`
      [
        "SJPC 20664700",
        "SJP30 311106000",
        "SUSC 33628500",
        "SUST 90640600",
        "SCNC 47076700",
        "SCNG 28182000",
      ]
    `);
  });

  it("differs between its editions in ChiNext's shares and in what is reckoned from them alone", () => {
    const [first, second] = [standingFeed(afternoon, "always", 1), standingFeed(afternoon)];
    const daysOf = (feed: SimulatedFeed, { market, code }: (typeof everyone)[number]) =>
      feed.bars({ market, code, period: "1d", before: afternoon, limit: 3_000 });
    const differing = everyone
      .filter((company) => !isDeepStrictEqual(daysOf(first, company), daysOf(second, company)))
      .map((company) => boardOf(company));
    expect(new Set(differing)).toEqual(new Set(["chinext"]));
    expect(second.indexes().map(({ code, level }) => `${code} ${level}`)).toMatchInlineSnapshot(`
      [
        "SJPC 20664700",
        "SJP30 311106000",
        "SUSC 33628500",
        "SUST 90640600",
        "SCNC 47077000",
        "SCNG 28205900",
      ]
    `);
  });

  it("does not change a stock's price when other companies come or go", () => {
    const all = brief(standingFeed(afternoon), ["9166", "F"]);
    expect(brief(feedAt(afternoon, "always", { companies: few }).feed, ["9166", "F"])).toEqual(all);
  });

  it("gives the same quotes, book included, to a second process with the same seed", () => {
    const snapshot = () => feedAt(afternoon, "always", { companies: few }).feed.snapshot();
    expect(snapshot()).toEqual(snapshot());
  });

  it("gives other prices for another seed", () => {
    const [one, other] = ["sanshi", "sanshi2"].map(
      (seed) => feedAt(afternoon, "always", { seed, companies: few }).feed,
    );
    const last = (feed: SimulatedFeed) => feed.snapshot().map((quote) => quote.last);
    expect(last(one!)).not.toEqual(last(other!));
  });

  it("does not depend on when the process started or how the clock got there", () => {
    const { clock, feed } = feedAt(afternoon - 400 * dayMs, "always", { companies: few });
    feed.start(() => undefined);
    for (const step of [1_000, 90 * dayMs, 250, 310 * dayMs - 1_250]) {
      clock.moment += step;
      feed.poll();
    }
    feed.stop();
    const fresh = feedAt(afternoon, "always", { companies: few }).feed;
    expect(feed.snapshot()).toEqual(fresh.snapshot());
  });
});

describe("delivering quotes", () => {
  it("raises every stock's sequence strictly, also over a restart", () => {
    const first = deliveredDuring(afternoon, 20_000);
    const second = deliveredDuring(afternoon + 20_000, 20_000);
    const newest = new Map<string, bigint>();
    for (const { market, code, sequence } of [...first, ...second]) {
      const key = `${market}:${code}`;
      expect(sequence).toBeGreaterThanOrEqual(newest.get(key) ?? 0n);
      newest.set(key, sequence);
    }
    const keys = first.map((quote) => `${quote.market}:${quote.code}:${quote.sequence}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("trades every stock every few seconds, the largest more often", () => {
    const quotes = deliveredDuring(afternoon, 3 * minuteMs, everyone);
    const count = (code: string) => quotes.filter((quote) => quote.code === code).length;
    for (const code of new Set(quotes.map((quote) => quote.code))) {
      expect(count(code)).toBeGreaterThanOrEqual(3 * 15 - 2);
    }
    expect(count("AAPL")).toBeGreaterThan(count("F"));
  });

  it("catches up at once with one quote per stock when the clock is moved by months", () => {
    const { clock, feed } = feedAt(afternoon);
    let delivered: Quote[] = [];
    feed.start((quotes) => {
      delivered = [...quotes];
    });
    clock.moment += 200 * dayMs;
    feed.poll();
    feed.stop();
    expect(delivered).toHaveLength(feed.instruments().length);
    for (const quote of delivered) expect(clock.moment - quote.at).toBeLessThan(8_000);
  });
});

function deliveredDuring(from: number, lengthMs: number, companies = few): Quote[] {
  const { clock, feed } = feedAt(from, "always", { companies });
  const quotes: Quote[] = [];
  feed.start((delivered) => quotes.push(...delivered));
  for (; clock.moment < from + lengthMs; clock.moment += 250) feed.poll();
  feed.stop();
  return quotes;
}

describe("the book", () => {
  let quotes: Quote[];
  beforeAll(() => {
    quotes = [0, 1].flatMap((step) => standingFeed(afternoon + step * 37 * minuteMs).snapshot());
  });

  it("has five levels on each side around the last price, on the tick grid, in whole lots", () => {
    const feed = standingFeed(afternoon);
    const instruments = new Map(feed.instruments().map((one) => [`${one.market}${one.code}`, one]));
    for (const quote of quotes) {
      const { market, tickClass } = instruments.get(`${quote.market}${quote.code}`)!;
      const grid = { market, tickClass, date: quote.tradingDate };
      expect(quote.bid <= quote.last && quote.last <= quote.ask).toBe(true);
      for (const levels of [quote.bids, quote.asks]) {
        expect(levels.length).toBeLessThanOrEqual(5);
        for (const level of levels) {
          expect(isOnTick(level.price, grid)).toBe(true);
          expect(level.quantity > 0n && level.quantity % boardLots[market] === 0n).toBe(true);
        }
      }
      if (quote.bids[0]) expect(quote.bids[0].price).toBe(quote.bid);
      if (quote.asks[0]) expect(quote.asks[0].price).toBe(quote.ask);
      if (quote.bids[0] && quote.asks[0]) expect(quote.bid < quote.ask).toBe(true);
      expect(isOnTick(quote.last, grid)).toBe(true);
    }
  });

  it("is empty on the side on which the day's limit has locked the stock", () => {
    const { feed, day } = lockedDay();
    const start = feed.histories.cny.calendar.opensAt(day.index);
    const quote = quoteOf(feedAt(start + 100 * minuteMs, "exchange").feed, day.code);
    expect(quote.tradingDate).toBe(day.date);
    expect(quote.open).toBe(quote.last);
    if (day.isUp) {
      expect(quote.asks).toEqual([]);
      expect(quote.bids.length).toBeGreaterThan(0);
    } else {
      expect(quote.bids).toEqual([]);
      expect(quote.asks.length).toBeGreaterThan(0);
    }
    expect([quote.bid, quote.ask]).toContain(quote.last);
  });
});

/** A day on which a mainland stock stood at its limit from the first trade to the last. */
function lockedDay() {
  const feed = standingFeed(afternoon, "exchange");
  const history = feed.histories.cny;
  feed.snapshot();
  const newest = history.calendar.indexAt(afternoon);
  for (const track of history.tracks) {
    for (let index = newest; index > Math.max(1, track.listedAt); index -= 1) {
      const day = history.day(track, index)!;
      if (day.low !== day.high) continue;
      const date = history.calendar.dateAt(index);
      return {
        feed,
        day: { index, date, code: track.company.code, isUp: day.close > day.base },
      };
    }
  }
  throw new Error("no locked day in the whole history");
}

describe("hours", () => {
  it("keeps the exchange's lunch break, evenings and holidays", () => {
    for (const [market, moment] of [
      ["jpy", "2026-11-20T03:00:00Z"],
      ["jpy", "2026-11-23T02:00:00Z"],
      ["cny", "2026-11-20T04:00:00Z"],
      ["usd", "2026-11-21T15:00:00Z"],
    ] as const) {
      const at = Date.parse(moment);
      expect(marketStatus(market, at, "exchange").isOpen).toBe(false);
      const { clock, feed } = feedAt(at, "exchange", { companies: few });
      const quotes: Quote[] = [];
      feed.snapshot();
      feed.start((delivered) => quotes.push(...delivered));
      for (; clock.moment < at + 30_000; clock.moment += 500) feed.poll();
      feed.stop();
      expect(quotes.filter((quote) => quote.market === market)).toEqual([]);
    }
  });

  it("trades only while the rulebook says that the market is open", () => {
    const feed = standingFeed(afternoon, "exchange");
    for (const quote of feed.snapshot()) {
      expect(marketStatus(quote.market, quote.at, "exchange").isOpen).toBe(true);
    }
  });

  it("trades on a Sunday night when it is always open", () => {
    const { feed } = feedAt(Date.parse("2026-11-22T18:00:00Z"), "always", {
      companies: few,
    });
    const date = { jpy: "2026-11-23", usd: "2026-11-22", cny: "2026-11-23" };
    for (const quote of feed.snapshot()) expect(quote.tradingDate).toBe(date[quote.market]);
  });

  it("starts the New York day at local midnight on both clock-change days", () => {
    for (const [moment, from] of [
      ["2026-03-08T20:00:00Z", "2026-03-08T05:00:00Z"],
      ["2026-11-01T20:00:00Z", "2026-11-01T04:00:00Z"],
    ] as const) {
      const { feed } = feedAt(Date.parse(moment), "always", { companies: few });
      const before = Date.parse(moment);
      const [bar] = barsOf(feed, "usd", "AAPL", "1d", before, 1);
      expect(bar!.from).toBe(Date.parse(from));
    }
  });
});

function barsOf(
  feed: SimulatedFeed,
  market: MarketKey,
  code: string,
  period: "1m" | "1d",
  before: number,
  limit: number,
) {
  const bars = feed.bars({ market, code, period, before, limit });
  if (bars instanceof Promise) throw new Error("the simulated feed answers at once");
  return bars;
}

describe("bars and quotes tell the same", () => {
  it("ends the running day's and minute's bars at the quote", () => {
    for (const code of ["7203", "AAPL", "600519"]) {
      const { feed, clock } = feedAt(afternoon + 23_456, "always", { companies: few });
      const quote = quoteOf(feed, code);
      const [day] = barsOf(feed, quote.market, code, "1d", clock.moment, 1);
      const [minute] = barsOf(feed, quote.market, code, "1m", clock.moment, 1);
      const { open, high, low, volume, turnoverMinor, last, tradingDate } = quote;
      expect(day).toMatchObject({
        open,
        high,
        low,
        close: last,
        volume,
        turnoverMinor,
        tradingDate,
      });
      expect(minute!.close).toBe(last);
      expect(minute!.from).toBeLessThanOrEqual(quote.at);
    }
  });

  it("tells nothing of the future, whatever is asked", () => {
    const { feed, clock } = feedAt(afternoon, "always", { companies: few });
    for (const period of ["1d", "1m"] as const) {
      const bars = barsOf(feed, "jpy", "7203", period, clock.moment + 900 * dayMs, 10);
      expect(bars.every(({ from }) => from <= clock.moment)).toBe(true);
    }
    for (const action of feed.corporateActions("usd", "AAPL")) {
      expect(action.exDate <= "2026-11-20").toBe(true);
    }
  });

  it("answers bars oldest first, the newest before the given moment", () => {
    const { feed } = feedAt(afternoon, "exchange", { companies: few });
    const before = Date.parse("2026-10-01T00:00:00Z");
    const days = barsOf(feed, "usd", "AAPL", "1d", before, 3);
    expect(days.map(({ tradingDate }) => tradingDate)).toEqual([
      "2026-09-28",
      "2026-09-29",
      "2026-09-30",
    ]);
    const minutes = barsOf(feed, "jpy", "7203", "1m", Date.parse("2026-09-30T03:31:00Z"), 3);
    expect(minutes.map(({ from }) => new Date(from).toISOString().slice(11, 16))).toEqual([
      "02:28",
      "02:29",
      "03:30",
    ]);
  });

  it("has days back for more than five years, minutes for more than three weeks", () => {
    const { feed } = feedAt(afternoon, "exchange", { companies: few });
    const days = barsOf(feed, "cny", "600519", "1d", afternoon, 5_000);
    expect(days[0]!.tradingDate < "2021-11-20").toBe(true);
    const minutes = barsOf(feed, "cny", "600519", "1m", afternoon, 237 * 16);
    expect(minutes).toHaveLength(237 * 16);
    expect(minutes[0]!.tradingDate < "2026-10-31").toBe(true);
  });
});

describe("what a quote's figures are", () => {
  it("adds up volume and turnover over every single trade", () => {
    const from = Date.parse("2026-11-19T00:00:00Z");
    for (const code of ["7203", "600519"]) {
      const { clock, feed } = feedAt(from, "exchange", { companies: few });
      let volume = 0n;
      let turnover = 0n;
      let newest: Quote | null = null;
      feed.snapshot();
      feed.start((quotes) => {
        for (const quote of quotes.filter((one) => one.code === code)) {
          const earlier = newest?.tradingDate === quote.tradingDate ? newest.volume : 0n;
          const size = shares(quote.volume - earlier);
          volume += size;
          turnover += notional(quote.last, size, settlementCurrency(quote.market), "half_up");
          newest = quote;
        }
      });
      for (; clock.moment < from + 100 * minuteMs; clock.moment += 1_000) feed.poll();
      feed.stop();
      expect(newest!.volume).toBe(volume);
      expect(newest!.turnoverMinor).toBe(turnover);
    }
  });

  it("keeps the previous close, and the day's limits around it, as the rulebook has them", () => {
    const feed = standingFeed(afternoon, "exchange");
    const instruments = new Map(feed.instruments().map((one) => [`${one.market}${one.code}`, one]));
    for (const quote of feed.snapshot()) {
      const { market, tickClass, limitClass } = instruments.get(`${quote.market}${quote.code}`)!;
      const basePrice = price(quote.previousClose);
      const limits = priceLimits({
        market,
        tickClass,
        limitClass,
        basePrice,
        date: quote.tradingDate,
      });
      if (limits === null) continue;
      expect(quote.low >= limits.low && quote.high <= limits.high).toBe(true);
    }
  });
});
