import { addTradingDays, instantOf, marketDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { differencesAfter } from "../../../../../tests/support/tampering.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { settleEnds } from "./settling.ts";

let app: TestApplication;
let proposer: OperatorSession;
let approver: OperatorSession;
beforeAll(start);
afterAll(() => app.stop());

async function start(): Promise<void> {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000,USD:10000" });
  proposer = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
  await advanceToWednesday(app, "10:00");
}

const market = "jpy";
const place = async (who: SignedIn, more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", testOrder({ code: "7203", ...more }), who)).id;
const position = (who: SignedIn, id: string) => app.accepted("/trade/position", { id }, who);
const netOf = async (who: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", {}, who);
  return Number(currencies.find(({ currency }) => currency === "JPY")?.net_assets);
};
const profitOf = async (who: SignedIn) => {
  const { markets } = await app.accepted("/user/profit", { currency: "JPY" }, who);
  return Number(markets.find(({ type }) => type === market)?.profit);
};
const dayAhead = (days: number) =>
  addTradingDays(market, marketDate(market, app.context.clock.now(), "always"), days);

function propose(more: object) {
  const form = {
    type: market,
    code: "7203",
    kind: "merged",
    last_trading_day: dayAhead(1),
    ...more,
  };
  return opsRefused(app, "/api/ops/stock-ends/propose", form as never, proposer);
}

it("refuses terms that no exchange follows from, each with its sentence", async () => {
  const target = { type: market, code: "6758", ratio: "3:4" } as const;
  expect(await propose({ kind: "delisted", target })).toBe("end_target_not_merged");
  expect(await propose({ target: { ...target, type: "usd" } })).toBe("end_target_other_market");
  expect(await propose({ target: { ...target, code: "9999" } })).toBe("end_target_not_found");
  expect(await propose({ target: { ...target, code: "7203" } })).toBe("end_target_same");
  for (const ratio of ["0", "1:0", `0.${"1".repeat(40)}`]) {
    expect(await propose({ target: { ...target, ratio } })).toBe("end_ratio_out_of_range");
  }
});

it("carries holdings, shorts, loans and lent shares into the other company's shares", async () => {
  const [long, borrower, short, lender, waiting, tiny] = await Promise.all(
    Array.from({ length: 6 }, () => app.newCustomer()),
  );
  app.feed.quote(market, "7203", "2850");
  app.feed.quote(market, "6758", "3300");
  const owners = { long: long!, borrower: borrower!, short: short!, lender: lender!, tiny: tiny! };
  const ids = {
    long: await place(long!, { quantity: "101" }),
    borrower: await place(borrower!, { quantity: "3000", leverage: "3" }),
    short: await place(short!, { side: "short", quantity: "102" }),
    lender: await place(lender!, { quantity: "50" }),
    tiny: await place(tiny!, { quantity: "1" }),
    waiting: await place(waiting!, { kind: "limit", price: "2400" }),
  };
  await app.advance(20 * 60);
  app.feed.quote(market, "7203", "2850");
  const lent = { id: ids.lender, quantity: "50", request_id: newRequestId() };
  await app.accepted("/trade/lend", lent, lender);
  const before = Object.fromEntries(
    await Promise.all(
      Object.entries(owners).map(
        async ([name, who]) => [name, await position(who, ids[name as keyof typeof ids])] as const,
      ),
    ),
  );
  const started = Object.fromEntries(
    await Promise.all(
      Object.entries(owners).map(
        async ([name, who]) => [name, (await netOf(who)) - (await profitOf(who))] as const,
      ),
    ),
  );
  const day = dayAhead(1);
  const target = { type: market, code: "6758", ratio: "3:4" } as const;
  const form = {
    type: market,
    code: "7203",
    kind: "merged",
    last_trading_day: day,
    target,
  } as const;
  const { id } = await opsAccepted(app, "/api/ops/stock-ends/propose", form, proposer);
  const decision = { id, decision: "approve" } as const;
  expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe("ok");
  await app.context.instruments.read();
  await app.settle();
  expect(await propose({ target: { ...target, ratio: "1:2" } })).toBe("end_exists");
  const stock = await app.accepted("/market/stock", { type: market, code: "7203" }, long);
  expect(stock.end?.target).toMatchObject({ code: "6758", ratio: "3:4" });

  const today = marketDate(market, app.context.clock.now(), "always");
  const statement = { from: today, to: today, format: "csv", language: "us" } as const;
  const until = (moment: number) =>
    app.advance(Math.max(1, Math.ceil((moment - app.context.clock.now()) / 1_000)));
  await until(instantOf(market, addTradingDays(market, today, 1), "00:05"));
  const closed = await app.accepted("/user/statement", statement, long);
  await until(instantOf(market, day, "23:00"));
  app.feed.quote(market, "7203", "2500");
  app.feed.quote(market, "6758", "3400");
  for (const [code, close] of [
    ["7203", "2500"],
    ["6758", "3400"],
  ] as const) {
    app.feed.close(market, code, instantOf(market, day, "09:00"), close);
  }
  await until(instantOf(market, addTradingDays(market, day, 1), "00:05"));
  const other = await app.startAnother();
  await Promise.all([app.context, other.context].map((one) => settleEnds(one, () => false)));
  await app.settle();
  expect(await position(waiting!, ids.waiting)).toMatchObject({ ending: "expired" });

  // 75 and three quarters of a share; 2,250; 76 and a half; 37 and a half; three quarters.
  const received = { long: "75", borrower: "2250", short: "76", lender: "37", tiny: "0" };
  const cash = { long: "2550", borrower: "0", short: "1700", lender: "1700", tiny: "2550" };
  for (const [name, who] of Object.entries(owners)) {
    const key = name as keyof typeof owners;
    const old = await position(who, ids[key]);
    const [receipt] = old.exchanges;
    expect(old, name).toMatchObject({ ending: "stock_end", settlements: [] });
    expect(receipt, name).toMatchObject({
      ...{ received: received[key], cash: cash[key], fraction_price: "3400", price_of: day },
      target: { code: "6758", ratio: "3:4" },
    });
    const { items } = await app.accepted("/user/messages", { limit: "100" }, who);
    expect(
      items.filter(({ kind }) => kind === "shares_exchanged"),
      name,
    ).toHaveLength(1);
    // What came in is what was there without the profit, before and after; who lends is paid for it beside.
    if (key !== "lender")
      expect((await netOf(who)) - (await profitOf(who)), name).toBe(started[key]);
    if (receipt?.new_position_id === null || receipt === undefined) {
      expect(name).toBe("tiny");
      continue;
    }
    const now = await position(who, receipt.new_position_id);
    const then = before[key]!;
    expect(now, name).toMatchObject({
      ...{ code: "6758", stock_num: received[key], side: then.side, leverage: then.leverage },
      ...{ buy_time: then.buy_time, sellable_at: then.sellable_at, ending: null },
      exchanges: [{ position_id: ids[key] }],
    });
  }
  const whole = await position(
    borrower!,
    (await position(borrower!, ids.borrower)).exchanges[0]!.new_position_id!,
  );
  const feeOf = Number(before["borrower"]!.buy_fee);
  expect(Number(whole.cost)).toBe(Number(before["borrower"]!.cost) + feeOf);
  expect(whole.borrowed).toBe(before["borrower"]!.borrowed);
  expect(await app.accepted("/user/statement", statement, long)).toEqual(closed);
  const sold = {
    id: (await position(long!, ids.long)).exchanges[0]!.new_position_id!,
    kind: "market",
  } as const;
  app.feed.quote(market, "6758", "3400");
  await app.accepted("/trade/close-position", { ...sold, request_id: newRequestId() }, long);
  expect(await app.ledgerFaults()).toEqual([]);
  await other.close();
});

it("is right by the books of many shares that were bought and sold short with a fee", async () => {
  await app.stop();
  await start();
  const { earliest } = await opsAccepted(app, "/api/ops/fees", { type: market }, proposer);
  const fee = { type: market, valid_from: earliest, rate: "0.1", minimum: "99" } as const;
  const asked = { ...fee, reason: "costs_changed" } as const;
  const commission = await opsAccepted(app, "/api/ops/fees/propose", asked, proposer);
  const approve = (id: string) =>
    opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, approver);
  expect(await approve(commission.id)).toBe("ok");
  const until = (moment: number) =>
    app.advance(Math.max(1, Math.ceil((moment - app.context.clock.now()) / 1_000)));
  await until(instantOf(market, earliest, "10:00"));
  app.feed.quote(market, "7203", "28.7");
  app.feed.quote(market, "6758", "41.3");
  const [long, short, seller] = await Promise.all([1, 2, 3].map(() => app.newCustomer()));
  const held = [
    { who: long!, id: await place(long!, { quantity: "34703" }), received: "12392" },
    {
      who: short!,
      id: await place(short!, { quantity: "34703", side: "short" }),
      received: "12392",
    },
    // A part of it is sold before.
    { who: seller!, id: await place(seller!, { quantity: "34703" }), received: "12356" },
  ];
  await app.advance(20 * 60);
  app.feed.quote(market, "7203", "28.9");
  const sale = { id: held[2]!.id, kind: "market", quantity: "100", request_id: newRequestId() };
  await app.accepted("/trade/close-position", sale as never, seller);
  const day = dayAhead(1);
  const merger = {
    type: market,
    code: "7203",
    kind: "merged",
    last_trading_day: day,
    target: { type: market, code: "6758", ratio: "0.3571" },
  } as const;
  const { id } = await opsAccepted(app, "/api/ops/stock-ends/propose", merger, proposer);
  expect(await approve(id)).toBe("ok");
  await app.context.instruments.read();
  await app.settle();
  for (const [code, close] of [
    ["7203", "7.1"],
    ["6758", "4.1"],
  ] as const) {
    app.feed.close(market, code, instantOf(market, day, "09:00"), close);
    app.feed.quote(market, code, close);
  }
  await until(instantOf(market, addTradingDays(market, day, 1), "00:05"));
  await app.settle();
  for (const { who, received, ...of } of held) {
    const [receipt] = (await position(who, of.id)).exchanges;
    expect(receipt?.received).toBe(received);
    const goesOn = await position(who, receipt?.new_position_id ?? "");
    expect(Number(goesOn.cost)).toBeGreaterThan(0);
  }
  expect(await app.ledgerFaults()).toEqual([]);

  const asOwner = { context: { database: app.owner } };
  const unguarded = ["fill", "share_exchange"].map(
    (table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`,
  );
  const old = `position_id = ${held[0]!.id}`;
  const begun = `position_id = (SELECT new_position_id FROM share_exchange WHERE ${old}) AND number = 0`;
  const closing = `${old} AND number = (SELECT number FROM share_exchange WHERE ${old})`;
  for (const [forged, figures] of [
    [`UPDATE share_exchange SET cash = cash + 1 WHERE ${old}`, ["cash", "amount"]],
    [`UPDATE share_exchange SET received = received + 1 WHERE ${old}`, ["received", "quantity"]],
    [`UPDATE fill SET amount = amount + 1 WHERE ${begun}`, ["amount", "cost"]],
    [`UPDATE fill SET price = price + 1 WHERE ${begun}`, ["price"]],
    [`UPDATE fill SET amount = amount + 1 WHERE ${closing}`, ["amount"]],
    [`UPDATE fill SET fee = 1 WHERE ${closing}`, ["fee"]],
  ] as const) {
    const differences = await differencesAfter(asOwner, ...unguarded, forged);
    for (const figure of figures)
      expect(differences, forged).toMatch(RegExp(`^stock_end ${figure}:`, "m"));
  }
});
