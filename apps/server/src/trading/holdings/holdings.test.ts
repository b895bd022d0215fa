import { positionStatuses, type CallOutput, type Calls, type HeldStock } from "@sanshi/contract";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { boundedShrinking } from "../../../../../tests/support/bounded-shrinking.ts";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { soldSinceNothing } from "./held-before.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  await decideUnwitnessed(
    app,
    "stock_offer",
    sql`INSERT INTO stock_offer VALUES ('jpy', '7203', '{1,2,3}', true)`,
  );
});
afterAll(() => app.stop());
beforeEach(async () => {
  quote("2850");
  app.feed.quote("jpy", "6758", "3300");
  customer = await app.newCustomer();
});

const quote = (last: string) => app.feed.quote("jpy", "7203", last);

/** Bought at a price of its own. */
async function buy(last: string, more: Partial<PlaceInput> = {}): Promise<string> {
  quote(last);
  return (await app.accepted("/trade/place-order", testOrder(more), customer)).id;
}
async function unlock(last = "2850"): Promise<void> {
  await app.advance(900);
  quote(last);
}
const sell = (id: string, quantity?: string) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...(quantity && { quantity }) },
    customer,
  );

type Holdings = CallOutput<Calls["/trade/holdings"]>;
const holdings = (type: "jpy" | "usd" = "jpy"): Promise<Holdings> =>
  app.accepted("/trade/holdings", { type }, customer);
async function held(): Promise<HeldStock[]> {
  const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  return Object.values(list).filter((one): one is HeldStock => typeof one !== "string");
}
const yen = (text: string) => BigInt(text);
const sumOf = <One>(all: readonly One[], part: (one: One) => string) =>
  all.reduce((sum, one) => sum + yen(part(one)), 0n);

describe("holdings by stock", () => {
  it("are one entry a stock, with its moving average and its openings, the oldest first", async () => {
    const first = await buy("2000", { quantity: "100" });
    const second = await buy("2301", { quantity: "50" });
    await buy("2301", { code: "6758", quantity: "10" });
    quote("2500");
    const { items } = await holdings();
    expect(items.map(({ code }) => code)).toEqual(["7203", "6758"]);
    const [toyota] = items;
    // 200,000 and 115,050 over 150 is 2,100.33…
    expect(toyota).toMatchObject({
      side: "long",
      funding: "cash",
      quantity: "150",
      average_cost: "2101",
      average_method: "moving_average",
      cost: "315150",
      nowprice: "2500",
      market_value: "375000",
      profit: "59850",
      profit_percent: "18.99",
      openings_count: 2,
    });
    expect(toyota?.openings.map(({ id }) => id)).toEqual([first, second]);
  });

  it("keep their average over a sale, of whichever opening", async () => {
    const first = await buy("2000");
    const second = await buy("2300");
    await unlock("2400");
    await sell(second, "60");
    expect((await holdings()).items[0]).toMatchObject({ quantity: "140", average_cost: "2150" });
    await sell(first);
    const [left] = (await holdings()).items;
    expect(left).toMatchObject({ quantity: "40", average_cost: "2150", openings_count: 1 });
    // The specification's list keeps what that opening cost by itself.
    expect(left?.openings[0]).toMatchObject({ id: second, buy_price: "2300" });
    // Of one day the purchases count before the sales: 589,000 yen over 260 shares.
    await buy("2650", { quantity: "60" });
    expect((await holdings()).items[0]).toMatchObject({ average_cost: "2266" });
  });

  it("have one average of a day on which all was sold and some bought again", async () => {
    const first = await buy("2000");
    await unlock("2400");
    await sell(first);
    await buy("2300");
    expect((await holdings()).items[0]).toMatchObject({ average_cost: "2150" });
  });

  it("look back no further than there was last nothing, in pages of any size", async () => {
    const early = await buy("2000", { quantity: "1" });
    await unlock();
    await sell(early);
    // What ended on an earlier day has no part in it.
    await app.advance(24 * 3_600);
    const others: string[] = [];
    const chain: string[] = [await buy("2100", { quantity: "1" })];
    for (let count = 0; count < 4; count += 1) {
      await unlock();
      app.feed.quote("jpy", "6758", "3300");
      chain.push(await buy("2200", { quantity: "1" }));
      await sell(chain.at(-2) ?? "");
      const other = await buy("2200", { quantity: "1", code: "6758" });
      await unlock();
      app.feed.quote("jpy", "6758", "3300");
      await sell(other);
      others.push(other);
    }
    const [toyota] = (await holdings()).items;
    const { openings = [] } = toyota ?? {};
    expect(openings.map(({ id }) => id)).toEqual(chain.slice(-1));
    const { customerId } = (await app.context.sessions.resolve(
      customer.token,
      customer.account,
    )) ?? { customerId: 0n };
    const since = new Map([
      ["7203", Date.parse(openings[0]?.buy_time ?? "")],
      ["6758", app.context.clock.now()],
    ]);
    for (const limit of [1, 2, 3, 1_000]) {
      const { quotes, database } = app.context;
      const read = { reader: database.reader, quotes };
      const sold = await soldSinceNothing(read, customerId, "jpy", since, limit);
      expect(sold.get("7203")?.map(String).toSorted()).toEqual(chain.slice(0, -1).toSorted());
      expect(sold.get("6758")?.map(String).toSorted()).toEqual(others.toSorted());
    }
  });

  it("have long and short, and what was bought on margin, apart, each at its openings' own prices", async () => {
    await buy("2000");
    await buy("2300", { leverage: "2", quantity: "30" });
    const later = await buy("2400", { leverage: "3", quantity: "60" });
    await buy("2500", { side: "short", quantity: "10" });
    await unlock("2500");
    await sell(later, "30");
    const { items } = await holdings();
    expect(
      items.map(({ side, funding, quantity, average_cost: cost, average_method: by }) => {
        return [side, funding, quantity, cost, by];
      }),
    ).toEqual([
      ["long", "cash", "100", "2000", "moving_average"],
      ["long", "margin", "60", "2350", "openings"],
      ["short", "margin", "10", "2500", "openings"],
    ]);
    expect(items[1]).toMatchObject({ cost: "141000", profit: "9000" });
    quote("2600");
    expect((await holdings()).items[2]).toMatchObject({ profit: "-1000", market_value: "26000" });
  });

  it("say what can be sold, what waits and what is locked until when", async () => {
    const first = await buy("2000");
    await unlock("2000");
    await app.accepted(
      "/trade/close-position",
      { id: first, kind: "limit", price: "2900", quantity: "40", request_id: newRequestId() },
      customer,
    );
    await buy("2000", { quantity: "7" });
    const [toyota] = (await holdings()).items;
    expect(toyota).toMatchObject({
      quantity: "107",
      quantity_free: "60",
      quantity_waiting: "40",
      quantity_locked: "7",
    });
    const [older, newer] = toyota?.openings ?? [];
    expect(older).toMatchObject({ quantity_free: "60", quantity_waiting: "40", status: 1 });
    expect(newer).toMatchObject({ quantity_free: "0" });
    expect(toyota?.sellable_at).toBe(newer?.sellable_at);
    expect(toyota?.next_sellable_at).toBe(newer?.sellable_at);
  });

  it("agree with the list by opening, and with the assets", async () => {
    await buy("2000.5", { quantity: "3" });
    await buy("2300", { leverage: "2", quantity: "7" });
    await buy("2301", { code: "6758", quantity: "11" });
    await buy("2500", { side: "short", quantity: "13" });
    await unlock("2500.5");
    await buy("2500.5", { kind: "limit", price: "2400", quantity: "100" });
    const [found, list] = [await holdings(), await held()];
    const own = list.filter(({ status }) => status !== positionStatuses.pending);
    expect(sumOf(found.items, ({ quantity }) => quantity)).toBe(
      sumOf(own, ({ stock_num: quantity }) => quantity),
    );
    for (const item of found.items) {
      expect(item.market_value).toBe(
        sumOf(
          own.filter(({ id }) => item.openings.some((one) => one.id === id)),
          (one) => one.market_value,
        ).toString(),
      );
      expect(item.day_profit).toBe(
        sumOf(
          own.filter(({ id }) => item.openings.some((one) => one.id === id)),
          (one) => one.day_profit,
        ).toString(),
      );
    }
    const assets = await app.accepted("/user/assets", { currency: "JPY" }, customer);
    const jpy = assets.currencies.find(({ currency }) => currency === "JPY");
    expect(found.market_value).toBe(jpy?.holdings_value);
  });

  it("is empty where nothing is held, and another's is nobody's", async () => {
    await buy("2000");
    const stranger = await app.newCustomer();
    const found = await app.accepted("/trade/holdings", { type: "jpy" }, stranger);
    expect(found).toMatchObject({ items: [], market_value: "0", profit: "0" });
  });
});

describe("splits and dividends", () => {
  it("reach the shares, the average and what dividends have brought", async () => {
    const first = await buy("2000", { quantity: "101" });
    await unlock("2000");
    await buy("3000", { quantity: "3" });
    await sell(first, "1");
    const now = app.context.clock.now();
    let date = localDate("jpy", now);
    for (let days = 0; days < 3; days += 1) date = nextTradingDay("jpy", date, "always");
    app.feed.act("jpy", "7203", { kind: "dividend", exDate: date, perShare: scaled("10") });
    app.feed.act("jpy", "7203", { kind: "split", exDate: date, numerator: 1n, denominator: 2n });
    app.feed.close("jpy", "7203", instantOf("jpy", date, "00:00") - 86_400_000, "2000");
    await app.advance(Math.ceil((instantOf("jpy", date, "00:00") - now) / 1_000) + 1);
    quote("4000");
    // 202,000 and 9,000 over 104 is 2,029 a share: 103 × 2,029 are 51.5 new shares of 4,058.
    await expect
      .poll(async () => (await holdings()).items[0])
      .toMatchObject({ quantity: "51", average_cost: "4058", openings_count: 2 });
    const [toyota] = (await holdings()).items;
    expect(toyota?.dividends).toMatch(/^(1030|10[0-9]{2})$/);
    expect(toyota?.openings.map(({ quantity }) => quantity)).toEqual(["50", "1"]);
    await untilTraded(app, customer);
  });
});

/** Whole yen, one sum of money and the shares of each opening. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("buy" as const),
      at: price(),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("sell" as const),
      which: fc.nat(9),
      quantity: fc.integer({ min: 1, max: 9 }),
      oldest: fc.boolean(),
    }),
  },
);
function price() {
  return fc.integer({ min: 2_700, max: 3_000 });
}

type Happened = { day: string; /** Below zero of a sale. */ quantity: number; cost: number };

/** Day by day, the purchases of each first. */
function averageByDays(happened: readonly Happened[]): number {
  let [shares, paid] = [0, 0];
  for (const ofDay of Map.groupBy(happened, ({ day }) => day).values()) {
    for (const { quantity, cost } of ofDay.filter((one) => one.quantity > 0)) {
      shares += quantity;
      paid += cost;
    }
    for (const { quantity } of ofDay.filter((one) => one.quantity < 0)) {
      paid = Math.ceil(paid / shares) * (shares + quantity);
      shares += quantity;
    }
  }
  return Math.ceil(paid / shares);
}
const today = () => localDate("jpy", app.context.clock.now());

describe("over random histories of orders", () => {
  it("have the shares and the average that a pencil gives", async () => {
    const bounded = boundedShrinking();
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 10 }),
        bounded.attempt(async (steps) => {
          customer = await app.newCustomer();
          const held = new Map<string, number>();
          const happened: Happened[] = [];
          const all = () => [...held.values()].reduce((sum, one) => sum + one, 0);
          for (const one of steps) {
            if (one.kind === "buy") {
              const id = await buy(String(one.at), { quantity: String(one.quantity) });
              const { buy_fee: fee } = await app.accepted("/trade/position", { id }, customer);
              held.set(id, one.quantity);
              const cost = one.at * one.quantity + Number(fee);
              happened.push({ day: today(), quantity: one.quantity, cost });
              await unlock(String(one.at));
            } else {
              const ids = [...held].filter(([, quantity]) => quantity > 0);
              const [id, own] = ids[one.which % Math.max(1, ids.length)] ?? [];
              if (id === undefined || own === undefined) continue;
              const sold = Math.min(own, one.quantity);
              await sell(id, String(sold));
              happened.push({ day: today(), quantity: -sold, cost: 0 });
              held.set(id, own - sold);
            }
            const { items } = await holdings();
            if (all() === 0) {
              expect(items).toEqual([]);
              continue;
            }
            expect(items[0]).toMatchObject({
              quantity: String(all()),
              average_cost: String(averageByDays(happened)),
              average_method: "moving_average",
            });
          }
        }),
      ),
      { numRuns: 5 },
    );
  });
});
