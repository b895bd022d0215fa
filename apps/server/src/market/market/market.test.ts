import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calls, type CallOutput, type Calls } from "@sanshi/contract";
import { parsePrice, price, shares, type MarketKey } from "@sanshi/money";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { createQuoteBoard } from "../../market-feed/quote-board.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import type { MarketContext } from "./market.ts";
import { patientBars } from "./patient-bars.ts";
import { indexLine } from "./index-line.ts";
import { lastTrades } from "./last-trades.ts";
import { indexRows, stockCandles, stockDetail, timeShare } from "./market.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

describe("rankings", () => {
  it("carry a stock's figures of the day as decimals", async () => {
    app.feed.quote("jpy", "7203", "2871.5", {
      open: parsePrice("2855")!,
      high: parsePrice("2880")!,
      low: parsePrice("2840")!,
      previousClose: parsePrice("2850")!,
      volume: shares(1_234_500n),
      turnoverMinor: 3_535_000_000n,
    });
    const rows = await app.accepted("/market/stocks", { type: "jpy" }, customer);
    expect(rows.map(({ code }) => code)).toEqual(["7203", "6758"]);
    expect(rows[0]).toMatchObject({
      type: "jpy",
      name: "トヨタ自動車",
      names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
      price: "2871.5",
      change: "21.5",
      change_percent: "0.75",
      open: "2855",
      previous_close: "2850",
      high: "2880",
      low: "2840",
      volume: "1234500",
      turnover: "3535000000",
    });
  });

  it.each([
    ["gainers", ["7203", "6758"]],
    ["losers", ["6758", "7203"]],
    ["turnover", ["6758", "7203"]],
    ["volume", ["7203", "6758"]],
    ["code", ["6758", "7203"]],
  ] as const)("by %s", async (sort, codes) => {
    app.feed.quote("jpy", "7203", "2907", {
      previousClose: parsePrice("2850")!,
      volume: shares(200n),
      turnoverMinor: 1n,
    });
    app.feed.quote("jpy", "6758", "3267", {
      previousClose: parsePrice("3300")!,
      volume: shares(100n),
      turnoverMinor: 2n,
    });
    const rows = await app.accepted("/market/stocks", { type: "jpy", sort }, customer);
    expect(rows.map(({ code }) => code)).toEqual(codes);
    expect(rows.map(({ code, change_percent }) => [code, change_percent]).sort()).toEqual([
      ["6758", "-1.00"],
      ["7203", "2.00"],
    ]);
  });

  it("show the newest price at once", async () => {
    for (const last of ["2900", "2901", "2902"]) {
      app.feed.quote("jpy", "7203", last);
      const rows = await app.accepted("/market/hot", { type: "jpy" }, customer);
      expect(rows.find(({ code }) => code === "7203")?.price).toBe(last);
    }
  });

  it("are of one market", async () => {
    const rows = await app.accepted("/market/stocks", { type: "usd" }, customer);
    expect(rows.map(({ code }) => code)).toEqual(["AAPL"]);
  });

  it("are for signed-in customers, and know three markets and five orders", async () => {
    expect(await app.refused("/market/stocks", { type: "jpy" })).toBe("sign_in_again");
    for (const input of [{ type: "krw" }, { sort: "best" }, { type: "jpy", page: "2" }]) {
      expect(await app.refused("/market/stocks", input, customer)).toBe("invalid_request");
    }
  });
});

describe("searching", () => {
  it.each([
    ["トヨタ", "7203"],
    ["maotai", "600519"],
    ["apple", "AAPL"],
    ["6758", "6758"],
  ])("finds %s with its newest quote", async (q, code) => {
    const rows = await app.accepted("/market/search", { q }, customer);
    expect(rows.map((row) => row.code)).toContain(code);
  });

  it("answers an empty text with an empty list, and refuses one that is too long", async () => {
    expect(await app.accepted("/market/search", { q: "" }, customer)).toEqual([]);
    expect(await app.refused("/market/search", { q: "x".repeat(65) }, customer)).toBe(
      "invalid_request",
    );
    expect(await app.refused("/market/search", {}, customer)).toBe("invalid_request");
  });
});

describe("one stock", () => {
  it("tells its tick at the price, the day's limits, its lot and its session", async () => {
    app.feed.quote("cny", "600519", "1510.00", { previousClose: parsePrice("1500")! });
    const stock = await app.accepted("/market/stock", { type: "cny", code: "600519" }, customer);
    expect(stock).toMatchObject({
      name: "贵州茅台",
      tick: "0.01",
      lot: "100",
      limit_up: "1650.00",
      limit_down: "1350.00",
      halted: false,
      watched: false,
      market: { open: true, phase: "continuous", opens_at: null },
    });
  });

  it("has a finer tick below 1,000 yen than above 3,000, and no limits in New York", async () => {
    const tickAt = async (last: string) => {
      app.feed.quote("jpy", "6758", last);
      return (await app.accepted("/market/stock", { code: "6758" }, customer)).tick;
    };
    expect(await tickAt("999.9")).toBe("0.1");
    expect(await tickAt("3001")).toBe("1");
    const apple = await app.accepted("/market/stock", { type: "usd", code: "AAPL" }, customer);
    expect([apple.tick, apple.limit_up, apple.limit_down]).toEqual(["0.01", null, null]);
  });

  it.each(["/market/stock", "/market/depth", "/market/timeshare"] as const)(
    "%s refuses one that nobody lists, also under another market",
    async (path) => {
      for (const key of [{ code: "0000" }, { type: "usd", code: "7203" }]) {
        expect(await app.refused(path, key, customer)).toBe("instrument_not_found");
      }
      for (const key of [{ code: "toyota" }, { code: "" }, {}, { code: "7203'" }]) {
        expect(await app.refused(path, key, customer)).toBe("invalid_request");
      }
    },
  );

  it("tells five levels of depth as price and quantity", async () => {
    app.feed.quote("usd", "AAPL", "190.00", {
      bids: [{ price: parsePrice("189.99")!, quantity: shares(300n) }],
      asks: [],
    });
    const depth = await app.accepted("/market/depth", { type: "usd", code: "AAPL" }, customer);
    expect(depth).toMatchObject({ bids: [["189.99", "300"]], asks: [] });
  });
});

describe("the state of the markets", () => {
  it("comes for all three", async () => {
    const states = await app.accepted("/market/status", {}, customer);
    expect(states.map(({ type, open }) => [type, open])).toEqual([
      ["jpy", true],
      ["usd", true],
      ["cny", true],
    ]);
  });
});

describe("candles over HTTP", () => {
  it("refuses periods, numbers and times that are none", async () => {
    const key = { code: "7203", type: "jpy" };
    for (const wrong of [
      { period: "2m" },
      { period: "day", limit: "0" },
      { period: "day", limit: "1001" },
      { period: "day", limit: "1e2" },
      { period: "day", before: "yesterday" },
      { period: "day", adjust: "both" },
      {},
    ]) {
      expect(await app.refused("/market/candles", { ...key, ...wrong }, customer)).toBe(
        "invalid_request",
      );
    }
    expect(await app.refused("/market/candles", { code: "0000", period: "day" }, customer)).toBe(
      "instrument_not_found",
    );
  });
});

describe("the last trades", () => {
  it("are nothing of a feed that does not tell them, instead of being made up", async () => {
    const answer = await app.accepted("/market/trades", { code: "7203" }, customer);
    expect(answer.items).toBe(null);
    expect(await app.refused("/market/trades", { code: "0000" }, customer)).toBe(
      "instrument_not_found",
    );
  });
});

describe("on the simulated market", () => {
  const markets = new Map<string, MarketContext>();

  /** The market as it stands at a moment, which no test moves: its history is worked out once for all. */
  function simulated(moment: string, hours: "always" | "exchange"): MarketContext {
    const key = `${moment} ${hours}`;
    const known = markets.get(key) ?? marketAt(moment, hours);
    markets.set(key, known);
    return known;
  }

  function marketAt(moment: string, hours: "always" | "exchange"): MarketContext {
    const clock = { now: () => Date.parse(moment) };
    const feed = createSimulatedFeed({ seed: "test", hours, clock });
    const halts = { of: () => null, stop: async () => undefined };
    const settings = { marketRules: "practice" } as const;
    return { feed, clock, hours, halts, settings, quotes: createQuoteBoard(feed, clock) };
  }
  const toyota = { type: "jpy", code: "7203" } as const;

  type Chart = Promise<{ ok: true; value: { text: string } } | { ok: false }>;

  async function read<Path extends "/market/candles" | "/market/timeshare" | "/market/trades">(
    path: Path,
    outcome: Chart,
  ): Promise<CallOutput<Calls[Path]>> {
    const settled = await outcome;
    if (!settled.ok) throw new Error("refused");
    return calls[path].output.parse(JSON.parse(settled.value.text)) as CallOutput<Calls[Path]>;
  }
  const readDay = (chart: Chart) => read("/market/timeshare", chart);
  const readCandles = (chart: Chart) => read("/market/candles", chart);
  const readTrades = (chart: Chart) => read("/market/trades", chart);

  it("draws the day's minutes with the lunch break as a gap", async () => {
    const market = simulated("2026-11-18T04:00:30Z", "exchange");
    const day = await readDay(timeShare(market, toyota));
    expect(day.trading_date).toBe("2026-11-18");
    expect(day.sessions).toEqual([
      ["2026-11-18T00:00:00.000Z", "2026-11-18T02:30:00.000Z"],
      ["2026-11-18T03:30:00.000Z", "2026-11-18T06:30:00.000Z"],
    ]);
    expect(day.auctions).toEqual([
      { kind: "opening", from: "2026-11-17T23:00:00.000Z", until: "2026-11-18T00:00:00.000Z" },
      { kind: "closing", from: "2026-11-18T06:25:00.000Z", until: "2026-11-18T06:30:00.000Z" },
    ]);
    const lunch = day.items.filter(
      ([at]) => at >= "2026-11-18T02:31:00.000Z" && at < "2026-11-18T03:30:00.000Z",
    );
    expect(lunch).toEqual([]);
    expect(day.items.length).toBeGreaterThan(100);
    expect(day.point_minutes).toBe(1);
  });

  it("tells what the day's auctions came to: the opening is the day's open, none that lies ahead is told", async () => {
    const prices = async (moment: string, key: { type: MarketKey; code: string } = toyota) => {
      const market = simulated(moment, "exchange");
      const day = await readDay(timeShare(market, key));
      const quote = market.quotes.get(key.type, key.code)!;
      return { prints: day.auction_prices, quote };
    };
    const noon = await prices("2026-11-18T04:00:30Z");
    expect(noon.prints.map(({ auction, at }) => `${auction} ${at}`)).toEqual([
      "opening 2026-11-18T00:00:00.000Z",
      "morning_closing 2026-11-18T02:30:00.000Z",
      "afternoon_opening 2026-11-18T03:30:00.000Z",
    ]);
    expect(parsePrice(noon.prints[0]!.price)).toBe(noon.quote.open);
    const before = await prices("2026-11-18T06:29:59.999Z");
    expect(before.prints).toHaveLength(3);
    const evening = await prices("2026-11-18T06:30:00Z");
    expect(evening.prints.at(-1)).toMatchObject({ auction: "closing", locked: null });
    expect(parsePrice(evening.prints.at(-1)!.price)).toBe(evening.quote.last);
    expect(
      (await prices("2026-11-18T21:30:00Z", { type: "usd", code: "AAPL" })).prints.map(
        ({ auction, at }) => `${auction} ${at}`,
      ),
    ).toEqual(["opening 2026-11-18T14:30:00.000Z", "closing 2026-11-18T21:00:00.000Z"]);
  });

  it("lists the trades that the quote and the minutes are made of, and none of the future", async () => {
    const market = simulated("2026-11-18T04:00:30Z", "exchange");
    const quote = market.quotes.get("jpy", "7203")!;
    const { items, trading_date } = await readTrades(
      lastTrades(market, { ...toyota, limit: "100" }),
    );
    expect(trading_date).toBe("2026-11-18");
    expect(items).toHaveLength(100);
    const [at, last] = items![0]!;
    expect([Date.parse(at), parsePrice(last)]).toEqual([quote.at, quote.last]);
    const times = items!.map(([time]) => time);
    expect(times).toEqual(times.toSorted().reverse());
    // The newest minute that the list holds whole.
    const minute = Math.floor(quote.at / 60_000) * 60_000 - 60_000;
    const inIt = items!.filter(
      ([time]) => Date.parse(time) >= minute && Date.parse(time) < minute + 60_000,
    );
    const [bar] = await market.feed.bars({
      ...{ market: "jpy", code: "7203", period: "1m" },
      ...{ before: minute + 60_000, limit: 1 },
    });
    expect(inIt.reduce((sum, [, , quantity]) => sum + BigInt(quantity), 0n)).toBe(bar!.volume);
    expect(parsePrice(inIt[0]![1])).toBe(bar!.close);
    expect(parsePrice(inIt.at(-1)![1])).toBe(bar!.open);
    expect(new Set(inIt.map(([, , , taker]) => taker))).toEqual(new Set(["buy", "sell"]));
  });

  it("tells of an auction's trade that nobody came to another's price", async () => {
    const market = simulated("2026-11-18T00:00:20Z", "exchange");
    const { items } = await readTrades(lastTrades(market, { ...toyota, limit: "100" }));
    const opening = market.feed.auction?.({
      ...{ market: "jpy", code: "7203", tradingDate: "2026-11-18", auction: "opening" },
    });
    const [, price, quantity, taker] = items!.at(-1)!;
    expect([parsePrice(price), BigInt(quantity), taker]).toEqual([
      opening!.price,
      opening!.volume,
      null,
    ]);
    expect(items!.slice(0, -1).every(([, , , side]) => side !== null)).toBe(true);
  });

  it("holds an index by days that ends where the index stands, and keeps past days as they closed", () => {
    // Tokyo's days begin on their own date here, in UTC as well.
    const market = simulated("2026-11-18T04:00:30Z", "exchange");
    const composite = { type: "jpy", code: "SJPC" } as const;
    const read = (period: "day" | "week", limit: string) => {
      const answer = indexLine(market, { ...composite, period, limit });
      if (!answer.ok) throw new Error("refused");
      return answer.value.items;
    };
    const days = read("day", "30");
    expect(days).toHaveLength(30);
    const now = indexRows(market, "jpy").find(({ code }) => code === "SJPC")!;
    expect(parsePrice(days.at(-1)![1])).toBe(parsePrice(now.level));
    const [past] = market.feed.indexCloses!("jpy", days.at(-2)![0].slice(0, 10));
    expect([past!.code, parsePrice(days.at(-2)![1])]).toEqual(["SJPC", past!.level]);
    expect(read("week", "5").at(-1)![1]).toBe(days.at(-1)![1]);
    expect(indexLine(market, { ...composite, code: "NONE", period: "day", limit: "3" })).toEqual({
      ok: false,
      refusal: { code: "instrument_not_found" },
    });
  });

  it("ends the day's minutes and candles on the quote's own price and volume", async () => {
    const market = simulated("2026-11-18T04:00:30Z", "always");
    const quote = market.quotes.get("jpy", "7203")!;
    const day = await readDay(timeShare(market, toyota));
    expect(parsePrice(day.items.at(-1)![1])).toBe(quote.last);
    expect(day.items.reduce((sum, [, , , volume]) => sum + BigInt(volume), 0n)).toBe(quote.volume);
    const { items } = await readCandles(
      stockCandles(market, { ...toyota, period: "day", adjust: "none", limit: "1" }),
    );
    expect(items).toHaveLength(1);
    const [, open, high, low, close, volume] = items[0]!;
    expect([open, high, low, close].map((text) => parsePrice(text))).toEqual([
      quote.open,
      quote.high,
      quote.low,
      quote.last,
    ]);
    expect(BigInt(volume)).toBe(quote.volume);
  });

  it("fits a day around the clock into a few kilobytes, in points of five minutes", async () => {
    const market = simulated("2026-11-18T14:59:30Z", "always");
    const answer = await timeShare(market, toyota);
    if (!answer.ok) throw new Error("refused");
    const day = await readDay(Promise.resolve(answer));
    expect([day.point_minutes, day.items.length]).toEqual([5, (24 * 60) / 5]);
    expect(brotliCompressSync(answer.value.text).byteLength).toBeLessThan(6 * 1_024);
    expect(parsePrice(day.items.at(-1)![1])).toBe(market.quotes.get("jpy", "7203")!.last);
  });

  it("has an average price between the day's low and high", async () => {
    const market = simulated("2026-11-18T04:00:30Z", "always");
    const quote = market.quotes.get("jpy", "7203")!;
    const day = await readDay(timeShare(market, toyota));
    expect(day.sessions).toEqual([["2026-11-17T15:00:00.000Z", "2026-11-18T15:00:00.000Z"]]);
    for (const [, , average] of day.items) {
      const value = parsePrice(average)!;
      expect(value >= quote.low && value <= quote.high).toBe(true);
    }
  });

  it("pages back through candles without a gap or a repetition", async () => {
    const market = simulated("2026-11-18T04:00:30Z", "exchange");
    const question = { ...toyota, period: "day", adjust: "forward", limit: "20" } as const;
    const newest = await readCandles(stockCandles(market, question));
    const older = await readCandles(
      stockCandles(market, { ...question, before: newest.items[0]![0] }),
    );
    const both = await readCandles(stockCandles(market, { ...question, limit: "40" }));
    expect([...older.items, ...newest.items]).toEqual(both.items);
    expect(newest.more).toBe(true);
  });

  it("asks for long stretches of minutes piece by piece, and gets the same", async () => {
    const { feed, clock } = simulated("2026-11-18T04:00:30Z", "exchange");
    const asked: number[] = [];
    const counting = {
      bars: (query: Parameters<typeof feed.bars>[0]) => {
        asked.push(query.limit);
        return feed.bars(query);
      },
    };
    const query = { market: "jpy", code: "7203", period: "1m", before: clock.now() } as const;
    for (const limit of [10, 1_500, 1_501, 4_000]) {
      asked.length = 0;
      expect(await patientBars(counting)({ ...query, limit })).toEqual(
        await feed.bars({ ...query, limit }),
      );
      expect(Math.max(...asked)).toBeLessThanOrEqual(1_500);
    }
  });

  it("draws one chart for all who ask for the same at the same moment", async () => {
    const market = simulated("2026-11-18T04:00:30Z", "always");
    let drawn = 0;
    const { feed } = market;
    const counted = {
      ...market,
      feed: {
        ...feed,
        bars: (query: Parameters<typeof feed.bars>[0]) => ((drawn += 1), feed.bars(query)),
      },
    };
    await Promise.all([1, 2, 3].map(() => readDay(timeShare(counted, toyota))));
    expect(drawn).toBe(1);
  });

  it("keeps the limits of the day that the exchange is in", () => {
    const during = simulated("2026-11-18T04:00:30Z", "exchange");
    // Sunday in Tokyo: the next trading day stands on Friday's close.
    const weekend = simulated("2026-11-22T04:00:30Z", "exchange");
    const limitsOf = (market: MarketContext) => {
      const outcome = stockDetail(market, toyota, false);
      if (!outcome.ok) throw new Error("refused");
      const { limit_up, limit_down, market: state } = outcome.value;
      const middle = price((parsePrice(limit_up!)! + parsePrice(limit_down!)!) / 2n);
      return { middle, trading_date: state.trading_date };
    };
    const quoteOf = (market: MarketContext) => market.quotes.get("jpy", "7203")!;
    expect(limitsOf(during)).toEqual({
      middle: quoteOf(during).previousClose,
      trading_date: "2026-11-18",
    });
    expect(limitsOf(weekend)).toEqual({
      middle: quoteOf(weekend).last,
      trading_date: "2026-11-24",
    });
  });

  it("has indices of every market, whose change adds up with two decimals", () => {
    const rows = indexRows(simulated("2026-11-18T04:00:30Z", "always"), undefined);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["jpy", "usd", "cny"]));
    for (const { level, change, change_percent } of rows) {
      for (const figure of [level, change, change_percent]) expect(figure).toMatch(/^-?\d+\.\d\d$/);
    }
  });
});
