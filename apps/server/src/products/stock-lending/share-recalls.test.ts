import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { advanceToWednesday, setSetting } from "../../../../../tests/support/test-money.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { settleRecalls } from "./share-recalls.ts";

const market = "jpy";
const code = "7203";
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
  await setSetting(app, "short_borrow_unlimited", "off");
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());

const buy = async (who: SignedIn, more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", testOrder({ type: market, code, ...more }), who)).id;
const sellShort = (who: SignedIn, quantity: string) => buy(who, { quantity, side: "short" });
const position = (who: SignedIn, id: string) => app.accepted("/trade/position", { id }, who);
const recall = (who: SignedIn, id: string) => app.accepted("/trade/recall", { id }, who);
const close = (who: SignedIn, id: string, quantity?: string) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...(quantity && { quantity }) },
    who,
  );
const lent = async (who: SignedIn, quantity: string) => {
  const id = await buy(who, { quantity });
  await app.accepted("/trade/lend", { id, quantity, request_id: newRequestId() }, who);
  return id;
};
const kinds = async (who: SignedIn) =>
  (await app.accepted("/user/messages", {}, who)).items
    .map(({ kind }) => kind)
    .filter((kind) => /recall|returned|bought_in/.test(kind));
/** The application's own job may be in the middle of the same: what comes of it is polled for. */
const settle = () => settleRecalls(app.context);
/** Figures that everybody asks for are a second old at most. */
const borrowable = async (of = code) => {
  await app.advanceReal(1);
  return (await app.accepted("/market/borrowing", { type: market, code: of }))[0]?.borrowable;
};
const buyIns = () =>
  rows(
    app.context.database.reader,
    sql<{ position: string; quantity: bigint; price: bigint; filled: bigint; filled_at: bigint }>`
      SELECT b.position_id::text AS position, b.quantity, b.price, f.quantity AS filled, f.price AS filled_at
      FROM share_buy_in b JOIN fill f ON f.position_id = b.position_id AND f.number = b.number ORDER BY b.bought_at`,
  );
async function pass(seconds: number): Promise<void> {
  await app.advance(seconds);
  app.feed.quote(market, code, "2850");
}
const pastDeadline = () => pass(3 * 86_400);

let lender: SignedIn;
let first: SignedIn;
let second: SignedIn;
let lending: string;
let older: string;
let newer: string;
/** 100 shares are lent, and all of them borrowed: 60 by the older short, 40 by the newer one. */
beforeEach(async () => {
  app.feed.quote(market, code, "2850");
  [lender, first, second] = await Promise.all([
    app.newCustomer(),
    app.newCustomer(),
    app.newCustomer(),
  ]);
  lending = await lent(lender, "100");
  expect(await borrowable()).toBe("100");
  older = await sellShort(first, "60");
  await pass(16 * 60);
  newer = await sellShort(second, "40");
  await pass(16 * 60);
  expect(await borrowable()).toBe("0");
  return async () => {
    await pastDeadline();
    for (const [who, id] of [
      [first, older],
      [second, newer],
      [lender, lending],
    ] as const) {
      if ((await position(who, id)).status !== 2) await close(who, id);
    }
    await settle();
    expect(await app.ledgerFaults()).toEqual([]);
  };
});

describe("where institutions do not lend", () => {
  it("a short borrows what there is, and is refused beyond it", async () => {
    const order = testOrder({ type: market, code, quantity: "1", side: "short" });
    const { body } = await app.post("/trade/place-order", order, second);
    expect(body).toMatchObject({ msg: "shares_not_borrowable", params: { max: "0" } });
    await setSetting(app, "house_lends_shares", "5");
    expect(await borrowable()).toBe("5");
    const { request_id: _, ...shown } = { ...order, quantity: "5" };
    const { recallable } = await app.accepted("/trade/preview-order", shown, second);
    expect(recallable).toEqual({ days: 2, time: "12:00" });
    const own = await sellShort(second, "5");
    await pass(16 * 60);
    await close(second, own);
    await setSetting(app, "house_lends_shares", "0");
  });

  it("what is recalled comes back as far as others take its place, is called from the newest short, and bought in after the deadline", async () => {
    const helper = await app.newCustomer();
    const helping = await lent(helper, "30");
    expect(await recall(lender, lending)).toMatchObject({
      quantity: "70",
      recalled: "70",
      status: 1,
    });
    expect((await recall(lender, lending)).recalled).toBe("70");
    expect(await kinds(lender)).toEqual(["shares_returned"]);
    // 70 are missing: the newest short has to give back all of its 40, the older one 30.
    expect([await kinds(second), await kinds(first)]).toEqual([
      ["shares_recalled"],
      ["shares_recalled"],
    ]);
    await settle();
    expect(await kinds(first)).toEqual(["shares_recalled"]);
    const { positions } = await app.accepted("/trade/lending", {}, lender);
    expect(positions[0]).toMatchObject({ recalled: "70", recall_due: expect.any(String) });

    // The second one buys some back by themselves: so much is back at once, without a buy-in.
    await close(second, newer, "25");
    await settle();
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "45" });
    expect(await buyIns()).toEqual([]);

    expect((await position(lender, lending)).recalls).toMatchObject([{ quantity: "45" }]);
    expect((await position(first, older)).recalls).toMatchObject([{ quantity: "30" }]);
    // Nobody is on the other side, then trading is halted: nothing is bought, nothing is lost.
    await pastDeadline();
    app.feed.quote(market, code, "2850", { asks: [] });
    await settle();
    const operator = await firstOperator(app);
    const halt = { scope: "instrument", type: market, code, reason: "technical_fault" } as const;
    const barred = { ...halt, closing_allowed: false, ends_in_minutes: 60 };
    const { id } = await opsAccepted(
      app,
      "/api/ops/trading-halts/create",
      barred as never,
      operator,
    );
    app.feed.quote(market, code, "2900");
    await settle();
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "45" });
    await opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id }, operator);
    app.feed.quote(market, code, "2900");

    // By two at once: the newest short first, each share once, at the market's own price.
    await Promise.all([settle(), settle(), settle()]);
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "0", status: 0 });
    const bought = await buyIns();
    expect(bought.map(({ position: of, quantity }) => [of, quantity])).toEqual([
      [newer, 15n],
      [older, 30n],
    ]);
    for (const one of bought)
      expect([one.quantity, one.price]).toEqual([one.filled, one.filled_at]);
    expect(await position(first, older)).toMatchObject({
      stock_num: "30",
      recalls: [],
      buy_ins: [{ quantity: "30", rule: "share_lending" }],
    });
    expect(await kinds(second)).toEqual(["short_bought_in", "shares_recalled"]);
    expect(await kinds(first)).toEqual(["short_bought_in", "shares_recalled"]);
    expect((await kinds(lender)).slice(0, 2)).toEqual(["shares_bought_in", "shares_bought_in"]);
    await app.accepted("/trade/recall", { id: helping }, helper);
    await setSetting(app, "house_lends_shares", "1000");
    await settle();
    await setSetting(app, "house_lends_shares", "0");
    await close(helper, helping);
  });

  it("a stock that cannot be settled keeps no other waiting", async () => {
    app.feed.quote(market, "6758", "2850");
    const [helper, borrower] = [await app.newCustomer(), await app.newCustomer()];
    const helping = await buy(helper, { code: "6758", quantity: "100" });
    const form = { id: helping, quantity: "100", request_id: newRequestId() };
    await app.accepted("/trade/lend", form, helper);
    expect(await borrowable("6758")).toBe("100");
    const borrowed = await buy(borrower, { code: "6758", quantity: "100", side: "short" });
    await pass(16 * 60);
    await recall(helper, helping);
    await recall(lender, lending);
    const { reader } = app.owner;
    await sql`ALTER TABLE share_recall ADD CONSTRAINT unsettled CHECK (code <> '6758') NOT VALID`.execute(
      reader,
    );
    app.feed.quote(market, "6758", "2850");
    await close(borrower, borrowed);
    await close(second, newer);
    await settle();
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "60" });
    expect(await position(helper, helping)).toMatchObject({ lent: "100" });
    await sql`ALTER TABLE share_recall DROP CONSTRAINT unsettled`.execute(reader);
    await settle();
    await expect.poll(() => position(helper, helping)).toMatchObject({ lent: "0" });
    await close(helper, helping);
  });

  it("a short that cannot be bought in keeps no other of its stock waiting", async () => {
    await recall(lender, lending);
    await settle();
    const { reader } = app.owner;
    await sql`ALTER TABLE share_buy_in ADD CONSTRAINT not_bought_in
      CHECK (position_id <> ${sql.lit(Number(newer))}) NOT VALID`.execute(reader);
    await pastDeadline();
    await settle();
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "40" });
    expect(await position(second, newer)).toMatchObject({ stock_num: "40" });
    await sql`ALTER TABLE share_buy_in DROP CONSTRAINT not_bought_in`.execute(reader);
    await settle();
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "0" });
    expect((await position(second, newer)).status).toBe(2);
  });

  it("a sale of lent shares is made at once, its borrowers are called, and may stay short once others lend", async () => {
    await close(lender, lending, "90");
    expect(await position(lender, lending)).toMatchObject({ stock_num: "10", lent: "10" });
    const told = async () => {
      await settle();
      return [await kinds(second), await kinds(first)];
    };
    await expect.poll(told).toEqual([["shares_recalled"], ["shares_recalled"]]);
    // A recall of the rest waits, and ends with its sale.
    expect(await recall(lender, lending)).toMatchObject({ recalled: "10" });
    await close(lender, lending);
    const helper = await app.newCustomer();
    const helping = await lent(helper, "100");
    await settle();
    await expect
      .poll(async () => [(await kinds(second))[0], (await kinds(first))[0]])
      .toEqual(["recall_withdrawn", "recall_withdrawn"]);
    await pastDeadline();
    await settle();
    await expect.poll(() => position(first, older)).toMatchObject({ stock_num: "60" });
    await close(helper, helping);
  });

  it("what is lent beside a recall that is under way is recalled with it when asked again", async () => {
    const more = await buy(lender, { quantity: "50" });
    const lendMore = (quantity: string) =>
      app.accepted("/trade/lend", { id: more, quantity, request_id: newRequestId() }, lender);
    await lendMore("20");
    expect((await recall(lender, lending)).recalled).toBe("80");
    expect((await recall(lender, more)).recalled).toBe("20");
    const [told] = (await position(lender, more)).recalls;
    await pass(86_400);
    expect((await lendMore("30")).quantity).toBe("50");
    const again = await recall(lender, more);
    expect(again).toMatchObject({ quantity: "50", recalled: "50" });
    expect(Date.parse(again.recall_due ?? "")).toBeGreaterThan(Date.parse(told!.due_at));
    // What a day pays moves by itself: with the price and the shorts of the moment.
    const moves = { per_day: expect.stringMatching(/^\d+\.\d\d$/) };
    expect(await recall(lender, more)).toEqual({ ...again, ...moves });
    await pastDeadline();
    await pass(86_400);
    await settle();
    await expect.poll(() => position(lender, more)).toMatchObject({ lent: "0", recalls: [] });
    await close(lender, more);
  });

  /** Another lends 90: of the first's recall 10 are missing, of theirs a day later the rest, each with a deadline. */
  async function recalledTwice() {
    const helper = await app.newCustomer();
    const helping = await lent(helper, "90");
    expect((await recall(lender, lending)).recalled).toBe("10");
    await pass(86_400);
    expect((await recall(helper, helping)).recalled).toBe("90");
    const told = async () =>
      (await position(second, newer)).recalls.map(({ quantity }) => Number(quantity));
    const deadlines = (await position(second, newer)).recalls.map(({ due_at }) =>
      Date.parse(due_at),
    );
    return { helper, helping, told, deadlines };
  }
  const to = (at: number) => pass(Math.ceil((at - app.context.clock.now()) / 1_000));
  const boughtSince = async (before: number) =>
    (await buyIns()).slice(before).map(({ position: of, quantity }) => [of, quantity]);

  it("what a short bought back for one deadline is not asked for by it again, and more is called with another", async () => {
    const { helper, helping, told, deadlines } = await recalledTwice();
    expect(await told()).toEqual([10, 30]);
    expect((await position(first, older)).recalls).toMatchObject([{ quantity: "60" }]);
    expect(await kinds(second)).toEqual(["shares_recalled", "shares_recalled"]);
    await close(second, newer, "10");
    await settle();
    await expect.poll(told).toEqual([30]);
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "0" });
    // The first deadline passes without a buy-in: that call was met.
    const before = (await buyIns()).length;
    await to(deadlines[0]! + 60_000);
    await settle();
    expect(await boughtSince(before)).toEqual([]);
    await to(deadlines[1]! + 60_000);
    await Promise.all([settle(), settle()]);
    await expect
      .poll(() => boughtSince(before))
      .toEqual([
        [newer, 30n],
        [older, 60n],
      ]);
    await expect.poll(() => position(helper, helping)).toMatchObject({ lent: "0" });
    await close(helper, helping);
  });

  it("deadlines in whose last hour trading was halted move to an hour after it goes on, those of one short to the same", async () => {
    const { helper, helping, told, deadlines } = await recalledTwice();
    await to(deadlines[0]! - 600_000);
    const operator = await firstOperator(app);
    const halt = { scope: "instrument", type: market, code, reason: "technical_fault" } as const;
    // A day, so that it ends shortly before the second deadline.
    const barred = { ...halt, closing_allowed: false, ends_in_minutes: 24 * 60 };
    await opsAccepted(app, "/api/ops/trading-halts/create", barred as never, operator);
    const before = (await buyIns()).length;
    await to(deadlines[0]! + 600_000);
    await settle();
    await to(deadlines[1]! + 600_000);
    await Promise.all([settle(), settle()]);
    expect(await boughtSince(before)).toEqual([]);
    // Of one deadline it is one call.
    expect(await told()).toEqual([40]);
    const moved = Date.parse((await position(second, newer)).recalls[0]!.due_at);
    expect(moved).toBeGreaterThanOrEqual(deadlines[1]! - 600_000 + 3_600_000);
    await to(moved + 1_000);
    await Promise.all([settle(), settle()]);
    await expect
      .poll(() => boughtSince(before))
      .toEqual([
        [newer, 40n],
        [older, 60n],
      ]);
    const postponed = async (who: SignedIn) =>
      (await kinds(who)).filter((kind) => kind === "recall_postponed").length;
    expect(await Promise.all([lender, second, first].map(postponed))).toEqual([1, 2, 1]);
    await close(helper, helping);
  });

  it("a borrower who closes as the recall is settled by others gives back once, and is not bought in", async () => {
    await recall(lender, lending);
    await pastDeadline();
    await Promise.all([
      settle(),
      app.post(
        "/trade/close-position",
        { id: newer, kind: "market", request_id: newRequestId() },
        second,
      ),
      settle(),
      app.post(
        "/trade/close-position",
        { id: older, kind: "market", request_id: newRequestId() },
        first,
      ),
      app.post("/trade/recall", { id: lending }, lender),
    ]);
    await settle();
    await expect.poll(() => position(lender, lending)).toMatchObject({ lent: "0" });
    for (const [who, id] of [
      [first, older],
      [second, newer],
    ] as const) {
      expect(await position(who, id)).toMatchObject({ status: 2 });
    }
    const [row] = await rows(
      app.context.database.reader,
      sql<{ open: number }>`SELECT ((SELECT count(*) FROM share_recall WHERE ended_at IS NULL)
        + (SELECT count(*) FROM share_recall_notice WHERE ended_at IS NULL))::int AS open`,
    );
    expect(row?.open).toBe(0);
  });
});

describe("of a stock with few shorts", () => {
  const other = "6758";
  const open = (who: SignedIn, quantity: string, side: "long" | "short" = "long") =>
    buy(who, { code: other, quantity, side });
  const toNextDay = async (price: string) => {
    const now = app.context.clock.now();
    const date = nextTradingDay(market, localDate(market, now), "always");
    await app.advance(Math.ceil((instantOf(market, date, "00:05") - now) / 1_000));
    app.feed.quote(market, other, price);
    app.feed.quote(market, code, "2850");
  };
  const lentOut = async (quantity: string) => {
    app.feed.quote(market, other, "2850");
    const who = await app.newCustomer();
    // A split of the test before may not be everywhere yet.
    await untilTraded(app, who, { code: other });
    const id = await open(who, quantity);
    await app.accepted("/trade/lend", { id, quantity, request_id: newRequestId() }, who);
    expect(await borrowable(other)).toBe(quantity);
    return { who, id };
  };

  it("a recall and the calls for it follow a split and a dividend of the same day, and nothing stays behind", async () => {
    const { who, id } = await lentOut("101");
    const [one, two] = await Promise.all([app.newCustomer(), app.newCustomer()]);
    const shorts = [await open(one, "60", "short"), await open(two, "41", "short")] as const;
    await app.advance(16 * 60);
    app.feed.quote(market, other, "2850");
    await close(two, shorts[1], "1");
    await recall(who, id);
    expect((await position(who, id)).recalls).toMatchObject([{ quantity: "100" }]);
    const date = nextTradingDay(market, localDate(market, app.context.clock.now()), "always");
    app.feed.act(market, other, { kind: "dividend", exDate: date, perShare: scaled("10") });
    app.feed.act(market, other, { kind: "split", exDate: date, numerator: 3n, denominator: 2n });
    app.feed.close(market, other, app.context.clock.now(), "2850");
    await toNextDay("1900");
    for (const [whose, own] of [
      [who, id],
      [one, shorts[0]],
      [two, shorts[1]],
    ] as const) {
      await expect.poll(async () => (await position(whose, own)).actions.length).toBe(2);
    }
    await settle();
    // 101 are 151 and a half, of which 100 were lent: 149 are, and all of them are recalled.
    const { lent: left, recalls, actions } = await position(who, id);
    expect([left, recalls[0]?.quantity]).toEqual(["149", "149"]);
    expect(actions.find(({ kind }) => kind === "dividend")).toMatchObject({
      amount: "1010",
      equivalent: "1000",
    });
    const quantities = async () =>
      Promise.all([
        position(one, shorts[0]).then(({ recalls: own }) => own[0]?.quantity),
        position(two, shorts[1]).then(({ recalls: own }) => own[0]?.quantity),
      ]);
    expect(await quantities()).toEqual(["90", "60"]);
    await app.advance(3 * 86_400);
    app.feed.quote(market, other, "1900");
    await Promise.all([settle(), settle()]);
    await expect
      .poll(() => position(who, id))
      .toMatchObject({ lent: "0", recalls: [], stock_num: "151" });
    for (const [whose, own] of [
      [one, shorts[0]],
      [two, shorts[1]],
    ] as const) {
      await expect.poll(() => position(whose, own)).toMatchObject({ status: 2 });
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("a borrower's forced close and a buy-in of the same shares close them once, a year late too", async () => {
    const { who, id } = await lentOut("1500");
    const one = await app.newCustomer();
    const short = await open(one, "1500", "short");
    await recall(who, id);
    await app.advance(365 * 86_400);
    app.feed.quote(market, other, "2850");
    app.feed.quote(market, other, "6500");
    await Promise.all([settle(), settle(), recall(who, id)]);
    await expect
      .poll(async () => {
        app.feed.quote(market, other, "6500");
        await settle();
        return (await position(one, short)).status;
      })
      .toBe(2);
    await settle();
    const closed = await position(one, short);
    const bought = closed.fills
      .filter(({ side }) => side === "buy")
      .reduce((sum, { quantity }) => sum + Number(quantity), 0);
    expect(bought).toBe(1_500);
    await expect.poll(() => position(who, id)).toMatchObject({ lent: "0", recalls: [] });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
