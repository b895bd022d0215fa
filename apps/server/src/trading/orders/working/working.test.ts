import type { CallOutput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { localDate, nextTradingDay, tradingDayEnds, lastInterestDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { restrict } from "../../../../../../tests/support/tampering.ts";

/** Working orders: filled in parts, amended, triggered, expired; brackets; closing of leverage and shorts. */
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());
beforeEach(async () => {
  book("2850");
  customer = await app.newCustomer();
});

const yen = (units: number) => price(BigInt(Math.round(units * 10_000)));
type Side = readonly (readonly [price: number, quantity: number])[];

/** A quote with its levels; without them ten thousand shares on each side of the last price. */
function book(last: string, levels: { asks?: Side; bids?: Side } = {}): void {
  const at = Number(last);
  const { asks = [[at, 10_000]], bids = [[at, 10_000]] } = levels;
  const side = (of: Side) =>
    of.map(([value, quantity]) => ({ price: yen(value), quantity: shares(BigInt(quantity)) }));
  app.feed.quote("jpy", "7203", last, {
    ask: yen(asks[0]?.[0] ?? at),
    bid: yen(bids[0]?.[0] ?? at),
    asks: side(asks),
    bids: side(bids),
  });
}

const order = (more: Partial<PlaceInput> = {}): PlaceInput => testOrder(more);
const place = async (more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", order(more), customer)).id;
const limit = (at: string, more: Partial<PlaceInput> = {}) =>
  place({ kind: "limit", price: at, ...more });

/** Bought, and the quarter of an hour is over. */
async function hold(more: Partial<PlaceInput> = {}): Promise<string> {
  const id = await place(more);
  await app.advance(900);
  book("2850");
  return id;
}

const close = (id: string, more: object = {}) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...more },
    customer,
  );
const amend = (id: string, more: object) =>
  app.accepted("/trade/amend-order", { id, request_id: newRequestId(), ...more }, customer);
const amendRefused = (id: string, more: object, who = customer) =>
  app.refused("/trade/amend-order", { id, request_id: newRequestId(), ...more }, who);
const setBracket = (id: string, more: object) =>
  app.accepted("/trade/set-exits", { id, request_id: newRequestId(), ...more }, customer);
const setBracketRefused = (id: string, more: object) =>
  app.refused("/trade/set-exits", { id, request_id: newRequestId(), ...more }, customer);

type Position = CallOutput<Calls["/trade/position"]>;
const position = (id: string): Promise<Position> =>
  app.accepted("/trade/position", { id }, customer);
const becomes = (id: string, figures: object) =>
  expect.poll(() => position(id)).toMatchObject(figures);
const available = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
const grant = 1_000_000;

/** Everything but the welcome, the newest first. */
async function messages() {
  const { items } = await app.accepted("/user/messages", {}, customer);
  return items.filter(({ kind }) => kind !== "welcome");
}
const told = async () => (await messages()).map(({ kind }) => kind);

/** By purpose, in yen. */
async function balances(): Promise<Record<string, number>> {
  const { rows } = await app.context.database.pool.query<{ purpose: string; balance: string }>(
    `SELECT a.purpose, b.balance FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      JOIN customer c ON c.id = a.customer_id WHERE c.account = $1 AND a.currency = 'JPY'`,
    [customer.account],
  );
  return Object.fromEntries(rows.map(({ purpose, balance }) => [purpose, Number(balance)]));
}

describe("a working order", () => {
  it("is filled by what each quote has at its limit or better, and told once it begins and ends", async () => {
    const id = await limit("2800", { quantity: "300" });
    expect(await available()).toBe(grant - 840_000);
    book("2799", {
      asks: [
        [2_799, 100],
        [2_801, 500],
      ],
    });
    await becomes(id, { status: 0, stock_num: "100", buy_price: "2799", quantity_waiting: "200" });
    expect(await available()).toBe(grant - 279_900 - 560_000);
    // The same levels are not there a second time.
    await app.advance(5);
    expect((await position(id)).quantity_waiting).toBe("200");
    book("2798", {
      asks: [
        [2_798, 50],
        [2_800, 100],
      ],
    });
    await becomes(id, { stock_num: "250", quantity_waiting: "50", reserved: "140000" });
    book("2790");
    await becomes(id, { stock_num: "300", quantity_waiting: "0", reserved: "0" });
    const { fills, cost } = await position(id);
    expect(fills[1]?.levels).toEqual([
      { price: "2798", quantity: "50" },
      { price: "2800", quantity: "100" },
    ]);
    expect(fills.map((fill) => [fill.quantity, fill.amount])).toEqual([
      ["100", "279900"],
      ["150", "419900"],
      ["50", "139500"],
    ]);
    expect(cost).toBe("839300");
    expect(await available()).toBe(grant - 839_300);
    expect(await told()).toEqual(["order_filled", "order_partly_filled"]);
    const [end, beginning] = await messages();
    expect(end?.params).toMatchObject({ quantity: "300", filled: "300", price: "2797.6667" });
    expect(beginning?.params).toMatchObject({ filled: "100", quantity: "300", rest: "waits" });
  });

  it("keeps what was filled when its rest is cancelled, and sells without the rest", async () => {
    const id = await limit("2800", { quantity: "300" });
    book("2800", { asks: [[2_800, 100]] });
    await becomes(id, { stock_num: "100", quantity_waiting: "200" });
    const cancelled = await app.accepted("/trade/cancel-order", { id }, customer);
    expect(cancelled.status).toBe(0);
    expect(await position(id)).toMatchObject({ status: 0, quantity_waiting: "0", ending: null });
    expect(await available()).toBe(grant - 280_000);
    expect(await app.refused("/trade/cancel-order", { id }, customer)).toBe("order_not_pending");

    book("2850");
    const other = await limit("2800", { quantity: "200" });
    book("2800", { asks: [[2_800, 100]] });
    await becomes(other, { stock_num: "100", quantity_waiting: "100" });
    await app.advance(900);
    book("2900");
    await close(other, { quantity: "40" });
    expect(await position(other)).toMatchObject({ stock_num: "60", quantity_waiting: "0" });
    expect(await available()).toBe(grant - 560_000 + 116_000);
  });

  it("that sells short waits for the bid, and posts no more than was reserved", async () => {
    const id = await limit("2900", { side: "short", leverage: "3", quantity: "100" });
    expect(await balances()).toMatchObject({ available: grant - 96_667, reserved_orders: 96_667 });
    book("2910");
    await becomes(id, { status: 0, buy_price: "2910", margin: "96667", reserved: "0" });
    expect(await balances()).toMatchObject({
      available: grant - 96_667,
      short_collateral: 387_667,
    });
  });
});

describe("amending", () => {
  it("moves an order to another price and quantity, and the money with it", async () => {
    const id = await limit("2800", { quantity: "100" });
    expect(await amend(id, { price: "2810", quantity: "200" })).toEqual({
      id,
      status: 3,
      quantity: "200",
      quantity_waiting: "200",
      price: "2810",
      stop_price: null,
      reserved: "562000",
    });
    expect(await available()).toBe(grant - 562_000);
    await amend(id, { quantity: "50" });
    expect(await available()).toBe(grant - 140_500);
    book("2810");
    await becomes(id, { status: 0, stock_num: "50", buy_price: "2810" });
  });

  it("to a price that the market is at fills the order", async () => {
    const id = await limit("2800");
    await amend(id, { price: "2860" });
    await becomes(id, { status: 0, buy_price: "2850" });
    expect(await available()).toBe(grant - 285_000);
  });

  it("counts what is filled already", async () => {
    const id = await limit("2800", { quantity: "200" });
    book("2800", { asks: [[2_800, 100]] });
    await becomes(id, { quantity_waiting: "100" });
    expect(await amendRefused(id, { quantity: "100" })).toBe("quantity_already_filled");
    expect(await amend(id, { quantity: "150" })).toMatchObject({
      status: 0,
      quantity: "150",
      quantity_waiting: "50",
      reserved: "140000",
    });
    expect(await available()).toBe(grant - 280_000 - 140_000);
  });

  it("moves a closing order, within what is left", async () => {
    const id = await hold();
    await close(id, { kind: "limit", price: "2900", quantity: "60" });
    expect(await amendRefused(id, { quantity: "101" })).toBe("quantity_exceeds_position");
    expect(await amend(id, { price: "2880", quantity: "80" })).toMatchObject({
      status: 1,
      quantity: "80",
      price: "2880",
      reserved: "0",
    });
    book("2880", { bids: [[2_880, 30]] });
    await becomes(id, {
      status: 1,
      closing_quantity: "50",
      closing_filled: "30",
      quantity_closed: "30",
    });
    expect(await amendRefused(id, { quantity: "30" })).toBe("quantity_already_filled");
    expect(await amend(id, { quantity: "90" })).toMatchObject({ quantity_waiting: "60" });
    book("2890");
    await becomes(id, { status: 0, stock_num: "10" });
    const [message] = await messages();
    expect(message).toMatchObject({
      kind: "closing_filled",
      params: { reason: "limit", quantity: "90", price: "2886.6667" },
    });
  });

  it("gives the first answer again, a refusal included", async () => {
    const id = await limit("2800");
    const request_id = newRequestId();
    const first = await amend(id, { price: "2790", request_id });
    await app.accepted("/trade/cancel-order", { id }, customer);
    expect(await amend(id, { price: "2790", request_id })).toEqual(first);
    expect(await amendRefused(id, { price: "2780", request_id })).toBe("request_id_reused");
    const refused = newRequestId();
    expect(await amendRefused(id, { price: "2790", request_id: refused })).toBe(
      "order_not_pending",
    );
    expect(await amendRefused(id, { price: "2790", request_id: refused })).toBe(
      "order_not_pending",
    );
  });

  it.each([
    [{}, "amendment_empty"],
    [{ quantity: "1.5" }, "quantity_not_whole"],
    [{ quantity: "0" }, "quantity_not_positive"],
    [{ quantity: "2000000000" }, "quantity_too_large"],
    [{ price: "0" }, "price_not_positive"],
    [{ price: "2800.1" }, "price_not_on_tick"],
    [{ price: "9000" }, "price_beyond_limit"],
    [{ stop_price: "2900" }, "stop_price_not_allowed"],
    [{ quantity: "100000000" }, "order_value_too_large"],
    [{ quantity: "500" }, "insufficient_balance"],
    [{ price: "1e3" }, "invalid_request"],
  ])("of a limit order to %j is refused with %s", async (more, code) => {
    const id = await limit("2800");
    expect(await amendRefused(id, more)).toBe(code);
    expect(await position(id)).toMatchObject({
      status: 3,
      limit_price: "2800",
      reserved: "280000",
    });
  });

  it("of another's order, or of none, finds no order", async () => {
    const id = await limit("2800");
    const stranger = await app.newCustomer();
    expect(await amendRefused(id, { price: "2790" }, stranger)).toBe("order_not_found");
    expect(await amendRefused("999999999", { price: "2790" })).toBe("order_not_found");
  });

  it("is refused beyond the credit limit", async () => {
    await app.context.database.pool.query(
      `UPDATE ledger_balance b SET floor = -600000 FROM ledger_account a, customer c
        WHERE a.id = b.account_id AND a.purpose = 'margin_debt' AND a.currency = 'JPY'
          AND c.id = a.customer_id AND c.account = $1`,
      [customer.account],
    );
    const id = await limit("2800", { leverage: "3", quantity: "300" });
    expect(await amendRefused(id, { quantity: "400" })).toBe("insufficient_credit_limit");
    expect(await amend(id, { quantity: "320" })).toMatchObject({ quantity: "320" });
  });
});

describe("a stop order", () => {
  it("becomes a market order when the last price is there; the rest is cancelled", async () => {
    const id = await place({ kind: "stop", stop_price: "2900", quantity: "100" });
    // A fifth of a hundred more than the stop is held.
    expect(await available()).toBe(grant - 304_500);
    book("2899.5");
    book("2900", {
      asks: [
        [2_901, 40],
        [2_902, 30],
      ],
    });
    await becomes(id, {
      status: 0,
      stock_num: "70",
      quantity_waiting: "0",
      triggered_at: expect.any(String) as string,
    });
    expect(await available()).toBe(grant - 2_901 * 40 - 2_902 * 30);
    expect((await messages())[0]).toMatchObject({
      kind: "order_partly_filled",
      params: { filled: "70", quantity: "100", rest: "taken_back" },
    });
  });

  it("that sells short is reached from above", async () => {
    const id = await place({ kind: "stop", stop_price: "2800", side: "short" });
    book("2800.5");
    book("2790");
    await becomes(id, { status: 0, side: "short", buy_price: "2790" });
  });

  it("with a limit waits on at its limit, and is amended as what it is", async () => {
    const id = await place({ kind: "stop_limit", stop_price: "2900", price: "2905" });
    expect(await amend(id, { stop_price: "2910", price: "2912" })).toMatchObject({
      price: "2912",
      stop_price: "2910",
    });
    expect(await amendRefused(id, { stop_price: "2850" })).toBe("stop_price_reached");
    book("2915");
    await becomes(id, { status: 3, triggered_at: expect.any(String) as string });
    expect(await told()).toEqual(["order_triggered"]);
    expect(await amendRefused(id, { stop_price: "2950" })).toBe("stop_price_not_allowed");
    book("2912");
    await becomes(id, { status: 0, buy_price: "2912" });
  });

  it("pays the rest of a gap out of the available money, or is rejected and released", async () => {
    const rich = await place({ kind: "stop", stop_price: "2900", quantity: "100" });
    book("3200");
    await becomes(rich, { status: 0, buy_price: "3200" });
    expect(await available()).toBe(grant - 320_000);
    book("2850");
    const poor = await place({ kind: "stop", stop_price: "2900", quantity: "223" });
    book("3200");
    await becomes(poor, { status: 6, ending: "insufficient_balance", reserved: "0" });
    expect(await available()).toBe(grant - 320_000);
    expect((await messages())[0]).toMatchObject({
      kind: "order_rejected",
      params: { reason: "insufficient_balance" },
    });
  });

  it("is rejected where nobody sells", async () => {
    const id = await place({ kind: "stop", stop_price: "2900" });
    book("3350", { asks: [] });
    await becomes(id, { status: 6, ending: "no_counterparty" });
    expect(await available()).toBe(grant);
  });

  it("is rejected where leverage may not lend so much any more", async () => {
    const id = await place({ kind: "stop", stop_price: "2900", leverage: "3" });
    await app.context.database.pool.query(
      `UPDATE ledger_balance b SET floor = -1000 FROM ledger_account a, customer c
        WHERE a.id = b.account_id AND a.purpose = 'margin_debt' AND c.id = a.customer_id
          AND c.account = $1`,
      [customer.account],
    );
    book("2900");
    await becomes(id, { status: 6, ending: "insufficient_credit_limit" });
    expect(await balances()).toMatchObject({
      available: grant,
      reserved_orders: 0,
      margin_debt: 0,
    });
  });
});

describe("a day order", () => {
  const dayEnds = () => tradingDayEnds("jpy", app.context.clock.now(), "always");
  const passDay = async () => {
    const seconds = Math.ceil((dayEnds() - app.context.clock.now()) / 1_000) + 1;
    await app.advance(seconds);
  };

  it("expires with its day, also when the clock is moved, once, and its money is released", async () => {
    const before = dayEnds();
    const day = await limit("2700", { time_in_force: "day" });
    const stays = await limit("2700");
    // One moment, unless the day turned meanwhile.
    const moments = [before, dayEnds()].map((at) => new Date(at).toISOString());
    expect(moments).toContain((await position(day)).expires_at);
    await passDay();
    await becomes(day, { status: 4, ending: "expired", reserved: "0" });
    expect(await available()).toBe(grant - 270_000);
    expect(await told()).toEqual(["order_expired"]);
    book("2690");
    await becomes(stays, { status: 0 });
    expect((await position(day)).status).toBe(4);
  });

  it("keeps what was filled of it", async () => {
    const id = await limit("2700", { time_in_force: "day", quantity: "200" });
    book("2700", { asks: [[2_700, 50]] });
    await becomes(id, { stock_num: "50" });
    await passDay();
    await becomes(id, { status: 0, quantity_waiting: "0", expires_at: null, ending: null });
    expect(await available()).toBe(grant - 135_000);
    expect((await messages())[0]).toMatchObject({
      kind: "order_expired",
      params: { order: "opening", quantity: "150" },
    });
  });

  it("to close leaves the position held", async () => {
    const id = await hold();
    const closing = await close(id, { kind: "limit", price: "2900", time_in_force: "day" });
    expect(closing).toMatchObject({ status: 1, quantity_waiting: "100" });
    await passDay();
    await becomes(id, { status: 0, closing_quantity: null, expires_at: null });
    expect((await messages())[0]).toMatchObject({
      kind: "order_expired",
      params: { order: "closing", quantity: "100" },
    });
  });

  it("is not filled at a quote after its day, however late it is cancelled", async () => {
    const id = await limit("2700", { time_in_force: "day" });
    await passDay();
    book("2600");
    await becomes(id, { status: 4, ending: "expired" });
    expect(await available()).toBe(grant);
  });
});

describe("a bracket", () => {
  it("close a position by themselves: a gain at its price or better, a loss at the market", async () => {
    const [gains, loses] = [await hold(), await hold()];
    expect(await setBracket(gains, { take_profit: "2900", stop_loss: "2700" })).toEqual({
      id: gains,
      take_profit: "2900",
      stop_loss: "2700",
    });
    await setBracket(loses, { stop_loss: "2800" });
    book("2905");
    await becomes(gains, { status: 2, sell_price: "2905", ending: "take_profit" });
    expect((await position(loses)).status).toBe(0);
    book("2800", { bids: [[2_795, 1_000]] });
    await becomes(loses, { status: 2, sell_price: "2795", ending: "stop_loss" });
    expect((await messages()).map(({ params }) => params["reason"])).toEqual([
      "stop_loss",
      "take_profit",
    ]);
  });

  it("of a working order begin with its position, and not before it may be sold", async () => {
    const id = await limit("2840", { take_profit: "2900", stop_loss: "2800" });
    book("2840");
    await becomes(id, { status: 0, take_profit: "2900", stop_loss: "2800" });
    book("2790");
    await app.advance(600);
    book("2790");
    expect((await position(id)).status).toBe(0);
    await app.advance(300);
    book("2790");
    await becomes(id, { status: 2, ending: "stop_loss", sell_price: "2790" });
  });

  it("of a short lie the other way round", async () => {
    const id = await hold({ side: "short", leverage: "2" });
    expect(await setBracketRefused(id, { take_profit: "2900" })).toBe("take_profit_on_wrong_side");
    expect(await setBracketRefused(id, { stop_loss: "2800" })).toBe("stop_loss_on_wrong_side");
    await setBracket(id, { take_profit: "2800", stop_loss: "2900" });
    book("2795");
    await becomes(id, { status: 2, sell_price: "2795", ending: "take_profit" });
  });

  it("that are not filled at once go on: a gain at its price, a loss at whatever there is", async () => {
    const [gains, loses] = [await hold(), await hold()];
    await setBracket(gains, { take_profit: "2900" });
    await setBracket(loses, { stop_loss: "2800" });
    book("2900", {
      bids: [
        [2_900, 30],
        [2_890, 500],
      ],
    });
    await becomes(gains, {
      status: 1,
      closing_quantity: "70",
      closing_price: "2900",
      closing_filled: "30",
    });
    expect((await messages())[0]).toMatchObject({
      kind: "exit_started",
      params: { reason: "take_profit", quantity: "100" },
    });
    book("2800", { bids: [] });
    await becomes(loses, { status: 1, closing_quantity: "100", closing_price: null });
    book("2950", { bids: [[2_950, 40]] });
    await becomes(loses, { status: 1, closing_quantity: "60" });
    await becomes(gains, { status: 1, closing_quantity: "30" });
    book("2940");
    await becomes(loses, { status: 2, ending: "stop_loss" });
    await becomes(gains, { status: 2, ending: "take_profit", sell_price: "2932" });
  });

  it("take the place of a working closing order, and a loss that of a gain", async () => {
    const [id, both] = [await hold(), await hold()];
    await setBracket(id, { stop_loss: "2800" });
    await close(id, { kind: "limit", price: "2950", quantity: "40" });
    await setBracket(both, { take_profit: "2900", stop_loss: "2800" });
    book("2900", { bids: [[2_900, 10]] });
    await becomes(both, { status: 1, closing_quantity: "90" });
    book("2790");
    await becomes(id, { status: 2, ending: "stop_loss" });
    await becomes(both, { status: 2, ending: "stop_loss", quantity_closed: "100" });
  });

  it("that closed nothing yet are cancelled with their price", async () => {
    const id = await hold();
    await setBracket(id, { take_profit: "2950", stop_loss: "2800" });
    book("2800", { bids: [] });
    await becomes(id, { status: 1 });
    expect(await amendRefused(id, { price: "2900" })).toBe("order_not_pending");
    await app.accepted("/trade/cancel-order", { id }, customer);
    book("2790");
    expect(await position(id)).toMatchObject({ status: 0, stop_loss: null, take_profit: "2950" });
  });

  it("are removed by an empty text, and those left out stay", async () => {
    const id = await hold({ take_profit: "2950", stop_loss: "2800" });
    expect(await setBracket(id, { stop_loss: "" })).toMatchObject({
      take_profit: "2950",
      stop_loss: null,
    });
    book("2700");
    await app.advance(2);
    expect((await position(id)).status).toBe(0);
  });

  it.each([
    [{}, "amendment_empty"],
    [{ take_profit: "0" }, "exit_price_not_positive"],
    [{ take_profit: "2900.1" }, "exit_price_not_on_tick"],
    [{ take_profit: "2850" }, "take_profit_on_wrong_side"],
    [{ stop_loss: "2850" }, "stop_loss_on_wrong_side"],
  ])("are refused: %j with %s", async (more, code) => {
    const id = await place();
    expect(await setBracketRefused(id, more)).toBe(code);
  });

  it("of another's position find none", async () => {
    const id = await place();
    const input = { id, take_profit: "2900", request_id: newRequestId() };
    const stranger = await app.newCustomer();
    expect(await app.refused("/trade/set-exits", input, stranger)).toBe("position_not_found");
  });
});

describe("closing", () => {
  it("at the market sells what there is; the rest stays held", async () => {
    const id = await hold();
    book("2850", {
      bids: [
        [2_850, 30],
        [2_849, 20],
      ],
    });
    expect(await close(id)).toMatchObject({
      status: 0,
      quantity: "50",
      quantity_left: "50",
      quantity_waiting: "0",
      price: "2849.6",
      amount: "142480",
    });
  });

  it("at a limit sells what there is, and the rest waits", async () => {
    const id = await hold();
    book("2850", {
      bids: [
        [2_850, 30],
        [2_849, 20],
      ],
    });
    expect(await close(id, { kind: "limit", price: "2850" })).toMatchObject({
      status: 1,
      quantity: "30",
      quantity_left: "70",
      quantity_waiting: "70",
    });
    book("2860");
    await becomes(id, { status: 2, sell_price: "2857" });
  });

  it("of a leveraged purchase pays back its part of the loan, and the interest", async () => {
    const id = await hold({ leverage: "3", quantity: "300" });
    expect(await balances()).toMatchObject({ available: 715_000, margin_debt: -570_000 });
    book("2900");
    // 2.8 % of 570,000 for a day is 43.7 yen; a third of it.
    expect(await close(id, { quantity: "100" })).toMatchObject({
      amount: "290000",
      interest: "14",
      shortfall: "0",
      profit: String(290_000 - 285_000 - 14),
    });
    expect(await balances()).toMatchObject({
      available: 715_000 + 290_000 - 190_000 - 14,
      margin_debt: -380_000,
    });
    expect(await position(id)).toMatchObject({ borrowed: "380000", margin: "190000" });
    await close(id);
    expect(await balances()).toMatchObject({ margin_debt: 0 });
    expect(await position(id)).toMatchObject({ status: 2, interest_paid: "43", borrowed: "0" });
    expect(await available()).toBe(grant + 15_000 - 43);
  });

  it("of a short buys its shares back out of what is held for it", async () => {
    const id = await hold({ side: "short", leverage: "2", quantity: "100" });
    expect(await balances()).toMatchObject({ available: 857_500, short_collateral: 427_500 });
    book("2800");
    // 1.1 % of 285,000 for a day is 8.58 yen.
    expect(await close(id)).toMatchObject({ amount: "280000", interest: "8", profit: "4992" });
    expect(await balances()).toMatchObject({ available: grant + 4_992, short_collateral: 0 });
    const { rows } = await app.context.database.pool.query<{ lent: string }>(
      "SELECT sum(quantity) AS lent FROM share_loan WHERE position_id = $1",
      [id],
    );
    expect(rows[0]?.lent).toBe("0");
  });

  it("after a gap leaves a debt, which the next closing repays first", async () => {
    const kept = await hold({ quantity: "50" });
    const id = await hold({ leverage: "3", quantity: "300" });
    // What falls loses here and gains there: the account itself is never short of margin, so that
    // nobody sells it by force before its customer does.
    await place({ side: "short", quantity: "200" });
    const before = await balances();
    expect(before["available"]).toBe(grant - 142_500 - 285_000 - 570_000);
    book("1800");
    const closed = await close(id);
    const missing = 570_000 + 43 - 540_000 - 2_500;
    expect(closed.shortfall).toBe(String(missing));
    expect(await balances()).toMatchObject({ available: 0, shortfall_debt: -missing });
    expect(await app.refused("/trade/place-order", order({ quantity: "1" }), customer)).toBe(
      "unpaid_debt",
    );
    await close(kept);
    expect(await balances()).toMatchObject({
      available: 90_000 - missing,
      shortfall_debt: 0,
    });
  });

  it("stays allowed while trading is disabled, working orders and brackets included", async () => {
    const [sold, id, waits] = [await hold({ quantity: "40" }), await hold(), await limit("2800")];
    await setBracket(id, { take_profit: "2900" });
    await close(sold, { kind: "limit", price: "2990" });
    await restrict(app, customer, "trading_disabled");
    expect(await amendRefused(waits, { price: "2790" })).toBe("trading_disabled");
    // Whoever is let out says at which price: an order to close is amended as ever, and fills as amended.
    await amend(sold, { price: "2895", quantity: "30" });
    await becomes(sold, { status: 1, closing_quantity: "30" });
    book("2800");
    book("2900");
    await becomes(id, { status: 2, ending: "take_profit" });
    await becomes(sold, { status: 0, closing_quantity: null });
    expect((await position(waits)).status).toBe(3);
    expect(await app.refused("/trade/cancel-order", { id: waits }, customer)).toBe("ok");
  });
});

describe("the days", () => {
  it("bear interest one by one, whenever the clock is looked at", async () => {
    const id = await hold({ leverage: "2", quantity: "100" });
    const today = localDate("jpy", app.context.clock.now());
    expect(nextTradingDay("jpy", today, "always") > today).toBe(true);
    const openedAt = app.context.clock.now();
    await app.advance(10 * 86_400);
    book("2850");
    const lastDay = (at: number) =>
      Date.parse(lastInterestDay({ market: "jpy", openedAt }, localDate("jpy", at)));
    const days = (lastDay(app.context.clock.now()) - lastDay(openedAt)) / 86_400_000 + 1;
    // Both ends counted: as many days of 2.8 % of 142,500.
    expect(days).toBeGreaterThanOrEqual(9);
    expect(await close(id)).toMatchObject({
      interest: String(Math.floor((142_500 * 280 * days) / 3_650_000)),
    });
  });

  it("leave the books right", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
