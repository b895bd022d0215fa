import { parsePrice, price, shares, type Price } from "@sanshi/money";
import { describe, expect, it } from "vitest";
import { testInstrument } from "../../../../../tests/support/builders.ts";
import type { Bar, CorporateAction, Instrument } from "../../market-feed/market-feed.ts";
import { compareArticles, placeOfId, type Article } from "./news-articles.rules.ts";
import { stockDay, type StockDay } from "./news-days.rules.ts";
import {
  closingArticles,
  limitsTouched,
  openingMs,
  runningArticles,
  type MarketDay,
} from "./news.rules.ts";

const toyota = testInstrument();
const yen = (text: string): Price => parsePrice(text)!;
const named = (code: string): Instrument => ({ ...toyota, code });

function bar(tradingDate: string, close: string, more: Partial<Bar> = {}): Bar {
  const value = yen(close);
  return {
    from: Date.parse(`${tradingDate}T00:00:00Z`),
    tradingDate,
    open: value,
    high: value,
    low: value,
    close: value,
    volume: shares(100n),
    turnoverMinor: 0n,
    ...more,
  };
}

function stock(code: string, base: string, close: string, more: Partial<StockDay> = {}): StockDay {
  const value = yen(close);
  return {
    instrument: named(code),
    open: value,
    high: value,
    low: value,
    close: value,
    volume: shares(100n),
    base: yen(base),
    limits: null,
    yearCloses: null,
    ...more,
  };
}

const opensAt = Date.parse("2026-11-20T00:00:00Z");
const endsAt = Date.parse("2026-11-20T06:30:00Z");

function day(stocks: readonly StockDay[], more: Partial<MarketDay> = {}): MarketDay {
  return {
    market: "jpy",
    date: "2026-11-20",
    opensAt,
    endsAt,
    nextDate: "2026-11-24",
    stocks,
    indexes: [],
    actions: [],
    touchedAt: new Map(),
    ...more,
  };
}

const find = (articles: readonly Article[], kind: Article["kind"]) =>
  articles.filter((article) => article.kind === kind);
const codes = (article: Article, kind: string) =>
  article.tables.find((table) => table.kind === kind)?.rows.map((row) => row.instrument.code);

describe("a stock's day, from its bars", () => {
  const split: CorporateAction = {
    kind: "split",
    exDate: "2026-11-20",
    numerator: 3n,
    denominator: 1n,
  };
  const dividend: CorporateAction = {
    kind: "dividend",
    exDate: "2026-11-20",
    perShare: yen("45.3"),
  };

  it.each([
    ["the last close", [], "3000"],
    ["a third of it on the day of a split of 3 for 1", [split], "1000"],
    ["less a dividend, on the tick grid", [dividend], "2954.5"],
    ["unchanged by what took effect before", [{ ...split, exDate: "2026-11-19" }], "3000"],
    ["unchanged by what is to come", [{ ...split, exDate: "2026-11-24" }], "3000"],
  ] as const)("stands on %s", (_, actions, base) => {
    const bars = [bar("2026-11-19", "3000"), bar("2026-11-20", "3100")];
    expect(stockDay(toyota, bars, 1, actions).base).toBe(yen(base));
  });

  it("has the exchange's limits around its base", () => {
    const bars = [bar("2026-11-19", "2850"), bar("2026-11-20", "3350")];
    const found = stockDay(toyota, bars, 1, []);
    expect(found.limits).toMatchObject({ high: yen("3350"), low: yen("2350") });
    expect(limitsTouched(found)).toEqual(["limit_up"]);
  });

  it("has no base, and so no limits, on the first day of trading", () => {
    const fresh = { ...toyota, listedOn: "2026-11-20" };
    const found = stockDay(fresh, [bar("2026-11-20", "1500")], 0, []);
    expect([found.base, found.limits]).toEqual([null, null]);
  });

  const yearAgo = bar("2025-11-21", "2000");
  it.each([
    ["none for a stock with less than 52 weeks", [bar("2026-08-01", "2900")], [], null],
    ["the highest and lowest close", [yearAgo, bar("2026-03-02", "2500")], [], ["2500", "2000"]],
    [
      "without what is older than 52 weeks",
      [bar("2025-11-20", "9000"), yearAgo, bar("2025-12-01", "2500")],
      [],
      ["2500", "2000"],
    ],
    [
      "in the shares of after a split",
      [bar("2025-11-21", "6300"), bar("2026-03-02", "6000"), bar("2026-11-19", "2500")],
      [{ ...split, exDate: "2026-11-19" }],
      ["2500", "2000"],
    ],
  ] as const)("knows of the year before: %s", (_, before, actions, expected) => {
    const bars = [...before, bar("2026-11-20", "3100")];
    const { yearCloses } = stockDay(toyota, bars, bars.length - 1, actions);
    expect(yearCloses).toEqual(
      expected === null ? null : { high: yen(expected[0]), low: yen(expected[1]) },
    );
  });
});

describe("what is told at the close", () => {
  const stocks = [
    stock("1001", "1000", "1050", { volume: shares(300n) }),
    stock("1002", "1000", "900", { volume: shares(900n) }),
    stock("1003", "1000", "1000"),
    stock("1004", "2000", "2100"),
    stock("1005", "1000", "1061"),
    stock("1006", "1000", "1062"),
  ];
  const articles = closingArticles(day(stocks));

  it("counts who rose and fell, and ranks them exactly", () => {
    const [close] = find(articles, "market_close");
    expect(close).toMatchObject({
      id: "jpy-20261120-market_close",
      at: endsAt,
      params: { up: "4", down: "1", flat: "1" },
    });
    // Equal gains stand in the order of their codes.
    expect(codes(close!, "gainers")).toEqual(["1006", "1005", "1001", "1004"]);
    expect(codes(close!, "losers")).toEqual(["1002"]);
    expect(codes(close!, "active")).toEqual(["1002", "1001", "1003", "1004", "1005"]);
  });

  it("names the first of each ranking, with the figures of its day", () => {
    const [gainer] = find(articles, "top_gainer");
    expect(gainer).toMatchObject({
      id: "jpy-20261120-top_gainer-1006",
      params: { open: { price: yen("1062") }, previous_close: { price: yen("1000") } },
    });
    expect(find(articles, "top_loser").map(({ id }) => id)).toEqual([
      "jpy-20261120-top_loser-1002",
    ]);
    expect(find(articles, "most_active")[0]!.params["volume"]).toEqual({ shares: 900n });
  });

  it("tells of a large move once, from six per cent on", () => {
    expect(find(articles, "large_gain").map(({ id }) => id)).toEqual([
      "jpy-20261120-large_gain-1005",
    ]);
    expect(find(articles, "large_loss")).toEqual([]);
  });

  it("tells of nothing on a day without trades", () => {
    expect(closingArticles(day([]))).toEqual([]);
    expect(runningArticles(day([]))).toEqual([]);
  });

  it.each([
    ["limit_up_close", "1300", "1300", "1000", "close"],
    ["limit_up_close", "1300", "1300", "1300", "all_day"],
    ["limit_down_close", "700", "1000", "700", "close"],
  ] as const)("tells of a close at the limit: %s at %s", (kind, close, high, low, locked) => {
    const limits = { high: yen("1300"), low: yen("700") };
    const one = stock("1001", "1000", close, { high: yen(high), low: yen(low), limits });
    const found = closingArticles(day([one, ...stocks.slice(1)]));
    expect(find(found, kind).map(({ params }) => params["locked"])).toEqual([locked]);
    expect(find(found, "large_gain").some(({ id }) => id.endsWith("1001"))).toBe(false);
  });

  it("gathers 52-week highs and lows, and only those beyond every close before", () => {
    const yearCloses = { high: yen("1040"), low: yen("950") };
    const found = closingArticles(
      day([
        stock("1001", "1000", "1050", { yearCloses }),
        stock("1002", "1000", "1041", { yearCloses }),
        stock("1003", "1000", "1040", { yearCloses }),
        stock("1004", "1000", "949", { yearCloses }),
      ]),
    );
    const [high] = find(found, "year_high");
    expect(high).toMatchObject({ id: "jpy-20261120-year_high", params: { count: "2" } });
    expect(codes(high!, "year_high")).toEqual(["1001", "1002"]);
    expect(find(found, "year_low")[0]!.params).toEqual({
      count: "1",
      before: { price: yen("950") },
    });
  });

  it("compares a first day with its own first price, and ranks it nowhere", () => {
    const fresh = stock("9999", "1", "1200", { base: null, open: yen("1000") });
    const found = closingArticles(day([...stocks, fresh]));
    const [listing] = find(found, "listing");
    expect(listing!.stock).toMatchObject({ price: yen("1200"), base: yen("1000") });
    expect(codes(find(found, "market_close")[0]!, "gainers")).not.toContain("9999");
  });
});

describe("what is told during the day", () => {
  it("opens with who started higher and lower", () => {
    const stocks = [
      stock("1001", "1000", "1", { open: yen("1010") }),
      stock("1002", "1000", "1", { open: yen("990") }),
      stock("1003", "1000", "1", { open: yen("980") }),
      stock("1004", "1000", "1", { open: yen("1000") }),
    ];
    const [open] = find(runningArticles(day(stocks)), "market_open");
    expect(open).toMatchObject({
      at: opensAt + openingMs,
      params: { up: "1", down: "2", flat: "1" },
      stock: { instrument: { code: "1001" }, price: yen("1010") },
    });
    expect(codes(open!, "opened_down")).toEqual(["1003", "1002"]);
  });

  it("tells of a touched limit at the moment of the touch", () => {
    const limits = { high: yen("1300"), low: yen("700") };
    const one = stock("1001", "1000", "1100", { high: yen("1300"), limits });
    const at = opensAt + 3_600_000;
    const touchedAt = new Map([["limit_up-1001", at]]);
    const found = runningArticles(day([one], { touchedAt }));
    expect(find(found, "limit_up")).toMatchObject([
      { id: "jpy-20261120-limit_up-1001", at, params: { limit: { price: yen("1300") } } },
    ]);
    expect(find(found, "limit_down")).toEqual([]);
  });

  it("tells of splits and dividends on the day before and on the day", () => {
    const instrument = named("1001");
    const split = { kind: "split", numerator: 4n, denominator: 1n } as const;
    const dividend = { kind: "dividend", perShare: price(450_000n) } as const;
    const actions = [
      { instrument, action: { ...split, exDate: "2026-11-24" } },
      { instrument, action: { ...dividend, exDate: "2026-11-20" } },
      { instrument: named("1002"), action: { ...dividend, exDate: "2026-11-20" } },
    ];
    const found = runningArticles(day([stock("1001", "1000", "1000")], { actions }));
    expect(find(found, "split_ahead")[0]!.params).toEqual({
      numerator: "4",
      denominator: "1",
      ex_date: "2026-11-24",
    });
    expect(find(found, "split")).toEqual([]);
    expect(find(found, "dividend")[0]!.params).toMatchObject({ count: "2" });
    expect(codes(find(found, "dividend")[0]!, "dividends")).toEqual(["1001", "1002"]);
    expect(find(found, "dividend_ahead")).toEqual([]);
  });
});

describe("the order and the names of articles", () => {
  it("is newest first, the summary before its details", () => {
    const stocks = [stock("1001", "1000", "1050"), stock("1002", "1000", "900")];
    const all = [...closingArticles(day(stocks)), ...runningArticles(day(stocks))];
    expect(all.toSorted(compareArticles).map(({ kind }) => kind)).toEqual([
      "market_close",
      "top_gainer",
      "top_loser",
      "most_active",
      "market_open",
    ]);
  });

  it.each([
    ["jpy-20261120-market_close", { market: "jpy", date: "2026-11-20" }],
    ["usd-20240229-limit_up-BRK.B", { market: "usd", date: "2024-02-29" }],
    ["jpy-20261140-market_close", null],
    ["jpy-20260230-market_close", null],
    ["krw-20261120-market_close", null],
    ["article-12", null],
  ])("%s is of %j", (id, place) => expect(placeOfId(id)).toEqual(place));
});
