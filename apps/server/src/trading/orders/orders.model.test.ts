import { dayMs } from "@sanshi/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";
import { boundedShrinking } from "../../../../../tests/support/bounded-shrinking.ts";
import { price, shares } from "@sanshi/money";

/**
 * The engine against an obvious model: one customer, one Chinese stock (its fees make every rounding
 * matter, and an operator offers it with leverage and short), a book of two levels a side, random
 * histories of orders that fill at once, in parts, at limits and at stops, are amended and cancelled,
 * expire with their day, and are closed by their bracket. The model is written from the specification and
 * decision 0008, keeps whole fen as plain numbers, and shares no code.
 */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  await decideUnwitnessed(
    app,
    "stock_offer",
    sql`INSERT INTO stock_offer VALUES ('cny', '600519', '{1,2,3,4}', true)`,
  );
});
afterAll(() => app.stop());

type Side = "long" | "short";
type Level = { price: number; quantity: number };

/** Fen. */
type Model = {
  now: number;
  last: number;
  /** Counts the quotes. */
  quote: number;
  asks: Level[];
  bids: Level[];
  available: number;
  debt: number;
  collateral: number;
  positions: Map<string, ModelPosition>;
};
type ModelPosition = {
  status: "pending" | "holding" | "closing" | "closed" | "cancelled";
  side: Side;
  leverage: number;
  /** No fill is worse; null at the market. */
  limit: number | null;
  /** Not reached yet. */
  stop: number | null;
  reservedAt: number;
  ordered: number;
  opened: number;
  left: number;
  /** Of the opening order: what still waits, and the money held for it. */
  waiting: number;
  reserved: number;
  cost: number;
  fee: number;
  margin: number;
  marginLeft: number;
  borrowedLeft: number;
  collateralLeft: number;
  /** Principal × basis points × nights. */
  interestUnits: number;
  accruedOn: number;
  basisTaken: number;
  realised: number;
  sellableAt: number;
  /** The day with which what waits is over; null: it stays. */
  lastDay: number | null;
  gain: number | null;
  loss: number | null;
  closing: Closing | null;
  /** The quote that filled something of it: it fills nothing more. */
  matchedAt: number;
};
type Closing = {
  quantity: number;
  filled: number;
  /** What it has brought, or cost, so far. */
  value: number;
  limit: number | null;
  reason: "gain" | "loss" | null;
};

/** The gate takes a sample. */
const histories = process.env["TEST_TABLES"] === "whole" ? 12 : 6;
const grant = 5_000_000;
const halfUp = (amount: number, tenMillionths: number) =>
  Math.floor((amount * tenMillionths * 2 + 10_000_000) / 20_000_000);
const buyFee = (amount: number) => halfUp(amount, 341) + halfUp(amount, 200) + halfUp(amount, 100);
const sellFee = (amount: number) => buyFee(amount) + halfUp(amount, 5_000);
const openFee = (side: Side, amount: number) => (side === "long" ? buyFee : sellFee)(amount);
const closeFee = (side: Side, amount: number) => (side === "long" ? sellFee : buyFee)(amount);
const basisPoints = { long: 600, short: 800 };
/** Units of interest in one fen: basis points of one, and the days of a year. */
const unitsPerFen = 10_000 * 360;

const lots = fc.integer({ min: 1, max: 6 }).map((count) => count * 100);
const prices = fc.integer({ min: 1_490, max: 1_510 });
const which = fc.nat(20);
const depth = fc.integer({ min: 1, max: 4 }).map((count) => count * 100);
const quoteAction = fc.record({
  kind: fc.constant("quote" as const),
  price: prices,
  depths: fc.tuple(depth, depth, depth, depth),
});
const openAction = fc.record({
  kind: fc.constant("open" as const),
  side: fc.constantFrom<Side>("long", "long", "short"),
  leverage: fc.constantFrom(1, 1, 2, 3, 4),
  quantity: lots,
  day: fc.boolean(),
  at: fc.oneof(
    fc.constant({ order: "market" as const }),
    fc.record({ order: fc.constant("limit" as const), limit: prices }),
    fc.record({ order: fc.constant("stop" as const), stop: prices }),
  ),
});
const action = fc.oneof(
  { weight: 4, arbitrary: quoteAction },
  { weight: 6, arbitrary: openAction },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("close" as const),
      which,
      quantity: fc.option(lots),
      limit: fc.option(prices),
      day: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("amend" as const),
      which,
      quantity: fc.option(lots),
      limit: fc.option(prices),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("bracket" as const),
      which,
      gain: fc.option(fc.integer({ min: 1, max: 6 })),
      loss: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 4,
    // A quarter of an hour unlocks what was bought; days bear interest.
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      seconds: fc.constantFrom(900, 900, 900, 86_400, 3 * 86_400),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

const yuan = (fen: number): string =>
  fen < 0 ? `-${yuan(-fen)}` : `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, "0")}`;
/** Shanghai's day. */
const today = () => Math.floor((app.context.clock.now() + 8 * 3_600_000) / dayMs);

async function advance(model: Model, seconds: number): Promise<void> {
  model.now += seconds;
  await app.advance(seconds);
  await keepFromMidnight(model);
}

/** The day turns while the clock is moved, and never by itself between a call and the model's look at it. */
async function keepFromMidnight(model: Model): Promise<void> {
  const left = (today() + 1) * dayMs - (app.context.clock.now() + 8 * 3_600_000);
  if (left < 15 * 60_000) await advance(model, 900);
}

function pickId(model: Model, index: number): string {
  const ids = [...model.positions.keys()];
  return ids[index % Math.max(1, ids.length)] ?? "1";
}

/** What an order of so many shares takes of the book, no worse than its limit. */
function match(model: Model, side: "buy" | "sell", quantity: number, limit: number | null) {
  let left = quantity;
  let value = 0;
  for (const level of side === "buy" ? model.asks : model.bids) {
    const isWorse = limit !== null && (side === "buy" ? level.price > limit : level.price < limit);
    if (isWorse || left === 0) break;
    const taken = Math.min(left, level.quantity);
    value += taken * level.price;
    left -= taken;
  }
  return { quantity: quantity - left, value };
}

/** Margin and fee of a cost. */
function ownMoney({ side, leverage }: ModelPosition, cost: number): number {
  return Math.ceil(cost / leverage) + openFee(side, cost);
}

function reservation(position: ModelPosition, waiting: number): number {
  const rest = Math.ceil(position.reservedAt * waiting);
  return ownMoney(position, position.cost + rest) - ownMoney(position, position.cost);
}

function reserve(model: Model, position: ModelPosition, waiting: number): void {
  const reserved = waiting === 0 ? 0 : reservation(position, waiting);
  model.available += position.reserved - reserved;
  position.reserved = reserved;
  position.waiting = waiting;
}

function accrue(position: ModelPosition): void {
  const principal =
    position.side === "long"
      ? position.borrowedLeft
      : position.collateralLeft - position.marginLeft;
  const day = today();
  position.interestUnits += principal * basisPoints[position.side] * (day - position.accruedOn);
  position.accruedOn = day;
}

/** Part of an opening order is filled: cost, margin and fee are those of everything so far. */
function fillOpening(
  model: Model,
  position: ModelPosition,
  fill: { quantity: number; value: number },
  hasWaited: boolean,
): void {
  if (fill.quantity === 0) return;
  position.matchedAt = model.quote;
  const { side } = position;
  const isFirst = position.opened === 0;
  if (isFirst) position.accruedOn = today();
  else accrue(position);
  const cost = position.cost + fill.value;
  const fee = openFee(side, cost) - position.fee;
  let margin = Math.ceil(cost / position.leverage) - position.margin;
  const waiting = position.waiting - fill.quantity;
  if (side === "short" && hasWaited && position.limit !== null) {
    // What was reserved suffices: one that sells for more than its limit posts no more.
    const rest = Math.ceil(position.reservedAt * waiting);
    const after = ownMoney(position, cost + rest) - ownMoney(position, cost);
    margin = Math.max(0, Math.min(margin, Math.max(0, position.reserved - after) - fee));
  }
  model.available -= margin + fee;
  if (side === "long") model.debt -= fill.value - margin;
  else model.collateral += margin + fill.value;
  position.cost = cost;
  position.fee += fee;
  position.margin += margin;
  position.marginLeft += margin;
  position.borrowedLeft += fill.value - margin;
  if (side === "short") position.collateralLeft += margin + fill.value;
  position.opened += fill.quantity;
  position.left += fill.quantity;
  position.status = "holding";
  if (isFirst) position.sellableAt = model.now + 900;
  reserve(model, position, waiting);
}

/** Fees are those of everything that the closing order has filled, less those of what it had `before`. */
function closePart(
  model: Model,
  position: ModelPosition,
  fill: { quantity: number; value: number },
  before: number,
): void {
  if (fill.quantity === 0) return;
  position.matchedAt = model.quote;
  const { side, left } = position;
  const { quantity } = fill;
  const share = (whole: number) => Math.floor((whole * quantity) / left);
  const fee = closeFee(side, before + fill.value) - closeFee(side, before);
  accrue(position);
  const interest = Math.floor((position.interestUnits * quantity) / (left * unitsPerFen));
  position.interestUnits = quantity === left ? 0 : position.interestUnits - interest * unitsPerFen;
  const [repaid, freed, margin] = [
    share(position.borrowedLeft),
    share(position.collateralLeft),
    share(position.marginLeft),
  ];
  position.borrowedLeft -= repaid;
  position.collateralLeft -= freed;
  position.marginLeft -= margin;
  if (side === "long") model.debt += repaid;
  else model.collateral -= freed;
  const gross = side === "long" ? fill.value - repaid : freed - fill.value;
  model.available += gross - interest - fee;
  position.left -= quantity;
  const closed = position.opened - position.left;
  const whole = side === "long" ? position.cost + position.fee : position.cost - position.fee;
  const basis = Math.floor((whole * closed) / position.opened);
  const part = basis - position.basisTaken;
  position.basisTaken = basis;
  position.realised += (side === "long" ? fill.value - part : part - fill.value) - interest - fee;
  if (position.left === 0) position.status = "closed";
}

const openingSide = (side: Side) => (side === "long" ? "buy" : "sell");
const closingSide = (side: Side) => (side === "long" ? "sell" : "buy");

/** What a new quote does to whatever waits: each meets the whole book, once. */
function modelQuote(model: Model): void {
  model.quote += 1;
  for (const position of model.positions.values()) meet(model, position);
}

function meet(model: Model, position: ModelPosition): void {
  if (position.matchedAt === model.quote) return;
  const { side, stop, closing, gain, loss, left } = position;
  if (left > 0 && model.now >= position.sellableAt && closing?.reason !== "loss") {
    if (loss !== null && (side === "long" ? model.last <= loss : model.last >= loss)) {
      return closeBy(model, position, newClosing(left, null, "loss"));
    }
    const canGain = gain !== null && closing?.reason !== "gain";
    if (canGain && match(model, closingSide(side), left, gain).quantity > 0) {
      return closeBy(model, position, newClosing(left, gain, "gain"));
    }
  }
  if (closing !== null) return closeBy(model, position, closing);
  if (position.waiting === 0) return;
  if (stop === null) {
    const fill = match(model, openingSide(side), position.waiting, position.limit);
    fillOpening(model, position, fill, true);
  } else if (side === "long" ? model.last >= stop : model.last <= stop) {
    position.stop = null;
    fillOpening(model, position, match(model, openingSide(side), position.waiting, null), true);
    // At the market what the book does not have is cancelled.
    reserve(model, position, 0);
  }
}

const newClosing = (
  quantity: number,
  limit: number | null,
  reason: Closing["reason"],
): Closing => ({
  quantity,
  limit,
  reason,
  filled: 0,
  value: 0,
});

/** The rest of an opening order is cancelled first; what is not filled of the closing one waits. */
function closeBy(model: Model, position: ModelPosition, closing: Closing): void {
  const { quantity, limit, reason } = closing;
  const fill = match(model, closingSide(position.side), quantity, limit);
  if (fill.quantity === 0 && position.closing === closing) return;
  if (closing.reason !== null) position.lastDay = null;
  reserve(model, position, 0);
  closePart(model, position, fill, closing.value);
  const waitsOn =
    position.left > 0 && fill.quantity < quantity && (limit !== null || reason !== null);
  position.closing = waitsOn
    ? {
        ...closing,
        quantity: quantity - fill.quantity,
        filled: closing.filled + fill.quantity,
        value: closing.value + fill.value,
      }
    : null;
  if (position.left > 0) position.status = waitsOn ? "closing" : "holding";
}

/** The day of what waits is over. */
function expire(model: Model): void {
  for (const position of model.positions.values()) {
    const waits = position.waiting > 0 || position.closing !== null;
    if (!waits || position.lastDay === null || today() <= position.lastDay) continue;
    cancelWorking(model, position);
  }
}

function cancelWorking(model: Model, position: ModelPosition): void {
  position.lastDay = null;
  if (position.waiting > 0) {
    reserve(model, position, 0);
    if (position.opened === 0) position.status = "cancelled";
    return;
  }
  // An exit that is cancelled is gone with its price.
  if (position.closing?.reason === "gain") position.gain = null;
  if (position.closing?.reason === "loss") position.loss = null;
  position.closing = null;
  position.status = "holding";
}

async function deliverQuote(model: Model): Promise<void> {
  const fen = (amount: number) => price(BigInt(amount) * 100n);
  const levels = (side: Level[]) =>
    side.map((level) => ({ price: fen(level.price), quantity: shares(BigInt(level.quantity)) }));
  app.feed.quote("cny", "600519", yuan(model.last), {
    bid: fen(model.bids[0]?.price ?? 0),
    ask: fen(model.asks[0]?.price ?? 0),
    bids: levels(model.bids),
    asks: levels(model.asks),
    previousClose: price(150_000n),
  });
}

function setBook(model: Model, last: number, depths: readonly number[]): void {
  const [a = 0, b = 0, c = 0, d = 0] = depths;
  model.last = last;
  model.asks = [
    { price: last, quantity: a },
    { price: last + 1, quantity: b },
  ];
  model.bids = [
    { price: last, quantity: c },
    { price: last - 1, quantity: d },
  ];
}

async function act(model: Model, one: Action, customer: SignedIn): Promise<void> {
  if (one.kind === "quote") {
    setBook(model, one.price, one.depths);
    modelQuote(model);
    return deliverQuote(model);
  }
  if (one.kind === "wait") {
    await advance(model, one.seconds);
    expire(model);
    modelQuote(model);
    return deliverQuote(model);
  }
  if (one.kind === "open") return actOpen(model, one, customer);
  if (one.kind === "cancel") return actCancel(model, one, customer);
  if (one.kind === "amend") return actAmend(model, one, customer);
  if (one.kind === "bracket") return actBracket(model, one, customer);
  return actClose(model, one, customer);
}

function newPosition(one: Extract<Action, { kind: "open" }>): ModelPosition {
  const { side, leverage, quantity, at } = one;
  const stop = at.order === "stop" ? at.stop : null;
  const limit = at.order === "limit" ? at.limit : null;
  // Five per cent more to buy at the market; whole ten-thousandths, so that fen may have fractions.
  const stopReserve = stop === null ? 0 : side === "long" ? (stop * 105) / 100 : stop;
  return {
    status: "pending",
    side,
    leverage,
    limit,
    stop,
    reservedAt: limit ?? stopReserve,
    ordered: quantity,
    opened: 0,
    left: 0,
    waiting: quantity,
    reserved: 0,
    cost: 0,
    fee: 0,
    margin: 0,
    marginLeft: 0,
    borrowedLeft: 0,
    collateralLeft: 0,
    interestUnits: 0,
    accruedOn: 0,
    basisTaken: 0,
    realised: 0,
    sellableAt: 0,
    lastDay: one.day && at.order !== "market" ? today() : null,
    gain: null,
    loss: null,
    closing: null,
    matchedAt: 0,
  };
}

/** As it would be, on a copy of the money: what is left of it says whether it can be. */
function tryOpening(model: Model, one: Extract<Action, { kind: "open" }>) {
  const position = newPosition(one);
  const after = { ...model };
  const { side, at } = one;
  if (at.order !== "stop") {
    fillOpening(
      after,
      position,
      match(model, openingSide(side), one.quantity, position.limit),
      false,
    );
  }
  reserve(after, position, at.order === "market" ? 0 : position.waiting);
  return { position, after };
}

async function actOpen(
  model: Model,
  one: Extract<Action, { kind: "open" }>,
  customer: SignedIn,
): Promise<void> {
  const { side, leverage, quantity, at } = one;
  const { body } = await app.post(
    "/trade/place-order",
    {
      type: "cny",
      code: "600519",
      side,
      kind: at.order,
      ...(at.order === "limit" && { price: yuan(at.limit) }),
      ...(at.order === "stop" && { stop_price: yuan(at.stop) }),
      quantity: String(quantity),
      leverage: String(leverage),
      time_in_force: one.day ? "day" : "until_cancelled",
      request_id: newRequestId(),
    },
    customer,
  );
  if (at.order === "stop" && (side === "long" ? model.last >= at.stop : model.last <= at.stop)) {
    return expect(body.msg).toBe("stop_price_reached");
  }
  const { position, after } = tryOpening(model, one);
  if (after.available < 0) return expect(body.msg).toBe("insufficient_balance");
  if (body.status !== 1) throw new Error(`refused: ${body.msg}`);
  expect(body.data).toMatchObject({
    status: numbers[position.status],
    quantity_filled: String(position.opened),
    quantity_waiting: String(position.waiting),
  });
  model.available = after.available;
  model.debt = after.debt;
  model.collateral = after.collateral;
  model.positions.set(body.data.id, position);
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
  if (position.waiting === 0 && position.closing === null) {
    return expect(answer).toBe("order_not_pending");
  }
  expect(answer).toBe("ok");
  cancelWorking(model, position);
}

async function actAmend(
  model: Model,
  one: Extract<Action, { kind: "amend" }>,
  customer: SignedIn,
): Promise<void> {
  const id = pickId(model, one.which);
  const position = model.positions.get(id);
  const { limit, quantity } = one;
  const answer = await app.refused(
    "/trade/amend-order",
    {
      id,
      ...(limit !== null && { price: yuan(limit) }),
      ...(quantity !== null && { quantity: String(quantity) }),
      request_id: newRequestId(),
    },
    customer,
  );
  if (position === undefined) return expect(answer).toBe("order_not_found");
  const { closing } = position;
  const isClosing = closing !== null && closing.reason === null;
  if (position.waiting === 0 && !isClosing) return expect(answer).toBe("order_not_pending");
  if (limit === null && quantity === null) return expect(answer).toBe("amendment_empty");
  if (isClosing) {
    const whole = quantity ?? closing.quantity + closing.filled;
    if (whole > position.left + closing.filled) {
      return expect(answer).toBe("quantity_exceeds_position");
    }
    if (whole <= closing.filled) return expect(answer).toBe("quantity_already_filled");
    expect(answer).toBe("ok");
    position.closing = {
      ...closing,
      quantity: whole - closing.filled,
      limit: limit ?? closing.limit,
    };
  } else {
    const whole = quantity ?? position.ordered;
    if (whole <= position.opened) return expect(answer).toBe("quantity_already_filled");
    if (position.stop !== null && limit !== null) return expect(answer).toBe("price_not_allowed");
    const after = { ...position, ordered: whole, waiting: whole - position.opened };
    if (limit !== null) Object.assign(after, { limit, reservedAt: limit });
    if (reservation(after, after.waiting) - position.reserved > model.available) {
      return expect(answer).toBe("insufficient_balance");
    }
    expect(answer).toBe("ok");
    Object.assign(position, after);
    reserve(model, position, position.waiting);
  }
  // The market may be at its new price already.
  if (position.stop === null) meet(model, position);
}

async function actBracket(
  model: Model,
  one: Extract<Action, { kind: "bracket" }>,
  customer: SignedIn,
): Promise<void> {
  const id = pickId(model, one.which);
  const position = model.positions.get(id);
  const { last } = model;
  const sign = position?.side === "short" ? -1 : 1;
  const starts = position?.opened === 0 ? (position.limit ?? position.stop ?? last) : last;
  const gain = one.gain === null ? null : starts + sign * one.gain;
  const loss = one.loss === null ? null : starts - sign * one.loss;
  const answer = await app.refused(
    "/trade/set-exits",
    {
      id,
      take_profit: gain === null ? "" : yuan(gain),
      stop_loss: loss === null ? "" : yuan(loss),
      request_id: newRequestId(),
    },
    customer,
  );
  if (position === undefined) return expect(answer).toBe("position_not_found");
  if (position.status === "closed" || position.status === "cancelled") {
    return expect(answer).toBe("position_not_holding");
  }
  expect(answer).toBe("ok");
  position.gain = gain;
  position.loss = loss;
}

async function actClose(
  model: Model,
  one: Extract<Action, { kind: "close" }>,
  customer: SignedIn,
): Promise<void> {
  const id = pickId(model, one.which);
  const position = model.positions.get(id);
  // One closing order at a time: several on one position are told of in closing-orders.test.ts.
  const working = position?.closing ?? null;
  if (position !== undefined && working !== null && working.quantity < position.left) return;
  const answer = await app.refused(
    "/trade/close-position",
    {
      id,
      kind: one.limit === null ? "market" : "limit",
      ...(one.limit !== null && { price: yuan(one.limit) }),
      ...(one.quantity !== null && { quantity: String(one.quantity) }),
      time_in_force: one.day ? "day" : "until_cancelled",
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
  position.lastDay = one.day && one.limit !== null ? today() : null;
  closeBy(model, position, newClosing(quantity, one.limit, null));
}

const numbers = { holding: 0, closing: 1, closed: 2, pending: 3, cancelled: 4 };

/** Money and every position as the customer sees them, and the ledger's accounts of loans and shorts. */
async function seen(customer: SignedIn) {
  const [info, held, ended] = [
    await app.accepted("/user/getUserinfo", {}, customer),
    await app.accepted("/trade/userstocklist", { type: "cny" }, customer),
    await app.accepted("/trade/userstocklists", { type: "cny" }, customer),
  ];
  const { rows } = await app.context.database.pool.query<{ purpose: string; balance: string }>(
    `SELECT purpose, balance FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      JOIN customer c ON c.id = a.customer_id WHERE c.account = $1 AND currency = 'CNY'`,
    [customer.account],
  );
  const balance = (purpose: string) =>
    Number(rows.find((row) => row.purpose === purpose)?.balance ?? Number.NaN);
  const positions = Object.values({ ...held, ...ended }).flatMap((one) =>
    typeof one === "string"
      ? []
      : [
          `${one.id} ${one.status} ${Number(one.quantity_opened) - Number(one.quantity_closed)}` +
            ` waiting ${one.quantity_waiting} reserved ${one.reserved} borrowed ${one.borrowed}`,
        ],
  );
  return {
    available: info.cny,
    reserved: balance("reserved_orders"),
    debt: balance("margin_debt"),
    collateral: balance("short_collateral"),
    realised: ended["lsyk"],
    positions: positions.toSorted(),
  };
}

function expected(model: Model): Awaited<ReturnType<typeof seen>> {
  const positions = [...model.positions];
  const sum = (of: (one: ModelPosition) => number) =>
    positions.reduce((total, [, one]) => total + of(one), 0);
  return {
    available: yuan(model.available),
    reserved: sum(({ reserved }) => reserved),
    debt: model.debt,
    collateral: model.collateral,
    realised: yuan(sum(({ realised }) => realised)),
    positions: positions
      .map(
        ([id, one]) =>
          `${id} ${numbers[one.status]} ${one.left}` +
          ` waiting ${one.waiting} reserved ${yuan(one.reserved)} borrowed ${yuan(one.borrowedLeft)}`,
      )
      .toSorted(),
  };
}

/** Shares lent to shorts are the shares that are short. */
async function sharesLentWrongly(): Promise<number> {
  const { rows } = await app.context.database.pool.query<{ wrong: string }>(
    `SELECT count(*) AS wrong FROM position p LEFT JOIN (
        SELECT position_id, sum(quantity) AS lent FROM share_loan GROUP BY position_id
      ) l ON l.position_id = p.id
      WHERE coalesce(l.lent, 0) <> CASE WHEN p.side = 'short' THEN p.opened - p.closed ELSE 0 END`,
  );
  return Number(rows[0]?.wrong);
}

describe("random histories", () => {
  it("end where the model ends, step by step", async () => {
    const { attempt, pollMs } = boundedShrinking();
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { minLength: 10, maxLength: 40, size: "max" }),
        attempt(async (actions) => {
          const customer = await app.newCustomer();
          const model: Model = {
            now: 0,
            last: 0,
            quote: 1,
            asks: [],
            bids: [],
            available: grant,
            debt: 0,
            collateral: 0,
            positions: new Map(),
          };
          await keepFromMidnight(model);
          setBook(model, 1_500, [200, 200, 200, 200]);
          await deliverQuote(model);
          for (const one of actions) {
            await act(model, one, customer);
            // A working order is filled after the quote, not within its delivery.
            await expect.poll(() => seen(customer), { timeout: pollMs() }).toEqual(expected(model));
          }
        }),
      ),
      { numRuns: histories },
    );
    expect(await app.ledgerFaults()).toEqual([]);
    expect(await sharesLentWrongly()).toBe(0);
  }, 240_000);
});
