import { setTimeout as sleep } from "node:timers/promises";
import type { CallOutput, Calls } from "@sanshi/contract";
import { closedPositionsShownMax, workingOrdersMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { restrict } from "../../../../../tests/support/tampering.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());
beforeEach(() => quote("2850"));

type PlacedOrder = CallOutput<Calls["/trade/place-order"]>;
type Position = CallOutput<Calls["/trade/position"]>;

/** Toyota, with the bid half a yen below. */
function quote(last: string): void {
  app.feed.quote("jpy", "7203", last, { bid: scaled(last), ask: scaled(last) });
}

const order = (more: Partial<PlaceInput> = {}): PlaceInput => testOrder({ quantity: "1", ...more });

const buy = (customer: SignedIn, more: Partial<PlaceInput> = {}): Promise<PlacedOrder> =>
  app.accepted("/trade/place-order", order(more), customer);

const close = (customer: SignedIn, id: string, more: object = {}) =>
  app.post(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...more },
    customer,
  );

const position = (customer: SignedIn, id: string): Promise<Position> =>
  app.accepted("/trade/position", { id }, customer);

async function available(customer: SignedIn): Promise<number> {
  const info = await app.accepted("/user/getUserinfo", {}, customer);
  return Number(info.jpy);
}

/** Past the lock, with a fresh quote. */
async function unlock(last = "2850"): Promise<void> {
  await app.advance(900);
  quote(last);
}

/** Until a working order has got there: its fill is written after the quote, not within it. */
async function untilStatus(customer: SignedIn, id: string, status: number): Promise<Position> {
  await expect.poll(async () => (await position(customer, id)).status).toBe(status);
  return position(customer, id);
}

/** The app's time in the database, which the lock is measured on. */
async function databaseNow(): Promise<number> {
  const { rows } = await sql<{ now: number }>`SELECT app_now() AS now`.execute(
    app.context.database.reader,
  );
  return rows[0]?.now ?? Number.NaN;
}

const setState = (customer: SignedIn, state: string) => restrict(app, customer, state);

describe("an order at the market", () => {
  it("fills at the ask of the quote that it names, and pays cost and fee", async () => {
    const customer = await app.newCustomer();
    const made = app.feed.quote("cny", "600519", "1500", {
      bid: scaled("1499.99"),
      ask: scaled("1500.01"),
    });
    const placed = await buy(customer, { type: "cny", code: "600519", quantity: "100" }).catch(
      (error: unknown) => String(error),
    );
    // 150,001 yuan are more than the 50,000 of the grant.
    expect(placed).toContain("insufficient_balance");
    app.feed.quote("cny", "600519", "150", { bid: scaled("149.99"), ask: scaled("150.01") });
    const second = await buy(customer, { type: "cny", code: "600519", quantity: "100" });
    expect(second).toMatchObject({
      status: 0,
      price: "150.01",
      amount: "15001.00",
      // Handling 0.51154, management 0.30002, transfer 0.15001 yuan, each rounded.
      fee: "0.96",
      quote_sequence: (made.sequence + 1n).toString(),
    });
    const info = await app.accepted("/user/getUserinfo", {}, customer);
    expect(info.cny).toBe("34998.04");
    const found = await position(customer, second.id);
    expect(found.fills).toMatchObject([
      {
        side: "buy",
        price: "150.01",
        quantity: "100",
        fee: "0.96",
        quote: { feed: "scripted", sequence: second.quote_sequence, bid: "149.99", ask: "150.01" },
      },
    ]);
    expect(found.fills[0]?.fees).toContainEqual({ name: "handling_fee", amount: "0.51" });
  });

  it("rounds the cost up and the proceeds down", async () => {
    const customer = await app.newCustomer();
    quote("2850.5");
    const placed = await buy(customer, { quantity: "3" });
    expect(placed.amount).toBe("8552");
    await unlock("2850.5");
    const { body } = await close(customer, placed.id);
    expect(body.data).toMatchObject({ amount: "8551", profit: "-1", status: 2 });
    expect(await available(customer)).toBe(999_999);
  });

  it("is what the preview said, and the preview changes nothing", async () => {
    const customer = await app.newCustomer();
    const { request_id: _, ...fields } = order({ quantity: "7" });
    const preview = await app.accepted("/trade/preview-order", fields, customer);
    expect(preview).toMatchObject({
      price: "2850",
      total: "19950",
      available: "1000000",
      available_after: "980050",
      borrowed: "0",
    });
    expect(await available(customer)).toBe(1_000_000);
    const placed = await buy(customer, { quantity: "7" });
    expect(placed).toMatchObject({
      price: preview.price,
      amount: preview.amount,
      fee: preview.fee,
    });
    expect(await available(customer)).toBe(Number(preview.available_after));
  });
});

describe("refusals", () => {
  it.each<[string, Record<string, string>, string]>([
    ["an unknown stock", { code: "9999" }, "instrument_not_found"],
    ["a stock of another market", { code: "AAPL" }, "instrument_not_found"],
    [
      "selling short on the mainland",
      { type: "cny", code: "600519", side: "short" },
      "short_not_offered",
    ],
    ["more leverage than the market allows", { leverage: "5" }, "leverage_not_offered"],
    ["a fraction of a share", { quantity: "1.5" }, "quantity_not_whole"],
    ["no shares", { quantity: "0" }, "quantity_not_positive"],
    ["a negative quantity", { quantity: "-1" }, "quantity_not_positive"],
    ["an enormous quantity", { quantity: "100000000000000000" }, "quantity_too_large"],
    ["a limit without a price", { kind: "limit" }, "price_required"],
    ["a market order with a price", { price: "2850" }, "price_not_allowed"],
    ["a price of zero", { kind: "limit", price: "0" }, "price_not_positive"],
    ["a negative price", { kind: "limit", price: "-2850" }, "price_not_positive"],
    ["a price off the grid", { kind: "limit", price: "2850.3" }, "price_not_on_tick"],
    ["an enormous price", { kind: "limit", price: "100000000000000000" }, "price_beyond_limit"],
    ["a price above the day's limit", { kind: "limit", price: "3351" }, "price_beyond_limit"],
    ["a price below the day's limit", { kind: "limit", price: "2349.5" }, "price_beyond_limit"],
    ["an enormous order", { quantity: "900000000" }, "order_value_too_large"],
    ["more than the money", { quantity: "351" }, "insufficient_balance"],
  ])("of %s say which rule it is, and move nothing", async (_name, wrong, code) => {
    const customer = await app.newCustomer();
    expect(await app.refused("/trade/place-order", { ...order(), ...wrong }, customer)).toBe(code);
    expect(await available(customer)).toBe(1_000_000);
    expect(await app.accepted("/trade/userstocklist", { type: "jpy" }, customer)).toEqual({
      ccsz: "0",
      fdyk: "0",
    });
  });

  it.each<[string, Record<string, string>]>([
    ["an unknown field", { profit: "1000000" }],
    ["a price of the client's own", { total: "1" }],
    ["an exponent", { quantity: "1e3" }],
    ["a hexadecimal number", { quantity: "0x10" }],
    ["a blank", { quantity: "5 " }],
    ["full-width digits", { quantity: "１０" }],
    ["an empty quantity", { quantity: "" }],
    ["a number beyond every spelling", { quantity: "9".repeat(40) }],
    ["no request id", { request_id: "" }],
    ["a leverage of zero", { leverage: "0" }],
    ["a market that is none", { type: "eur" }],
  ])("of a malformed order: %s", async (_name, wrong) => {
    const customer = await app.newCustomer();
    const { code, body } = await app.post("/trade/place-order", { ...order(), ...wrong }, customer);
    expect([code, body.msg]).toEqual([400, "invalid_request"]);
  });

  it("fill the gaps of their sentences", async () => {
    const customer = await app.newCustomer();
    const refusal = async (more: object) =>
      (await app.post("/trade/place-order", { ...order(), ...more }, customer)).body;
    expect(await refusal({ kind: "limit", price: "3351" })).toMatchObject({
      params: { low: "2350", high: "3350" },
    });
    expect(await refusal({ kind: "limit", price: "2850.3" })).toMatchObject({
      params: { tick: "0.5" },
    });
    expect(await refusal({ type: "cny", code: "600519", quantity: "150" })).toMatchObject({
      msg: "quantity_not_in_lots",
      params: { lot: "100" },
    });
  });

  it("of a price that is missing, stale or not positive; it is never used", async () => {
    const customer = await app.newCustomer();
    const stale = app.context.clock.now() - 15_100;
    app.feed.quote("jpy", "6758", "3300", { at: stale });
    const sony = { ...order(), code: "6758" };
    const refused = () =>
      app.refused("/trade/place-order", { ...sony, request_id: newRequestId() }, customer);
    expect(await refused()).toBe("price_unavailable");
    app.feed.quote("jpy", "6758", "3300", { ask: scaled("0") });
    expect(await refused()).toBe("price_unavailable");
    app.feed.quote("jpy", "6758", "0");
    expect(await refused()).toBe("price_unavailable");
    app.feed.quote("jpy", "6758", "3300", { halted: true });
    expect(await refused()).toBe("instrument_halted");
    app.feed.quote("jpy", "6758", "3300", { asks: [] });
    expect(await refused()).toBe("cannot_buy");
    app.feed.quote("jpy", "6758", "3300");
    expect(await refused()).toBe("ok");
  });

  it("of an account that may not trade", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer);
    const other = await buy(customer);
    await unlock();
    await setState(customer, "trading_disabled");
    await expect
      .poll(() => app.refused("/trade/place-order", order(), customer))
      .toBe("trading_disabled");
    expect((await close(customer, placed.id)).body.msg).toBe("ok");
    await setState(customer, "frozen");
    await expect
      .poll(() => app.refused("/trade/place-order", order(), customer))
      .toBe("account_frozen");
    const until = new Date(app.context.clock.now() + 60_000);
    await sql`UPDATE customer SET closing_barred_until = ${until}
      WHERE account = ${customer.account}`.execute(app.context.database.reader);
    expect((await close(customer, other.id)).body).toMatchObject({
      msg: "closing_barred",
      params: { until: until.toISOString() },
    });
    await app.advance(61);
    quote("2850");
    expect((await close(customer, other.id)).body.msg).toBe("ok");
  });

  it("of a call without a valid session", async () => {
    const { code, body } = await app.post("/trade/place-order", order());
    expect([code, body.msg]).toEqual([401, "sign_in_again"]);
    const customer = await app.newCustomer();
    const stranger = await app.newCustomer();
    const mixed = { token: customer.token, account: stranger.account };
    expect(await app.refused("/trade/place-order", order(), mixed)).toBe("sign_in_again");
  });
});

describe("the same request id", () => {
  it("gives the first answer again, and buys once", async () => {
    const customer = await app.newCustomer();
    const input = order({ quantity: "10" });
    const first = await app.post("/trade/place-order", input, customer);
    quote("2900");
    const second = await app.post("/trade/place-order", input, customer);
    expect(second.body).toEqual(first.body);
    expect(await available(customer)).toBe(1_000_000 - 28_500);
  });

  it("buys once also when it comes fifty times at once", async () => {
    const customer = await app.newCustomer();
    const input = order({ quantity: "10" });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.post("/trade/place-order", input, customer)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]?.body.status).toBe(1);
    expect(await available(customer)).toBe(1_000_000 - 28_500);
  });

  it("with other input is refused", async () => {
    const customer = await app.newCustomer();
    const input = order({ quantity: "10" });
    const placed = await buy(customer, input);
    expect(await app.refused("/trade/place-order", { ...input, quantity: "11" }, customer)).toBe(
      "request_id_reused",
    );
    await unlock();
    // One namespace for every call: an order's id is no closing's.
    expect((await close(customer, placed.id, { request_id: input.request_id })).body.msg).toBe(
      "request_id_reused",
    );
    const closing = { request_id: newRequestId(), quantity: "4" };
    const first = await close(customer, placed.id, closing);
    expect(await close(customer, placed.id, closing)).toEqual(first);
    expect((await close(customer, placed.id, { ...closing, quantity: "5" })).body.msg).toBe(
      "request_id_reused",
    );
    expect((await position(customer, placed.id)).stock_num).toBe("6");
  });

  it("gives a refusal again although it would not be refused any more", async () => {
    const customer = await app.newCustomer();
    const input = order({ quantity: "400" });
    expect(await app.refused("/trade/place-order", input, customer)).toBe("insufficient_balance");
    const low = order({ kind: "limit", price: "2349.5" });
    const first = await app.post("/trade/place-order", low, customer);
    expect(first.body.msg).toBe("price_beyond_limit");
    quote("2400");
    expect(await app.refused("/trade/place-order", input, customer)).toBe("insufficient_balance");
    expect(await app.post("/trade/place-order", low, customer)).toEqual(first);
    expect(await available(customer)).toBe(1_000_000);
  });

  it("belongs to one customer: another may use it too", async () => {
    const [one, other] = [await app.newCustomer(), await app.newCustomer()];
    const input = order();
    const placed = await buy(one, input);
    expect((await buy(other, input)).id).not.toBe(placed.id);
  });

  it("sells once also when it comes at once fifty times", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { quantity: "60" });
    await unlock();
    const closing = { quantity: "1", request_id: newRequestId() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => close(customer, placed.id, closing)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await position(customer, placed.id)).stock_num).toBe("59");
  });
});

describe("256 orders at once", () => {
  it("that together cost more than the balance: exactly what the money allows", async () => {
    const customer = await app.newCustomer();
    // One lot is 28,500 yen: 35 of them fit into a million.
    const answers = await Promise.all(
      Array.from({ length: 256 }, () =>
        app.post("/trade/place-order", order({ quantity: "10" }), customer),
      ),
    );
    const filled = answers.filter(({ body }) => body.status === 1);
    expect(filled).toHaveLength(35);
    expect(answers.filter(({ body }) => body.msg === "insufficient_balance")).toHaveLength(221);
    expect(await available(customer)).toBe(1_000_000 - 35 * 28_500);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("of many customers: each gets what its own money allows", async () => {
    const customers = await Promise.all(Array.from({ length: 16 }, () => app.newCustomer()));
    const answers = await Promise.all(
      customers.flatMap((customer) =>
        Array.from({ length: 16 }, () =>
          app.post("/trade/place-order", order({ quantity: "40" }), customer),
        ),
      ),
    );
    // 114,000 yen each: eight fit.
    expect(answers.filter(({ body }) => body.status === 1)).toHaveLength(16 * 8);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("closing", () => {
  it("is locked for fifteen minutes to the millisecond, on the database's time", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer);
    const early = await close(customer, placed.id);
    expect(early.body).toMatchObject({
      msg: "sell_locked",
      params: { time: placed.sellable_at },
    });
    const lockMs = Date.parse(placed.sellable_at ?? "") - Date.parse(placed.filled_at ?? "");
    expect(lockMs).toBe(900_000);
    // To within a second of the end, and then every answer is held against the database's time.
    const end = Date.parse(placed.sellable_at ?? "");
    const left = end - (await databaseNow());
    await app.advance(Math.floor(left / 1000));
    quote("2850");
    for (let isLocked = true; isLocked;) {
      const before = await databaseNow();
      const { msg } = (await close(customer, placed.id)).body;
      isLocked = msg === "sell_locked";
      if (isLocked) expect(before).toBeLessThan(end);
      else expect([msg, (await databaseNow()) >= end]).toEqual(["ok", true]);
    }
  });

  it("in parts leaves the rest, and the profits add up to the money", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { quantity: "10" });
    await unlock("2900.5");
    const parts = [];
    for (const quantity of ["3", "3", "4"]) {
      parts.push((await close(customer, placed.id, { quantity })).body.data);
    }
    expect(parts).toMatchObject([
      { status: 0, quantity_left: "7", amount: "8701", profit: "151" },
      { status: 0, quantity_left: "4", amount: "8701", profit: "151" },
      { status: 2, quantity_left: "0", amount: "11602", profit: "202" },
    ]);
    expect(await available(customer)).toBe(1_000_504);
    const closed = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
    expect(closed).toMatchObject({
      lsyk: "504",
      [placed.id]: { status: 2, yingkui: "504", stock_num: "10", sell_price: "2900.5" },
    });
    expect(await app.refused("/trade/close-position", closeInput(placed.id), customer)).toBe(
      "position_not_holding",
    );
  });

  it("of more than is left is refused", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { quantity: "10" });
    await unlock();
    expect((await close(customer, placed.id, { quantity: "11" })).body).toMatchObject({
      msg: "quantity_exceeds_position",
      params: { max: "10" },
    });
    expect((await close(customer, placed.id, { quantity: "0" })).body.msg).toBe(
      "quantity_not_positive",
    );
    expect((await close(customer, placed.id, { quantity: "0.5" })).body.msg).toBe(
      "quantity_not_whole",
    );
  });

  it("at once from many sides sells exactly what is left", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { quantity: "100" });
    await unlock();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => close(customer, placed.id, { quantity: "3" })),
    );
    expect(answers.filter(({ body }) => body.status === 1)).toHaveLength(33);
    const refusals = answers.flatMap(({ body }) => (body.status === 0 ? [body.msg] : []));
    expect(new Set(refusals)).toEqual(new Set(["quantity_exceeds_position"]));
    expect((await position(customer, placed.id)).stock_num).toBe("1");
    expect(await available(customer)).toBe(1_000_000 - 2_850);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("at a limit waits until the bid is there, and can be cancelled", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { quantity: "10" });
    await unlock();
    const waiting = await close(customer, placed.id, {
      kind: "limit",
      price: "2900",
      quantity: "4",
    });
    expect(waiting.body.data).toMatchObject({ status: 1, filled_at: null, quantity_left: "10" });
    expect(await position(customer, placed.id)).toMatchObject({
      closing_price: "2900",
      closing_quantity: "4",
      ended_at: null,
    });
    // What it waits for is not sold a second time.
    const tooMany = await close(customer, placed.id, { quantity: "7" });
    expect(tooMany.body.msg).toBe("quantity_exceeds_position");
    expect(await app.accepted("/trade/cancel-order", { id: placed.id }, customer)).toEqual({
      id: placed.id,
      status: 0,
    });
    expect(await app.refused("/trade/cancel-order", { id: placed.id }, customer)).toBe(
      "order_not_pending",
    );
    await close(customer, placed.id, { kind: "limit", price: "2900", quantity: "4" });
    quote("2899.5");
    quote("2905");
    const found = await untilStatus(customer, placed.id, 0);
    expect(found).toMatchObject({ stock_num: "6", realised: "220", quantity_closed: "4" });
    expect(found.fills[1]).toMatchObject({ side: "sell", price: "2905", quantity: "4" });
    expect(await available(customer)).toBe(1_000_000 - 28_500 + 11_620);
  });

  it("at a limit that the market has reached fills at once at the bid", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer);
    await unlock("2860");
    const sold = await close(customer, placed.id, { kind: "limit", price: "2800" });
    expect(sold.body.data).toMatchObject({ status: 2, price: "2860", profit: "10" });
  });
});

const closeInput = (id: string) => ({ id, kind: "market" as const, request_id: newRequestId() });

describe("an order at a limit", () => {
  it("at or above the ask fills at the ask", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { kind: "limit", price: "2900", quantity: "2" });
    expect(placed).toMatchObject({ status: 0, price: "2850", amount: "5700" });
    expect(await available(customer)).toBe(994_300);
  });

  it("below it waits with its money reserved, fills when the market comes, and gives back the rest", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { kind: "limit", price: "2800", quantity: "10" });
    expect(placed).toMatchObject({ status: 3, price: "2800", filled_at: null, sellable_at: null });
    expect(await available(customer)).toBe(972_000);
    quote("2800.5");
    expect((await position(customer, placed.id)).status).toBe(3);
    quote("2790");
    const found = await untilStatus(customer, placed.id, 0);
    expect(found).toMatchObject({ buy_price: "2790", stock_num: "10", kind: "limit" });
    expect(await available(customer)).toBe(1_000_000 - 27_900);
    // The lock counts from the fill.
    expect((await close(customer, placed.id)).body.msg).toBe("sell_locked");
    expect(Date.parse(found.sellable_at) - Date.parse(found.buy_time)).toBe(900_000);
  });

  it("cancelled releases its money, once", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { kind: "limit", price: "2800", quantity: "10" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.post("/trade/cancel-order", { id: placed.id }, customer),
      ),
    );
    expect(answers.filter(({ body }) => body.status === 1)).toHaveLength(1);
    expect(await available(customer)).toBe(1_000_000);
    quote("2700");
    const closed = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
    expect(closed[placed.id]).toMatchObject({ status: 4, quantity_opened: "0", yingkui: "0" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is either filled or cancelled when both come at once", async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => app.newCustomer()));
    const placed = await Promise.all(
      customers.map((customer) => buy(customer, { kind: "limit", price: "2800", quantity: "10" })),
    );
    const cancels = customers.map(async (customer, index) => {
      await sleep(index % 4);
      return app.post("/trade/cancel-order", { id: placed[index]?.id ?? "" }, customer);
    });
    await sleep(1);
    quote("2800");
    const answers = await Promise.all(cancels);
    for (const [index, customer] of customers.entries()) {
      const cancelled = answers[index]?.body.status === 1;
      const id = placed[index]?.id ?? "";
      await untilStatus(customer, id, cancelled ? 4 : 0);
      expect(await available(customer)).toBe(cancelled ? 1_000_000 : 972_000);
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("costs the balance only once: what is reserved cannot be spent", async () => {
    const customer = await app.newCustomer();
    await buy(customer, { kind: "limit", price: "2800", quantity: "300" });
    expect(await app.refused("/trade/place-order", order({ quantity: "60" }), customer)).toBe(
      "insufficient_balance",
    );
  });

  it("is refused beyond the number that may wait", async () => {
    const customer = await app.newCustomer();
    const limit = { kind: "limit" as const, price: "2400", quantity: "1" };
    for (let count = 0; count < workingOrdersMax; count += 50) {
      await Promise.all(Array.from({ length: 50 }, () => buy(customer, limit)));
    }
    const { body } = await app.post("/trade/place-order", order(limit), customer);
    expect(body).toMatchObject({ msg: "orders_waiting_too_many", params: { max: "200" } });
    const { request_id: _, ...form } = order(limit);
    expect(await app.refused("/trade/preview-order", form, customer)).toBe(
      "orders_waiting_too_many",
    );
    expect(await app.refused("/trade/place-order", order(), customer)).toBe("ok");
  });

  it("does not fill while its account is frozen", async () => {
    const customer = await app.newCustomer();
    const placed = await buy(customer, { kind: "limit", price: "2600", quantity: "1" });
    await setState(customer, "frozen");
    quote("2590");
    await sleep(100);
    expect((await position(customer, placed.id)).status).toBe(3);
    await setState(customer, "active");
    await expect
      .poll(async () => {
        quote("2590");
        return (await position(customer, placed.id)).status;
      })
      .toBe(0);
  });
});

describe("another customer's position", () => {
  it("is as if it did not exist", async () => {
    const [owner, stranger] = [await app.newCustomer(), await app.newCustomer()];
    const held = await buy(owner);
    const waiting = await buy(owner, { kind: "limit", price: "2700" });
    await unlock();
    expect((await close(stranger, held.id)).body).toEqual(
      (await close(stranger, "123456789012")).body,
    );
    expect((await close(stranger, held.id)).body.msg).toBe("position_not_found");
    expect(await app.refused("/trade/position", { id: held.id }, stranger)).toBe(
      "position_not_found",
    );
    expect(await app.refused("/trade/cancel-order", { id: waiting.id }, stranger)).toBe(
      "order_not_found",
    );
    expect((await position(owner, held.id)).status).toBe(0);
    expect((await position(owner, waiting.id)).status).toBe(3);
  });
});

describe("the lists", () => {
  it("keep the keys of the specification", async () => {
    const customer = await app.newCustomer();
    const held = await buy(customer, { quantity: "10" });
    const waiting = await buy(customer, { kind: "limit", price: "2800", quantity: "5" });
    quote("2900");
    const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
    expect(Object.keys(list).toSorted()).toEqual([held.id, waiting.id, "ccsz", "fdyk"].toSorted());
    expect(list).toMatchObject({
      ccsz: "29000",
      fdyk: "500",
      [held.id]: {
        status: 0,
        nowprice: "2900",
        stock_num: "10",
        buy_price: "2850",
        yingkui: "500",
        profit_percent: "1.75",
        market_value: "29000",
        order_number: held.order_number,
        name: "トヨタ自動車",
      },
      [waiting.id]: { status: 3, buy_price: "2800", stock_num: "5", yingkui: "0", margin: "14000" },
    });
    expect(await app.accepted("/trade/userstocklist", { type: "usd" }, customer)).toEqual({
      ccsz: "0.00",
      fdyk: "0.00",
    });
    expect(closedPositionsShownMax).toBe(200);
  });
});

describe("the books", () => {
  it("are right after all of this", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
