import { addTradingDays, instantOf, marketDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { tamper } from "../../../../../tests/support/tampering.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { settleEnds } from "./settling.ts";

let app: TestApplication;
let proposer: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000,USD:10000" });
  proposer = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());

const market = "jpy";
const place = async (who: SignedIn, code: string, more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", testOrder({ code, ...more }), who)).id;
const position = (who: SignedIn, id: string) => app.accepted("/trade/position", { id }, who);
const told = async (who: SignedIn, kind: string) => {
  const { items } = await app.accepted("/user/messages", { limit: "100" }, who);
  return items.filter((one) => one.kind === kind);
};
const yen = async (who: SignedIn) => Number((await app.accepted("/user/getUserinfo", {}, who)).jpy);
const today = () => marketDate(market, app.context.clock.now(), "always");
const dayAhead = (days: number) => addTradingDays(market, today(), days);

async function decided(path: "/api/ops/stock-ends/propose", form: object) {
  const { id } = await opsAccepted(app, path, form as never, proposer);
  return opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, approver);
}

/** By two operators, until this process knows it. */
async function announce(code: string, last_trading_day: string): Promise<void> {
  const form = { type: market, code, kind: "delisted", last_trading_day };
  expect(await decided("/api/ops/stock-ends/propose", form)).toBe("ok");
  await app.context.instruments.read();
}

/** To the minutes after a market's day, with the close that it left. */
async function afterDay(day: string, code: string, close: string): Promise<void> {
  await app.advance(Math.ceil((instantOf(market, day, "23:00") - app.context.clock.now()) / 1_000));
  app.feed.quote(market, code, close);
  app.feed.close(market, code, instantOf(market, day, "09:00"), close);
  const after = addTradingDays(market, day, 1);
  await app.advance(
    Math.ceil((instantOf(market, after, "00:05") - app.context.clock.now()) / 1_000),
  );
}

describe("a stock ends", () => {
  it("with holdings, shorts, loans and lent shares settled at its last close", async () => {
    const [long, borrower, short, lender, waiting, watcher] = await Promise.all(
      Array.from({ length: 6 }, () => app.newCustomer()),
    );
    app.feed.quote(market, "7203", "2850");
    const ids = {
      long: await place(long!, "7203"),
      borrower: await place(borrower!, "7203", { quantity: "3000", leverage: "3" }),
      short: await place(short!, "7203", { side: "short" }),
      lender: await place(lender!, "7203", { quantity: "50" }),
      waiting: await place(waiting!, "7203", { kind: "limit", price: "2500" }),
    };
    const exits = { id: ids.long, take_profit: "5000", request_id: newRequestId() };
    await app.accepted("/trade/set-exits", exits, long);
    await app.advance(20 * 60);
    app.feed.quote(market, "7203", "2850");
    const lent = { id: ids.lender, quantity: "50", request_id: newRequestId() };
    await app.accepted("/trade/lend", lent, lender);
    await app.accepted("/market/watch", { type: market, code: "7203" }, watcher);
    const day = dayAhead(2);
    await announce("7203", day);
    await app.settle();
    for (const who of [long, borrower, short, lender, waiting, watcher]) {
      expect(await told(who!, "stock_end_announced")).toHaveLength(1);
    }
    const before = { waiting: await yen(waiting!), long: await yen(long!) };
    const statement = { from: today(), to: today(), format: "csv", language: "us" } as const;
    await afterDay(today(), "7203", "2860");
    const closed = await app.accepted("/user/statement", statement, long);
    await afterDay(day, "7203", "2900");
    await app.settle();
    for (const [name, who] of Object.entries({ long, borrower, short, lender })) {
      const id = ids[name as keyof typeof ids];
      const settled = await position(who!, id);
      expect(settled).toMatchObject({
        ending: "stock_end",
        settlements: [{ price: "2900", price_of: day, last_trading_day: day }],
      });
      expect(await told(who!, "stock_end_settled")).toHaveLength(1);
    }
    expect(await position(waiting!, ids.waiting)).toMatchObject({ ending: "expired" });
    expect(await told(waiting!, "order_expired")).toHaveLength(1);
    expect(await yen(waiting!)).toBe(before.waiting + 250_000);
    expect(await yen(long!)).toBe(before.long + 290_000);
    expect(await app.accepted("/user/statement", statement, long)).toEqual(closed);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("once, by several processes at once and however often they look", async () => {
    app.feed.quote(market, "6758", "3300");
    const customers = await Promise.all(Array.from({ length: 12 }, () => app.newCustomer()));
    const sides = ["long", "short"] as const;
    for (const [index, who] of customers.entries()) {
      const leverage = index % 3 === 0 ? "3" : "1";
      const side = sides[index % 2] ?? "long";
      await place(who, "6758", { side, leverage: side === "short" ? "1" : leverage });
    }
    const day = dayAhead(1);
    await announce("6758", day);
    const other = await app.startAnother();
    await afterDay(day, "6758", "3000");
    const looks = [app.context, other.context, app.context].map((context) =>
      settleEnds(context, () => false),
    );
    await Promise.all(looks);
    await app.settle();
    const { reader } = app.context.database;
    const settled = await rows(
      reader,
      sql<Settled>`SELECT p.id, p.ended_at IS NOT NULL AS ended, p.side, p.close_fee + p.stamp_duty AS fees,
          count(s.*)::int AS receipts, (SELECT count(*)::int FROM message m WHERE m.customer_id = p.customer_id
            AND m.kind = 'stock_end_settled') AS messages
        FROM position p LEFT JOIN stock_end_settlement s ON s.position_id = p.id
        WHERE p.code = '6758' GROUP BY p.id`,
    );
    expect(settled).toHaveLength(customers.length);
    for (const one of settled) {
      expect(one).toMatchObject({ ended: true, receipts: 1, messages: 1, fees: 0n });
    }
    expect(await app.ledgerFaults()).toEqual([]);
    await other.close();
  });

  it("is neither ordered, waited for nor lent any more, and still found, with its chart", async () => {
    const who = await app.newCustomer();
    const input = { type: market, code: "7203" } as const;
    expect(await app.refused("/trade/place-order", testOrder(), who)).toBe("instrument_ended");
    expect(await app.refused("/trade/preview-order", previewOf("7203"), who)).toBe(
      "instrument_ended",
    );
    const alert = { ...input, kind: "price_at_or_above", value: "3000" } as const;
    const request_id = newRequestId();
    expect(await app.refused("/market/add-alert", { ...alert, request_id }, who)).toBe(
      "instrument_ended",
    );
    const [found] = await app.accepted("/market/search", { q: "7203" }, who);
    expect(found).toMatchObject({ code: "7203", ended: true, price: "2900" });
    const listed = await app.accepted("/market/stocks", { type: market }, who);
    expect(listed.some(({ code }) => code === "7203")).toBe(false);
    // Whatever the feed goes on to deliver of it.
    app.feed.quote(market, "7203", "9999");
    expect(await app.accepted("/market/stock", input, who)).toMatchObject({
      price: "2900",
      end: { ended: true, settlement_price: "2900" },
    });
  });
});

type Settled = {
  id: bigint;
  ended: boolean;
  side: string;
  fees: bigint;
  receipts: number;
  messages: number;
};

function previewOf(code: string) {
  const { request_id: _id, ...asked } = testOrder({ code });
  return asked;
}

describe("an announced end", () => {
  const form = { type: "usd", code: "AAPL", kind: "delisted" } as const;
  const usDay = (days: number) =>
    addTradingDays("usd", marketDate("usd", app.context.clock.now(), "always"), days);

  it("bounds orders by its last trading day, is withdrawn by two, and stays once its day is over", async () => {
    const who = await app.newCustomer();
    app.feed.quote("usd", "AAPL", "189.20");
    const working = await place(who, "AAPL", {
      ...{ type: "usd", kind: "limit", price: "150.00", quantity: "1" },
    });
    const day = usDay(3);
    const path = "/api/ops/stock-ends/propose";
    expect(await decided(path, { ...form, last_trading_day: day })).toBe("ok");
    await app.context.instruments.read();
    const endsAt = new Date(instantOf("usd", addTradingDays("usd", day, 1), "00:00"));
    const shortened = await position(who, working);
    expect(Date.parse(shortened.expires_at ?? "")).toBeLessThanOrEqual(endsAt.getTime());
    const later = {
      kind: "limit",
      price: "150.00",
      quantity: "1",
      type: "usd",
      code: "AAPL",
    } as const;
    const untilDate = { ...later, time_in_force: "until_date", good_until: usDay(4) } as const;
    expect(await app.refused("/trade/place-order", testOrder(untilDate), who)).toBe(
      "good_until_after_last_day",
    );
    const placed = await place(who, "AAPL", later);
    expect((await position(who, placed)).expires_at).toBe(shortened.expires_at);
    const held = await place(who, "AAPL", { type: "usd", quantity: "1" });
    await app.advance(20 * 60);
    const lend = { id: held, quantity: "1", request_id: newRequestId() };
    expect(await app.refused("/trade/lend", lend, who)).toBe("shares_not_lendable");
    const again = { ...form, last_trading_day: usDay(5) };
    expect(await opsRefused(app, path, again, proposer)).toBe("end_exists");

    const { items } = await opsAccepted(app, "/api/ops/stock-ends", { limit: "10" }, proposer);
    const announced = items.find(({ code }) => code === "AAPL")!;
    expect(announced).toMatchObject({ can_withdraw: true, source: "operators" });
    const withdraw = "/api/ops/stock-ends/:id/withdraw";
    const { id } = await opsAccepted(app, withdraw, { id: announced.id }, proposer);
    const decision = { id, decision: "approve" } as const;
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe("ok");
    await app.context.instruments.read();
    await app.settle();
    expect(await told(who, "stock_end_withdrawn")).toHaveLength(1);
    expect(
      (await app.accepted("/market/stock", { type: "usd", code: "AAPL" }, who)).end,
    ).toBeNull();

    const over = items.find(({ code }) => code === "7203")!;
    expect(over).toMatchObject({ is_over: true, can_withdraw: false, settlement_price: "2900" });
    expect(await opsRefused(app, withdraw, { id: over.id }, proposer)).toBe("end_is_over");
    const typed = { ...form, last_trading_day: day, cash_price: "200" };
    expect(await opsRefused(app, path, typed, proposer)).toBe("end_price_not_allowed");
  });
});

it("leaves no way around what was announced and settled", async () => {
  const { pool } = app.context.database;
  for (const statement of [
    "UPDATE stock_end SET last_trading_day = last_trading_day + 1 WHERE code = '7203'",
    "UPDATE stock_end SET settlement_price = settlement_price + 1 WHERE code = '7203'",
    "DELETE FROM stock_end",
    "UPDATE stock_end_settlement SET price = price + 1",
    "DELETE FROM stock_end_settlement",
  ]) {
    await expect(pool.query(statement)).rejects.toThrow();
  }
});

it("is held against the published price by the check of the books", async () => {
  const faultsAfter = async (table: string, change: ReturnType<typeof sql>) => {
    await tamper(app, table, (owner) => change.execute(owner));
    const faults = await app.ledgerFaults();
    return faults.map((fault) => fault.split(":")[0]);
  };
  const one = sql`(SELECT min(position_id) FROM stock_end_settlement)`;
  const by = (more: bigint) => sql`UPDATE stock_end_settlement SET price = price + ${more}
    WHERE position_id = ${one}`;
  expect(await faultsAfter("stock_end_settlement", by(10_000n))).toEqual([
    "stock_end price",
    "stock_end filled at",
  ]);
  expect(await faultsAfter("stock_end_settlement", by(-10_000n))).toEqual([]);
  const gone = sql`DELETE FROM stock_end_settlement WHERE position_id = ${one}`;
  expect(await faultsAfter("stock_end_settlement", gone)).toContain("stock_end receipt");
});
