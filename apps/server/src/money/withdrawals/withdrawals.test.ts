import { fundPasswordAttemptsMax, type Withdrawal } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  advanceToWednesday,
  forgetSettings,
  readyToWithdraw,
  setSetting,
  testFundPassword,
  verifiedCustomer,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { debtOf, owe } from "../../../../../tests/support/test-debts.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let operator: OperatorSession;
let customer: SignedIn & { cardId: string };
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
});
beforeEach(async () => {
  await forgetSettings(app);
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  app.feed.quote("jpy", "7203", "2850");
  customer = await readyToWithdraw(app);
});
afterAll(() => app.stop());

type Form = {
  currency: "JPY" | "USD";
  amount: string;
  card_id: string;
  fund_password: string;
  request_id: string;
};

const formOf = (more: Partial<Form> = {}): Form => ({
  currency: "JPY",
  amount: "30000",
  card_id: customer.cardId,
  fund_password: testFundPassword,
  request_id: newRequestId(),
  ...more,
});
const withdraw = (more?: Partial<Form>, who: SignedIn = customer) =>
  app.accepted("/user/withdraw", formOf(more), who);
const refused = (more?: Partial<Form>, who: SignedIn = customer) =>
  app.refused("/user/withdraw", formOf(more), who);
const cancel = (id: string, who: SignedIn = customer) =>
  app.refused("/user/cancel-withdrawal", { id }, who);
const list = (who: SignedIn = customer) => app.accepted("/user/withdrawallist", {}, who);
const yen = async (who: SignedIn = customer) =>
  (await app.accepted("/user/getUserinfo", {}, who)).jpy;
const assets = async () =>
  (await app.accepted("/user/assets", {}, customer)).currencies.find(
    ({ currency }) => currency === "JPY",
  );
const decide = (id: string, decision: "approve" | "reject", reason?: string, who = operator) =>
  opsRefused(
    app,
    "/api/ops/withdrawals/:id/decision",
    { id, decision, ...(reason && { reason }) },
    who,
  );
const obstacles = async (who: SignedIn = customer) =>
  (await app.accepted("/user/withdrawal-terms", {}, who)).obstacles.map(({ code }) => code);
const buy = (more: Partial<PlaceInput> = {}) =>
  app.accepted("/trade/place-order", testOrder({ quantity: "10", ...more }), customer);

describe("a withdrawal", () => {
  it("freezes the money at once, is paid by an operator, and the money is gone", async () => {
    const asked = await withdraw();
    expect(asked).toMatchObject({
      status: 0,
      money: "30000",
      can_cancel: true,
      bank: { bank_name: "三菱UFJ銀行", holder_name: "ヤマダ タロウ" },
    });
    expect(asked.bank.card_number).toMatch(/^\*{4}\d{3}$/);
    expect(await yen()).toBe("970000");
    expect(await assets()).toMatchObject({
      available: "970000",
      frozen: "30000",
      total_assets: "1000000",
    });
    expect(await decide(asked.id, "approve")).toBe("ok");
    expect(await assets()).toMatchObject({
      available: "970000",
      frozen: "0",
      total_assets: "970000",
    });
    const [paid] = await list();
    expect(paid).toMatchObject({ status: 1, can_cancel: false });
    expect(paid?.timeline.map(({ step }) => step)).toEqual([
      ...["requested", "under_review", "approved", "paid"],
    ]);
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]).toMatchObject({
      kind: "withdrawal_paid",
      params: { number: asked.number, amount: "30000", currency: "JPY" },
      link: `/mine/withdraw?id=${asked.id}`,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("that is rejected gives the money back and says why", async () => {
    const { id } = await withdraw();
    expect(await decide(id, "reject")).toBe("reason_required");
    expect(await decide(id, "reject", "bank_details_wrong")).toBe("ok");
    expect(await yen()).toBe("1000000");
    expect((await list())[0]).toMatchObject({
      status: 2,
      rejection: { code: "bank_details_wrong", words: "" },
    });
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]?.params).toMatchObject({ why: "bank_details_wrong" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is cancelled while under review, once, by its owner", async () => {
    const { id } = await withdraw();
    const stranger = await app.newCustomer();
    expect(await cancel(id, stranger)).toBe("withdrawal_not_found");
    expect(await cancel("999999")).toBe("withdrawal_not_found");
    expect(await cancel(id)).toBe("ok");
    expect(await cancel(id)).toBe("withdrawal_not_under_review");
    expect(await decide(id, "approve")).toBe("review_already_decided");
    expect(await yen()).toBe("1000000");
    expect((await list())[0]?.status).toBe(3);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("repays with what comes back what a closing left unpaid, cancelled or rejected", async () => {
    const [first, second] = [await withdraw(), await withdraw()];
    const before = Number(await yen());
    await owe(app, customer, 45_000n);
    expect(await cancel(first.id)).toBe("ok");
    expect([await debtOf(app, customer), Number(await yen())]).toEqual([-15_000n, before]);
    expect(await decide(second.id, "reject", "bank_details_wrong")).toBe("ok");
    expect([await debtOf(app, customer), Number(await yen())]).toEqual([0n, before + 15_000]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("arrives within two hours, at the latest at the end of the next day in Tokyo", async () => {
    const { requested_at: at, expected_by: expected, latest_by: latest } = await withdraw();
    expect(Date.parse(expected) - Date.parse(at)).toBe(7_200_000);
    const tokyo = (time: string, days = 0) =>
      new Date(Date.parse(time) + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    expect(tokyo(latest)).toBe(tokyo(at, 2));
    expect(latest.slice(11)).toBe("15:00:00.000Z");
  });

  it("is listed by market, as the specification asks", async () => {
    await withdraw();
    await withdraw({ currency: "USD", amount: "100.50" });
    const money = async (type: "jpy" | "usd" | "cny") =>
      (await app.accepted("/user/withdrawallist", { type }, customer)).map((one) => one.money);
    expect([await money("jpy"), await money("usd"), await money("cny")]).toEqual([
      ["30000"],
      ["100.50"],
      [],
    ]);
    expect((await list()).map(({ currency }) => currency)).toEqual(["USD", "JPY"]);
  });
});

describe("the records", () => {
  it("tell what was held, paid and given back, with the withdrawal's number and its postings", async () => {
    const paid = await withdraw();
    await decide(paid.id, "approve");
    const cancelled = await withdraw({ amount: "20000" });
    await cancel(cancelled.id);
    const { items } = await app.accepted("/user/fund-records", { kind: "withdrawal" }, customer);
    expect(items.map((one) => [one.kind, one.amount, one.reserved, one.order_number])).toEqual([
      ["withdrawal_returned", "20000", "-20000", cancelled.number],
      ["withdrawal_held", "-20000", "20000", cancelled.number],
      ["withdrawal_paid", "0", "-30000", paid.number],
      ["withdrawal_held", "-30000", "30000", paid.number],
    ]);
    const { postings } = await app.accepted(
      "/user/fund-record",
      { id: items[2]?.id ?? "" },
      customer,
    );
    expect(postings.map(({ owner, purpose, amount }) => [owner, purpose, amount])).toEqual([
      ["customer", "reserved_withdrawals", "-30000"],
      ["house", "bank", "30000"],
    ]);
    const { csv } = await app.accepted(
      "/user/export-records",
      { kind: "withdrawal", language: "us" },
      customer,
    );
    expect(csv).toContain(paid.number);
  });
});

describe("a withdrawal is refused", () => {
  it.each<[string, Partial<Form>]>([
    ["amount_not_positive", { amount: "0" }],
    ["amount_too_precise", { amount: "30000.5" }],
    ["card_not_found", { card_id: "999999" }],
    ["amount_below_minimum", { amount: "9999" }],
    ["amount_above_maximum", { amount: "100000001" }],
    ["insufficient_balance", { amount: "1000001" }],
    ["wrong_fund_password", { fund_password: "000000" }],
    ["wrong_fund_password", { fund_password: "none of it" }],
  ])("with %s: %j", async (code, more) => {
    expect(await refused(more)).toBe(code);
    expect(await yen()).toBe("1000000");
    expect(await list()).toEqual([]);
  });

  it("to whoever is not verified, has no fund password or no card, one after the other", async () => {
    const nobody = await app.newCustomer();
    expect(await obstacles(nobody)).toEqual([
      "not_verified",
      "fund_password_not_set",
      "card_not_found",
    ]);
    expect(await refused({}, nobody)).toBe("not_verified");
    const verified = await verifiedCustomer(app);
    expect(await refused({}, verified)).toBe("fund_password_not_set");
    await app.accepted(
      "/user/set-fund-password",
      {
        login_password: testPassword,
        new_password: testFundPassword,
        new_password2: testFundPassword,
      },
      verified,
    );
    expect(await refused({}, verified)).toBe("card_not_found");
  });

  it("to whoever has a second step and has not proved it in this session", async () => {
    const { reader } = app.context.database;
    await sql`INSERT INTO customer_totp (customer_id, secret, confirmed_at)
      SELECT id, 'sealed', real_now() FROM customer WHERE account = ${customer.account}`.execute(
      reader,
    );
    expect(await refused()).toBe("proof_required");
    await sql`UPDATE session SET proved_at = real_now() FROM customer
      WHERE customer.id = session.customer_id AND account = ${customer.account}`.execute(reader);
    expect(await refused()).toBe("ok");
  });

  it("to another customer's card", async () => {
    const other = await readyToWithdraw(app);
    expect(await refused({ card_id: other.cardId })).toBe("card_not_found");
  });

  it("outside its hours, and says when they begin", async () => {
    await forgetSettings(app);
    await advanceToWednesday(app, "08:59");
    const answer = await app.post("/user/withdraw", formOf(), customer);
    expect(answer.body).toMatchObject({ msg: "withdrawals_closed" });
    const { hours, obstacles: found } = await app.accepted("/user/withdrawal-terms", {}, customer);
    expect(hours).toMatchObject({ open: false, from: "09:00", to: "15:30", days: "business" });
    expect(found).toEqual([{ code: "withdrawals_closed", params: { opens_at: hours.opens_at } }]);
    await app.advance(120);
    expect(await refused()).toBe("ok");
    await advanceToWednesday(app, "15:30");
    expect(await refused()).toBe("withdrawals_closed");
  });

  it("while positions are held, unless the site allows it", async () => {
    const { id } = await buy();
    expect(await refused()).toBe("positions_held");
    expect(await obstacles()).toEqual(["positions_held"]);
    await setSetting(app, "withdrawal_requires_no_positions", "off");
    expect(await refused()).toBe("ok");
    await setSetting(app, "withdrawal_requires_no_positions", "on");
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    await app.accepted(
      "/trade/close-position",
      { id, kind: "market", request_id: newRequestId() },
      customer,
    );
    expect(await refused()).toBe("ok");
  });

  it("of what positions on margin stand on, and of all while a margin call is open", async () => {
    await setSetting(app, "withdrawal_requires_no_positions", "off");
    await buy({ quantity: "1000", leverage: "3" });
    // 2,370,000 yen are worth 520,000 more than what was borrowed, less a day's interest: 20 % have to stay.
    app.feed.quote("jpy", "7203", "2370");
    const { body } = await app.post("/user/withdraw", formOf({ amount: "46001" }), customer);
    expect(body).toMatchObject({ msg: "margin_needed", params: { max: "45855" } });
    expect(await refused({ amount: "45856" })).toBe("margin_needed");
    expect(await refused({ amount: "45855" })).toBe("ok");
    // What a withdrawal has taken out of the account is not taken twice.
    expect(await refused({ amount: "10000" })).toBe("insufficient_balance");
    await app.accepted("/user/cancel-withdrawal", { id: (await list())[0]!.id }, customer);
    app.feed.quote("jpy", "7203", "2300");
    await expect.poll(() => refused({ amount: "10000" })).toBe("margin_call_open");
    await setSetting(app, "withdrawal_requires_no_positions", "on");
  });

  it("but not what the house itself keeps from being closed", async () => {
    await buy();
    const halt = async (form: object) => {
      const reason = "technical_fault";
      const path = "/api/ops/trading-halts/create";
      return opsAccepted(app, path, { reason, ...form } as never, operator);
    };
    const resume = (id: string) =>
      opsAccepted(app, "/api/ops/trading-halts/:id/resume", { id }, operator);
    const open = await halt({ scope: "all" });
    expect(await obstacles()).toEqual(["positions_held"]);
    await resume(open.id);
    const barred = { closing_allowed: false, ends_in_minutes: 60 };
    const elsewhere = await halt({ scope: "market", type: "usd", ...barred });
    expect(await obstacles()).toEqual(["positions_held"]);
    await resume(elsewhere.id);
    const here = await halt({ scope: "instrument", type: "jpy", code: "7203", ...barred });
    expect(await obstacles()).toEqual([]);
    expect(await refused()).toBe("ok");
    await resume(here.id);
    expect(await obstacles()).toEqual(["positions_held"]);
  });

  it("of money that a working order holds", async () => {
    await buy({ kind: "limit", price: "2800", quantity: "300" });
    expect(await refused({ amount: "900000" })).toBe("insufficient_balance");
    expect(await refused({ amount: "100000" })).toBe("ok");
  });

  it("of money that another withdrawal holds, and beyond so many of them", async () => {
    await withdraw({ amount: "600000" });
    expect(await refused({ amount: "600000" })).toBe("insufficient_balance");
    await setSetting(app, "withdrawals_under_review_max", "1");
    expect(await refused()).toBe("fund_operation_in_progress");
  });

  it("to a new card while it cools off", async () => {
    await setSetting(app, "bank_card_cooling_off_hours", "24");
    expect(await refused()).toBe("card_cooling_off");
    await app.advance(86_400);
    expect(await refused()).toBe("ok");
  });

  it("to a card that was removed; and a card is not removed while money is on its way to it", async () => {
    const { id } = await withdraw();
    const remove = () => app.refused("/user/remove-bank-card", { id: customer.cardId }, customer);
    expect(await remove()).toBe("fund_operation_in_progress");
    await cancel(id);
    expect(await remove()).toBe("ok");
    expect(await refused()).toBe("card_not_found");
    expect((await list())[0]?.bank.bank_name).toBe("三菱UFJ銀行");
  });

  it("to a frozen customer", async () => {
    const { reader } = app.context.database;
    await sql`UPDATE customer SET state = 'frozen' WHERE account = ${customer.account}`.execute(
      reader,
    );
    await expect.poll(() => refused()).toBe("account_frozen");
    await sql`UPDATE customer SET state = 'active' WHERE account = ${customer.account}`.execute(
      reader,
    );
    await expect.poll(() => refused({ amount: "1" })).toBe("amount_below_minimum");
  });

  it("after too many wrong fund passwords, also with the right one", async () => {
    for (let guess = 0; guess < fundPasswordAttemptsMax; guess += 1) {
      expect(await refused({ fund_password: "350781" })).toBe("wrong_fund_password");
    }
    expect(await refused()).toBe("too_many_tries");
    const other = await readyToWithdraw(app);
    expect(await refused({ card_id: other.cardId }, other)).toBe("ok");
  });

  it("where it comes too often, and costs no attempt of the fund password before", async () => {
    await setSetting(app, "withdrawals_under_review_max", "100");
    for (let index = 0; index < 40; index += 1) await refused({ amount: "1" });
    expect(await refused({ amount: "10000" })).toBe("ok");
    // The minute does not end before the test does.
    await sql`UPDATE try_counter SET window_started_at = real_now() + interval '1 hour'
      WHERE key LIKE 'withdraw:%'`.execute(app.context.database.reader);
    const answers: string[] = [];
    for (let index = 0; index < 31; index += 1) answers.push(await refused({ amount: "10000" }));
    expect(answers.slice(0, 29)).toEqual(Array(29).fill("ok"));
    expect(answers.slice(29)).toEqual(["submit_too_frequent", "submit_too_frequent"]);
  });
});

describe("a request id", () => {
  it("gets its first answer again, letter by letter, whatever became of the withdrawal", async () => {
    const form = formOf();
    const first = await app.accepted("/user/withdraw", form, customer);
    expect(await app.accepted("/user/withdraw", form, customer)).toEqual(first);
    await cancel(first.id);
    expect(await app.accepted("/user/withdraw", form, customer)).toEqual(first);
    expect(await list()).toHaveLength(1);
    expect(await yen()).toBe("1000000");
    for (const other of [{ amount: "30001" }, { currency: "USD" as const }]) {
      expect(await refused({ ...form, ...other })).toBe("request_id_reused");
    }
    // A page that was loaded anew has to ask for it again: what became of the first is what counts.
    const retyped = { ...form, fund_password: "350781" };
    expect(await app.accepted("/user/withdraw", retyped, customer)).toEqual(first);
  });

  it("keeps a refusal, so that a late retry takes no effect", async () => {
    const wrong = formOf({ fund_password: "350781" });
    expect(await refused(wrong)).toBe("wrong_fund_password");
    const { id } = await withdraw({ amount: "1000000" });
    const late = formOf();
    expect(await refused(late)).toBe("insufficient_balance");
    await cancel(id);
    expect([await refused(late), await refused(wrong)]).toEqual([
      "insufficient_balance",
      "wrong_fund_password",
    ]);
    expect(await yen()).toBe("1000000");
  });

  it("tells nobody the fund password: what is kept of the input is keyed", async () => {
    await withdraw();
    const { createHash } = await import("node:crypto");
    const kept = await rows(
      app.context.database.reader,
      sql<{ hash: string }>`SELECT encode(input_hash, 'hex') AS hash FROM client_request`,
    );
    const guess = createHash("sha256").update(testFundPassword).digest("hex");
    expect(kept.map(({ hash }) => hash)).not.toContain(guess);
  });
});

describe("four eyes", () => {
  it("pay: the first proposes, another approves, and a cancellation in between wins", async () => {
    const two = await startTestApplication();
    await setSetting(two, "withdrawal_hours", "00:00-24:00");
    await setSetting(two, "withdrawal_days", "every");
    const who = await readyToWithdraw(two);
    const [first, second] = [
      await newOperator(two, "reviewer"),
      await newOperator(two, "approver"),
    ];
    const ask = () =>
      two.accepted(
        "/user/withdraw",
        { ...formOf(), card_id: who.cardId, request_id: newRequestId() },
        who,
      );
    const approve = (id: string, session: OperatorSession) =>
      ops(two, "/api/ops/withdrawals/:id/decision", { id, decision: "approve" }, session);
    const one = await ask();
    expect((await approve(one.id, first)).body.data.state).toBe("proposed");
    expect((await approve(one.id, first)).body.msg).toBe("own_proposal");
    const status = async (at: number): Promise<Withdrawal["status"] | undefined> =>
      (await two.accepted("/user/withdrawallist", {}, who))[at]?.status;
    expect(await status(0)).toBe(0);
    expect((await approve(one.id, second)).body.data.state).toBe("approved");
    expect(await status(0)).toBe(1);
    // What was promised when it was asked for is when it is due, with both names, for good.
    await setSetting(two, "withdrawal_arrival_minutes", "600");
    const shown = await opsAccepted(two, "/api/ops/withdrawals/:id", { id: one.id }, first);
    expect(shown).toMatchObject({
      due_at: one.expected_by,
      pending: null,
      proposed_by: { email: first.email },
      decided_by: { email: second.email },
    });
    const other = await ask();
    await approve(other.id, first);
    expect(await two.refused("/user/cancel-withdrawal", { id: other.id }, who)).toBe("ok");
    expect((await approve(other.id, second)).body.msg).toBe("review_already_decided");
    expect(await status(0)).toBe(3);
    const third = await ask();
    const rejected = await ops(
      two,
      "/api/ops/withdrawals/:id/decision",
      { id: third.id, decision: "reject", reason: "identity_in_doubt" },
      first,
    );
    expect(rejected.body.data.state).toBe("rejected");
    expect(await two.ledgerFaults()).toEqual([]);
    await two.stop();
  });
});

describe("a payout to a name that letters cannot compare", () => {
  it("is approved by nobody who does not say how they made sure that it is the customer's", async () => {
    // Characters have many readings, and a kana name is only one of them.
    const who = await readyToWithdraw(app, { name: "山田 太郎", nameKana: "" });
    const { id } = await withdraw({ card_id: who.cardId }, who);
    const approve = (more: { note?: string } = {}) =>
      opsRefused(
        app,
        "/api/ops/withdrawals/:id/decision",
        { id, decision: "approve", ...more },
        operator,
      );
    const shown = await opsAccepted(app, "/api/ops/withdrawals/:id", { id }, operator);
    expect(shown.holder_is_customer).toBeNull();
    expect(await approve()).toBe("holder_unconfirmed");
    expect(await approve({ note: "." })).toBe("holder_unconfirmed");
    expect((await list(who))[0]?.status).toBe(0);
    expect(await approve({ note: "The bank confirmed the holder by telephone." })).toBe("ok");
    expect((await list(who))[0]?.status).toBe(1);
  });
});

describe("an operator", () => {
  it("sees whom the money goes to, and the whole number only where it is written down", async () => {
    const { id, number } = await withdraw();
    const shown = await opsAccepted(app, "/api/ops/withdrawals/:id", { id }, operator);
    expect(shown).toMatchObject({
      number,
      amount: "30000",
      holder_is_customer: true,
      name: "山田 太郎",
      same_account_customers: [],
      bank: { bank_code: "0005", branch_code: "001" },
    });
    expect(shown.due_at).toBe((await list())[0]?.expected_by);
    expect(shown.card_number).toMatch(/^\*{4}\d{3}$/);
    const account = await opsAccepted(
      app,
      "/api/ops/withdrawals/:id/bank-account",
      { id },
      operator,
    );
    expect(account.card_number).toBe(customer.account.slice(-7));
    const { items } = await app.accepted("/user/activity", {}, customer);
    expect(items[0]).toMatchObject({ kind: "operator_viewed", params: { what: "bank_account" } });
    const viewer = await newOperator(app, "viewer");
    expect(await opsRefused(app, "/api/ops/withdrawals/:id/bank-account", { id }, viewer)).toBe(
      "forbidden",
    );
  });

  it("finds withdrawals by their number and by state", async () => {
    const { id, number } = await withdraw();
    const find = async (form: Record<string, string>) =>
      (await opsAccepted(app, "/api/ops/withdrawals", form, operator)).items.map(
        (item) => item.number,
      );
    expect(await find({ q: number })).toEqual([number]);
    await cancel(id);
    expect(await find({ q: number })).toEqual([]);
    expect(await find({ q: number, state: "3" })).toEqual([number]);
  });
});

describe("time", () => {
  it("that withdrawals took is there for everybody", async () => {
    const fresh = await startTestApplication();
    const statistics = () => fresh.accepted("/user/withdrawal-statistics", {});
    expect(await statistics()).toMatchObject({
      days: 90,
      paid: 0,
      median_minutes: null,
      on_time_percent: null,
    });
    await setSetting(fresh, "withdrawal_hours", "00:00-24:00");
    await setSetting(fresh, "withdrawal_days", "every");
    const who = await readyToWithdraw(fresh);
    const approver = await firstOperator(fresh);
    for (const minutes of [30, 90, 300]) {
      const { id } = await fresh.accepted(
        "/user/withdraw",
        { ...formOf(), card_id: who.cardId, request_id: newRequestId() },
        who,
      );
      await fresh.advance(minutes * 60);
      await opsAccepted(
        fresh,
        "/api/ops/withdrawals/:id/decision",
        { id, decision: "approve" },
        approver,
      );
    }
    const found = await statistics();
    expect(found).toMatchObject({ requested: 3, paid: 3, on_time_percent: 66, under_review: 0 });
    expect(found.median_minutes).toBeGreaterThanOrEqual(90);
    expect(found.median_minutes).toBeLessThanOrEqual(92);
    expect(found.longest_minutes).toBeGreaterThanOrEqual(300);
    await fresh.stop();
  });
});

describe("a withdrawal's row", () => {
  it("cannot be changed once it has ended, nor become another, even by hand", async () => {
    const { id } = await withdraw();
    const { reader } = app.context.database;
    await expect(
      sql`UPDATE withdrawal SET amount = 1 WHERE id = ${id}`.execute(reader),
    ).rejects.toThrow();
    await cancel(id);
    await expect(
      sql`UPDATE withdrawal SET status = 0, ended_at = NULL WHERE id = ${id}`.execute(reader),
    ).rejects.toThrow();
  });
});
