import type { CallInput, CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { sql } from "../../platform/sql/database.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import { deliverBatch } from "../../people/announcements/announcements.ts";
import { startOrders, type OrderForm } from "../orders/orders.ts";

let app: TestApplication;
let customer: SignedIn;
let approver: OperatorSession;
let other: OperatorSession;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  // An hour before midnight the first possible day becomes the one after it.
  await advanceToWednesday(app, "12:00");
  approver = await newOperator(app, "approver");
  other = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());
beforeEach(async () => {
  customer = await app.newCustomer();
  quote();
});

const quote = (last = "2850") => app.feed.quote("jpy", "7203", last);
const listed = (type: MarketKey) => opsAccepted(app, "/api/ops/fees", { type }, viewer);
const proposePath = "/api/ops/fees/propose";
const withdrawPath = "/api/ops/fees/withdraw";
const reason = "costs_changed" as const;
const decisionPath = "/api/ops/proposals/:id/decision";
const decide = (id: string, by: OperatorSession, decision: "approve" | "reject" = "approve") =>
  opsRefused(app, decisionPath, { id, decision, reason: "wrong_details" }, by);

type Terms = { rate: string; minimum: string; maximum?: string };

/** Proposed and approved, from a day on; without one from the first that is possible. */
async function plan(type: MarketKey, terms: Terms, day?: string): Promise<string> {
  const valid_from = day ?? (await listed(type)).earliest;
  const form = { type, valid_from, ...terms };
  const { id } = await opsAccepted(app, proposePath, { ...form, reason }, approver);
  expect(await decide(id, other)).toBe("ok");
  return valid_from;
}

/** The market's clocks show the first minute of the day. */
async function comes(type: MarketKey, day: string): Promise<void> {
  const now = app.context.clock.now();
  await app.advance(Math.ceil((instantOf(type, day, "00:01") - now) / 1000));
  quote();
}

/** So many days after the market's date. */
async function inDays(type: MarketKey, days: number): Promise<string> {
  const { date } = await listed(type);
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

const order = {
  type: "jpy",
  code: "7203",
  side: "long",
  kind: "market",
  quantity: "100",
  leverage: "1",
} as const;
type PlaceInput = CallInput<Calls["/trade/place-order"]>;
const place = (more: Partial<PlaceInput> = {}) =>
  app.accepted("/trade/place-order", { ...order, ...more, request_id: newRequestId() }, customer);
const previewed = () => app.accepted("/trade/preview-order", order, customer);
const fees = (type: MarketKey) => app.accepted("/market/fees", { type }, customer);
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const isCommission = ({ name }: { name: string }) => name === "broker_commission";

/** What every process has read by now. */
const previewsFee = (fee: string) => expect.poll(async () => (await previewed()).fee).toBe(fee);

describe("a commission from a day on", () => {
  it("takes two operators; it is announced, and charged from its day", async () => {
    const before = await listed("jpy");
    expect(before.commission).toEqual({ rate: "0", minimum: "0", maximum: null, since: null });
    const day = before.earliest;
    const terms = { rate: "0.055", minimum: "99", maximum: "1000" };
    const form = { type: "jpy", valid_from: day, ...terms, note: "new price list" } as const;
    const { id } = await opsAccepted(app, proposePath, { ...form, reason }, approver);
    expect((await listed("jpy")).pending).toMatchObject({ proposal_id: id });
    expect(await opsRefused(app, proposePath, { reason, ...form, rate: "1" }, other)).toBe(
      "proposal_pending",
    );
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown).toMatchObject({ kind: "commission", subject: "jpy" });
    expect(shown.differences).toEqual([
      { field: "commission_from", before: null, after: day },
      { field: "commission_rate", before: "0%", after: "0.055%" },
      { field: "commission_minimum", before: "JPY 0", after: "JPY 99" },
      { field: "commission_maximum", before: null, after: "JPY 1000" },
    ]);
    expect(await decide(id, approver)).toBe("own_proposal");
    expect((await fees("jpy")).announced).toEqual([]);
    expect(await decide(id, other)).toBe("ok");

    const planned = await listed("jpy");
    expect(planned.pending).toBeNull();
    expect(planned.commission).toEqual(before.commission);
    expect(planned.decisions[0]).toMatchObject({
      valid_from: day,
      state: "planned",
      commission: terms,
      note: "new price list",
    });
    const announced = await fees("jpy");
    expect(announced.today.find(isCommission)).toMatchObject({ rate: "0", since: null });
    expect(announced.announced).toMatchObject([{ ...terms, since: day, sides: "both" }]);

    const waits = await place({ kind: "limit", price: "2800" });
    const held = await place();
    expect([held.fee, waits.fee, (await previewed()).fee]).toEqual(["0", "0", "0"]);
    await comes("jpy", day);

    // 0.055 % of 285,000 yen.
    await previewsFee("157");
    expect((await previewed()).fees).toContainEqual({ name: "broker_commission", amount: "157" });
    expect((await fees("jpy")).today.find(isCommission)).toMatchObject({ ...terms, since: day });
    expect((await listed("jpy")).commission).toEqual({ ...terms, since: day });
    expect((await place()).fee).toBe("157");
    expect((await place({ quantity: "1" })).fee).toBe("99");

    // What waits keeps the terms of the day on which it was placed; what is closed pays today's.
    quote("2800");
    await expect.poll(() => position(waits.id)).toMatchObject({ status: 0, buy_fee: "0" });
    quote("2900");
    const closing = { id: held.id, kind: "market", request_id: newRequestId() } as const;
    const closed = await app.accepted("/trade/close-position", closing, customer);
    // 0.055 % of 290,000 yen; the shares were bought for 285,000.
    expect(closed).toMatchObject({ fee: "160", profit: String(5_000 - 160) });
    expect(await position(held.id)).toMatchObject({ status: 2 });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is told to every customer, in three languages, once", async () => {
    await plan("usd", { rate: "0.45", minimum: "0", maximum: "22" });
    const told = async () =>
      (await app.accepted("/user/messages", {}, customer)).items.filter(({ texts }) =>
        texts?.us.title.includes("US stocks"),
      );
    await expect.poll(async () => (await told()).length).toBe(1);
    const [message] = await told();
    expect(message?.texts?.us.body).toContain(
      "From then on: 0.45% of trade value, at most 22.00 USD",
    );
    expect(message?.texts?.us.body).toContain("Until then: none");
    expect(message?.texts?.jp.body).toContain("約定代金の0.45%、上限 22.00 USD");
    expect(message?.texts?.cn.body).toContain("成交金额的0.45%");
  });

  it("is charged alike by a process that knew it before and by one that has just started", async () => {
    const day = await plan("jpy", { rate: "0.1", minimum: "0" });
    const [one, later] = [await startOrders(app.context), await startOrders(app.context)];
    const signedIn = await app.context.sessions.resolve(customer.token, customer.account);
    if (signedIn === null) throw new Error("a new customer is signed in");
    const form: OrderForm = {
      ...order,
      price: undefined,
      stopPrice: undefined,
      timeInForce: "until_cancelled" as const,
      takeProfit: undefined,
      stopLoss: undefined,
    };
    const feeBy = async (orders: typeof one) => {
      const outcome = await orders.place(signedIn, form, newRequestId());
      if (!outcome.ok) throw new Error(outcome.refusal.code);
      return (JSON.parse(outcome.value.text) as CallOutput<Calls["/trade/place-order"]>).fee;
    };
    await comes("jpy", day);
    const third = await startOrders(app.context);
    await previewsFee("285");
    expect([await feeBy(one), await feeBy(later), await feeBy(third)]).toEqual([
      "285",
      "285",
      "285",
    ]);
    for (const orders of [one, later, third]) await orders.stop();
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is kept for a working order and is amended, filled in parts, over a change", async () => {
    const minimum = await plan("jpy", { rate: "0", minimum: "500" });
    await comes("jpy", minimum);
    await previewsFee("500");
    const waits = await place({ kind: "limit", price: "2800" });
    expect((await position(waits.id)).reserved).toBe("280500");
    const free = await plan("jpy", { rate: "0", minimum: "0" });
    await comes("jpy", free);
    await previewsFee("0");
    const amendment = { id: waits.id, price: "2810", request_id: newRequestId() };
    const amended = await app.accepted("/trade/amend-order", amendment, customer);
    expect(amended.reserved).toBe("281500");
    quote("2810");
    await expect
      .poll(() => position(waits.id))
      .toMatchObject({ status: 0, buy_fee: "500", reserved: "0" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is paid once by a closing order that is filled in parts", async () => {
    const day = await plan("jpy", { rate: "0", minimum: "300" });
    await comes("jpy", day);
    await previewsFee("300");
    const held = await place();
    await app.advance(16 * 60);
    quote();
    const closing = {
      id: held.id,
      kind: "limit",
      price: "2850",
      request_id: newRequestId(),
    } as const;
    const book = (quantity: bigint) => {
      const { bid, ask } = app.context.quotes.get("jpy", "7203")!;
      const level = (price: typeof bid) => [{ price, quantity: quantity as never }];
      app.feed.quote("jpy", "7203", "2850", { bids: level(bid), asks: level(ask) });
    };
    book(40n);
    const first = await app.accepted("/trade/close-position", closing, customer);
    expect(first).toMatchObject({ fee: "300", quantity_left: "60" });
    book(60n);
    await expect.poll(() => position(held.id)).toMatchObject({ status: 2, sell_fee: "300" });
    expect((await position(held.id)).yingkui).toBe("-600");
    expect(await app.ledgerFaults()).toEqual([]);
    await comes("jpy", await plan("jpy", { rate: "0", minimum: "0" }));
  });
});

describe("what is planned", () => {
  it("can be replaced and withdrawn until its day comes, by two operators too", async () => {
    const day = await inDays("cny", 10);
    await plan("cny", { rate: "0.03", minimum: "5" }, day);
    await plan("cny", { rate: "0.02", minimum: "5" }, day);
    const later = await inDays("cny", 20);
    await plan("cny", { rate: "0.01", minimum: "0" }, later);
    expect((await fees("cny")).announced.map(({ rate, since }) => [rate, since])).toEqual([
      ["0.02", day],
      ["0.01", later],
    ]);
    const form = { type: "cny", valid_from: day } as const;
    const { id } = await opsAccepted(app, withdrawPath, { ...form, reason }, approver);
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences).toEqual([
      { field: "commission_from", before: day, after: null },
      { field: "commission_rate", before: "0.02%", after: "0%" },
      { field: "commission_minimum", before: "CNY 5.00", after: "CNY 0.00" },
    ]);
    expect(await decide(id, approver)).toBe("own_proposal");
    expect(await decide(id, other)).toBe("ok");
    expect((await fees("cny")).announced.map(({ since }) => since)).toEqual([later]);
    const { decisions, statutory } = await listed("cny");
    expect(decisions.map(({ state, valid_from }) => [state, valid_from])).toEqual([
      ["withdrawal", day],
      ["planned", later],
      ["withdrawn", day],
      ["replaced", day],
    ]);
    expect(statutory.map(({ name }) => name)).toEqual([
      "stamp_duty",
      "handling_fee",
      "management_fee",
      "transfer_fee",
    ]);
    expect(await opsRefused(app, withdrawPath, { ...form, reason }, approver)).toBe(
      "commission_not_planned",
    );
  });

  it("is not approved any more once its day has come", async () => {
    const { earliest } = await listed("jpy");
    const form = { type: "jpy", valid_from: earliest, rate: "1", minimum: "0" } as const;
    const { id } = await opsAccepted(app, proposePath, { ...form, reason }, approver);
    await comes("jpy", earliest);
    expect(await decide(id, other)).toBe("fee_date_reached");
    expect(await decide(id, other, "reject")).toBe("ok");
    expect((await fees("jpy")).announced).toEqual([]);
  });

  it("is decided once where two approve at the same time", async () => {
    const { earliest } = await listed("jpy");
    const third = await newOperator(app, "approver");
    const form = { type: "jpy", valid_from: earliest, rate: "0.5", minimum: "0" } as const;
    const { id } = await opsAccepted(app, proposePath, { ...form, reason }, approver);
    const outcomes = await Promise.all([decide(id, other), decide(id, third)]);
    expect(outcomes.toSorted()).toEqual(["ok", "review_already_decided"]);
    const undo = await opsAccepted(
      app,
      withdrawPath,
      { reason, type: "jpy", valid_from: earliest },
      other,
    );
    expect(await decide(undo.id, third)).toBe("ok");
  });
});

describe("refused is a commission", () => {
  const sound = { type: "jpy", rate: "0.5", minimum: "0" };
  it.each([
    ["of today", { days: 0 }, "fee_date_reached"],
    ["of a day long past", { valid_from: "2020-01-06" }, "fee_date_reached"],
    ["more than a year ahead", { days: 368 }, "fee_date_too_far"],
    ["of no day", { valid_from: "2027-02-30" }, "invalid_request"],
    ["above the ceiling", { rate: "3.0001" }, "commission_rate_out_of_range"],
    ["below zero", { rate: "-1" }, "commission_rate_out_of_range"],
    ["that is no number", { rate: "1e-3" }, "invalid_request"],
    [
      "with a minimum that eats an order",
      { minimum: "1000000" },
      "commission_minimum_out_of_range",
    ],
    ["with crossed bounds", { minimum: "9", maximum: "8" }, "commission_maximum_out_of_range"],
    ["as it is already", { rate: "0" }, "commission_unchanged"],
    ["that names a fee", { stamp_duty: "0" }, "invalid_request"],
    ["for one customer", { account: "0000000009" }, "invalid_request"],
  ])("%s", async (_what, { days, ...more }: Record<string, unknown>, code) => {
    const valid_from = await inDays("jpy", typeof days === "number" ? days : 5);
    const form = { ...sound, valid_from, ...more };
    expect(await opsRefused(app, proposePath, { ...form, reason }, approver)).toBe(code);
  });

  it("by a role that may not, and by the database where nobody approved it", async () => {
    const valid_from = await inDays("jpy", 5);
    for (const role of ["viewer", "support", "reviewer"] as const) {
      const session = await newOperator(app, role);
      expect(await opsRefused(app, proposePath, { reason, ...sound, valid_from }, session)).toBe(
        "forbidden",
      );
      expect(
        await opsRefused(app, withdrawPath, { reason, type: "jpy", valid_from }, session),
      ).toBe("forbidden");
    }
    const { reader } = app.context.database;
    const written = (day: string, proposal: string) =>
      sql`INSERT INTO commission_decision
          (market, valid_from, withdraws, rate, minimum, proposal_id, decided_at)
        SELECT 'jpy', ${day}::date, false, 1, 0, id, real_now() FROM proposal WHERE state = ${proposal}
        ORDER BY id DESC LIMIT 1`.execute(reader);
    await expect(written(valid_from, "rejected")).rejects.toThrow("approved proposal");
    const today = localDate("jpy", app.context.clock.now());
    await expect(written(today, "approved")).rejects.toThrow("later day");
    await expect(sql`UPDATE commission_decision SET rate = 0`.execute(reader)).rejects.toThrow();
    await expect(sql`DELETE FROM commission_decision`.execute(reader)).rejects.toThrow();
  });
});

it("holds at once where one operator is enough, and says so", async () => {
  const alone = await startTestApplication();
  try {
    const admin = await firstOperator(alone);
    const { earliest } = await opsAccepted(alone, "/api/ops/fees", { type: "jpy" }, admin);
    const form = { type: "jpy", valid_from: earliest, rate: "0.1", minimum: "0" } as const;
    expect(await opsAccepted(alone, proposePath, { ...form, reason }, admin)).toMatchObject({
      state: "approved",
      pending: null,
    });
    const { decisions } = await opsAccepted(alone, "/api/ops/fees", { type: "jpy" }, admin);
    expect(decisions).toMatchObject([{ valid_from: earliest, state: "planned" }]);
  } finally {
    await alone.stop();
  }
});

it("every customer reads why the commission changes, in their language, and why it does not after all", async () => {
  const texts = async () => {
    while (await deliverBatch(app.context));
    const { items } = await app.accepted("/user/messages", {}, customer);
    return items.find(({ kind }) => kind === "announcement")?.texts;
  };
  const valid_from = await inDays("cny", 30);
  const form = { type: "cny", valid_from, rate: "0.021", minimum: "5" } as const;
  for (const [wrong, code] of [
    ["", "reason_required"],
    ["Because.", "reason_languages_missing"],
  ] as const) {
    const refused = await opsRefused(app, proposePath, { ...form, reason: wrong }, approver);
    expect(refused).toBe(code);
  }
  const { id } = await opsAccepted(app, proposePath, { ...form, reason: "law_changed" }, approver);
  expect(await decide(id ?? "", other)).toBe("ok");
  const planned = await texts();
  const sentences = reasonSentences({ code: "law_changed", words: "" });
  expect(planned?.jp.body).toContain(`理由：${sentences.jp}`);
  expect(planned?.cn.body).toContain(`原因：${sentences.cn}`);
  expect(planned?.us.body).toContain(`Reason: ${sentences.us}`);
  const own = {
    jp: "取引所の料率が据え置かれたためです。",
    cn: "因交易所的费率维持不变，特此调整。",
    us: "The exchange keeps its own rates as they are.",
  };
  const undone = { type: "cny", valid_from, reason: own } as const;
  const withdrawn = await opsAccepted(app, withdrawPath, undone, approver);
  expect(await decide(withdrawn.id ?? "", other)).toBe("ok");
  expect((await texts())?.us.body).toMatch(new RegExp(`Reason: .*${own.us}`));
});
