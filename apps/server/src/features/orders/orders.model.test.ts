import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { price } from "@sanshi/money";

/**
 * The engine against an obvious model: one customer, one Chinese stock (its fees make every rounding
 * matter), random histories. The model is written from the specification and shares no code.
 */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

/** Fen. Bid and ask are one price, so that the model needs no book. */
type Model = {
  now: number;
  price: number;
  available: number;
  positions: Map<string, ModelPosition>;
};
type ModelPosition = {
  status: "pending" | "holding" | "closing" | "closed" | "cancelled";
  limit: number;
  quantity: number;
  left: number;
  reserved: number;
  cost: number;
  fee: number;
  basisTaken: number;
  realised: number;
  sellableAt: number;
  closing: { quantity: number; limit: number } | null;
};

const grant = 5_000_000;
const halfUp = (amount: number, tenMillionths: number) =>
  Math.floor((amount * tenMillionths * 2 + 10_000_000) / 20_000_000);
const buyFee = (amount: number) => halfUp(amount, 341) + halfUp(amount, 200) + halfUp(amount, 100);
const sellFee = (amount: number) => buyFee(amount) + halfUp(amount, 5_000);

const lots = fc.integer({ min: 1, max: 4 }).map((count) => count * 100);
const prices = fc.integer({ min: 14_900, max: 15_100 });
const which = fc.nat(20);
const action = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("quote" as const), price: prices }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("buy" as const),
      quantity: lots,
      limit: fc.option(prices),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("close" as const),
      which,
      quantity: fc.option(lots),
      limit: fc.option(prices),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait" as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

const yuan = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;

function pickId(model: Model, index: number): string {
  const ids = [...model.positions.keys()];
  return ids[index % Math.max(1, ids.length)] ?? "1";
}

function modelFillOpening(model: Model, position: ModelPosition): void {
  position.cost = model.price * position.quantity;
  position.fee = buyFee(position.cost);
  model.available += position.reserved - position.cost - position.fee;
  position.reserved = 0;
  position.status = "holding";
  position.left = position.quantity;
  position.sellableAt = model.now + 900;
}

function modelSell(model: Model, position: ModelPosition, quantity: number): void {
  const amount = model.price * quantity;
  model.available += amount - sellFee(amount);
  position.left -= quantity;
  const closed = position.quantity - position.left;
  const basis = Math.floor(((position.cost + position.fee) * closed) / position.quantity);
  position.realised += amount - sellFee(amount) - (basis - position.basisTaken);
  position.basisTaken = basis;
  position.closing = null;
  position.status = position.left === 0 ? "closed" : "holding";
}

/** What the market does to the orders that wait. */
function modelQuote(model: Model): void {
  for (const position of model.positions.values()) {
    if (position.status === "pending" && position.limit >= model.price) {
      modelFillOpening(model, position);
    } else if (position.closing !== null && position.closing.limit <= model.price) {
      modelSell(model, position, position.closing.quantity);
    }
  }
}

async function deliverQuote(model: Model): Promise<void> {
  const value = price(BigInt(model.price) * 100n);
  app.feed.quote("cny", "600519", yuan(model.price), {
    bid: value,
    ask: value,
    previousClose: price(1_500_000n),
  });
}

async function act(model: Model, one: Action, customer: SignedIn): Promise<void> {
  if (one.kind === "quote") {
    model.price = one.price;
    modelQuote(model);
    return deliverQuote(model);
  }
  if (one.kind === "wait") {
    model.now += 900;
    await app.advance(900);
    return deliverQuote(model);
  }
  if (one.kind === "buy") return actBuy(model, one, customer);
  if (one.kind === "cancel") return actCancel(model, one, customer);
  return actClose(model, one, customer);
}

async function actBuy(
  model: Model,
  { quantity, limit }: Extract<Action, { kind: "buy" }>,
  customer: SignedIn,
): Promise<void> {
  const fills = limit === null || limit >= model.price;
  const amount = (fills ? model.price : (limit ?? 0)) * quantity;
  const total = amount + buyFee(amount);
  const { body } = await app.post(
    "/trade/place-order",
    {
      type: "cny",
      code: "600519",
      side: "long",
      kind: limit === null ? "market" : "limit",
      ...(limit !== null && { price: yuan(limit) }),
      quantity: String(quantity),
      leverage: "1",
      request_id: newRequestId(),
    },
    customer,
  );
  if (total > model.available) {
    expect(body.msg).toBe("insufficient_balance");
    return;
  }
  if (body.status !== 1) throw new Error(`refused: ${body.msg}`);
  expect(body.data).toMatchObject({ status: fills ? 0 : 3, amount: yuan(amount) });
  const position: ModelPosition = {
    status: "pending",
    limit: limit ?? 0,
    quantity,
    left: 0,
    reserved: total,
    cost: 0,
    fee: 0,
    basisTaken: 0,
    realised: 0,
    sellableAt: 0,
    closing: null,
  };
  model.available -= total;
  model.positions.set(body.data.id, position);
  if (fills) modelFillOpening(model, position);
}

async function actCancel(
  model: Model,
  one: Extract<Action, { kind: "cancel" }>,
  customer: SignedIn,
): Promise<void> {
  const id = pickId(model, one.which);
  const position = model.positions.get(id);
  const answer = await app.refused("/trade/cancel-order", { id }, customer);
  if (position === undefined) return expect(answer).toBe("order_not_found");
  if (position.status === "pending") {
    expect(answer).toBe("ok");
    model.available += position.reserved;
    position.reserved = 0;
    position.status = "cancelled";
  } else if (position.status === "closing") {
    expect(answer).toBe("ok");
    position.status = "holding";
    position.closing = null;
  } else {
    expect(answer).toBe("order_not_pending");
  }
}

async function actClose(
  model: Model,
  one: Extract<Action, { kind: "close" }>,
  customer: SignedIn,
): Promise<void> {
  const id = pickId(model, one.which);
  const position = model.positions.get(id);
  const answer = await app.refused(
    "/trade/close-position",
    {
      id,
      kind: one.limit === null ? "market" : "limit",
      ...(one.limit !== null && { price: yuan(one.limit) }),
      ...(one.quantity !== null && { quantity: String(one.quantity) }),
      request_id: newRequestId(),
    },
    customer,
  );
  if (position === undefined) return expect(answer).toBe("position_not_found");
  if (position.status !== "holding") return expect(answer).toBe("position_not_holding");
  const quantity = one.quantity ?? position.left;
  if (quantity > position.left) return expect(answer).toBe("quantity_exceeds_position");
  // A lock that has less than a minute to run or over is not for a test with a running clock.
  if (model.now < position.sellableAt) return expect(answer).toBe("sell_locked");
  expect(answer).toBe("ok");
  if (one.limit !== null && one.limit > model.price) {
    position.status = "closing";
    position.closing = { quantity, limit: one.limit };
  } else {
    modelSell(model, position, quantity);
  }
}

const numbers = { holding: 0, closing: 1, closed: 2, pending: 3, cancelled: 4 };

/** Money and every position as the customer sees them. */
async function seen(customer: SignedIn) {
  const [info, held, ended] = [
    await app.accepted("/user/getUserinfo", {}, customer),
    await app.accepted("/trade/userstocklist", { type: "cny" }, customer),
    await app.accepted("/trade/userstocklists", { type: "cny" }, customer),
  ];
  const positions = Object.values({ ...held, ...ended }).flatMap((one) =>
    typeof one === "string"
      ? []
      : [`${one.id} ${one.status} ${Number(one.quantity_opened) - Number(one.quantity_closed)}`],
  );
  return { available: info.cny, realised: ended["lsyk"], positions: positions.toSorted() };
}

function expected(model: Model): Awaited<ReturnType<typeof seen>> {
  const positions = [...model.positions];
  const realised = positions.reduce((sum, [, one]) => sum + one.realised, 0);
  return {
    available: yuan(model.available),
    realised: realised < 0 ? `-${yuan(-realised)}` : yuan(realised),
    positions: positions.map(([id, one]) => `${id} ${numbers[one.status]} ${one.left}`).toSorted(),
  };
}

describe("random histories", () => {
  it("end where the model ends, step by step", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
        const customer = await app.newCustomer();
        const model: Model = { now: 0, price: 15_000, available: grant, positions: new Map() };
        await deliverQuote(model);
        for (const one of actions) {
          await act(model, one, customer);
          // A waiting order is filled after the quote, not within its delivery.
          await expect.poll(() => seen(customer), { timeout: 5_000 }).toEqual(expected(model));
        }
      }),
      { numRuns: 15 },
    );
    expect(await app.ledgerFaults()).toEqual([]);
  }, 120_000);
});
