import type { Lending } from "@sanshi/contract";
import { instantOf, localDate, nextTradingDay, lastInterestDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { startOrders, type Orders } from "../../trading/orders/orders.ts";
import { lendByItself } from "./automatic-lending.ts";
import { createLendingDay } from "./lending-day.ts";

let app: TestApplication;
let other: Orders;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
  other = await startOrders(app.context);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const market = "jpy";
const order = (more: Partial<PlaceInput>): PlaceInput => testOrder({ type: market, ...more });
const buy = async (who: SignedIn, more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", order(more), who)).id;
const form = (id: string, quantity: string, request_id = newRequestId()) => ({
  id,
  quantity,
  request_id,
});
const lend = (who: SignedIn, id: string, quantity: string) =>
  app.accepted("/trade/lend", form(id, quantity), who);
const refusedLend = (who: SignedIn, id: string, quantity: string) =>
  app.refused("/trade/lend", form(id, quantity), who);
const recall = (who: SignedIn, id: string) => app.accepted("/trade/recall", { id }, who);
const position = (who: SignedIn, id: string) => app.accepted("/trade/position", { id }, who);
const yen = async (who: SignedIn) => Number((await app.accepted("/user/getUserinfo", {}, who)).jpy);
const lendings = (who: SignedIn): Promise<Lending[]> =>
  app.accepted("/trade/lendinglist", { type: market }, who);
/** A stock that the application's own job is at is left to it and looked at again: as often as there are periods. */
async function runDay(): Promise<void> {
  const day = createLendingDay(app.context);
  for (let look = 0; look < 3; look += 1) await day.run();
}

/** To the first minutes of a market's day, so many days ahead, and what the days brought paid. */
async function toDay(days: number): Promise<void> {
  await ahead(days);
  await runDay();
}

async function ahead(days: number): Promise<void> {
  const now = app.context.clock.now();
  let date = localDate(market, now);
  for (let left = days; left > 0; left -= 1) date = nextTradingDay(market, date, "always");
  await app.advance(Math.ceil((instantOf(market, date, "00:05") - now) / 1_000));
  for (const code of ["7203", "6758"]) app.feed.quote(market, code, "2850");
}

type Period = {
  short_value: bigint;
  lenders_day: bigint;
  residue_day: bigint;
  premium: number;
  days: number;
  earned: bigint;
  lenders: number;
};
const periods = (code: string) =>
  rows(
    app.context.database.reader,
    sql<Period>`SELECT p.short_value, p.lenders_day::bigint AS lenders_day, p.residue_day::bigint AS residue_day,
        p.premium_basis_points AS premium, p.through_day - p.after_day AS days,
        coalesce(sum(a.earned), 0)::bigint AS earned, count(a.position_id)::int AS lenders
      FROM stock_lending_period p LEFT JOIN stock_lending_accrual a ON a.period_id = p.id
      WHERE p.code = ${code} GROUP BY p.id ORDER BY p.after_day`,
  );

describe("lending", () => {
  it("takes free shares that are paid in full, once per request, and tells why it takes no others", async () => {
    const who = await app.newCustomer();
    const id = await buy(who, { quantity: "100" });
    for (const [quantity, code] of [
      ["0", "quantity_not_positive"],
      ["-1", "quantity_not_positive"],
      ["0.5", "quantity_not_whole"],
      ["101", "quantity_exceeds_position"],
      ["9999999999999", "quantity_exceeds_position"],
    ] as const) {
      expect(await refusedLend(who, id, quantity)).toBe(code);
    }
    const once = form(id, "60");
    const first = await app.accepted("/trade/lend", once, who);
    expect(first).toMatchObject({ status: 1, quantity: "60", free: "40", earned: "0" });
    expect(await app.accepted("/trade/lend", once, who)).toEqual(first);
    expect(await app.refused("/trade/lend", { ...once, quantity: "1" }, who)).toBe(
      "request_id_reused",
    );
    expect(await position(who, id)).toMatchObject({ status: 5, stock_num: "100", lent: "60" });
    expect(await refusedLend(who, id, "41")).toBe("quantity_exceeds_position");

    const leveraged = await buy(who, { quantity: "10", leverage: "2" });
    const short = await buy(who, { quantity: "10", side: "short" });
    for (const one of [leveraged, short]) {
      expect(await refusedLend(who, one, "1")).toBe("shares_not_lendable");
    }
    const stranger = await app.newCustomer();
    expect(await refusedLend(stranger, id, "1")).toBe("position_not_found");
    expect(await app.refused("/trade/recall", { id }, stranger)).toBe("lending_not_found");
    expect(await app.refused("/trade/recall", { id: short }, who)).toBe("lending_not_found");

    expect(await recall(who, id)).toMatchObject({ status: 0, quantity: "0", free: "100" });
    expect(await recall(who, id)).toMatchObject({ status: 0, quantity: "0", kept_back: true });
    expect(await position(who, id)).toMatchObject({ status: 0, lent: "0" });
  });

  it("is recalled by a sale in the same step, as far as the sale needs it", async () => {
    const who = await app.newCustomer();
    const id = await buy(who, { quantity: "100" });
    await app.advance(16 * 60);
    app.feed.quote(market, "7203", "2850");
    await lend(who, id, "80");
    const close = (more: object) =>
      app.accepted(
        "/trade/close-position",
        { id, request_id: newRequestId(), ...more } as never,
        who,
      );
    const waits = await close({ kind: "limit", price: "2900", quantity: "50" });
    expect(await position(who, id)).toMatchObject({ status: 1, lent: "50" });
    expect(await refusedLend(who, id, "1")).toBe("quantity_exceeds_position");
    await app.accepted("/trade/cancel-order", { id: waits.id, request_id: newRequestId() }, who);
    expect(await position(who, id)).toMatchObject({ status: 5, lent: "50" });
    await close({ kind: "market", quantity: "70" });
    expect(await position(who, id)).toMatchObject({ status: 5, stock_num: "30", lent: "30" });
    await close({ kind: "market" });
    expect(await position(who, id)).toMatchObject({ status: 2, lent: "0" });
    expect(await lendings(who)).toMatchObject([{ id, status: 0, quantity: "0", free: "0" }]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("never lends a share that another process sells at the same moment", async () => {
    const who = await app.newCustomer();
    const ids = await Promise.all(Array.from({ length: 8 }, () => buy(who, { quantity: "10" })));
    await app.advance(16 * 60);
    app.feed.quote(market, "7203", "2850");
    const [own] = await rows(
      app.context.database.reader,
      sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${who.account}`,
    );
    const customer = { customerId: own!.id, state: "active" } as never;
    await Promise.all(
      ids.flatMap((id) => [
        app.post("/trade/lend", form(id, "7"), who),
        other.close(
          customer,
          BigInt(id),
          { kind: "market", quantity: "6", timeInForce: "until_cancelled" } as never,
          newRequestId(),
        ),
        app.post("/trade/recall", { id }, who),
        app.post("/trade/lend", form(id, "4"), who),
      ]),
    );
    for (const id of ids) {
      const { stock_num, lent } = await position(who, id);
      expect(stock_num).toBe("4");
      expect(Number(lent)).toBeLessThanOrEqual(4);
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("the fee", () => {
  it("that a short pays is split among the lenders by quantity and time, to the last fraction, each day once", async () => {
    const [large, small, seller] = await Promise.all([
      app.newCustomer(),
      app.newCustomer(),
      app.newCustomer(),
    ]);
    await toDay(1);
    const code = "6758";
    const largeId = await buy(large, { code, quantity: "300" });
    const smallId = await buy(small, { code, quantity: "100" });
    const short = await buy(seller, { code, quantity: "200", side: "short" });
    await lend(large, largeId, "300");
    await lend(small, smallId, "100");
    const before = [await yen(large), await yen(small)] as const;
    // The day itself counts from the moment on; then two whole days, on which nothing changes.
    await toDay(3);
    const [first, second] = await periods(code);
    expect([first?.days, second?.days]).toEqual([1, 2]);
    // Half of the pool is borrowed: 1.1 % and 0.5 % of 570,000 yen, half of it for the lenders, ÷ 365.
    expect(second).toMatchObject({ lenders_day: 12_493_150n, premium: 50, lenders: 2 });
    expect(first!.lenders_day).toBeLessThan(12_493_151n);
    for (const one of [first!, second!]) {
      expect(one.earned).toBe((one.lenders_day - one.residue_day) * BigInt(one.days));
    }
    // Figures that everybody asks for are added up once a second.
    await expect.poll(async () => (await lendings(large))[0]?.per_day).toBe("9.36");
    const [largeEarns] = await lendings(large);
    const { items } = await app.accepted("/trade/lending-earnings", { id: largeId }, large);
    expect(items[0]).toMatchObject({
      quantity: "300",
      utilisation: "50.00",
      borrow_rate: "1.60",
      earned: "18.739724",
    });
    const paid = async () => [(await yen(large)) - before[0], (await yen(small)) - before[1]];
    const once = await paid();
    expect(once[0]).toBeGreaterThanOrEqual(18);
    expect(once[0]).toBe(Number(largeEarns!.earned));
    // Again, and by three at once: nothing is paid twice.
    await runDay();
    await Promise.all([runDay(), runDay(), runDay()]);
    expect(await paid()).toEqual(once);
    // The premium is owed with the interest, by the day: 0.5 % of all 200 shares, which are the pool's.
    const [owed] = await rows(
      app.context.database.reader,
      sql<{
        units: bigint;
      }>`SELECT sum(premium_basis_points * short_value * (through_day - after_day))::bigint
          AS units FROM stock_lending_period WHERE code = ${code}`,
    );
    const interest = Number((await position(seller, short)).interest);
    // 1.1 % of 570,000 for each day, both ends counted, and the premium.
    const openedAt = Date.parse((await position(seller, short)).buy_time);
    const lastDay = (at: number) =>
      Date.parse(lastInterestDay({ market: "jpy", openedAt }, localDate("jpy", at)));
    const bearing = (lastDay(app.context.clock.now()) - lastDay(openedAt)) / 86_400_000 + 1;
    // Where holidays put off the first settlement, the first days bear none.
    expect(bearing).toBeGreaterThanOrEqual(1);
    expect(interest).toBe(Math.floor((570_000 * 110 * bearing + Number(owed!.units)) / 3_650_000));

    // A year at once is what a year of days is.
    await recall(small, smallId);
    const then = await yen(large);
    await toDay(365);
    const days = (await periods(code)).slice(2);
    const all = days.reduce((sum, { earned }) => sum + earned, 0n);
    expect(days.map(({ lenders }) => lenders)).toEqual([2, 1]);
    expect(days[1]!.days).toBe(364);
    for (const one of days) {
      expect(one.earned).toBe((one.lenders_day - one.residue_day) * BigInt(one.days));
    }
    expect((await yen(large)) - then).toBeGreaterThanOrEqual(Number(all / 1_000_000n) - 10);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is no more than what shorts bear: none for one of a day, no premium of one that was closed before its day was reckoned", async () => {
    const [lender, seller] = await Promise.all([app.newCustomer(), app.newCustomer()]);
    await toDay(1);
    const code = "7203";
    await lend(lender, await buy(lender, { code, quantity: "100" }), "100");
    const sell = () => buy(seller, { code, quantity: "100", side: "short" });
    const close = async (id: string) => {
      await app.advance(16 * 60);
      app.feed.quote(market, code, "2850");
      const request_id = newRequestId();
      await app.accepted("/trade/close-position", { id, kind: "market", request_id }, seller);
    };
    await close(await sell());
    await toDay(1);
    // Ten shares, of a test before, are short all the time: 1.1 % of 28,500 yen, and nothing of the day's own short.
    const perDay = (units: bigint) => (units * 50n * 10_000n) / 3_650_000n;
    expect((await periods(code)).at(-1)!.lenders_day).toBeLessThanOrEqual(perDay(28_500n * 110n));

    const short = await sell();
    const ahead = instantOf(
      market,
      nextTradingDay(market, localDate(market, app.context.clock.now()), "always"),
      "00:05",
    );
    await app.advance(Math.ceil((ahead - app.context.clock.now()) / 1_000));
    app.feed.quote(market, code, "2850");
    const before = (await periods(code)).length;
    await close(short);
    app.feed.quote(market, "6758", "2850");
    await runDay();
    const [late] = (await periods(code)).slice(before);
    // The whole pool is borrowed, by the published curve at 4 %: of what was closed only the base was borne, 1.1 %.
    expect(late!.premium).toBeGreaterThan(0);
    const borne = perDay(313_500n * 110n + 28_500n * 400n);
    expect(late!.lenders_day).toBeGreaterThan(perDay(28_500n * 510n));
    expect(late!.lenders_day).toBeLessThanOrEqual(borne);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("goes on where it was cut off", async () => {
    const lenders = await Promise.all(Array.from({ length: 3 }, () => app.newCustomer()));
    const code = "6758";
    for (const who of lenders) await lend(who, await buy(who, { code, quantity: "50" }), "50");
    const now = app.context.clock.now();
    const date = nextTradingDay(market, localDate(market, now), "always");
    await app.advance(Math.ceil((instantOf(market, date, "00:05") - now) / 1_000));
    // Stopped after the period was made, before anybody was paid.
    let asked = 0;
    const [one, another] = [createLendingDay(app.context), createLendingDay(app.context)];
    await Promise.all([one.run(() => (asked += 1) > 3), another.run()]);
    // Whichever of them was first: what the one left the other takes up with its next looks.
    for (let look = 0; look < 3; look += 1) await another.run();
    const newest = (await periods(code)).at(-1)!;
    expect(newest.lenders).toBeGreaterThanOrEqual(4);
    expect(newest.earned).toBe((newest.lenders_day - newest.residue_day) * BigInt(newest.days));
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("of one stock that cannot be reckoned keeps no other's lenders waiting", async () => {
    const count = async (code: string) => (await periods(code)).length;
    const codes = ["6758", "7203"] as const;
    for (const code of codes) {
      app.feed.quote(market, code, "2850");
      const who = await app.newCustomer();
      await lend(who, await buy(who, { code, quantity: "50" }), "50");
    }
    await runDay();
    const [first, second] = [await count("6758"), await count("7203")];
    const { reader } = app.owner;
    await sql`ALTER TABLE stock_lending_period ADD CONSTRAINT broken CHECK (code <> '6758') NOT VALID`.execute(
      reader,
    );
    await toDay(1);
    await expect.poll(() => count("7203")).toBeGreaterThan(second);
    expect(await count("6758")).toBe(first);
    await sql`ALTER TABLE stock_lending_period DROP CONSTRAINT broken`.execute(reader);
    await runDay();
    await expect.poll(() => count("6758")).toBeGreaterThan(first);
  });

  it("is public by stock, with what the institutions lend", async () => {
    const pools = () => app.accepted("/market/borrowing", { type: market });
    const sony = async () => (await pools()).find(({ code }) => code === "6758");
    await expect.poll(sony).toMatchObject({
      short: "200",
      from_institutions: "0",
    });
    expect(await app.accepted("/market/borrowing", { type: market, code: "7203" })).toHaveLength(1);
    expect(await app.refused("/market/borrowing", { type: market, code: "0000" })).toBe(
      "instrument_not_found",
    );
  });
});

it("lends by itself for who chose it, leaves what was recalled alone, and goes through splits and dividends", async () => {
  await toDay(1);
  const who = await app.newCustomer();
  const id = await buy(who, { quantity: "101" });
  const kept = await buy(who, { quantity: "10" });
  await lend(who, kept, "10");
  await recall(who, kept);
  expect(
    await app.accepted("/trade/lend-automatically", { choice: "automatic" }, who),
  ).toMatchObject({
    automatic: true,
  });
  await lendByItself(app.context);
  expect(await position(who, id)).toMatchObject({ status: 5, lent: "101" });
  expect(await position(who, kept)).toMatchObject({ status: 0, lent: "0" });
  const { positions } = await app.accepted("/trade/lending", {}, who);
  expect(positions.map((one) => [one.id, one.lent_own, one.free])).toEqual(
    expect.arrayContaining([
      [id, "101", "0"],
      [kept, "0", "10"],
    ]),
  );
  const money = await yen(who);
  const date = nextTradingDay(market, localDate(market, app.context.clock.now()), "always");
  app.feed.act(market, "7203", { kind: "dividend", exDate: date, perShare: scaled("10") });
  app.feed.act(market, "7203", { kind: "split", exDate: date, numerator: 3n, denominator: 2n });
  await recall(who, id);
  await lend(who, id, "101");
  app.feed.close(market, "7203", app.context.clock.now(), "2850");
  await ahead(1);
  app.feed.quote(market, "7203", "1900");
  await expect.poll(async () => (await position(who, id)).actions.length).toBe(2);
  // A day that is reckoned after a split counts its shares of then at their price of then: 10 at 2,850 yen.
  const due = () => rows(app.context.database.reader, sql`SELECT FROM position_action_due LIMIT 1`);
  await expect.poll(due).toEqual([]);
  await runDay();
  expect((await periods("7203")).at(-1)!.short_value).toBe(28_500n);
  const after = await position(who, id);
  expect([after.stock_num, after.lent]).toEqual(["151", "151"]);
  // All 101 were lent when it took effect, of the other position none: what they bring is told apart.
  await expect.poll(async () => (await position(who, kept)).actions.length).toBe(2);
  const equivalents = async (id: string) =>
    (await position(who, id)).actions
      .filter(({ kind }) => kind === "dividend")
      .map(({ amount, equivalent }) => [amount, equivalent]);
  expect([await equivalents(id), await equivalents(kept)]).toEqual([
    [["1010", "1010"]],
    [["100", "0"]],
  ]);
  const records = await app.accepted("/user/fund-records", { kind: "trade" }, who);
  expect(
    records.items
      .filter(({ kind }) => kind.startsWith("dividend"))
      .map((one) => [one.kind, one.amount]),
  ).toEqual(
    expect.arrayContaining([
      ["dividend_equivalent", "1010"],
      ["dividend", "100"],
    ]),
  );
  expect((await yen(who)) - money).toBeGreaterThanOrEqual(1_110);
  const messages = await app.accepted("/user/messages", {}, who);
  const told = messages.items.find(({ kind }) => kind === "dividend_equivalent");
  expect(told?.params).toMatchObject({ amount: "1110", equivalent: "1010" });
  const kinds = messages.items.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["stock_lent", "dividend_equivalent"]));
  await app.accepted("/trade/lend-automatically", { choice: "manual" }, who);
  await app.advance(16 * 60);
  app.feed.quote(market, "7203", "1900");
  await untilTraded(app, who);
  await app.accepted(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId() },
    who,
  );
  expect(await app.ledgerFaults()).toEqual([]);
});
