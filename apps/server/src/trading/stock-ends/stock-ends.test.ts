import { addTradingDays, instantOf, marketDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";

let app: TestApplication;
let proposer: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
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
    expect(await yen(waiting!)).toBe(before.waiting + 250_000);
    expect(await yen(long!)).toBe(before.long + 290_000);
    expect(await app.accepted("/user/statement", statement, long)).toEqual(closed);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
