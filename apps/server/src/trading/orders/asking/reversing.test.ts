import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { shares } from "@sanshi/money";
import { addTradingDays, instantOf, localDate, marketDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../../tests/support/scripted-feed.ts";
import { calm, createSlowVenue } from "../../../../../../tests/support/slow-venue.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";

import {
  newOperator,
  opsAccepted,
  opsRefused,
} from "../../../../../../tests/support/test-operators.ts";
import { announceEnd } from "../../../../../../tests/support/test-stock-ends.ts";
import { rows, sql } from "../../../platform/sql/database.ts";

type Position = CallOutput<Calls["/trade/position"]>;

// What the venue busts: the last trade of an order, as a whole or, by the venue's chance, a part of it.
const venue = createSlowVenue(1, { ...calm });
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({}, { venue: venue.venue });
  // Its reports have the moments of its trades, as a broker's have.
  venue.clock = app.context.clock;
});
afterAll(() => app.stop());
beforeEach(async () => {
  venue.comeBack();
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
});

const position = (id: string): Promise<Position> =>
  app.accepted("/trade/position", { id }, customer);
const money = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
const theirs = (id: string) => venue.book.get(`${id}-1`);

async function until(id: string, expected: Partial<Position>): Promise<void> {
  await expect.poll(async () => (venue.tick(), position(id))).toMatchObject(expected);
}

async function placed(quantity = "100"): Promise<string> {
  const order = testOrder({ kind: "limit", price: "2800", quantity });
  const { id } = await app.accepted("/trade/place-order", order, customer);
  await expect.poll(() => (venue.tick(), venue.book.has(`${id}-1`))).toBe(true);
  return id;
}

async function filled(id: string, quantity: bigint): Promise<void> {
  const before = Number((await position(id)).quantity_opened);
  venue.fill(`${id}-1`, shares(quantity));
  await until(id, { quantity_opened: (before + Number(quantity)).toString() });
}

/** Takes the last trade out until the whole of it is; answers how many shares the venue has of the order then. */
async function taken(id: string): Promise<number> {
  const before = theirs(id)?.trades.size ?? 0;
  while (theirs(id)?.trades.size === before) {
    venue.bust(`${id}-1`);
    const left = (theirs(id)?.filled ?? 0n).toString();
    await until(id, { quantity_opened: left });
  }
  return Number(theirs(id)?.filled ?? 0n);
}

async function sells(id: string, quantity: string): Promise<string> {
  await app.advance(901);
  app.feed.quote("jpy", "7203", "2850");
  return sellsAt(id, { price: "2900", quantity });
}

async function sellsAt(id: string, at: { price: string; quantity: string }): Promise<string> {
  const sale = { id, kind: "limit", ...at, request_id: newRequestId() } as const;
  await app.accepted("/trade/close-position", sale, customer);
  const [order] = (await position(id)).closing_orders;
  await expect.poll(() => (venue.tick(), venue.book.has(`${order?.id}-1`))).toBe(true);
  return order?.id ?? "";
}

describe("a trade that the venue busts", () => {
  it("leaves nothing of a purchase: its money is there, the order cancelled, and its customer told", async () => {
    const before = await money();
    const id = await placed();
    await filled(id, 100n);
    await taken(id);
    await until(id, { status: positionStatuses.cancelled, ending: "busted" });
    expect(await money()).toBe(before);
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: "trade_busted",
        params: expect.objectContaining({ code: "7203", made_good: "0" }),
      }),
    );
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("leaves the rest of an order at work, for as many shares fewer, also without any fill", async () => {
    const before = await money();
    const id = await placed();
    await filled(id, 30n);
    await filled(id, 20n);
    expect(await taken(id)).toBe(30);
    await until(id, { status: positionStatuses.holding, quantity_waiting: "50" });
    expect(await taken(id)).toBe(0);
    await until(id, { status: positionStatuses.pending, stock_num: "50" });
    expect(await app.ledgerFaults()).toEqual([]);
    // It is filled after all, and is the position that it was.
    await filled(id, 20n);
    await until(id, { status: positionStatuses.holding, quantity_waiting: "30" });
    await app.accepted("/trade/cancel-order", { id }, customer);
    await until(id, { quantity_waiting: "0", reserved: "0" });
    expect(await taken(id)).toBe(0);
    await until(id, { status: positionStatuses.cancelled, ending: "busted" });
    expect(await money()).toBe(before);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is made good by the house for shares that were sold, or wait to be", async () => {
    const id = await placed();
    await filled(id, 100n);
    const sale = await sells(id, "60");
    venue.fill(`${sale}-1`, shares(40n));
    await until(id, { quantity_closed: "40" });
    venue.bust(`${id}-1`);
    while ((theirs(id)?.filled ?? 0n) > 0n) venue.bust(`${id}-1`);
    await until(id, { quantity_opened: "60", closing_quantity: "20" });
    venue.fill(`${sale}-1`, shares(20n));
    await until(id, { status: positionStatuses.closed, quantity_closed: "60" });
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.map(({ params }) => params["made_good"])).toContain("60");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("gives the shares of a sale back, and what its customer has spent meanwhile is owed", async () => {
    const id = await placed();
    await filled(id, 100n);
    const sale = await sells(id, "100");
    const before = await money();
    venue.fill(`${sale}-1`, shares(100n));
    await until(id, { status: positionStatuses.closed });
    // All of it is spent.
    const rest = Math.floor((await money()) / 2_810);
    const other = await placed(String(rest));
    while ((theirs(sale)?.filled ?? 0n) > 0n) venue.bust(`${sale}-1`);
    await until(id, { status: positionStatuses.holding, stock_num: "100", sell_price: null });
    expect(await app.ledgerFaults()).toEqual([]);
    await app.accepted("/trade/cancel-order", { id: other }, customer);
    await until(other, { status: positionStatuses.cancelled });
    const { currencies } = await app.accepted("/user/assets", {}, customer);
    const yen = currencies.find(({ currency }) => currency === "JPY");
    expect(Number(yen?.available) - before).toBeLessThanOrEqual(1_000_000);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("an order all of whose trades were busted", () => {
  it("is filled after all without a dividend of before", async () => {
    const date = nextTradingDay("jpy", localDate("jpy", app.context.clock.now()), "always");
    app.feed.act("jpy", "7203", { kind: "dividend", exDate: date, perShare: scaled("10") });
    const begins = instantOf("jpy", date, "00:00");
    await app.advance(Math.ceil((begins - 600_000 - app.context.clock.now()) / 1_000));
    app.feed.quote("jpy", "7203", "2850");
    const held = await placed();
    await filled(held, 100n);
    const id = await placed();
    await filled(id, 50n);
    expect(await taken(id)).toBe(0);
    await app.advance(1_200);
    app.feed.quote("jpy", "7203", "2850");
    await expect
      .poll(async () => (venue.tick(), (await position(held)).actions))
      .toMatchObject([{ ex_date: date, amount: "1000" }]);
    await filled(id, 50n);
    const due = await rows(
      app.context.database.reader,
      sql`SELECT action_id FROM position_action_due WHERE position_id = ${id}::bigint`,
    );
    expect(due).toEqual([]);
    expect((await position(id)).actions).toEqual([]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("with a commission of 990 yen at least", () => {
  beforeAll(async () => {
    const [author, approver] = [
      await newOperator(app, "approver"),
      await newOperator(app, "approver"),
    ];
    const { earliest } = await opsAccepted(app, "/api/ops/fees", { type: "jpy" }, author);
    const terms = { type: "jpy", valid_from: earliest, rate: "0.1", minimum: "990" } as const;
    const planned = { ...terms, reason: "costs_changed" } as const;
    const { id } = await opsAccepted(app, "/api/ops/fees/propose", planned, author);
    const decision = { id, decision: "approve", reason: "wrong_details" } as const;
    await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver);
    const begins = instantOf("jpy", earliest, "12:00");
    await app.advance(Math.ceil((begins - app.context.clock.now()) / 1_000));
  });

  it("a sale of several openings pays it for what is left of it once one of its trades is busted", async () => {
    const ids = [await placed(), await placed()];
    for (const id of ids) await filled(id, 100n);
    await app.advance(901);
    app.feed.quote("jpy", "7203", "2850");
    const stock = { type: "jpy", code: "7203", side: "long", funding: "cash" } as const;
    const sale = { ...stock, kind: "limit", price: "2900", request_id: newRequestId() } as const;
    await app.accepted("/trade/close-holding", sale, customer);
    const sales: string[] = [];
    for (const id of ids) {
      const [order] = (await position(id)).closing_orders;
      await expect.poll(() => (venue.tick(), venue.book.has(`${order?.id}-1`))).toBe(true);
      sales.push(order?.id ?? "");
    }
    const before = await money();
    const sold = async (index: number, quantity: string) => {
      const [id = "", order = ""] = [ids[index], sales[index]];
      if (quantity === "100") venue.fill(`${order}-1`, shares(100n));
      else while ((theirs(order)?.filled ?? 0n) > 0n) venue.bust(`${order}-1`);
      await until(id, { quantity_closed: quantity });
      return (await money()) - before;
    };
    // 0.1 % of 290,000 and of 580,000 is less than the minimum, which the first trade pays.
    expect(await sold(0, "100")).toBe(290_000 - 990);
    expect(await sold(1, "100")).toBe(580_000 - 990);
    expect(await sold(0, "0")).toBe(290_000 - 990);
    expect(await app.ledgerFaults()).toEqual([]);
    expect(await sold(1, "0")).toBe(0);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("a purchase keeps the minimum for the rest of it", async () => {
    const before = await money();
    const id = await placed();
    await filled(id, 30n);
    await filled(id, 20n);
    expect(await taken(id)).toBe(30);
    await app.accepted("/trade/cancel-order", { id }, customer);
    await until(id, { quantity_waiting: "0", reserved: "0" });
    expect(before - (await money())).toBe(30 * 2_800 + 990);
    expect(await taken(id)).toBe(0);
    await until(id, { status: positionStatuses.cancelled, ending: "busted" });
    expect(await money()).toBe(before);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a sale that the venue busts once its stock", () => {
  const market = "jpy" as const;
  beforeEach(() => app.feed.quote(market, "6758", "2850"));

  async function soldOut(code: string): Promise<{ id: string; sale: string }> {
    const order = testOrder({ code, kind: "limit", price: "2800", quantity: "100" });
    const { id } = await app.accepted("/trade/place-order", order, customer);
    await expect.poll(() => (venue.tick(), venue.book.has(`${id}-1`))).toBe(true);
    await filled(id, 100n);
    await app.advance(901);
    app.feed.quote(market, code, "2850");
    const sale = await sellsAt(id, { price: "2900", quantity: "100" });
    venue.fill(`${sale}-1`, shares(100n));
    await until(id, { status: positionStatuses.closed });
    return { id, sale };
  }
  async function bust(sale: string): Promise<void> {
    while ((theirs(sale)?.filled ?? 0n) > 0n) venue.bust(`${sale}-1`);
  }
  const dayAhead = (days: number) =>
    addTradingDays(market, marketDate(market, app.context.clock.now(), "always"), days);
  const to = async (day: string, time: string) => {
    await app.advance(Math.ceil((instantOf(market, day, time) - app.context.clock.now()) / 1_000));
    await app.settle();
  };

  it("has another code gives back shares that have it too, and can be sold", async () => {
    const { id, sale } = await soldOut("6758");
    const order = testOrder({ code: "6758", kind: "limit", price: "2800", quantity: "100" });
    const works = await app.accepted("/trade/place-order", order, customer);
    await expect.poll(() => (venue.tick(), venue.book.has(`${works.id}-1`))).toBe(true);
    await filled(works.id, 50n);
    // Of an order that works on: nothing is held by it while its stock is renamed.
    expect(await taken(works.id)).toBe(0);
    await until(works.id, { status: positionStatuses.pending });
    const [proposer, approver] = [
      await newOperator(app, "approver"),
      await newOperator(app, "approver"),
    ];
    const effective_on = dayAhead(1);
    const form = { type: market, code: "6758", new_code: "6759", effective_on };
    const change = await opsAccepted(app, "/api/ops/instruments/change", form, proposer);
    const decision = { id: change.id, decision: "approve" } as const;
    await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver);
    await to(effective_on, "00:05");
    // What other processes wrote under the old code has followed by then.
    await to(effective_on, "00:15");
    await to(effective_on, "00:20");
    await bust(sale);
    await until(id, { status: positionStatuses.holding, stock_num: "100" });
    await filled(works.id, 50n);
    await app.advance(901);
    app.feed.quote(market, "6759", "2850");
    for (const [held, quantity] of [
      [id, "100"],
      [works.id, "50"],
    ] as const) {
      const again = await sellsAt(held, { price: "2900", quantity });
      expect(theirs(again)).toMatchObject({ code: "6759" });
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("has ended gives back shares that are settled as all others were", async () => {
    const { id, sale } = await soldOut("7203");
    const day = dayAhead(1);
    await announceEnd(app, { type: market, code: "7203", kind: "delisted", last_trading_day: day });
    await to(day, "23:00");
    app.feed.quote(market, "7203", "2900");
    app.feed.close(market, "7203", instantOf(market, day, "09:00"), "2900");
    await to(addTradingDays(market, day, 1), "00:05");
    // Nothing was left to be settled, and the end is over.
    await to(addTradingDays(market, day, 1), "03:00");
    await bust(sale);
    await until(id, { stock_num: "100" });
    await expect
      .poll(async () => (await app.settle(), (await position(id)).ending))
      .toBe("stock_end");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
