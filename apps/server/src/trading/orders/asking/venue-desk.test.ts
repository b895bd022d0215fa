import { positionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../../tests/support/builders.ts";
import { calm, createSlowVenue } from "../../../../../../tests/support/slow-venue.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  opsAccepted,
  opsRefused,
} from "../../../../../../tests/support/test-operators.ts";
import { untilTraded } from "../../../../../../tests/support/until-traded.ts";
import { sql } from "../../../platform/sql/database.ts";

type Position = CallOutput<Calls["/trade/position"]>;

const venue = createSlowVenue(1, { ...calm });
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({}, { venue: venue.venue });
  venue.clock = app.context.clock;
});
afterAll(() => app.stop());
beforeEach(async () => {
  venue.faults = { ...calm };
  venue.comeBack();
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
  // A split of the test before may not be everywhere yet.
  await untilTraded(app, customer);
});

const limitOrder = (more: Partial<PlaceInput> = {}) =>
  testOrder({ kind: "limit", price: "2800", ...more });

async function place(more: Partial<PlaceInput> = {}): Promise<string> {
  const { id } = await app.accepted("/trade/place-order", limitOrder(more), customer);
  return id;
}

const position = (id: string): Promise<Position> =>
  app.accepted("/trade/position", { id }, customer);

async function money(): Promise<number> {
  return Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
}

/** Lets the venue's moments pass until it is so. */
async function until(id: string, expected: Partial<Position>): Promise<void> {
  await expect
    .poll(async () => {
      venue.tick();
      return position(id);
    })
    .toMatchObject(expected);
}

/** The venue has it, and we know that it has. */
async function taken(id: string): Promise<void> {
  await expect
    .poll(async () => {
      venue.tick();
      return venue.book.has(`${id}-1`) && (await position(id)).at_venue === undefined;
    })
    .toBe(true);
}

async function placed(more: Partial<PlaceInput> = {}): Promise<string> {
  const id = await place(more);
  await taken(id);
  return id;
}

async function bought(quantity: bigint): Promise<string> {
  const id = await placed({ quantity: quantity.toString() });
  venue.fill(`${id}-1`, shares(quantity));
  await until(id, { status: positionStatuses.holding, quantity_opened: quantity.toString() });
  return id;
}

/** Two shares of one, from the next day on. */
async function split(): Promise<void> {
  const date = nextTradingDay("jpy", localDate("jpy", app.context.clock.now()), "always");
  app.feed.act("jpy", "7203", { kind: "split", exDate: date, numerator: 2n, denominator: 1n });
  app.feed.close("jpy", "7203", app.context.clock.now(), "2850");
  const ahead = instantOf("jpy", date, "00:00") - app.context.clock.now();
  await app.advance(Math.ceil(ahead / 1_000) + 1);
  app.feed.quote("jpy", "7203", "1425");
}

it("an order waits with its money until the venue has taken it, and is filled by what the venue reports", async () => {
  const before = await money();
  const id = await place();
  expect(await position(id)).toMatchObject({ status: positionStatuses.pending });
  expect(await money()).toBeLessThan(before - 279_999);
  await expect.poll(async () => (await position(id)).at_venue).toBe("pending_new");
  await taken(id);
  venue.fill(`${id}-1`, shares(40n));
  await until(id, { status: positionStatuses.holding, quantity_opened: "40" });
  expect((await position(id)).fills).toMatchObject([{ quantity: "40", quote: { feed: "slow" } }]);
  venue.fill(`${id}-1`, shares(60n));
  await until(id, { quantity_opened: "100", reserved: "0", quantity_waiting: "0" });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a cancel is asked for, and its money released when the venue says so", async () => {
  const before = await money();
  const id = await placed();
  const held = await money();
  const cancelled = await app.accepted("/trade/cancel-order", { id }, customer);
  expect(cancelled).toEqual({ id, status: positionStatuses.pending });
  expect(await position(id)).toMatchObject({ at_venue: "pending_cancel" });
  expect(await money()).toBe(held);
  await until(id, { status: positionStatuses.cancelled });
  expect(await money()).toBe(before);
  expect(await app.refused("/trade/cancel-order", { id }, customer)).toBe("order_not_pending");
});

it("a fill that crosses a cancel counts", async () => {
  const id = await placed();
  await app.accepted("/trade/cancel-order", { id }, customer);
  venue.fill(`${id}-1`, shares(100n));
  await until(id, { status: positionStatuses.holding, quantity_opened: "100" });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("an order that the venue rejects is rejected, with a message, and its money is released", async () => {
  const before = await money();
  venue.faults = { ...calm, rejected: 1_000 };
  const id = await place();
  await until(id, { status: positionStatuses.rejected, ending: "rejected_by_venue" });
  expect(await money()).toBe(before);
  const { items } = await app.accepted("/user/messages", {}, customer);
  expect(items).toContainEqual(expect.objectContaining({ kind: "order_rejected" }));
});

it("an order is unknown while the venue is away, and nothing of it is released", async () => {
  const id = await placed();
  const held = await money();
  venue.goAway();
  await expect.poll(async () => (await position(id)).at_venue).toBe("unknown");
  await app.accepted("/trade/cancel-order", { id }, customer);
  venue.fill(`${id}-1`, shares(30n));
  expect(await position(id)).toMatchObject({ quantity_opened: "0", at_venue: "unknown" });
  expect(await money()).toBe(held);
  venue.comeBack();
  await until(id, { quantity_opened: "30", quantity_waiting: "0" });
});

it("shares are sold by what the venue reports, and not before their purchase has ended", async () => {
  const id = await placed();
  venue.fill(`${id}-1`, shares(60n));
  await until(id, { quantity_opened: "60" });
  await app.advance(901);
  app.feed.quote("jpy", "7203", "2850");
  const sell = { id, kind: "limit", price: "2900", quantity: "60" } as const;
  const close = (request_id = newRequestId()) =>
    app.post("/trade/close-position", { ...sell, request_id }, customer);
  const first = newRequestId();
  expect((await close(first)).body.msg).toBe("opening_still_works");
  await app.accepted("/trade/cancel-order", { id }, customer);
  await until(id, { quantity_waiting: "0", reserved: "0" });
  // The same request is refused as it was, and sells nothing.
  expect((await close(first)).body.msg).toBe("opening_still_works");
  expect((await close()).body.status).toBe(1);
  const [order] = (await position(id)).closing_orders;
  await expect.poll(() => (venue.tick(), venue.book.has(`${order?.id}-1`))).toBe(true);
  venue.fill(`${order?.id}-1`, shares(60n));
  await until(id, { status: positionStatuses.closed });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("another price and quantity are asked for, and the money follows when the venue says so", async () => {
  const id = await placed();
  const held = await money();
  const amend = (more: object) =>
    app.post("/trade/amend-order", { id, ...more, request_id: newRequestId() }, customer);
  expect((await amend({ price: "2810" })).body.msg).toBe("not_taken_by_venue");
  expect((await amend({ price: "2790", quantity: "60" })).body).toMatchObject({
    data: { quantity: "100", price: "2800" },
  });
  expect(await position(id)).toMatchObject({
    at_venue: "pending_replace",
    quantity_ordered: "100",
  });
  expect((await amend({ price: "2780" })).body.msg).toBe("venue_not_answered");
  expect(await money()).toBe(held);
  await until(id, { quantity_ordered: "60", limit_price: "2790" });
  expect(await money()).toBeGreaterThan(held + 112_000);
  venue.fill(`${id}-1`, shares(60n));
  await until(id, { quantity_opened: "60", quantity_waiting: "0", reserved: "0" });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a replace that a fill has crossed leaves the order as it was filled", async () => {
  const id = await placed();
  const input = { id, quantity: "20", request_id: newRequestId() };
  await app.accepted("/trade/amend-order", input, customer);
  venue.fill(`${id}-1`, shares(40n));
  await until(id, { quantity_opened: "40", quantity_ordered: "100", quantity_waiting: "60" });
  expect(await app.ledgerFaults()).toEqual([]);
});

const withBracket: Partial<PlaceInput> = { kind: "limit", price: "2800", take_profit: "2900" };
const atStop: Partial<PlaceInput> = { kind: "stop", stop_price: "2900" };
const atOnce: Partial<PlaceInput> = {
  kind: "limit",
  price: "2800",
  time_in_force: "immediate_or_cancel",
};

const withExits: Partial<PlaceInput> = { kind: "limit", price: "2800", exits: "50:2900:" };

it.each([
  ["with a bracket", withBracket],
  ["with exits for parts", withExits],
  ["at a stop", atStop],
  ["at once or not at all", atOnce],
])("an order %s is not taken", async (_what, more) => {
  const refused = await app.refused("/trade/place-order", testOrder(more), customer);
  expect(refused).toBe("not_taken_by_venue");
});

it("a trade that the venue busts behind a split is left for a person, who sees it among what waits", async () => {
  const id = await bought(50n);
  await split();
  await until(id, { quantity_opened: "100" });
  venue.bust(`${id}-1`);
  const operator = await firstOperator(app);
  const disputes = async () => {
    venue.tick();
    const { queues } = await opsAccepted(app, "/api/ops/health", {}, operator);
    return queues.find(({ name }) => name === "venue_disputes")?.waiting;
  };
  await expect.poll(disputes).toBe(1);
  expect(await position(id)).toMatchObject({ quantity_opened: "100" });
});

it("a fill that cannot be booked is shown to operators, who have it tried again; other orders go on", async () => {
  const [id, other] = [await placed(), await placed()];
  await sql`CREATE FUNCTION refuse_fill() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the books are shut'; END $$`.execute(app.owner.reader);
  await sql`CREATE TRIGGER refuse_fill BEFORE INSERT ON fill FOR EACH ROW
    WHEN (NEW.position_id = ${sql.lit(Number(id))}) EXECUTE FUNCTION refuse_fill()`.execute(
    app.owner.reader,
  );
  venue.fill(`${id}-1`, shares(40n));
  venue.fill(`${other}-1`, shares(40n));
  venue.fill(`${id}-1`, shares(60n));
  await until(other, { quantity_opened: "40" });
  const operator = await firstOperator(app);
  const heldUp = async () => {
    venue.tick();
    const { items } = await opsAccepted(app, "/api/ops/venue-orders", {}, operator);
    return items.find((one) => one.id === id);
  };
  await expect.poll(heldUp).toMatchObject({
    report: "trade",
    reports: 2,
    dispute: null,
    fault: expect.stringContaining("the books are shut"),
  });
  const { queues } = await opsAccepted(app, "/api/ops/health", {}, operator);
  expect(queues.find(({ name }) => name === "venue_set_aside")?.waiting).toBe(1);
  expect(await position(id)).toMatchObject({ at_venue: "unknown", quantity_opened: "0" });
  // Long after its next attempt would be: while one is under way, its time has come already.
  const later = async () =>
    (
      await sql`UPDATE venue_set_aside SET retry_at = app_now() + interval '1 hour'
        WHERE retry_at > app_now() RETURNING order_id`.execute(app.owner.reader)
    ).rows.length;
  await expect.poll(later).toBe(1);
  await sql`DROP TRIGGER refuse_fill ON fill`.execute(app.owner.reader);
  await opsAccepted(app, "/api/ops/venue-orders/:id/retry", { id }, operator);
  await until(id, { status: positionStatuses.holding, quantity_opened: "100" });
  expect(await heldUp()).toBeUndefined();
  const again = await opsRefused(app, "/api/ops/venue-orders/:id/retry", { id }, operator);
  expect(again).toBe("venue_order_not_held_up");
  expect(await app.ledgerFaults()).toEqual([]);
});

it("an order for the day is cancelled at the venue when its day is over", async () => {
  const id = await placed({ time_in_force: "day" });
  const held = await money();
  venue.goAway();
  await app.advance(86_400);
  // Another order of the stock, at prices that are reached: nothing of ours ends what is at the venue.
  app.feed.quote("jpy", "7203", "2790");
  const other = await app.newCustomer();
  await app.accepted("/trade/place-order", limitOrder(), other);
  await expect.poll(async () => (await position(id)).at_venue).toBe("unknown");
  expect(await position(id)).toMatchObject({ status: positionStatuses.pending });
  expect(await money()).toBe(held);
  venue.comeBack();
  await until(id, { status: positionStatuses.cancelled });
});

it("an order is cancelled at the venue before a split is applied to its shares", async () => {
  const id = await placed({ quantity: "80" });
  venue.fill(`${id}-1`, shares(30n));
  await until(id, { quantity_opened: "30" });
  await split();
  await until(id, { quantity_opened: "60", quantity_waiting: "0" });
  expect(venue.book.get(`${id}-1`)).toMatchObject({ status: "cancelled", filled: 30n });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("a purchase in New York is lowered at the venue on the ex-date of a dividend, which is paid meanwhile", async () => {
  const stock = { type: "usd", code: "AAPL" } as const;
  app.feed.quote("usd", "AAPL", "189.20");
  await untilTraded(app, customer, stock);
  const id = await placed({ ...stock, price: "180.00", quantity: "10" });
  const marked = await placed({ ...stock, price: "170.00", quantity: "5", do_not_reduce: "true" });
  venue.fill(`${id}-1`, shares(4n));
  await until(id, { quantity_opened: "4" });
  const date = nextTradingDay("usd", localDate("usd", app.context.clock.now()), "always");
  app.feed.act("usd", "AAPL", { kind: "dividend", exDate: date, perShare: price(5_000n) });
  const ahead = instantOf("usd", date, "00:00") - app.context.clock.now();
  await app.advance(Math.ceil(ahead / 1_000) + 1);
  app.feed.quote("usd", "AAPL", "189.00");
  // The dividend is paid, and the venue has not answered: the order is what it was.
  await expect.poll(async () => (await position(id)).actions).toHaveLength(1);
  await expect.poll(async () => (await position(id)).at_venue).toBe("pending_replace");
  const lowerings = async () =>
    (await app.accepted("/user/messages", {}, customer)).items.filter(
      ({ kind }) => kind === "order_lowered",
    );
  expect(await lowerings()).toEqual([]);
  const dollars = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).usd);
  const held = await dollars();
  await until(id, { limit_price: "179.50", quantity_waiting: "6" });
  expect((await dollars()) - held).toBeCloseTo(6 * 0.5, 1);
  const lowered = await position(id);
  expect(lowered.actions.map(({ amount }) => amount)).toEqual(["2.00"]);
  expect(await position(marked)).toMatchObject({ limit_price: "170.00", quantity_waiting: "5" });
  expect(await lowerings()).toMatchObject([
    { params: { before: "180.00", after: "179.50", quantity: "6", per_share: "0.50" } },
  ]);
  // What the venue cancels by itself afterwards is no dividend's doing.
  venue.faults = { ...calm, cancelled: 1_000 };
  await until(id, { quantity_waiting: "0" });
  const { items } = await app.accepted("/user/messages", {}, customer);
  expect(items.filter(({ params }) => params["reason"] === "dividend")).toEqual([]);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("an order that the venue does not lower stays as it is, and one of which nothing is left ends with its message", async () => {
  const stock = { type: "usd", code: "AAPL" } as const;
  app.feed.quote("usd", "AAPL", "189.00");
  await untilTraded(app, customer, stock);
  const kept = await placed({ ...stock, price: "180.00", quantity: "10" });
  const date = nextTradingDay("usd", localDate("usd", app.context.clock.now()), "always");
  app.feed.act("usd", "AAPL", { kind: "dividend", exDate: date, perShare: price(2_500n) });
  venue.faults = { ...calm, rejected: 1_000 };
  const toNext = async () => {
    const next = nextTradingDay("usd", localDate("usd", app.context.clock.now()), "always");
    const ahead = instantOf("usd", next, "00:00") - app.context.clock.now();
    await app.advance(Math.ceil(ahead / 1_000) + 1);
    app.feed.quote("usd", "AAPL", "189.00");
  };
  await toNext();
  await expect.poll(async () => (await position(kept)).at_venue).toBe("pending_replace");
  await expect
    .poll(async () => {
      venue.tick();
      return (await position(kept)).at_venue;
    })
    .toBeUndefined();
  expect(await position(kept)).toMatchObject({ limit_price: "180.00" });
  const told = async () =>
    (await app.accepted("/user/messages", {}, customer)).items.filter(({ kind }) =>
      ["order_lowered", "order_not_lowered", "order_rejected"].includes(kind),
    );
  expect(await told()).toMatchObject([
    {
      kind: "order_not_lowered",
      params: { before: "180.00", quantity: "10", per_share: "0.25", code: "AAPL" },
    },
  ]);

  venue.faults = { ...calm };
  const gone = await placed({ ...stock, price: "0.20", quantity: "10" });
  const later = nextTradingDay("usd", localDate("usd", app.context.clock.now()), "always");
  app.feed.act("usd", "AAPL", { kind: "dividend", exDate: later, perShare: price(2_500n) });
  await toNext();
  await expect.poll(async () => (await position(gone)).at_venue).toBe("pending_cancel");
  expect(await told()).toHaveLength(1);
  await until(gone, { status: positionStatuses.cancelled });
  await until(kept, { limit_price: "179.75" });
  expect((await told()).map(({ kind, params }) => [kind, params["before"]])).toEqual(
    expect.arrayContaining([
      ["order_rejected", "0.20"],
      ["order_lowered", "180.00"],
      ["order_not_lowered", "180.00"],
    ]),
  );
});
