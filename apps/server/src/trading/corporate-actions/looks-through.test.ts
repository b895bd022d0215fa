import { hourMs } from "@sanshi/contract";
import { addTradingDays, instantOf, localDate, tradingDayBegins } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { createScriptedFeed, scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import type { CorporateAction } from "../../market-feed/market-feed.ts";
import { sql, timestamp } from "../../platform/sql/database.ts";
import { looksThrough } from "./corporate-actions.store.ts";
import { noteLookedThrough, withoutLookedThrough } from "./looks-through.ts";

let app: TestApplication;
let customer: SignedIn;
let heldSince: number;
let held: string;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
  app.feed.quote("jpy", "7203", "2850");
  held = (await app.accepted("/trade/place-order", testOrder(), customer)).id;
  heldSince = app.context.clock.now();
});
afterAll(() => app.stop());

const yen = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
const notedUntil = async () =>
  (await looksThrough(app.owner.reader)).find(({ market }) => market === "jpy")?.looked_until;
const tradingDay = (days: number) =>
  addTradingDays("jpy", localDate("jpy", app.context.clock.now()), days);
const dividendOn = (exDate: string, yenPerShare: string): CorporateAction => ({
  kind: "dividend",
  exDate,
  perShare: scaled(yenPerShare),
});

async function advanceToNoonOf(day: string): Promise<void> {
  const seconds = (instantOf("jpy", day, "12:00") - app.context.clock.now()) / 1_000;
  await app.advance(Math.ceil(seconds));
  app.feed.quote("jpy", "7203", "2850");
  await app.settle();
}

/** A position as of an order that was decided at a moment, and written when all others had their dividend. */
async function writeTwin(decidedAt: number): Promise<void> {
  const twin = 9_000_000_000_000_000n;
  const at = timestamp(decidedAt);
  await sql`WITH twin AS (
      INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage, state, opened,
        open_price, cost, open_fee, margin, opened_at, sellable_at)
      SELECT ${twin}::bigint, customer_id, market, code, side, kind, time_in_force, leverage, state, opened,
        open_price, cost, open_fee, margin, ${at}::timestamptz, sellable_at FROM position WHERE id = ${held}::bigint)
    INSERT INTO fill SELECT ${twin}::bigint, number, side, price, quantity, amount, fee, fee_items, profit, feed,
      quote_sequence, bid, ask, ${at}::timestamptz, filled_at FROM fill WHERE position_id = ${held}::bigint`.execute(
    app.context.database.reader,
  );
}

/** As a start after an outage has it, from a feed that knows these actions. */
async function startKnowing(...actions: CorporateAction[]): Promise<void> {
  const other = await app.startAnother((clock) => {
    const feed = createScriptedFeed(clock);
    for (const action of actions) feed.act("jpy", "7203", action);
    return feed;
  });
  await other.close();
}

it("notes a look a minute and a half after all that it found is applied, and no earlier", async () => {
  await app.advanceReal(120);
  await app.settle();
  expect(await notedUntil()).toBeLessThanOrEqual(app.context.clock.now());
  const thursday = tradingDay(1);
  app.feed.act("jpy", "7203", dividendOn(thursday, "1"));
  const before = await yen();
  await advanceToNoonOf(thursday);
  expect(await yen()).toBe(before + 100);
  const began = tradingDayBegins("jpy", thursday, app.context.hours);
  // Real time goes on beside a test: on a busy machine some seconds of it.
  await app.advanceReal(60);
  await app.settle();
  expect(await notedUntil()).toBeLessThan(began);
  await app.advanceReal(31);
  await app.settle();
  expect(await notedUntil()).toBeGreaterThan(began);
});

it("applies at a start what the feed had not said before that look, and each action once", async () => {
  const before = await yen();
  const today = tradingDay(0);
  await startKnowing(dividendOn(today, "1"), dividendOn(today, "2"));
  expect(await yen()).toBe(before + 200);
  await startKnowing(dividendOn(today, "1"), dividendOn(today, "2"));
  expect(await yen()).toBe(before + 200);
});

it("applies at a start what took effect after that look", async () => {
  const today = tradingDay(0);
  const friday = tradingDay(1);
  const before = await yen();
  const opens = tradingDayBegins("jpy", friday, app.context.hours);
  await app.advance(Math.ceil((opens - app.context.clock.now()) / 1_000) + 60);
  await startKnowing(dividendOn(today, "1"), dividendOn(friday, "3"));
  expect(await yen()).toBe(before + 300);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("applies at a start what the feed said too late, however often was looked meanwhile", async () => {
  await app.settle();
  const [thursday, friday, monday] = [tradingDay(-1), tradingDay(0), tradingDay(1)];
  app.feed.act("jpy", "7203", dividendOn(friday, "3"));
  app.feed.act("jpy", "7203", dividendOn(friday, "5"));
  await advanceToNoonOf(monday);
  await app.advanceReal(91);
  await app.settle();
  expect(await notedUntil()).toBeGreaterThan(tradingDayBegins("jpy", monday, app.context.hours));
  const before = await yen();
  const said = [dividendOn(thursday, "1"), dividendOn(friday, "3"), dividendOn(friday, "5")];
  await startKnowing(...said);
  expect(await yen()).toBe(before + 500);
});

it("notes no look while something that it found is due, whichever pass has failed", async () => {
  const tuesday = tradingDay(1);
  app.feed.act("jpy", "7203", dividendOn(tuesday, "7"));
  await advanceToNoonOf(tuesday);
  const before = await yen();
  const began = tradingDayBegins("jpy", tuesday, app.context.hours);
  await writeTwin(began - 1_000);
  await app.advanceReal(91);
  await app.settle();
  expect(await notedUntil()).toBeGreaterThan(began);
  expect(await yen()).toBe(before + 700);
});

it("leaves out what was looked through, but for the hour in which positions may still be written", async () => {
  const until = app.context.clock.now();
  const found = [heldSince - hourMs, until - hourMs, until - hourMs + 1, until].map(
    (at, number) => ({
      market: "cny" as const,
      code: "600519",
      number,
      at,
      action: { kind: "split", exDate: localDate("cny", at) },
    }),
  );
  const undone = new Error("undone");
  const looked = app.owner.transaction(async (transaction) => {
    const asked = (actions: typeof found) =>
      withoutLookedThrough(transaction, [{ market: "cny", until: until + hourMs, found: actions }]);
    await noteLookedThrough(transaction, { market: "cny", until, found });
    expect(await asked(found)).toEqual(found.slice(2));
    const later = { ...found[0]!, number: 4, at: until + 1 };
    expect(await asked([...found, later])).toEqual([...found.slice(2), later]);
    const [first, ...others] = found;
    for (const actions of [
      others,
      [{ ...first!, at: first!.at + 1 }, ...others],
      [{ ...first!, code: "600036" }, ...others],
      [{ ...first!, action: { ...first!.action, kind: "dividend" } }, ...others],
    ]) {
      expect(await asked(actions)).toEqual(actions);
    }
    // A process whose look is older takes nothing back.
    await noteLookedThrough(transaction, { market: "cny", until: until - 1, found: [] });
    expect(await asked(found)).toEqual(found.slice(2));
    throw undone;
  });
  await expect(looked).rejects.toBe(undone);
});
