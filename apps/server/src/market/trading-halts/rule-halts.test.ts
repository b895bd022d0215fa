import { addTradingDays, instantOf, localDate, tradingHours } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

async function goTo(daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays("usd", localDate("usd", now), daysOn);
  await app.advance(Math.round((instantOf("usd", date, time) - now) / 1_000));
}
const apple = { type: "usd", code: "AAPL" } as const;
const haltOfApple = async () => (await app.accepted("/market/stock", apple, customer)).halt;
const order = () =>
  app.post("/trade/place-order", testOrder({ ...apple, kind: "market", quantity: "1" }), customer);

describe("New York's pause of a stock", () => {
  it("comes after fifteen seconds at a band, refuses orders by its reason and ends by itself", async () => {
    await goTo(1, "12:00");
    app.feed.quote("usd", "AAPL", "100");
    app.feed.quote("usd", "AAPL", "104.99");
    await app.advance(16);
    app.feed.quote("usd", "AAPL", "110.10");
    app.feed.quote("usd", "AAPL", "110.20");
    expect(await haltOfApple()).toBe(null);
    await app.advance(16);
    await expect.poll(haltOfApple).toMatchObject({
      role: "market_rule",
      scope: "instrument",
      closing_allowed: false,
      reason: { us: expect.stringContaining("limit up") },
    });
    app.feed.quote("usd", "AAPL", "105.20");
    expect((await order()).body).toMatchObject({
      msg: "trading_halted",
      params: { why: "price_band" },
    });
    await app.advance(300);
    await expect.poll(haltOfApple).toBe(null);
    app.feed.quote("usd", "AAPL", "105.20");
    expect((await order()).body.msg).not.toBe("trading_halted");
    const { items } = await app.accepted("/common/halts", {}, customer);
    expect(items.filter(({ role }) => role === "market_rule")).toHaveLength(1);
  });

  it("does not come before the session, nor by another market's rules", async () => {
    await goTo(1, "08:00");
    for (const last of ["100", "130"]) app.feed.quote("usd", "AAPL", last);
    await app.advance(20);
    app.feed.quote("jpy", "7203", "2000");
    await app.settle();
    expect(await haltOfApple()).toBe(null);
  });
});

describe("the mainland's pause of a share without limits", () => {
  it("comes once at 30 and once at 60 % from the opening, for ten minutes", async () => {
    const now = app.context.clock.now();
    const date = addTradingDays("cny", localDate("cny", now), 1);
    await app.advance(Math.round((instantOf("cny", date, "10:00") - now) / 1_000));
    const moutai = app.context.quotes.instrument("cny", "600519")!;
    const stock = { type: "cny", code: "601999" } as const;
    app.feed.additions!.carry({ ...moutai, ...stock, listedOn: date, addedAt: now });
    const haltOf = async (code: string) =>
      (await app.accepted("/market/stock", { ...stock, code }, customer)).halt;
    const halt = () => haltOf(stock.code);
    const quote = (last: string, { code }: { code: string } = stock) =>
      app.feed.quote("cny", code, last, { open: scaled("1000"), tradingDate: date });
    // Long listed, a share has its daily limit, and no pause.
    quote("1300", moutai);
    await app.settle();
    expect(await haltOf(moutai.code)).toBe(null);
    quote("1300");
    await expect.poll(halt).toMatchObject({
      role: "market_rule",
      reason: { us: expect.stringContaining("30%") },
    });
    await app.advance(10 * 60);
    await expect.poll(halt).toBe(null);
    quote("1310");
    await app.settle();
    expect(await halt()).toBe(null);
    quote("1600");
    await expect.poll(halt).toMatchObject({ reason: { us: expect.stringContaining("60%") } });
    await app.advance(10 * 60);
  });

  it("comes of one share though that of another cannot be written, which comes once it can be", async () => {
    const now = app.context.clock.now();
    const date = addTradingDays("cny", localDate("cny", now), 1);
    await app.advance(Math.round((instantOf("cny", date, "10:00") - now) / 1_000));
    const moutai = app.context.quotes.instrument("cny", "600519")!;
    const codes = ["601998", "601997"];
    const haltOf = async (code: string) =>
      (await app.accepted("/market/stock", { type: "cny", code }, customer)).halt;
    const alter = (what: string) =>
      sql.raw(`ALTER TABLE trading_halt ${what}`).execute(app.owner.reader);
    await alter("ADD CONSTRAINT none_of_one CHECK (code IS DISTINCT FROM '601998')");
    for (const code of codes) {
      app.feed.additions!.carry({ ...moutai, code, listedOn: date, addedAt: now });
      app.feed.quote("cny", code, "1300", { open: scaled("1000"), tradingDate: date });
    }
    await expect.poll(() => haltOf("601997")).not.toBe(null);
    expect(await haltOf("601998")).toBe(null);
    await alter("DROP CONSTRAINT none_of_one");
    await expect.poll(() => haltOf("601998")).not.toBe(null);
    await app.advance(10 * 60);
  });
});

describe("New York's halt of the market", () => {
  it("comes once a level and day, by the broadest index, and lasts a quarter of an hour or the day", async () => {
    await goTo(1, "11:00");
    app.feed.level("usd", "SUSC", "930.01", "1000");
    await app.settle();
    expect(await haltOfApple()).toBe(null);
    app.feed.level("usd", "SUSC", "929", "1000");
    await expect.poll(haltOfApple).toMatchObject({ scope: "market", role: "market_rule" });
    app.feed.quote("usd", "AAPL", "105");
    expect((await order()).body).toMatchObject({
      params: { why: "market_fall_1", scope: "market" },
    });
    await app.advance(15 * 60);
    await expect.poll(haltOfApple).toBe(null);
    // The same level halts no second time.
    app.feed.level("usd", "SUSC", "920", "1000");
    await app.settle();
    expect(await haltOfApple()).toBe(null);
    app.feed.level("usd", "SUSC", "790", "1000");
    await expect
      .poll(haltOfApple)
      .toMatchObject({ reason: { us: expect.stringContaining("20%") } });
    const halt = await haltOfApple();
    const date = localDate("usd", app.context.clock.now());
    expect(Date.parse(halt?.until ?? "")).toBe(tradingHours("usd", date, "exchange")?.closesAt);
  });

  it("is not made of the close of the day before", async () => {
    await goTo(1, "10:00");
    await app.settle();
    expect(await haltOfApple()).toBe(null);
  });
});
