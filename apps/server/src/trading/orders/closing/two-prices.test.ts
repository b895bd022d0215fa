import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import type { Customer } from "../../../platform/sessions.ts";
import { startOrders, type Orders } from "../orders.ts";

/** Exits for a part: stops, and a limit and a stop of which one cancels the other; in two order paths. */
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
  const at = price(BigInt(Math.round(Number(last) * 10_000)));
  const levels = quantity === 0 ? [] : [{ price: at, quantity: shares(BigInt(quantity)) }];
  app.feed.quote("jpy", "7203", last, { asks: levels, bids: levels });
}

type PlaceInput = Partial<CallInput<Calls["/trade/place-order"]>>;
const place = (more: PlaceInput = {}) => ({
  type: "jpy" as const,
  code: "7203",
  side: "long" as const,
  kind: "market" as const,
  quantity: "100",
  leverage: "1",
  request_id: newRequestId(),
  ...more,
});
/** Bought, and the quarter of an hour is over. */
async function hold(more: PlaceInput = {}): Promise<string> {
  const { id } = await app.accepted("/trade/place-order", place(more), customer);
  await app.advance(900);
  quote("2850");
  return id;
}

type CloseInput = Partial<CallInput<Calls["/trade/close-position"]>>;
const oco = { kind: "oco", price: "2900", stop_price: "2800" } as const;
const closing = (id: string, more: CloseInput) => {
  const { price: limit, stop_price: stop, ...rest } = { ...oco, ...more };
  const prices = { ...(limit && { price: limit }), ...(stop && { stop_price: stop }) };
  return { id, request_id: newRequestId(), ...rest, ...prices };
};
const close = (id: string, more: CloseInput = {}) =>
  app.accepted("/trade/close-position", closing(id, more), customer);
const refused = (id: string, more: CloseInput) =>
  app.refused("/trade/close-position", closing(id, more), customer);
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const becomes = (id: string, figures: object) =>
  expect.poll(() => position(id)).toMatchObject(figures);

describe("exits for parts of a position", () => {
  it("are several at once, and those of two prices hold their shares once", async () => {
    const id = await hold();
    expect(await close(id, { quantity: "60" })).toMatchObject({
      status: 1,
      quantity_waiting: "60",
    });
    expect(await refused(id, { quantity: "41" })).toBe("quantity_exceeds_position");
    const stop = { kind: "stop", price: undefined, stop_price: "2780", quantity: "40" } as const;
    await close(id, stop);
    expect(await position(id)).toMatchObject({
      closing_quantity: "100",
      closing_orders: [
        { kind: "oco", price: "2900", stop_price: "2800", quantity: "60" },
        { kind: "stop", price: null, stop_price: "2780", quantity: "40" },
      ],
    });
    // The limit takes a part; the stop closes no more than the rest of it.
    quote("2900", 25);
    await becomes(id, { stock_num: "75", closing_quantity: "75" });
    quote("2799");
    await becomes(id, { stock_num: "40", closing_quantity: "40" });
    quote("2780");
    await becomes(id, { status: 2, closing_orders: [] });
    const { fills } = await position(id);
    expect(fills.map((fill) => `${fill.quantity} ${fill.price}`)).toEqual([
      "100 2850",
      "25 2900",
      "35 2799",
      "40 2780",
    ]);
  });

  it("go on at the market once their stop is reached, whatever the price does then", async () => {
    const id = await hold();
    await close(id, { quantity: "50" });
    quote("2790", 20);
    await becomes(id, { stock_num: "80" });
    const [order] = (await position(id)).closing_orders;
    expect(order).toMatchObject({ quantity: "30", price: null });
    expect(order).not.toHaveProperty("stop_price");
    quote("2870");
    await becomes(id, { stock_num: "50", status: 0 });
  });

  it("wait for their limit once their stop is reached", async () => {
    const id = await hold();
    await close(id, { kind: "stop_limit", price: "2795", stop_price: "2800" });
    quote("2790");
    await expect
      .poll(async () => (await position(id)).closing_orders[0])
      .not.toHaveProperty("stop_price");
    expect(await position(id)).toMatchObject({ closing_price: "2795", stock_num: "100" });
    quote("2796");
    await becomes(id, { status: 2 });
  });

  it("of a short lie the other way round", async () => {
    const id = await hold({ side: "short" });
    expect(await refused(id, {})).toBe("oco_prices_contradict");
    await close(id, { price: "2800", stop_price: "2900" });
    quote("2905");
    await becomes(id, { status: 2, sell_price: "2905" });
  });

  it("are changed by their id, and refused where they contradict", async () => {
    const id = await hold();
    expect(await refused(id, { price: "2790" })).toBe("oco_prices_contradict");
    expect(await refused(id, { stop_price: "2850" })).toBe("stop_price_reached");
    expect(await refused(id, { stop_price: undefined })).toBe("stop_price_required");
    expect(await refused(id, { kind: "limit" })).toBe("stop_price_not_allowed");
    expect(await refused(id, { stop_price: "2800.05" })).toBe("stop_price_not_on_tick");
    await close(id);
    const amend = (more: object) => ({ id, request_id: newRequestId(), ...more });
    expect(await app.refused("/trade/amend-order", amend({ price: "2795" }), customer)).toBe(
      "oco_prices_contradict",
    );
    const moved = amend({ stop_price: "2820", quantity: "70" });
    expect(await app.accepted("/trade/amend-order", moved, customer)).toMatchObject({
      price: "2900",
      stop_price: "2820",
      quantity: "70",
    });
    quote("2819");
    await becomes(id, { stock_num: "30", status: 0 });
  });

  it("of the whole position may not contradict either, also where they are set one after the other", async () => {
    const id = await hold({ stop_loss: "2800" });
    quote("2700", 0);
    const exits = { id, take_profit: "2750", request_id: newRequestId() };
    expect(await app.refused("/trade/set-exits", exits, customer)).toBe("exits_contradict");
  });
});

describe("an order to open at either of two prices", () => {
  it("holds the dearer of both once, and the first that comes cancels the other", async () => {
    const order = place({ kind: "oco", price: "2800", stop_price: "2900", quantity: "10" });
    const wrong = { ...order, price: "2950", request_id: newRequestId() };
    expect(await app.refused("/trade/place-order", wrong, customer)).toBe("oco_prices_contradict");
    const { id } = await app.accepted("/trade/place-order", order, customer);
    const { reserved } = await position(id);
    expect(Number(reserved)).toBeGreaterThanOrEqual(2900 * 1.05 * 10);
    quote("2800", 4);
    await becomes(id, {
      status: 0,
      quantity_opened: "4",
      quantity_waiting: "6",
      stop_price: "2900",
    });
    quote("2901");
    await becomes(id, { quantity_opened: "10", quantity_waiting: "0", reserved: "0" });
    const again = { ...order, stop_price: "2950", request_id: newRequestId() };
    const { id: second } = await app.accepted("/trade/place-order", again, customer);
    quote("2951", 3);
    // What a stop has let loose is at the market: its rest is not kept.
    await becomes(second, { quantity_opened: "3", quantity_waiting: "0", reserved: "0" });
  });
});

describe("with two processes", () => {
  const rounds = Array.from({ length: 6 }, (_, index) => index);
  async function who(): Promise<Customer> {
    const found = await app.context.sessions.resolve(customer.token, customer.account);
    if (found === null) throw new Error("a new customer is signed in");
    return found;
  }
  const form = (quantity: string) =>
    ({
      kind: "oco",
      price: "2900",
      stopPrice: "2800",
      quantity,
      timeInForce: "until_cancelled",
    }) as const;

  it("two exits that together exceed the position are not both taken", async () => {
    const owner = await who();
    for (const _ of rounds) {
      const id = await hold({ quantity: "10" });
      const [here, there] = await Promise.all([
        app.post("/trade/close-position", closing(id, { quantity: "7" }), customer),
        other.close(owner, BigInt(id), form("6"), newRequestId()),
      ]);
      expect([here.body.status === 1, there.ok].filter(Boolean)).toHaveLength(1);
    }
  });

  it("a stop and a limit that both paths reach at once, and a cancel in between, close nothing twice", async () => {
    const owner = await who();
    for (const _ of rounds) {
      const id = await hold({ quantity: "10" });
      await close(id, { quantity: "10" });
      quote("2900", 3);
      quote("2795");
      await other.cancel(owner, BigInt(id), newRequestId());
      quote("2900");
      await expect.poll(async () => (await position(id)).closing_orders).toEqual([]);
      const { fills, quantity_closed } = await position(id);
      const closed = fills
        .filter(({ side }) => side === "sell")
        .reduce((sum, { quantity }) => sum + Number(quantity), 0);
      expect(closed).toBe(Number(quantity_closed));
      expect(closed).toBeLessThanOrEqual(10);
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("any number of exits over any prices", () => {
  it("close each at its own prices, never more than it asked for, and leave the rest held", async () => {
    const steps = fc.array(fc.integer({ min: 2_700, max: 3_000 }), { minLength: 3, maxLength: 6 });
    const exits = fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 40 }),
        limit: fc.integer({ min: 2_851, max: 2_990 }),
        stop: fc.integer({ min: 2_710, max: 2_849 }),
      }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(exits, steps, async (asked, prices) => {
        quote("2850");
        customer = await app.newCustomer();
        const id = await hold({ quantity: "200" });
        for (const { quantity, limit, stop } of asked) {
          const at = { price: String(limit), stop_price: String(stop) };
          await close(id, { quantity: String(quantity), ...at });
        }
        for (const [index, at] of prices.entries()) {
          const due = asked.filter((one) => isReached(one, prices.slice(0, index + 1)));
          const closed = due.reduce((sum, { quantity }) => sum + quantity, 0);
          // Each quote fills one of them: its levels are not there twice.
          const closedBy = async () => {
            quote(String(at));
            return (await position(id)).quantity_closed;
          };
          await expect.poll(closedBy).toBe(String(closed));
        }
      }),
      { numRuns: 8 },
    );
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

/** Whether one of its prices has come. */
function isReached(
  { limit, stop }: { limit: number; stop: number },
  prices: readonly number[],
): boolean {
  return prices.some((at) => at >= limit || at <= stop);
}
