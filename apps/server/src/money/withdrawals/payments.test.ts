import { bankFileColumns } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  bringMoney,
  readyToWithdraw,
  setSetting,
  startLiveWithdrawals,
  testFundPassword,
  type ReadyCustomer,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { sql } from "../../platform/sql/database.ts";
import { notifyOfDelays } from "./withdrawals.ts";

let app: TestApplication;
let reviewer: OperatorSession;
let approver: OperatorSession;
let customer: ReadyCustomer;
beforeAll(async () => {
  ({ app, reviewer, approver } = await startLiveWithdrawals());
});
beforeEach(async () => {
  customer = await readyToWithdraw(app);
  await bringMoney(app, customer);
});
afterAll(() => app.stop());

const withdraw = (amount = "30000", where = app, who = customer) =>
  where.accepted(
    "/user/withdraw",
    {
      currency: "JPY",
      amount,
      card_id: who.cardId,
      fund_password: testFundPassword,
      request_id: newRequestId(),
    },
    who,
  );
const decide = (
  id: string,
  decision: "approve" | "reject",
  who: OperatorSession,
  reason?: string,
) =>
  ops(
    app,
    "/api/ops/withdrawals/:id/decision",
    { id, decision, ...(reason !== undefined && { reason }) },
    who,
  ).then(({ body }) => (body.msg === "ok" ? body.data.state : body.msg));
const approve = async (id: string) => {
  expect(await decide(id, "approve", reviewer)).toBe("proposed");
  expect(await decide(id, "approve", approver)).toBe("approved");
};
const confirm = (id: string, bank_reference: string, who = reviewer) =>
  opsRefused(app, "/api/ops/withdrawals/:id/paid", { id, bank_reference }, who);
const first = async () => (await app.accepted("/user/withdrawallist", {}, customer))[0];
const yen = async () => (await app.accepted("/user/getUserinfo", {}, customer)).jpy;
const caseOf = (id: string) => opsAccepted(app, "/api/ops/withdrawals/:id", { id }, reviewer);

let lines = 0;
const importLine = (amount: string, reference: string) => {
  lines += 1;
  const line = `LINE-${lines},2026-11-20,JPY,${amount},${reference},YAMADA`;
  const text = [bankFileColumns.join(), line].join("\n");
  const form = { file_name: "bank.csv", text };
  return opsAccepted(app, "/api/ops/books/bank-movements/import", form, reviewer);
};

describe("an approved withdrawal", () => {
  it("is paid by its line, though somebody typed the line's name for another one", async () => {
    const [{ id: typed }, { id, number }] = [await withdraw("11000"), await withdraw("12000")];
    await approve(typed);
    await approve(id);
    expect(await confirm(typed, `LINE-${lines + 1}`)).toBe("ok");
    expect(await importLine("-12000", number)).toMatchObject({ matched: 1 });
    expect(await caseOf(id)).toMatchObject({ bank_reference: `LINE-${lines}/${number}` });
  });

  it("is not paid before the bank's reference is there", async () => {
    const { id, expected_by } = await withdraw();
    expect(await confirm(id, "BANK-1")).toBe("withdrawal_not_approved");
    await approve(id);
    expect(await first()).toMatchObject({
      status: 0,
      can_cancel: false,
      bank_reference: null,
      decided_at: null,
    });
    expect((await first())?.timeline.map(({ step }) => step)).toEqual([
      ...["requested", "under_review", "approved"],
    ]);
    const cancelled = await app.refused("/user/cancel-withdrawal", { id }, customer);
    expect(cancelled).toBe("withdrawal_not_under_review");
    expect(await decide(id, "approve", reviewer)).toBe("withdrawal_awaits_bank");
    expect(await caseOf(id)).toMatchObject({ state: "open", bank_reference: null });
    // And the customer who waits for it hears that it is the bank.
    const seconds = (Date.parse(expected_by) - app.context.clock.now()) / 1000;
    // The database may be some milliseconds behind the server.
    await sql`UPDATE withdrawal SET promised_by = promised_by - ${seconds + 1} * interval '1 second'
      WHERE id = ${id}`.execute(app.context.database.reader);
    await notifyOfDelays(app.context);
    await expect.poll(async () => (await first())?.delay?.reason).toBe("bank");
    expect(await confirm(id, "not a reference")).toBe("invalid_request");
    expect(await confirm(id, "MT103/2026-1")).toBe("ok");
    expect(await confirm(id, "MT103/2026-2")).toBe("review_already_decided");
    expect(await first()).toMatchObject({ status: 1, bank_reference: "MT103/2026-1" });
    expect(await caseOf(id)).toMatchObject({ state: "approved", bank_reference: "MT103/2026-1" });
    expect(await yen()).toBe("70000");
    const other = await withdraw();
    await approve(other.id);
    expect(await confirm(other.id, "MT103/2026-1")).toBe("bank_reference_used");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is paid by the line of a statement, whether it comes after the approval or before", async () => {
    const after = await withdraw("11000");
    await approve(after.id);
    expect((await importLine("-11000", `PAYMENT ${after.number}`)).matched).toBe(1);
    expect(await first()).toMatchObject({ status: 1, bank_reference: `LINE-${lines}` });
    const before = await withdraw("12000");
    expect((await importLine("-12000", before.number)).matched).toBe(1);
    expect((await first())?.status).toBe(0);
    await approve(before.id);
    expect(await first()).toMatchObject({ status: 1, bank_reference: `LINE-${lines}` });
    const byHand = await withdraw("13000");
    await approve(byHand.id);
    await importLine("-13000", "unreadable");
    const open = await opsAccepted(app, "/api/ops/books/bank-movements", {}, reviewer);
    const movement = open.items.find(({ amount }) => amount === "-13000")?.id ?? "";
    const form = { id: movement, record_id: byHand.id };
    await opsAccepted(app, "/api/ops/books/bank-movements/:id/match", form, reviewer);
    expect((await first())?.status).toBe(1);
    const breaks = await opsAccepted(app, "/api/ops/books/breaks", {}, reviewer);
    expect(breaks.items.map(({ id }) => id)).not.toContain(byHand.id);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("whose payment the bank sent back gives the money back, by two operators", async () => {
    const { id } = await withdraw();
    await approve(id);
    const because = "bank_returned_payment";
    expect(await decide(id, "reject", reviewer, because)).toBe("proposed");
    expect(await yen()).toBe("70000");
    expect(await decide(id, "reject", approver, because)).toBe("rejected");
    expect(await yen()).toBe("100000");
    expect(await confirm(id, "BANK-9")).toBe("review_already_decided");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is paid once, however many say so at once", async () => {
    const { id, number } = await withdraw("14000");
    await approve(id);
    const answers = await Promise.all([
      confirm(id, "ONCE-1"),
      confirm(id, "ONCE-2"),
      importLine("-14000", number).then(() => "imported"),
      confirm(id, "ONCE-3"),
    ]);
    expect(answers.filter((answer) => answer === "ok").length).toBeLessThanOrEqual(1);
    expect((await first())?.status).toBe(1);
    expect(await yen()).toBe("86000");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a withdrawal that the bank paid before its approval", () => {
  it("is neither cancelled nor given back, but where two say that the bank returned it", async () => {
    const { id, number } = await withdraw("15000");
    expect((await importLine("-15000", number)).matched).toBe(1);
    const cancelled = await app.refused("/user/cancel-withdrawal", { id }, customer);
    expect(cancelled).toBe("withdrawal_not_under_review");
    expect(await first()).toMatchObject({ status: 0, can_cancel: false });
    const doubted = await decide(id, "reject", reviewer, "identity_in_doubt");
    expect(doubted).toBe("withdrawal_with_bank");
    expect(await yen()).toBe("85000");
    const because = "bank_returned_payment";
    expect(await decide(id, "reject", reviewer, because)).toBe("proposed");
    expect(await decide(id, "reject", approver, because)).toBe("rejected");
    expect(await yen()).toBe("100000");
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is approved, though somebody typed its line's name for another one", async () => {
    const [{ id: typed }, { id, number }] = [await withdraw("17000"), await withdraw("18000")];
    expect((await importLine("-18000", number)).matched).toBe(1);
    await approve(typed);
    expect(await confirm(typed, `LINE-${lines}`)).toBe("ok");
    await approve(id);
    expect(await caseOf(id)).toMatchObject({
      state: "approved",
      bank_reference: `LINE-${lines}/${number}`,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("has its line or is cancelled, whichever is first: the line of a cancelled one stays open", async () => {
    const { id, number } = await withdraw("16000");
    const { database } = app.context;
    const [cancelling, importing] = await database.transaction(async (transaction) => {
      await sql`SELECT FROM withdrawal WHERE id = ${id} FOR UPDATE`.execute(transaction);
      const begun = [
        app.refused("/user/cancel-withdrawal", { id }, customer),
        untilWaitingForLocks(database.reader, 1).then(() => importLine("-16000", number)),
      ] as const;
      await untilWaitingForLocks(database.reader, begun.length);
      return begun;
    });
    const [cancelled, { matched }] = [await cancelling, await importing];
    const isCancelled = (await first())?.status === 3;
    expect([cancelled, matched]).toEqual(
      isCancelled ? ["ok", 0] : ["withdrawal_not_under_review", 1],
    );
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a withdrawal's row", () => {
  it("is not paid without the bank, and not cancelled once the bank has it, even by hand", async () => {
    const { id } = await withdraw();
    await approve(id);
    const { reader } = app.context.database;
    await expect(
      sql`UPDATE withdrawal SET status = 1, ended_at = real_now() WHERE id = ${id}`.execute(reader),
    ).rejects.toThrow("withdrawal_paid_by_the_bank");
    await expect(
      sql`UPDATE withdrawal SET status = 3, ended_at = real_now() WHERE id = ${id}`.execute(reader),
    ).rejects.toThrow("is the bank's");
  });

  it("says nothing that cannot be, even by hand", async () => {
    const { id } = await withdraw();
    await app.newCustomer();
    const changes = [
      // Ended without a time, and a time without an end.
      ...["status = 3", "ended_at = real_now()"],
      // Rejected without a reason, cancelled for one, and a state that there is not.
      "status = 2, ended_at = real_now()",
      "status = 3, ended_at = real_now(), reason_code = 'other'",
      "status = 4, ended_at = real_now()",
      // Waiting without a promise, approved by nobody.
      ...["promised_by = NULL", "approved_at = real_now()"],
      // A delay for no reason that customers have words for.
      "delay_reason = 'busy'",
      // Another withdrawal than the one that was asked for.
      ...["amount = amount + 1", "amount = -amount", "currency = 'USD'"],
      ...["customer_id = (SELECT max(id) FROM customer)", "card_id = card_id - 1"],
      ...["requested_at", "latest_by"].map((time) => `${time} = ${time} + interval '1 hour'`),
    ];
    for (const change of changes) {
      const changed = app.owner.pool.query(`UPDATE withdrawal SET ${change} WHERE id = $1`, [id]);
      await expect(changed, change).rejects.toThrow(/violates|would be another one/);
    }
  });

  it("stays as it ended, even by hand", async () => {
    const { id } = await withdraw();
    const change = (how: string) =>
      app.owner.pool.query(`UPDATE withdrawal SET ${how} WHERE id = $1`, [id]);
    await change("status = 3, ended_at = real_now()");
    await expect(change("status = 0, ended_at = NULL")).rejects.toThrow("has ended");
    await expect(change("delay_reason = 'bank'")).rejects.toThrow("has ended");
  });
});

describe("a simulated instance", () => {
  it("has a bank that pays what one decision approves, with its reference and a statement", async () => {
    const simulated = await startTestApplication();
    await setSetting(simulated, "withdrawal_hours", "00:00-24:00");
    await setSetting(simulated, "withdrawal_days", "every");
    const who = await readyToWithdraw(simulated);
    const operator = await firstOperator(simulated);
    const { id, number } = await withdraw("30000", simulated, who);
    const form = { id, decision: "approve" } as const;
    await opsAccepted(simulated, "/api/ops/withdrawals/:id/decision", form, operator);
    const [paid] = await simulated.accepted("/user/withdrawallist", {}, who);
    expect(paid).toMatchObject({ status: 1, bank_reference: `SIM-${number}` });
    const { items } = await opsAccepted(
      simulated,
      "/api/ops/books/bank-movements",
      { state: "matched" },
      operator,
    );
    expect(items[0]).toMatchObject({
      bank_id: `SIM-${number}`,
      amount: "-30000",
      reference: number,
      matched_by: null,
      matched_kind: "withdrawal",
      matched_id: id,
      counterparty: "ヤマダ タロウ",
    });
    const breaks = await opsAccepted(simulated, "/api/ops/books/breaks", {}, operator);
    expect(breaks.items).toEqual([]);
    expect(await simulated.ledgerFaults()).toEqual([]);
    await simulated.stop();
  });
});
