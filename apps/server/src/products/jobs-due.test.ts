import { dayMs, minuteMs } from "@sanshi/contract";
import type { MarketHours } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import {
  closesUntilToday,
  lookAfter,
  moveTo,
  newProduct,
  offeredAccount,
  productOf,
  toNextValuation,
} from "../../../../tests/support/test-copy-products.ts";
import {
  advanceToWednesday,
  setSetting,
  testFundPassword,
  verifiedCustomer,
} from "../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  type OperatorSession,
} from "../../../../tests/support/test-operators.ts";
import { orderPathOf } from "../features.ts";
import { firstRow, sql, type RawBuilder, type Reader } from "../platform/sql/database.ts";
import { scheduleOf } from "./copy-trading/copy-trading.answers.ts";
import { arePoolsDue } from "./copy-trading/copy-trading.jobs.ts";
import { valuationsAround } from "./copy-trading/copy-trading.rules.ts";
import { findDecision } from "./copy-trading/valuations.store.ts";
import { valueProduct } from "./copy-trading/valuing.ts";
import { addDays, loanDay } from "./credit-loans/credit-loans.rules.ts";
import { isLoanDayDue } from "./credit-loans/loan-accrual.store.ts";
import { createLoanDay } from "./credit-loans/loan-day.ts";
import { isAnyToSettle, isAnyUnfolded } from "./stock-lending/share-recalls.store.ts";
import { isAnyToLend } from "./stock-lending/stock-lending.store.ts";

/** A job whose question says no has no turn: what it would have done is not done. One that says yes in vain has one each time. */
let app: TestApplication;
let operators: [OperatorSession, OperatorSession];
let customer: SignedIn;
const prices = { "7203": "2850", "6758": "3300" };

beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:10000000" });
  operators = [await newOperator(app, "approver"), await newOperator(app, "approver")];
  await advanceToWednesday(app, "10:00");
  customer = await verifiedCustomer(app);
  closesUntilToday(app, prices);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const isDue = async (
  question: RawBuilder<{ due: boolean }>,
  reader: Reader = app.context.database.reader,
) => (await firstRow(reader, question))?.due;
const kinds = async (who: SignedIn) =>
  (await app.accepted("/user/messages", { limit: "100" }, who)).items.map(({ kind }) => kind);

describe("loans have a turn", () => {
  const at = () => loanDay(app.context.clock.now());
  const due = (day: string) => isDue(isLoanDayDue(day, false));
  const toDay = async (day: string) => {
    await app.advance((Date.parse(day) - Date.parse(at())) / 1_000);
    await app.settle();
  };
  const borrowed = async (more: object = {}) => {
    const form = {
      currency: "JPY",
      amount: "50000",
      term_days: "30",
      purpose: "investing",
    } as const;
    const asked = { ...form, auto_repay: "false" as const, request_id: newRequestId(), ...more };
    const { id } = await app.accepted("/user/apply-loan", asked, customer);
    for (const one of operators) {
      await opsAccepted(app, "/api/ops/loans/:id/decision", { id, decision: "approve" }, one);
    }
    return id;
  };
  const loanOf = async (id: string) =>
    (await app.accepted("/user/loanlist", {}, customer)).find((loan) => loan.id === id);

  it("on each new day, once", async () => {
    const day = createLoanDay(app.context);
    await app.settle();
    expect(await isDue(day.isDue())).toBe(true);
    await day.run();
    expect(await isDue(day.isDue())).toBe(false);
    await app.advance(86_400);
    expect(await isDue(day.isDue())).toBe(true);
  });

  it("where net assets are recorded of a day that no score is reckoned for", async () => {
    await app.settle();
    expect(await due(at())).toBe(false);
    const later = app.context.database.transaction(async (transaction) => {
      await sql`INSERT INTO net_assets_day (day, recorded_at, rates) VALUES ('2100-01-01', app_now(), '{}')`.execute(
        transaction,
      );
      expect(await isDue(isLoanDayDue(at(), false), transaction)).toBe(true);
      throw new Error("not kept");
    });
    await expect(later).rejects.toThrow("not kept");
    await app.advance(4 * 86_400);
    await app.settle();
    const { score } = await app.accepted("/user/loan", {}, customer);
    expect(score?.day).toBe(new Date(app.context.clock.now() - dayMs).toISOString().slice(0, 10));
  });

  it("for each reminder, for what is to be repaid by itself, and for money that comes to a late loan", async () => {
    const id = await borrowed();
    const automatic = await borrowed({ auto_repay: "true" });
    const dueOn = (await loanOf(id))?.due_on ?? "";
    const before = (days: number) => due(addDays(dueOn, -days));
    expect([await before(8), await before(7)]).toEqual([false, true]);
    await toDay(addDays(dueOn, -7));
    expect(await kinds(customer)).toContain("loan_due_soon");
    expect([await before(7), await before(2), await before(1)]).toEqual([false, false, true]);
    await toDay(addDays(dueOn, -1));
    // Of both the last reminder before the day was sent; one of them is repaid by itself.
    expect([await before(1), await before(0)]).toEqual([false, true]);
    await toDay(dueOn);
    expect((await loanOf(automatic))?.status).toBe(3);
    expect((await loanOf(id))?.status).toBe(1);
    expect([await before(0), await before(-1)]).toEqual([false, true]);
    // All of the money is in shares when the loan is late.
    app.feed.quote("jpy", "7203", prices["7203"]);
    const yen = async () =>
      (await app.accepted("/user/assets", {}, customer)).currencies.find(
        ({ currency }) => currency === "JPY",
      )?.available ?? "0";
    const quantity = (BigInt(await yen()) / 2_860n).toString();
    const order = testOrder({ type: "jpy", code: "7203", quantity, leverage: "1" });
    const { id: position } = await app.accepted("/trade/place-order", order, customer);
    await toDay(addDays(dueOn, 1));
    expect(await kinds(customer)).toContain("loan_overdue");
    expect((await loanOf(id))?.status).toBe(1);
    expect([await yen(), await before(-1)]).toEqual(["0", false]);
    app.feed.quote("jpy", "7203", prices["7203"]);
    const closing = { id: position, kind: "market" as const, request_id: newRequestId() };
    await app.accepted("/trade/close-position", closing, customer);
    expect(await before(-1)).toBe(true);
    await app.settle();
    expect((await loanOf(id))?.status).toBe(3);
    expect(await before(-1)).toBe(false);
  });
});

describe("shares that are lent have a turn", () => {
  const market = "jpy";
  const buy = async (who: SignedIn, more: Partial<PlaceInput>) =>
    (
      await app.accepted(
        "/trade/place-order",
        testOrder({ type: market, code: "6758", ...more }),
        who,
      )
    ).id;
  /** Figures that everybody asks for are a second old at most. */
  const sellShort = async (who: SignedIn, quantity: string) => {
    await app.advanceReal(1);
    return buy(who, { quantity, side: "short" });
  };
  const all = async () => [
    await isDue(isAnyToLend()),
    await isDue(isAnyToSettle()),
    await isDue(isAnyUnfolded()),
  ];
  const later = async () => {
    await app.advance(16 * 60);
    app.feed.quote(market, "6758", prices["6758"]);
  };

  it("where one is free that is to be lent by itself, and where totals are to be folded", async () => {
    app.feed.quote(market, "6758", prices["6758"]);
    const lender = await app.newCustomer();
    const id = await buy(lender, { quantity: "100" });
    expect(await all()).toEqual([false, false, false]);
    await app.accepted("/trade/lend-automatically", { choice: "automatic" }, lender);
    expect(await all()).toEqual([true, false, false]);
    await app.settle();
    expect((await app.accepted("/trade/position", { id }, lender)).lent).toBe("100");
    expect(await all()).toEqual([false, false, false]);
    const { rows } = await sql<{ lent: bigint }>`SELECT lent FROM share_pool_total
      WHERE code = '6758'`.execute(app.owner.reader);
    expect(rows).toEqual([{ lent: 100n }]);

    await setSetting(app, "short_borrow_unlimited", "off");
    const [short, other] = [await app.newCustomer(), await app.newCustomer()];
    const borrowing = await sellShort(short, "100");
    expect(await all()).toEqual([false, false, true]);
    await app.settle();
    expect(await all()).toEqual([false, false, false]);
    // What the lender sold while it was borrowed is missing: the short is called, and bought in after its deadline.
    await later();
    await app.accepted(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      lender,
    );
    expect(await all()).toEqual([false, true, true]);
    await app.advanceReal(1);
    await app.settle();
    expect(await kinds(short)).toContain("shares_recalled");
    expect(await all()).toEqual([false, true, false]);
    await app.advance(3 * 86_400);
    app.feed.quote(market, "6758", prices["6758"]);
    await app.settle();
    expect((await app.accepted("/trade/position", { id: borrowing }, short)).status).toBe(2);
    expect(await all()).toEqual([false, false, false]);

    // What is recalled waits, though lenders have as much as is short.
    const lent = await buy(lender, { quantity: "50" });
    await app.settle();
    await sellShort(other, "50");
    await app.settle();
    expect(await all()).toEqual([false, false, false]);
    await app.accepted("/trade/recall", { id: lent }, lender);
    expect(await all()).toEqual([false, true, false]);
    // Nobody is told to give back: what was recalled is looked after all the same.
    const withoutNotices = app.owner.transaction(async (transaction) => {
      await sql`UPDATE share_recall_notice SET ended_at = app_now(), ending = 'closed'
        WHERE ended_at IS NULL`.execute(transaction);
      expect(await isDue(isAnyToSettle(), transaction)).toBe(true);
      throw new Error("not kept");
    });
    await expect(withoutNotices).rejects.toThrow("not kept");
    // Somebody else lends as much: what was recalled is given back, and who was told to give back may stay short.
    const helper = await app.newCustomer();
    const helping = await buy(helper, { quantity: "100" });
    await app.accepted(
      "/trade/lend",
      { id: helping, quantity: "100", request_id: newRequestId() },
      helper,
    );
    const withoutRecalls = app.owner.transaction(async (transaction) => {
      await sql`UPDATE share_recall SET ended_at = app_now() WHERE ended_at IS NULL`.execute(
        transaction,
      );
      expect(await isDue(isAnyToSettle(), transaction)).toBe(true);
      throw new Error("not kept");
    });
    await expect(withoutRecalls).rejects.toThrow("not kept");
    await app.settle();
    expect(await kinds(lender)).toContain("shares_returned");
    expect(await kinds(other)).toContain("recall_withdrawn");
    expect(await all()).toEqual([false, false, false]);
  });
});

describe("pools have a turn", () => {
  const due = (at?: number, hours = app.context.hours) => {
    const { clock } = app.context;
    return isDue(
      arePoolsDue({ hours, clock: at === undefined ? clock : { ...clock, now: () => at } }),
    );
  };
  /** As the job itself decides for each of them, at a moment. */
  async function isForPool(
    ids: readonly bigint[],
    at: number,
    hours: MarketHours,
  ): Promise<boolean> {
    const { database } = app.context;
    for (const id of ids) {
      const product = await productOf(app, id);
      const { current, next } = valuationsAround(scheduleOf(product), at, hours);
      if (current !== null && current > (product.valued_for ?? product.published_at)) return true;
      if (next === null || at < next - product.cut_off_minutes * minuteMs) continue;
      const decision = await findDecision(database.reader, id, next);
      if (decision === undefined || decision.done_at === null) return true;
    }
    return false;
  }

  it("at the cut-off, at the valuation, and while either is not done, on every market's days", async () => {
    expect(await due()).toBe(false);
    const ids = [
      await newProduct(app),
      await newProduct(app, { type: "usd", valued_at_minute: 1_439, cut_off_minutes: 1 }),
      await newProduct(app, { type: "cny", valued_at_minute: 0, cut_off_minutes: 720 }),
    ];
    const [first] = ids;
    const valued = await toNextValuation(app, first!, prices);
    const { cut_off_minutes: cutOff } = valued;
    const now = app.context.clock.now();
    for (const hours of ["always", "exchange"] as const) {
      const seen = new Set<boolean>();
      for (const id of ids) {
        const { next } = valuationsAround(scheduleOf(await productOf(app, id)), now, hours);
        const moments = [-cutOff, -720, -1, 0].map((minutes) => next! + minutes * minuteMs);
        const around = moments.flatMap((at) => [at - 1, at, at + 1]);
        const days = Array.from({ length: 30 }, (_one, step) => now + (step - 5) * 0.31 * dayMs);
        for (const at of [...around, ...days].map(Math.floor)) {
          const expected = await isForPool(ids, at, hours);
          seen.add(expected);
          expect([hours, at, await due(at, hours)]).toEqual([hours, at, expected]);
        }
      }
      expect(seen).toEqual(new Set([false, true]));
    }
    // Once its orders are placed a pool waits for its valuation.
    const next = valuationsAround(scheduleOf(valued), now, app.context.hours).next!;
    await sql`UPDATE copy_product SET ended_at = app_now() WHERE id <> ${first}`.execute(
      app.owner.reader,
    );
    expect([await due(next - cutOff * minuteMs - 1), await due(next - cutOff * minuteMs)]).toEqual([
      false,
      true,
    ]);
    await moveTo(app, next - cutOff * minuteMs, prices);
    expect([await due(), await due(next - 1), await due(next)]).toEqual([false, false, true]);
    await moveTo(app, next, prices);
    expect(await due()).toBe(false);
  });

  it("where followers are to be told and paid", async () => {
    const id = await newProduct(app, { lock_up_days: 0 });
    await toNextValuation(app, id, prices);
    const form = { id: `${id}`, amount: "100000", request_id: newRequestId() };
    const asked = await app.accepted("/trade/follow", form, customer);
    const valueNow = async () => {
      const product = await productOf(app, id);
      const { clock, hours } = app.context;
      const next = valuationsAround(scheduleOf(product), clock.now(), hours).next!;
      const askedUntil = next - product.cut_off_minutes * minuteMs;
      await moveTo(app, askedUntil, prices);
      await app.advance(Math.ceil((next - clock.now()) / 1_000));
      for (const [code, price] of Object.entries(prices)) app.feed.quote("jpy", code, price);
      const path = orderPathOf(app.context);
      for (const { id: one } of await live()) {
        expect(await valueProduct(app.context, path, one, { at: next, askedUntil })).toBe(true);
      }
    };
    const live = async () =>
      (
        await sql<{
          id: bigint;
        }>`SELECT id FROM copy_product WHERE ended_at IS NULL ORDER BY id`.execute(app.owner.reader)
      ).rows;
    expect(await due()).toBe(false);
    await valueNow();
    expect(await due()).toBe(true);
    await app.settle();
    expect(await kinds(customer)).toContain("follow_bought");
    expect(await due()).toBe(false);
    const ending = { id: asked.id, request_id: newRequestId() };
    await app.accepted("/trade/end-follow", ending, customer);
    expect(await due()).toBe(false);
    await valueNow();
    expect(await due()).toBe(true);
    await app.settle();
    expect(await kinds(customer)).toContain("follow_ended");
    expect(await due()).toBe(false);
  });

  it("where nobody stands behind one any more", async () => {
    const holder = await verifiedCustomer(app);
    const passwords = { login_password: testPassword, new_password: testFundPassword };
    const chosen = { ...passwords, new_password2: testFundPassword };
    await app.accepted("/user/set-fund-password", chosen, holder);
    const id = await offeredAccount(app, holder, operators);
    await lookAfter(app);
    expect(await due()).toBe(false);
    const [consent] = await app.accepted("/trade/copy-consents", { type: "jpy" }, holder);
    const revoked = { id: consent?.id ?? "", request_id: newRequestId() };
    await app.accepted("/trade/revoke-copy-consent", revoked, holder);
    expect(await due()).toBe(true);
    await app.settle();
    expect((await productOf(app, id)).winds_down_at).not.toBeNull();
    expect(await due()).toBe(false);
  });
});
