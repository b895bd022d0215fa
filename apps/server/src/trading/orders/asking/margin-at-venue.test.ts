import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { addTradingDays, instantOf, marketDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, units, type PlaceInput } from "../../../../../../tests/support/builders.ts";
import { calm, createSlowVenue } from "../../../../../../tests/support/slow-venue.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../../tests/support/test-money.ts";
import { announceEnd } from "../../../../../../tests/support/test-stock-ends.ts";
import { sql } from "../../../platform/sql/database.ts";

type Position = CallOutput<Calls["/trade/position"]>;

const venue = createSlowVenue(1, { ...calm });
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({}, { venue: venue.venue });
  venue.clock = app.context.clock;
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());
beforeEach(async () => {
  venue.faults = { ...calm };
  venue.atOnce = "all";
  venue.comeBack();
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
});

const position = (id: string): Promise<Position> =>
  app.accepted("/trade/position", { id }, customer);
const money = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
const margin = () => app.accepted("/trade/margin", { type: "jpy" }, customer);
const theirs = (id: string) => venue.book.get(`${id}-1`);

async function until(id: string, expected: Partial<Position>): Promise<Position> {
  await expect.poll(async () => (venue.tick(), position(id))).toMatchObject(expected);
  return position(id);
}

async function place(more: Partial<PlaceInput>): Promise<string> {
  const { id } = await app.accepted("/trade/place-order", testOrder(more), customer);
  return id;
}

async function atVenue(id: string): Promise<void> {
  await expect.poll(() => (venue.tick(), venue.book.has(`${id}-1`))).toBe(true);
}

async function placed(more: Partial<PlaceInput>): Promise<string> {
  const id = await place({ kind: "limit", price: "2800", ...more });
  await atVenue(id);
  return id;
}

async function close(id: string, more: object): Promise<string> {
  const sale = { id, kind: "market" as const, request_id: newRequestId(), ...more };
  await app.accepted("/trade/close-position", sale, customer);
  const [order] = (await position(id)).closing_orders;
  return order?.id ?? "";
}

const spent = ({ fills }: Position) =>
  fills.reduce((sum, { amount, fee }) => sum + Number(amount) + Number(fee), 0);

describe("an order at the market, at a venue that answers later,", () => {
  it("holds the most that it may cost, and gets back what it did not", async () => {
    const before = await money();
    const order = testOrder();
    const answer = await app.accepted("/trade/place-order", order, customer);
    expect(answer).toMatchObject({ quantity_waiting: "100", quantity_filled: "0" });
    // The highest price of the day, or 5 % above the last.
    expect(before - (await money())).toBeGreaterThanOrEqual(100 * 2_992);
    const { id } = answer;
    const held = await until(id, { status: positionStatuses.holding, quantity_opened: "100" });
    expect(theirs(id)).toMatchObject({ immediateOrCancel: true, side: "buy", status: "filled" });
    expect(held).toMatchObject({ reserved: "0", quantity_waiting: "0" });
    expect(await money()).toBe(before - spent(held));
    // The same request is told the same.
    expect(await app.accepted("/trade/place-order", order, customer)).toEqual(answer);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it.each([
    ["some", positionStatuses.holding],
    ["none", positionStatuses.cancelled],
  ] as const)("ends with what was there: %s", async (found, status) => {
    const before = await money();
    venue.atOnce = found;
    const id = await place({ quantity: "200" });
    const held = await until(id, { status, quantity_waiting: "0", reserved: "0" });
    expect(held.quantity_opened).toBe((theirs(id)?.filled ?? 0n).toString());
    expect(await money()).toBe(before - spent(held));
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("closes what is held, at no less than the lowest price of the day, and what is left stays held", async () => {
    const id = await place({});
    await until(id, { quantity_opened: "100" });
    await app.advance(901);
    app.feed.quote("jpy", "7203", "2850");
    venue.atOnce = "none";
    const first = await close(id, {});
    await until(id, { status: positionStatuses.holding, closing_quantity: null });
    expect(theirs(first)).toMatchObject({ side: "sell", immediateOrCancel: true });
    expect(theirs(first)?.limit).toBe(units(2_350));
    venue.atOnce = "all";
    await close(id, { quantity: "40" });
    await until(id, { status: positionStatuses.holding, quantity_closed: "40" });
    await close(id, {});
    await until(id, { status: positionStatuses.closed, quantity_closed: "100" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is neither changed nor given a price, and is cancelled as long as it has not gone out", async () => {
    const before = await money();
    venue.goAway();
    const id = await place({});
    const amend = { id, price: "2800", request_id: newRequestId() };
    expect((await app.post("/trade/amend-order", amend, customer)).body.status).not.toBe(1);
    await app.accepted("/trade/cancel-order", { id }, customer);
    venue.comeBack();
    await until(id, { status: positionStatuses.cancelled });
    expect(await money()).toBe(before);
  });
});

describe("leverage at a venue that answers later", () => {
  it("holds margin and fee, borrows with each fill, bears interest and is paid back", async () => {
    const before = await money();
    const id = await placed({ leverage: "2", quantity: "200" });
    const held = before - (await money());
    expect(held).toBeGreaterThanOrEqual(280_000);
    expect(held).toBeLessThan(290_000);
    venue.fill(`${id}-1`, shares(80n));
    const part = await until(id, { quantity_opened: "80", quantity_waiting: "120" });
    expect(Number(part.borrowed)).toBe(Number(part.margin));
    venue.fill(`${id}-1`, shares(120n));
    const whole = await until(id, { quantity_opened: "200", reserved: "0" });
    const cost = whole.fills.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(Number(whole.borrowed) + Number(whole.margin)).toBe(cost);
    expect((await margin()).borrowed).toBe(whole.borrowed);
    await app.advance(86_400);
    app.feed.quote("jpy", "7203", "2850");
    await expect.poll(async () => Number((await position(id)).interest)).toBeGreaterThan(0);
    venue.atOnce = "all";
    await close(id, {});
    const closed = await until(id, { status: positionStatuses.closed, borrowed: "0" });
    expect(Number(closed.interest_paid)).toBeGreaterThan(0);
    expect((await margin()).borrowed).toBe("0");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is sold short and bought back over several reports", async () => {
    const before = await money();
    const id = await placed({ side: "short", price: "2900", quantity: "200" });
    expect(theirs(id)).toMatchObject({ side: "sell" });
    venue.fill(`${id}-1`, shares(60n));
    await until(id, { quantity_opened: "60", quantity_waiting: "140" });
    await app.accepted("/trade/cancel-order", { id }, customer);
    await until(id, { status: positionStatuses.holding, quantity_waiting: "0", reserved: "0" });
    await app.advance(901);
    app.feed.quote("jpy", "7203", "2850");
    const cover = await close(id, { kind: "limit", price: "2850", quantity: "60" });
    await atVenue(cover);
    expect(theirs(cover)).toMatchObject({ side: "buy" });
    venue.fill(`${cover}-1`, shares(20n));
    await until(id, { quantity_closed: "20" });
    venue.fill(`${cover}-1`, shares(40n));
    const closed = await until(id, { status: positionStatuses.closed });
    expect(await money()).toBe(before + Number(closed.yingkui));
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is sold short at the market within what is held for it", async () => {
    const id = await place({ side: "short", leverage: "2" });
    const held = await until(id, { status: positionStatuses.holding, quantity_opened: "100" });
    expect(held).toMatchObject({ reserved: "0", side: "short" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is paid by the customer where the credit does not lend it any more: the trade is done", async () => {
    const id = await placed({ leverage: "3", quantity: "300" });
    // What another order has borrowed meanwhile, or the house lends no more.
    await sql`UPDATE ledger_balance b SET floor = -100000 FROM ledger_account a
      JOIN customer c ON c.id = a.customer_id
      WHERE a.id = b.account_id AND a.purpose = 'margin_debt' AND a.currency = 'JPY'
        AND c.account = ${customer.account}`.execute(app.owner.reader);
    venue.fill(`${id}-1`, shares(100n));
    await until(id, { quantity_opened: "100", borrowed: "100000" });
    venue.fill(`${id}-1`, shares(200n));
    const held = await until(id, { quantity_opened: "300", borrowed: "100000", reserved: "0" });
    const cost = held.fills.reduce((sum, { amount }) => sum + Number(amount), 0);
    expect(Number(held.margin)).toBe(cost - 100_000);
    expect(await money()).toBe(1_000_000 - spent(held) + 100_000);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("leaves a debt where the customer has nothing either", async () => {
    const id = await placed({ leverage: "3", quantity: "900" });
    await sql`UPDATE ledger_balance b SET floor = 0 FROM ledger_account a
      JOIN customer c ON c.id = a.customer_id
      WHERE a.id = b.account_id AND a.purpose = 'margin_debt' AND a.currency = 'JPY'
        AND c.account = ${customer.account}`.execute(app.owner.reader);
    venue.fill(`${id}-1`, shares(900n));
    await until(id, { quantity_opened: "900", borrowed: "0" });
    expect(await money()).toBe(0);
    expect(Number((await margin()).unpaid_debt)).toBeGreaterThan(1_000_000);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a forced sale at a venue that answers later", () => {
  async function underWater(): Promise<string> {
    const id = await placed({ price: "2850", leverage: "3", quantity: "1000" });
    venue.fill(`${id}-1`, shares(1_000n));
    await until(id, { status: positionStatuses.holding, quantity_opened: "1000" });
    return id;
  }

  it("waits for the cancel of what works, sells what the venue takes, with receipts, and never twice", async () => {
    const id = await underWater();
    await app.advance(901);
    app.feed.quote("jpy", "7203", "2850");
    const own = await close(id, { kind: "limit", price: "2900", quantity: "500" });
    await atVenue(own);
    // Nobody is there at first.
    venue.atOnce = "none";
    app.feed.quote("jpy", "7203", "1800");
    await until(id, { status: positionStatuses.holding });
    expect(theirs(own)).toMatchObject({ status: "cancelled" });
    const forced = () =>
      [...venue.book.values()].filter(
        ({ side, quantity }) => side === "sell" && quantity === 1_000n,
      );
    await expect.poll(() => (venue.tick(), forced().length)).toBe(2);
    expect(await position(id)).toMatchObject({ quantity_closed: "0", forced_sales: [] });
    venue.atOnce = "all";
    await expect
      .poll(async () => {
        venue.tick();
        app.feed.quote("jpy", "7203", "1800");
        return (await position(id)).status;
      })
      .toBe(positionStatuses.closed);
    const sold = await position(id);
    expect(sold.forced_sales).toMatchObject([{ reason: "ratio_too_low", quantity: "1000" }]);
    expect(sold).toMatchObject({ ending: "forced_sale", quantity_closed: "1000" });
    const { items } = await app.accepted("/user/messages", { limit: "100" }, customer);
    const kinds = items.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "forced_sale").length).toBe(1);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is not the customer's to cancel or change, and is fallen back on when the venue is there again", async () => {
    const id = await underWater();
    venue.goAway();
    app.feed.quote("jpy", "7203", "2000");
    await expect
      .poll(
        async () => (app.feed.quote("jpy", "7203", "2000"), (await position(id)).closing_orders),
      )
      .toMatchObject([{ origin: "forced_sale", quantity: "1000" }]);
    const [forced] = (await position(id)).closing_orders;
    for (const asked of [id, forced?.id ?? ""]) {
      expect(await app.refused("/trade/cancel-order", { id: asked }, customer)).toBe(
        "order_not_pending",
      );
      const amend = { id: asked, quantity: "1", request_id: newRequestId() };
      expect((await app.post("/trade/amend-order", amend, customer)).body.msg).toBe(
        "order_not_pending",
      );
    }
    venue.comeBack();
    const sold = await until(id, { status: positionStatuses.closed });
    expect(sold.forced_sales).toMatchObject([{ reason: "ratio_too_low", quantity: "1000" }]);
    expect(theirs(forced?.id ?? "")?.limit).toBeGreaterThan(price(0n));
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("ends with its stock where it was decided and never given to the venue", async () => {
    const id = await underWater();
    const today = marketDate("jpy", app.context.clock.now(), "always");
    const [day, next] = [1, 2].map((days) => addTradingDays("jpy", today, days)) as [
      string,
      string,
    ];
    const end = { type: "jpy", code: "7203", kind: "delisted", last_trading_day: day } as const;
    await announceEnd(app, end);
    // Whoever would give it to the venue fails, as where a process is killed in between.
    await sql`CREATE FUNCTION gives_nothing() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''not given''; END'`.execute(app.owner.reader);
    await sql`CREATE TRIGGER gives_nothing BEFORE INSERT ON venue_order
      FOR EACH ROW EXECUTE FUNCTION gives_nothing()`.execute(app.owner.reader);
    await expect
      .poll(
        async () => (app.feed.quote("jpy", "7203", "2000"), (await position(id)).closing_orders),
      )
      .toMatchObject([{ origin: "forced_sale", quantity: "1000" }]);
    app.feed.close("jpy", "7203", instantOf("jpy", day, "09:00"), "2000");
    const ahead = instantOf("jpy", next, "00:05") - app.context.clock.now();
    await app.advance(Math.ceil(ahead / 1_000));
    await app.settle();
    await sql`DROP TRIGGER gives_nothing ON venue_order`.execute(app.owner.reader);
    const settled = await until(id, { status: positionStatuses.closed });
    expect(settled).toMatchObject({ ending: "stock_end", closing_orders: [] });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
