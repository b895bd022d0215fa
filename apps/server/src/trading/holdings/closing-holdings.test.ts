import { calls, type CallInput, type Calls, type HeldStock } from "@sanshi/contract";
import { formatMinor, minor, parseMinor, shares } from "@sanshi/money";
import { fees, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
} from "../../../../../tests/support/test-operators.ts";
import type { Customer } from "../../platform/sessions.ts";
import { startOrders, type Orders } from "../orders/orders.ts";
import { closeHolding } from "./closing-holdings.ts";

/** Beside the application's own order path another on its database, as a second process has it. */
let app: TestApplication;
let other: Orders;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  other = await startOrders(app.context);
  await decideUnwitnessed(
    app,
    "stock_offer",
    sql`INSERT INTO stock_offer VALUES ('jpy', '7203', '{1,2,3}', true)`,
  );
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});
beforeEach(async () => {
  quote();
  customer = await app.newCustomer();
});

function quote(last = "2850", quantity = 10_000n): void {
  const levels = [{ price: scaled(last), quantity: shares(quantity) }];
  app.feed.quote("jpy", "7203", last, { asks: levels, bids: levels });
}

async function buy(quantity: string, more: Partial<PlaceInput> = {}): Promise<string> {
  const order = testOrder({ quantity, ...more });
  return (await app.accepted("/trade/place-order", order, customer)).id;
}
async function unlock(): Promise<void> {
  await app.advance(900);
  quote();
}

type Closing = CallInput<Calls["/trade/close-holding"]>;
const closing = (more: Partial<Closing> = {}): Closing => ({
  type: "jpy",
  code: "7203",
  side: "long",
  funding: "cash",
  kind: "market",
  request_id: newRequestId(),
  ...more,
});
const close = (more: Partial<Closing> = {}) =>
  app.accepted("/trade/close-holding", closing(more), customer);
async function signedIn(on = app, who = customer): Promise<Customer> {
  const found = await on.context.sessions.resolve(who.token, who.account);
  if (found === null) throw new Error("nobody is signed in");
  return found;
}
const checked = (form: Closing) => calls["/trade/close-holding"].input.parse(form);
const refused = (more: Partial<Closing> = {}) =>
  app.refused("/trade/close-holding", closing(more), customer);
function preview(more: Partial<Closing> = {}) {
  const { request_id: _, ...form } = closing(more);
  return app.accepted("/trade/preview-close-holding", form, customer);
}
async function left(): Promise<Record<string, string>> {
  const list = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  const held = Object.values(list).filter((one): one is HeldStock => typeof one !== "string");
  return Object.fromEntries(held.map((one) => [one.id, one.stock_num]));
}
const available = async () => {
  const { currencies } = await app.accepted("/user/assets", { currency: "JPY" }, customer);
  return Number(currencies.find(({ currency }) => currency === "JPY")?.available);
};
const parts = (closed: { parts: readonly { id: string; quantity: string }[] }) =>
  closed.parts.map(({ id, quantity }) => [id, quantity]);

describe("closing by stock", () => {
  it("closes the oldest first, each by an order of its own, and says what it brought", async () => {
    const first = await buy("10");
    const second = await buy("20");
    const third = await buy("30");
    await unlock();
    quote("3000");
    const before = await available();
    const expected = await preview({ quantity: "25" });
    const closed = await close({ quantity: "25" });
    expect(parts(closed)).toEqual([
      [first, "10"],
      [second, "15"],
    ]);
    expect(closed).toMatchObject({
      quantity: "25",
      quantity_filled: "25",
      quantity_waiting: "0",
      amount: "75000",
      profit: "3750",
      left_out: [],
    });
    expect(closed.parts[0]?.closed).toMatchObject({ id: first, status: 2, profit: "1500" });
    const { amount, fee, profit, received } = expected;
    expect({ amount, fee, profit }).toEqual({
      amount: closed.amount,
      fee: closed.fee,
      profit: closed.profit,
    });
    expect((await available()) - before).toBe(Number(received));
    expect(await left()).toEqual({ [second]: "5", [third]: "30" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("closes the chosen ones with the shares of each, and everything without a quantity", async () => {
    const first = await buy("10");
    const second = await buy("20");
    const third = await buy("30");
    await unlock();
    const closed = await close({ openings: `${third}:30,${first}:4` });
    expect(parts(closed)).toEqual([
      [third, "30"],
      [first, "4"],
    ]);
    expect(await left()).toEqual({ [first]: "6", [second]: "20" });
    expect(parts(await close())).toEqual([
      [first, "6"],
      [second, "20"],
    ]);
    expect(await refused()).toBe("position_not_found");
  });

  it("leaves margin and shorts alone, which have entries of their own", async () => {
    const long = await buy("10");
    const leveraged = await buy("20", { leverage: "2" });
    const short = await buy("30", { side: "short" });
    await unlock();
    expect(parts(await close({ funding: "margin" }))).toEqual([[leveraged, "20"]]);
    expect(await refused({ openings: `${short}:30` })).toBe("position_not_found");
    const covered = await close({ side: "short", funding: "margin" });
    expect(parts(covered)).toEqual([[short, "30"]]);
    expect(await left()).toEqual({ [long]: "10" });
  });

  it("waits at a limit, one order for each opening, which then are named as left out", async () => {
    const first = await buy("10");
    const second = await buy("20");
    await unlock();
    const limit = { kind: "limit", price: "2900", time_in_force: "day" } as const;
    const expected = await preview({ ...limit, quantity: "25" });
    expect(expected).toMatchObject({ quantity_filled: "0", amount: "72500" });
    const waiting = await close({ ...limit, quantity: "25" });
    expect(waiting).toMatchObject({ quantity_filled: "0", quantity_waiting: "25", amount: "0" });
    const rest = await preview();
    expect(rest).toMatchObject({ quantity: "5", quantity_max: "5" });
    expect(rest.left_out.map(({ id, quantity, reason }) => [id, quantity, reason])).toEqual([
      [first, "10", "closing"],
      [second, "15", "closing"],
    ]);
    quote("2900");
    await expect.poll(left).toEqual({ [second]: "5" });
  });

  it("names what cannot be sold yet, and leaves it out; alone, it is refused by its rule", async () => {
    const first = await buy("10");
    await unlock();
    const second = await buy("20");
    const third = await buy("5");
    const found = await preview();
    expect(parts(found)).toEqual([[first, "10"]]);
    expect(found.left_out).toMatchObject([
      { id: second, quantity: "20", reason: "sell_locked", until: expect.any(String) },
      { id: third, quantity: "5", reason: "sell_locked" },
    ]);
    expect(await refused({ quantity: "11" })).toBe("quantity_exceeds_position");
    expect(await refused({ openings: `${first}:10,${second}:1` })).toBe("sell_locked");
    expect(parts(await close())).toEqual([[first, "10"]]);
    expect(await refused()).toBe("sell_locked");
    expect(await left()).toEqual({ [second]: "20", [third]: "5" });
  });

  it("places none where one is objected to", async () => {
    const first = await buy("10");
    const second = await buy("20");
    await unlock();
    expect(await refused({ openings: `${first}:10,${second}:21` })).toBe(
      "quantity_exceeds_position",
    );
    expect(await refused({ openings: `${first}:1,${first}:2` })).toBe("invalid_request");
    expect(await refused({ openings: `${first}:1`, quantity: "2" })).toBe("invalid_request");
    expect(await refused({ quantity: "1.5" })).toBe("quantity_not_whole");
    expect(await refused({ quantity: "0" })).toBe("quantity_not_positive");
    expect(await refused({ kind: "limit", price: "9999" })).toBe("price_beyond_limit");
    expect(Object.values(await left())).toEqual(["10", "20"]);
  });

  it("closes at most a hundred openings at once, the oldest", async () => {
    for (let count = 0; count < 102; count += 1) await buy("1");
    await unlock();
    expect(await preview()).toMatchObject({ quantity: "100", quantity_max: "100" });
    const closed = await close();
    expect(closed).toMatchObject({ quantity_filled: "100" });
    expect(Object.keys(await left())).toHaveLength(2);
    expect(await close()).toMatchObject({ quantity_filled: "2" });
  });
});

describe("the same request id", () => {
  it("closes once, however often and from wherever it is asked", async () => {
    await buy("10");
    await buy("20");
    await unlock();
    const form = closing({ quantity: "15" });
    const all = await Promise.all(
      Array.from({ length: 8 }, () => app.accepted("/trade/close-holding", form, customer)),
    );
    for (const one of all) expect(one).toEqual(all[0]);
    expect(Object.values(await left())).toEqual(["15"]);
    // Later too, when the oldest opening is gone and another would be the first.
    expect(await app.accepted("/trade/close-holding", form, customer)).toEqual(all[0]);
    expect(await app.refused("/trade/close-holding", { ...form, quantity: "14" }, customer)).toBe(
      "request_id_reused",
    );
    expect(Object.values(await left())).toEqual(["15"]);
  });

  it("has the rest placed where the first time ended after a part", async () => {
    const first = await buy("10");
    const second = await buy("20");
    await unlock();
    const form = closing({ quantity: "25" });
    let placed = 0;
    const crashing = {
      previewClosings: other.previewClosings,
      close: ((...asked) => {
        placed += 1;
        if (placed > 1) return Promise.reject(new Error("the process has ended"));
        return other.close(...asked);
      }) satisfies Orders["close"],
    };
    const attempt = closeHolding(app.context, crashing, await signedIn(), checked(form));
    await expect(attempt).rejects.toThrow("has ended");
    await expect.poll(left).toEqual({ [second]: "20" });
    const answer = await app.accepted("/trade/close-holding", form, customer);
    expect(parts(answer)).toEqual([
      [first, "10"],
      [second, "15"],
    ]);
    expect(answer).toMatchObject({ quantity_filled: "25" });
    expect(await left()).toEqual({ [second]: "5" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("keeps a refusal", async () => {
    const first = await buy("10");
    const form = closing();
    expect(await app.refused("/trade/close-holding", form, customer)).toBe("sell_locked");
    await unlock();
    expect(await app.refused("/trade/close-holding", form, customer)).toBe("sell_locked");
    expect(await left()).toEqual({ [first]: "10" });
  });
});

describe("races", () => {
  it("never sell more than is held: two devices, and a single close of one opening", async () => {
    for (let round = 0; round < 12; round += 1) {
      customer = await app.newCustomer();
      const first = await buy("10");
      await buy("20");
      await unlock();
      const single = { id: first, kind: "market", request_id: newRequestId() } as const;
      const [one, two, alone] = await Promise.all([
        app.post("/trade/close-holding", closing(), customer),
        app.post("/trade/close-holding", closing({ quantity: "25" }), customer),
        app.post("/trade/close-position", single, customer),
      ]);
      const sold =
        [one, two].reduce(
          (sum, { body }) => sum + (body.status === 1 ? Number(body.data.quantity_filled) : 0),
          0,
        ) + (alone.body.status === 1 ? Number(alone.body.data.quantity) : 0);
      const held = Object.values(await left()).reduce((sum, text) => sum + Number(text), 0);
      expect(sold + held).toBe(30);
      for (const { body } of [one, two]) {
        if (body.status === 1) {
          for (const part of body.data.parts) {
            expect((part.closed === null) !== (part.refusal === null)).toBe(true);
          }
        } else {
          expect([
            "position_not_holding",
            "quantity_exceeds_position",
            "position_not_found",
          ]).toContain(body.msg);
        }
      }
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("with a cancel of what waits end in one of the two, and nothing is held twice", async () => {
    for (let round = 0; round < 8; round += 1) {
      customer = await app.newCustomer();
      const first = await buy("10");
      await buy("20");
      await unlock();
      const limit = {
        id: first,
        kind: "limit",
        price: "2900",
        request_id: newRequestId(),
      } as const;
      await app.accepted("/trade/close-position", limit, customer);
      const cancel = { id: first, request_id: newRequestId() };
      const [closed, cancelled] = await Promise.all([
        app.post("/trade/close-holding", closing(), customer),
        app.post("/trade/cancel-order", cancel, customer),
      ]);
      expect(cancelled.body.status).toBe(1);
      expect(closed.body.status).toBe(1);
      if (closed.body.status !== 1) continue;
      const { quantity_filled: filled } = closed.body.data;
      expect(["20", "30"]).toContain(filled);
      expect(await left()).toEqual(filled === "20" ? { [first]: "10" } : {});
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("of two processes on one database are decided by the database", async () => {
    const first = await buy("10");
    const second = await buy("20");
    await unlock();
    const [one, two] = await Promise.all([
      app.post("/trade/close-holding", closing(), customer),
      closeHolding(app.context, other, await signedIn(), checked(closing())),
    ]);
    const filled =
      (one.body.status === 1 ? Number(one.body.data.quantity_filled) : 0) +
      (two.ok ? Number(two.value.quantity_filled) : 0);
    expect(filled).toBe(30);
    expect(await left()).toEqual({});
    for (const each of [first, second]) expect((await position(each)).status).toBe(2);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

function position(id: string) {
  return app.accepted("/trade/position", { id }, customer);
}

describe("closing several openings, to their customer one order", () => {
  let flat: TestApplication;
  let owner: SignedIn;
  beforeAll(async () => {
    flat = await startTestApplication({ SIMULATED_GRANT: "USD:100000" });
    const [one, another] = [
      await newOperator(flat, "approver"),
      await newOperator(flat, "approver"),
    ];
    const { earliest } = await opsAccepted(flat, "/api/ops/fees", { type: "usd" }, one);
    const terms = { type: "usd", valid_from: earliest, rate: "0.1", minimum: "5" } as const;
    const planned = { ...terms, reason: "costs_changed" } as const;
    const { id } = await opsAccepted(flat, "/api/ops/fees/propose", planned, one);
    const decision = { id, decision: "approve", reason: "wrong_details" } as const;
    await opsRefused(flat, "/api/ops/proposals/:id/decision", decision, another);
    const begins = instantOf("usd", earliest, "12:00");
    await flat.advance(Math.ceil((begins - flat.context.clock.now()) / 1_000));
  });
  afterAll(() => flat.stop());

  function at(last: string, quantity = 10_000n): void {
    const levels = [{ price: scaled(last), quantity: shares(quantity) }];
    flat.feed.quote("usd", "AAPL", last, { asks: levels, bids: levels });
  }
  const form = (more: Partial<Closing>): Closing => closing({ type: "usd", code: "AAPL", ...more });
  async function hold(openings: number): Promise<void> {
    owner = await flat.newCustomer();
    at("9.97");
    for (let index = 0; index < openings; index += 1) {
      const bought = testOrder({ type: "usd", code: "AAPL", quantity: "100" });
      await flat.accepted("/trade/place-order", bought, owner);
    }
    await flat.advance(900);
    at("9.97");
  }

  /** A commission of 5.00, and what the law takes of a sale of so many cents and shares on this day. */
  function withLevies(cents: bigint, quantity: bigint): string {
    const date = localDate("usd", flat.context.clock.now());
    const sale = { market: "usd", side: "sell", date } as const;
    const { totalMinor } = fees({
      ...sale,
      notionalMinor: minor(cents),
      quantity: shares(quantity),
    });
    return formatMinor(minor(500n + totalMinor), "USD");
  }

  it("pays a minimum once, as the preview has said", async () => {
    await hold(4);
    const { request_id: _, ...asked } = form({});
    const expected = await flat.accepted("/trade/preview-close-holding", asked, owner);
    const closed = await flat.accepted("/trade/close-holding", form({}), owner);
    // max(3.99, 5.00), and the levies on 3,988.00 dollars and 400 shares.
    const whole = withLevies(398_800n, 400n);
    expect([expected.fee, closed.fee]).toEqual([whole, whole]);
    const fees = closed.parts.map((part) => Number(part.closed?.fee));
    expect(fees.reduce((sum, fee) => sum + fee, 0)).toBeCloseTo(Number(whole), 10);
    expect(await flat.ledgerFaults()).toEqual([]);
  });

  it("pays it for each customer, also where two of them send the same request id", async () => {
    const request_id = newRequestId();
    for (let customers = 0; customers < 2; customers += 1) {
      await hold(2);
      const closed = await flat.accepted("/trade/close-holding", form({ request_id }), owner);
      expect(closed.fee).toBe(withLevies(199_400n, 200n));
    }
  });

  it("pays it once for each exit of a bracket that is filled in parts, and once for the opening", async () => {
    owner = await flat.newCustomer();
    at("9.97", 130n);
    const exits = "200:12:,100:12.50:";
    const bought = { type: "usd", code: "AAPL", quantity: "300", exits } as const;
    const limit = { kind: "limit", price: "9.97" } as const;
    const { id } = await flat.accepted(
      "/trade/place-order",
      testOrder({ ...bought, ...limit }),
      owner,
    );
    const position = () => flat.accepted("/trade/position", { id }, owner);
    const becomes = (figures: object) => expect.poll(position).toMatchObject(figures);
    at("9.97", 170n);
    await becomes({ stock_num: "300", quantity_waiting: "0" });
    await flat.advance(900);
    for (const left of ["240", "180", "100"]) {
      at("12", left === "100" ? 80n : 60n);
      await becomes({ stock_num: left });
    }
    at("12.50");
    await becomes({ status: 2 });
    const { fills } = await position();
    const commissions = fills.map(
      ({ fees }) => fees.find(({ name }) => name === "broker_commission")?.amount,
    );
    expect(commissions).toEqual(["5.00", "0.00", "5.00", "0.00", "0.00", "5.00"]);
    expect(await flat.ledgerFaults()).toEqual([]);
  });

  it("pays it once where the parts are filled one after another", async () => {
    await hold(3);
    const limit = form({ kind: "limit", price: "12" });
    const waiting = await flat.accepted("/trade/close-holding", limit, owner);
    expect(waiting.quantity_waiting).toBe("300");
    const paid = async () => {
      const { rows } = await flat.context.database.pool.query<{ fee: bigint; shares: bigint }>(
        `SELECT coalesce(sum(f.fee), 0)::bigint AS fee, coalesce(sum(f.quantity), 0)::bigint AS shares
          FROM fill f JOIN position p ON p.id = f.position_id JOIN customer c ON c.id = p.customer_id
          WHERE c.account = $1 AND f.side = 'sell'`,
        [owner.account],
      );
      return rows[0];
    };
    // Of each opening what the quote takes, then the rest.
    for (const filled of [180n, 300n]) {
      at("12", 60n);
      await expect.poll(paid, { timeout: 10_000 }).toMatchObject({ shares: filled });
    }
    const whole = withLevies(360_000n, 300n);
    expect(await paid()).toEqual({ fee: parseMinor(whole, "USD"), shares: 300n });
    expect(await flat.ledgerFaults()).toEqual([]);
  });

  it("pays it once where two processes fill parts at one moment: the second is decided again", async () => {
    await hold(2);
    const processes = [await startOrders(flat.context), await startOrders(flat.context)];
    const { pool } = flat.context.database;
    const holder = await pool.connect();
    try {
      let parts = 0;
      let held: Promise<unknown> | null = null;
      const apart = {
        previewClosings: processes[0]!.previewClosings,
        close: (async (...asked) => {
          const turn = processes[parts % 2]!;
          parts += 1;
          // Neither is written before both are decided: each has seen nothing filled of the whole.
          held ??= holder.query("BEGIN; SELECT FROM closing_group FOR UPDATE");
          await held;
          return turn.close(...asked);
        }) satisfies Orders["close"],
      };
      const closes = closeHolding(
        flat.context,
        apart,
        await signedIn(flat, owner),
        checked(form({})),
      );
      await expect
        .poll(async () => {
          const { rowCount } = await pool.query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return rowCount;
        })
        .toBe(2);
      await holder.query("COMMIT");
      const closed = await closes;
      // Where each of two would pay 5.00.
      const fee = withLevies(199_400n, 200n);
      expect(closed).toMatchObject({ ok: true, value: { fee, quantity_filled: "200" } });
      expect(await flat.ledgerFaults()).toEqual([]);
    } finally {
      holder.release();
      for (const one of processes) await one.stop();
    }
  });
});
