import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import type { Customer } from "../../../platform/sessions.ts";
import { startOrders, type Orders } from "../orders.ts";

/** Several closing orders at work on one position, also in two order paths on one database. */
let app: TestApplication;
let other: Orders;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  other = await startOrders(app.context);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});
beforeEach(async () => {
  quote("2850");
  customer = await app.newCustomer();
});

function quote(last: string, quantity = 10_000): void {
  const levels = [
    { price: price(BigInt(Number(last) * 10_000)), quantity: shares(BigInt(quantity)) },
  ];
  app.feed.quote("jpy", "7203", last, { asks: levels, bids: levels });
}

/** Bought, and the quarter of an hour is over. */
async function hold(more: Partial<CallInput<Calls["/trade/place-order"]>> = {}): Promise<string> {
  const order = {
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "market",
    quantity: "100",
  } as const;
  const input = { ...order, leverage: "1", request_id: newRequestId(), ...more };
  const { id } = await app.accepted("/trade/place-order", input, customer);
  await app.advance(900);
  quote("2850");
  return id;
}

type CloseInput = Partial<CallInput<Calls["/trade/close-position"]>>;
const closing = (id: string, more: CloseInput = {}) =>
  ({ id, kind: "limit", price: "2900", request_id: newRequestId(), ...more }) as const;
const close = (id: string, more: CloseInput = {}) =>
  app.accepted("/trade/close-position", closing(id, more), customer);
const closeRefused = (id: string, more: CloseInput = {}) =>
  app.refused("/trade/close-position", closing(id, more), customer);
const cancel = (id: string) =>
  app.accepted("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const orderIds = async (id: string) => (await position(id)).closing_orders.map((one) => one.id);
const becomes = (id: string, figures: object) =>
  expect.poll(() => position(id)).toMatchObject(figures);

async function states(id: string): Promise<unknown[]> {
  const { rows } = await app.context.database.pool.query<{ state: string; filled: bigint }>(
    "SELECT state, filled FROM trade_order WHERE position_id = $1 ORDER BY limit_price, id",
    [id],
  );
  return rows.map(({ state, filled }) => `${state} ${filled}`);
}

describe("closing orders of one position", () => {
  it("are as many as it has shares for, and each is filled at its own price", async () => {
    const id = await hold();
    expect(await close(id, { quantity: "40" })).toMatchObject({
      status: 1,
      quantity_waiting: "40",
    });
    await close(id, { quantity: "50", price: "3000" });
    expect(await closeRefused(id, { quantity: "11" })).toBe("quantity_exceeds_position");
    expect(await close(id, { price: "2950" })).toMatchObject({ quantity_waiting: "10" });
    expect(await closeRefused(id)).toBe("position_not_holding");
    expect(await position(id)).toMatchObject({
      status: 1,
      closing_quantity: "100",
      closing_price: "2900",
      closing_orders: [
        { quantity: "40", price: "2900", origin: "customer", expires_at: null },
        { quantity: "50", price: "3000" },
        { quantity: "10", price: "2950" },
      ],
    });
    quote("2900", 25);
    await becomes(id, { status: 1, stock_num: "75", closing_quantity: "75", closing_filled: "25" });
    quote("2950");
    await becomes(id, { stock_num: "60" });
    quote("2950");
    await becomes(id, { status: 1, stock_num: "50", closing_price: "3000", closing_filled: "0" });
    quote("3000");
    await becomes(id, { status: 2, quantity_closed: "100", closing_orders: [] });
    expect(await states(id)).toEqual(["filled 40", "filled 10", "filled 50"]);
  });

  it("leave the rest to be sold at once", async () => {
    const id = await hold();
    await close(id, { quantity: "40" });
    const market = { id, kind: "market", request_id: newRequestId() } as const;
    const sold = await app.accepted("/trade/close-position", market, customer);
    expect(sold).toMatchObject({
      status: 1,
      quantity: "60",
      quantity_left: "40",
      quantity_waiting: "0",
    });
    expect(await position(id)).toMatchObject({ status: 1, closing_quantity: "40" });
  });

  it("are cancelled by their own ids one by one, and by the position's all at once", async () => {
    const id = await hold();
    await close(id, { quantity: "40" });
    await close(id, { quantity: "30", price: "2950" });
    await close(id, { quantity: "20", price: "3000" });
    const [first, second] = await orderIds(id);
    expect(await cancel(first!)).toEqual({ id: first, status: 1 });
    expect(await position(id)).toMatchObject({ status: 1, closing_quantity: "50" });
    const again = { id: first!, request_id: newRequestId() };
    expect(await app.refused("/trade/cancel-order", again, customer)).toBe("order_not_pending");
    const stranger = await app.newCustomer();
    const strange = { id: second!, request_id: newRequestId() };
    expect(await app.refused("/trade/cancel-order", strange, stranger)).toBe("order_not_found");
    expect(await cancel(id)).toEqual({ id, status: 0 });
    expect(await position(id)).toMatchObject({ status: 0, closing_quantity: null });
    expect(await states(id)).toEqual(["cancelled 0", "cancelled 0", "cancelled 0"]);
  });

  it("are changed by their own ids, within what the others leave", async () => {
    const id = await hold();
    await close(id, { quantity: "40" });
    await close(id, { quantity: "30", price: "2950" });
    const [first] = await orderIds(id);
    const replace = (asked: string, more: object) => ({
      id: asked,
      request_id: newRequestId(),
      ...more,
    });
    const refused = (asked: string, more: object) =>
      app.refused("/trade/amend-order", replace(asked, more), customer);
    // Of the position's id nobody could tell which is meant.
    expect(await refused(id, { quantity: "10" })).toBe("order_not_pending");
    expect(await refused(first!, { quantity: "71" })).toBe("quantity_exceeds_position");
    const answer = await app.accepted(
      "/trade/amend-order",
      replace(first!, { quantity: "70", price: "2920" }),
      customer,
    );
    expect(answer).toMatchObject({ id: first, status: 1, quantity: "70", price: "2920" });
    expect(await position(id)).toMatchObject({ closing_quantity: "100", closing_price: "2920" });
    quote("2920");
    await becomes(id, { stock_num: "30" });
    // Just filled: there is nothing to be replaced any more.
    expect(await refused(first!, { quantity: "80" })).toBe("order_not_pending");
  });

  it("give way to an exit, which closes everything", async () => {
    const id = await hold({ stop_loss: "2800" });
    await close(id, { quantity: "40" });
    await close(id, { quantity: "30", price: "2950" });
    quote("2790", 15);
    await becomes(id, { status: 1, stock_num: "85", closing_quantity: "85", closing_price: null });
    expect((await position(id)).closing_orders).toMatchObject([
      { origin: "stop_loss", filled: "15" },
    ]);
    quote("2780");
    await becomes(id, { status: 2, ending: "stop_loss" });
    expect(await states(id)).toEqual(["cancelled 0", "cancelled 0", "filled 100"]);
  });

  it("end with their day, each by itself", async () => {
    const id = await hold();
    await close(id, { quantity: "40", time_in_force: "day" });
    await close(id, { quantity: "30", price: "2950" });
    await app.advance(86_400);
    quote("2850");
    await becomes(id, { status: 1, closing_quantity: "30", closing_price: "2950" });
    expect(await states(id)).toEqual(["expired 0", "working 0"]);
  });

  it("have an id of their request like everything else", async () => {
    const requestId = newRequestId();
    const id = await hold({ request_id: requestId });
    expect(await closeRefused(id, { request_id: requestId })).toBe("request_id_reused");
    const again = closing(id, { quantity: "10" });
    const first = await app.accepted("/trade/close-position", again, customer);
    expect(await app.accepted("/trade/close-position", again, customer)).toEqual(first);
    expect(await orderIds(id)).toHaveLength(1);
  });
});

describe("two closing orders at the same instant", () => {
  const rounds = Array.from({ length: 10 }, (_, index) => index);
  const form = (quantity: string) =>
    ({ kind: "limit", price: "2900", quantity, timeInForce: "until_cancelled" }) as const;
  async function who(): Promise<Customer> {
    const found = await app.context.sessions.resolve(customer.token, customer.account);
    if (found === null) throw new Error("a new customer is signed in");
    return found;
  }

  it("that together exceed the position are not both taken, whichever process has them", async () => {
    const owner = await who();
    for (const _ of rounds) {
      const id = await hold({ quantity: "10" });
      const [here, there] = await Promise.all([
        app.post("/trade/close-position", closing(id, { quantity: "7" }), customer),
        other.close(owner, BigInt(id), form("6"), newRequestId()),
      ]);
      expect([here.body.status === 1, there.ok].filter(Boolean)).toHaveLength(1);
      const refused = there.ok ? here.body.msg : there.refusal.code;
      expect(refused).toBe("quantity_exceeds_position");
      const { closing_orders, closing_quantity } = await position(id);
      expect(closing_orders).toHaveLength(1);
      expect(["6", "7"]).toContain(closing_quantity);
    }
  });

  it("a cancel of one and a fill of the other: the fill counts, and nothing is sold twice", async () => {
    const owner = await who();
    for (const _ of rounds) {
      const id = await hold({ quantity: "10" });
      await close(id, { quantity: "4" });
      await close(id, { quantity: "6" });
      const [, second] = await orderIds(id);
      quote("2900", 4);
      const answer = await other.cancel(owner, BigInt(second!), newRequestId());
      quote("2900");
      await becomes(id, { stock_num: answer.ok ? "6" : expect.anything() });
      quote("2900");
      if (answer.ok) {
        expect(await position(id)).toMatchObject({ status: 0, quantity_closed: "4" });
      } else {
        await becomes(id, { status: 2 });
      }
    }
  });

  it("keep what the position says beside the sum of its orders, and the books right", async () => {
    const { rows } = await app.context.database.pool.query(
      `SELECT p.id FROM position p LEFT JOIN trade_order o ON o.position_id = p.id
          AND o.purpose = 'close' AND o.state = 'working'
        GROUP BY p.id HAVING p.closing_shares <> coalesce(sum(o.quantity - o.filled), 0)`,
    );
    expect(rows).toEqual([]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
