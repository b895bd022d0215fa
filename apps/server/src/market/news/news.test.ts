import type { CallOutput, Calls, NewsItem } from "@sanshi/contract";
import { parsePrice } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { createQuoteBoard } from "../../market-feed/quote-board.ts";
import {
  createSimulatedFeed,
  type SimulatedFeed,
} from "../../market-feed/simulated/simulated-feed.ts";
import { newsInfo, newsList, type NewsContext } from "./news.ts";

type Page = CallOutput<Calls["/news/list"]>;

/** A few of each market: what holds for them holds for all. */
const companies = demoCompanies().filter(({ code }) =>
  ["7203", "6758", "9984", "8306", "AAPL", "F", "600519", "601288", "300750"].includes(code),
);

function marketAt(moment: string, hours: "always" | "exchange" = "exchange") {
  const clock = { moment: Date.parse(moment), now: () => clock.moment };
  const feed = createSimulatedFeed({ seed: "test", hours, clock, companies });
  const quotes = createQuoteBoard(feed, clock);
  quotes.start();
  feed.stop();
  const context: NewsContext & { feed: SimulatedFeed } = { feed, clock, hours, quotes };
  return { context, clock };
}

async function list(
  context: NewsContext,
  input: { type?: "jpy" | "usd" | "cny"; cursor?: string; limit?: string } = {},
): Promise<Page> {
  const outcome = await newsList(context, { limit: "100", ...input });
  if (!outcome.ok) throw new Error(outcome.refusal.code);
  return outcome.value;
}

async function pages(context: NewsContext, limit: string, count: number): Promise<NewsItem[]> {
  const items: NewsItem[] = [];
  let cursor: string | undefined;
  while (items.length < count) {
    const page = await list(context, { limit, ...(cursor !== undefined && { cursor }) });
    items.push(...page.items);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  return items.slice(0, count);
}

// A Friday afternoon in Tokyo: Tokyo and Shanghai trade, New York has closed on Thursday.
const friday = "2026-11-20T04:00:00Z";

describe("news of the simulated market", () => {
  it("are the same on every machine, and start with a history", async () => {
    const one = await pages(marketAt(friday).context, "100", 300);
    expect(one).toHaveLength(300);
    expect(await pages(marketAt(friday).context, "37", 300)).toEqual(one);
    expect(new Set(one.map(({ id }) => id)).size).toBe(300);
    const times = one.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().reverse());
    expect(times[0]! <= new Date(Date.parse(friday)).toISOString()).toBe(true);
    expect(one.every(({ source }) => source === "simulated")).toBe(true);
  });

  it("stay as they were told when the day is over", async () => {
    const { context, clock } = marketAt(friday);
    const during = (await list(context, { type: "jpy" })).items;
    clock.moment = Date.parse("2026-11-21T00:00:00Z");
    context.quotes.start();
    context.feed.stop();
    const after = await pages(context, "100", 1_000);
    for (const item of during) expect(after).toContainEqual(item);
    expect(after.map(({ id }) => id)).toContain("jpy-20261120-market_close");
    expect(during.map(({ id }) => id)).not.toContain("jpy-20261120-market_close");
    expect(during.map(({ id }) => id)).toContain("jpy-20261120-market_open");
  });

  it.each(["always", "exchange"] as const)(
    "name the figures of the daily bars, %s",
    async (hours) => {
      const { context } = marketAt(friday, hours);
      const { feed } = context;
      let checked = 0;
      for (const item of await pages(context, "100", 400)) {
        const { kind, type, stock, params, trading_date } = item;
        if (stock === null || type === null || params["volume"] === undefined) continue;
        const before = instantOf(type, trading_date, "23:59") + 60_000;
        const bars = await feed.bars({
          market: type,
          code: stock.code,
          period: "1d",
          before,
          limit: 2,
        });
        const bar = bars.at(-1)!;
        expect([bar.tradingDate, bar.close, bar.volume]).toEqual([
          trading_date,
          parsePrice(stock.price!),
          BigInt(params["volume"]),
        ]);
        expect([bar.open, bar.high, bar.low]).toEqual(
          [params["open"], params["high"], params["low"]].map((text) => parsePrice(text!)),
        );
        if (kind === "top_gainer") expect(stock.change_percent).toMatch(/^\d/);
        // The base is the simulation's own, splits and dividends included.
        const history = feed.histories[type];
        const track = history.tracks.find(({ company }) => company.code === stock.code)!;
        const day = history.day(track, history.calendar.indexOfDate(trading_date))!;
        expect(parsePrice(params["previous_close"]!)).toBe(BigInt(day.base));
        checked += 1;
      }
      expect(checked).toBeGreaterThan(100);
    },
  );

  it("close with the indices' own levels", async () => {
    const { context } = marketAt("2026-11-20T09:00:00Z");
    const { items } = await list(context, { type: "jpy" });
    const close = items.find(({ id }) => id === "jpy-20261120-market_close")!;
    const quote = context.quotes.indexes("jpy")[0]!;
    expect(close.index).toMatchObject({ code: quote.code });
    expect(parsePrice(close.index!.level)).toBe(quote.level);
    const outcome = await newsInfo(context, close.id);
    expect(outcome).toMatchObject({ ok: true, value: { id: close.id } });
  });

  it("have neighbours that lead through all of a market's articles", async () => {
    const { context } = marketAt("2026-11-03T04:00:00Z");
    const { items } = await list(context, { type: "usd", limit: "60" });
    for (const [index, { id }] of items.entries()) {
      const outcome = await newsInfo(context, id);
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      expect(outcome.value.newer?.id ?? null).toBe(items[index - 1]?.id ?? null);
      if (index + 1 < items.length) expect(outcome.value.older?.id).toBe(items[index + 1]!.id);
    }
    // The walk went across the end of a month.
    expect(new Set(items.map(({ trading_date }) => trading_date.slice(0, 7))).size).toBeGreaterThan(
      1,
    );
  });

  it("tell nothing of what is still to come", async () => {
    const { context } = marketAt(friday);
    for (const id of [
      "jpy-20261120-market_close",
      "jpy-20261123-market_open",
      "usd-20261120-market_open",
      "jpy-29991120-market_close",
    ]) {
      expect(await newsInfo(context, id)).toMatchObject({
        ok: false,
        refusal: { code: "news_not_found" },
      });
    }
  });
});

describe("news over HTTP", () => {
  let app: TestApplication<SimulatedFeed>;
  let customer: SignedIn;
  beforeAll(async () => {
    app = await startTestApplicationOn((clock) =>
      createSimulatedFeed({ seed: "test", hours: "always", clock, companies }),
    );
    customer = await app.newCustomer();
  });
  afterAll(() => app.stop());

  it("come page by page, of all markets or of one", async () => {
    const first = await app.accepted("/news/list", { limit: "5" }, customer);
    expect(first.items).toHaveLength(5);
    const second = await app.accepted(
      "/news/list",
      { limit: "5", cursor: first.next_cursor! },
      customer,
    );
    const all = await app.accepted("/news/list", { limit: "100" }, customer);
    const ids = all.items.map(({ id }) => id);
    // What was written meanwhile stands before the first page.
    const from = ids.indexOf(first.items[0]!.id);
    expect(from).toBeGreaterThanOrEqual(0);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(
      ids.slice(from, from + 10),
    );
    const chinese = await app.accepted("/news/list", { type: "cny" }, customer);
    expect(new Set(chinese.items.map(({ type }) => type))).toEqual(new Set(["cny"]));
  });

  it("show one article", async () => {
    const { items } = await app.accepted("/news/list", { limit: "50" }, customer);
    const close = items.find(({ kind }) => kind === "market_close")!;
    const article = await app.accepted("/news/info", { id: close.id }, customer);
    expect(article).toMatchObject(close);
    expect(article.tables.map(({ kind }) => kind)).toContain("active");
  });

  it("follow the clock", async () => {
    const { items: before } = await app.accepted("/news/list", { limit: "1" }, customer);
    await app.advance(3 * 86_400);
    app.feed.poll();
    const { items: after } = await app.accepted("/news/list", { limit: "1" }, customer);
    expect(Date.parse(after[0]!.at) - Date.parse(before[0]!.at)).toBeGreaterThan(2 * 86_400_000);
  });

  it("are for signed-in customers, and refuse what is no article", async () => {
    expect(await app.refused("/news/list", {})).toBe("sign_in_again");
    for (const input of [{ type: "krw" }, { limit: "0" }, { limit: "101" }, { cursor: "x" }]) {
      expect(await app.refused("/news/list", input, customer)).toBe("invalid_request");
    }
    for (const id of ["jpy-20261120-no_such_kind", "jpy-99999999-market_close", "article-1"]) {
      expect(await app.refused("/news/info", { id }, customer)).toBe("news_not_found");
      expect(await app.refused("/news/list", { cursor: id }, customer)).toBe("news_not_found");
    }
    expect(await app.refused("/news/info", { id: "../etc" }, customer)).toBe("invalid_request");
  });
});
