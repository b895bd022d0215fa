import { formatMinor, formatPrice, minor, price, settlementCurrency } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReplayFeed } from "../../apps/server/src/market-feed/replay/replay-feed.ts";
import { testOrder } from "../support/builders.ts";
import { newRequestId, type SignedIn, type TestApplication } from "../support/test-application.ts";
import { removeMadeFolders, stories } from "./real-stories.ts";
import {
  factorsOf,
  hasMarketData,
  marketDataFolder,
  scaledBy,
  type RealDay,
  type RealEvent,
} from "./recorded-figures.ts";
import { closing, feeOf, opening, startReplay, valueOf } from "./replay-application.ts";

/**
 * Real days of three markets go through the whole app: feed, candles, order, position, profit. What
 * the app says is held against the files, read by a second way. Positions end before a split.
 */
if (!hasMarketData) {
  console.warn(`Skipped: no recorded market data in ${marketDataFolder} (MARKET_DATA_DIR)`);
}

afterAll(removeMadeFolders);

describe.skipIf(!hasMarketData).each(stories)("$name", (story) => {
  const { market, code, quantity, tick } = story;
  const currency = settlementCurrency(market);
  const money = (value: bigint) => formatMinor(minor(value), currency);
  const shown = (value: bigint) => formatPrice(price(value), currency);
  let app: TestApplication<ReplayFeed>;
  let playTo: (moment: number) => Promise<void>;
  let appTime: (moment: number) => number;
  let customer: SignedIn;
  let days: RealDay[];
  let events: RealEvent[];
  let playedUntil = "";
  let grant = 0n;
  let position = { id: "", cost: 0n, fee: 0n, profit: 0n };

  beforeAll(async () => {
    days = story.days();
    events = story.events();
    ({ app, playTo, appTime } = await startReplay(story.folder(), code, story.from));
    customer = await app.newCustomer();
    grant = await available();
    playedUntil = days.findLast(({ date }) => date < story.from)!.date;
  });
  afterAll(() => app.stop());

  const dayOf = (date: string) => days.find((day) => day.date === date)!;

  async function assets() {
    const { currencies } = await app.accepted("/user/assets", {}, customer);
    return currencies.find((one) => one.currency === currency)!;
  }
  async function available(): Promise<bigint> {
    return BigInt((await assets()).available.replace(".", ""));
  }

  /** The close that the exchange compares with: told, or the last one without split and dividend. */
  function previousCloseOf(day: RealDay): bigint {
    if (day.previousCloseTold !== null) return day.previousCloseTold;
    const before = days.findLast(({ date }) => date < day.date)!;
    let base = before.close;
    for (const event of events.filter(({ date }) => date > before.date && date <= day.date)) {
      base =
        "ratio" in event ? scaledBy(base, [event.per ?? 1n, event.ratio]) : base - event.dividend;
    }
    return base;
  }

  /** Plays day after day and holds what the stock's screen says in the evening against the file. */
  async function playDays(until: string): Promise<void> {
    for (const day of days.filter(({ date }) => date > playedUntil && date <= until)) {
      await playTo(closing(market, day.date) + 3_600_000);
      const stock = await app.accepted("/market/stock", { type: market, code }, customer);
      const expected = {
        price: shown(day.close),
        open: shown(day.open),
        high: shown(day.high),
        low: shown(day.low),
        volume: String(day.volume),
      };
      expect(stock, day.date).toMatchObject({
        previous_close: shown(previousCloseOf(day)),
        ...(!story.byMinutes.includes(day.date) && expected),
      });
      playedUntil = day.date;
    }
  }

  const order = () => testOrder({ type: market, code, quantity: String(quantity) });

  it("shows every day up to the purchase as the file has it", async () => {
    await playDays(days.findLast(({ date }) => date < story.buyOn)!.date);
  });

  it("sells at no price of hours ago", async () => {
    expect(await app.refused("/trade/place-order", order(), customer)).toBe("price_unavailable");
  });

  it("fills a purchase at the close one tick above the file's, and keeps that quote", async () => {
    const { close } = dayOf(story.buyOn);
    await playTo(closing(market, story.buyOn));
    const placed = await app.accepted("/trade/place-order", order(), customer);
    const cost = valueOf(market, close + tick, quantity, "up");
    const fee = feeOf(market, "buy", cost, quantity, placed.filled_at);
    expect(placed).toMatchObject({
      status: 0,
      price: shown(close + tick),
      amount: money(cost),
      fee: money(fee),
    });
    position = { ...position, id: placed.id, cost, fee };
    const { fills } = await app.accepted("/trade/position", { id: placed.id }, customer);
    expect(fills).toHaveLength(1);
    expect(fills[0]!.quote).toEqual({
      feed: "replay",
      sequence: placed.quote_sequence,
      bid: shown(close - tick),
      ask: shown(close + tick),
      at: new Date(appTime(closing(market, story.buyOn) - 1)).toISOString(),
    });
    const sale = { id: placed.id, kind: "market" as const, request_id: newRequestId() };
    expect(await app.refused("/trade/close-position", sale, customer)).toBe("sell_locked");
    expect(await available()).toBe(grant - cost - fee);
  });

  it("values the position at the file's close of a later day", async () => {
    await playDays(story.seeOn);
    const { close } = dayOf(story.seeOn);
    const floating = valueOf(market, close - dayOf(story.buyOn).close - tick, quantity, "down");
    const list = await app.accepted("/trade/userstocklist", { type: market }, customer);
    expect(list[position.id]).toMatchObject({
      status: 0,
      nowprice: shown(close),
      buy_price: shown(dayOf(story.buyOn).close + tick),
      stock_num: String(quantity),
    });
    const value = valueOf(market, close, quantity, "down");
    expect(list["ccsz"]).toBe(money(value));
    expect(list["fdyk"]).toBe(money(floating));
    expect(await assets()).toMatchObject({
      available: money(grant - position.cost - position.fee),
      frozen: money(position.cost),
      total_assets: money(grant - position.fee),
      holdings_value: money(value),
      unrealized: money(floating),
    });
  });

  it("sells at the open one tick below the file's, for what two prices and the fees make", async () => {
    const { open } = dayOf(story.sellOn);
    await playTo(opening(market, story.sellOn));
    const closed = await app.accepted(
      "/trade/close-position",
      { id: position.id, kind: "market", request_id: newRequestId() },
      customer,
    );
    const proceeds = valueOf(market, open - tick, quantity, "down");
    const fee = feeOf(market, "sell", proceeds, quantity, closed.filled_at);
    position.profit = proceeds - fee - position.cost - position.fee;
    expect(closed).toMatchObject({
      status: 2,
      price: shown(open - tick),
      amount: money(proceeds),
      fee: money(fee),
      profit: money(position.profit),
    });
    const list = await app.accepted("/trade/userstocklists", { type: market }, customer);
    expect(list["lsyk"]).toBe(money(position.profit));
    expect(list[position.id]).toMatchObject({ status: 2, yingkui: money(position.profit) });
    expect(await assets()).toMatchObject({
      available: money(grant + position.profit),
      frozen: money(0n),
      total_assets: money(grant + position.profit),
      unrealized: money(0n),
    });
  });

  it("shows every day over the split as the file has it", async () => {
    await playDays(story.until);
  });

  it.each(["none", "forward", "backward"] as const)(
    "draws the file's days, adjusted %s by the exact factors",
    async (adjust) => {
      const played = days.filter(({ date }) => date >= story.from && date <= story.until);
      const question = { type: market, code, period: "day", adjust } as const;
      const { items, more } = await app.accepted(
        "/market/candles",
        { ...question, limit: String(played.length) },
        customer,
      );
      const oldest = factorsOf(days, events, days[0]!.date, story.until);
      expect(items.map((item) => item.slice(0, 6))).toEqual(
        played.map((day) => {
          const factors = factorsOf(days, events, day.date, story.until);
          let [above, below] = adjust === "none" ? ([1n, 1n] as const) : factors.price;
          let [more, less] = adjust === "none" ? ([1n, 1n] as const) : factors.shares;
          if (adjust === "backward") {
            [above, below] = [above * oldest.price[1], below * oldest.price[0]];
            [more, less] = [more * oldest.shares[1], less * oldest.shares[0]];
          }
          const volume = scaledBy(day.volume, [more, less]);
          const prices = [day.open, day.high, day.low, day.close];
          return [
            new Date(opening(market, day.date)).toISOString(),
            ...prices.map((value) => shown(scaledBy(value, [above, below]))),
            String(volume),
          ];
        }),
      );
      expect(more).toBe(true);
    },
  );

  it("leaves the books in order", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
