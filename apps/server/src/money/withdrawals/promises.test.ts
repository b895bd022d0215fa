import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  forgetSettings,
  readyToWithdraw,
  setSetting,
  testFundPassword,
  testPhoto,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { sql } from "../../platform/sql/database.ts";
import { notifyOfDelays as notifyOfDepositDelays } from "../deposits/deposits.ts";
import { notifyOfDelays } from "./withdrawals.ts";

type Ready = SignedIn & { cardId: string };

let app: TestApplication;
let operator: OperatorSession;
let customer: Ready;
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
});
beforeEach(async () => {
  await forgetSettings(app);
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  customer = await readyToWithdraw(app);
});
afterAll(() => app.stop());

const withdraw = (who: Ready = customer) =>
  app.accepted(
    "/user/withdraw",
    {
      currency: "JPY",
      amount: "30000",
      card_id: who.cardId,
      fund_password: testFundPassword,
      request_id: newRequestId(),
    },
    who,
  );
const decide = (id: string, decision: "approve" | "reject", reason?: string) =>
  opsRefused(
    app,
    "/api/ops/withdrawals/:id/decision",
    { id, decision, ...(reason && { reason }) },
    operator,
  );
const until = (time: string) =>
  app.advance(Math.ceil((Date.parse(time) - app.context.clock.now()) / 1000) + 1);
const messages = async (kind: string, who: SignedIn = customer) =>
  (await app.accepted("/user/messages", {}, who)).items.filter((one) => one.kind === kind);
const first = async (who: SignedIn = customer) =>
  (await app.accepted("/user/withdrawallist", {}, who))[0];
const statistics = () => app.accepted("/user/withdrawal-statistics", {});

describe("a promise that is missed", () => {
  it("is told each time, with the reason and the next one", async () => {
    const { expected_by, latest_by, id, delay } = await withdraw();
    expect(delay).toBeNull();
    // The server's own job tells it too, whichever comes first.
    const told = async (count: number) => {
      await notifyOfDelays(app.context);
      await expect.poll(() => messages("withdrawal_delayed")).toHaveLength(count);
      return (await messages("withdrawal_delayed"))[0];
    };
    expect(await told(0)).toBeUndefined();
    await until(expected_by);
    expect(await told(1)).toMatchObject({
      link: `/mine/withdraw?id=${id}`,
      params: { delay: "not_reviewed", until: latest_by, amount: "30000" },
    });
    expect((await first())?.delay).toEqual({ reason: "not_reviewed", promised_by: latest_by });
    await told(1);
    await opsAccepted(app, "/api/ops/withdrawals/:id/claim", { id }, operator);
    await until(latest_by);
    const second = await told(2);
    expect(second?.params["delay"]).toBe("in_review");
    const next = second?.params["until"] ?? "";
    expect(Date.parse(next)).toBeGreaterThan(Date.parse(latest_by));
    await opsAccepted(app, "/api/ops/withdrawals/:id/release", { id }, operator);
    await until(next);
    expect((await told(3))?.params["delay"]).toBe("not_reviewed");
    await decide(id, "reject", "identity_in_doubt");
    expect((await first())?.delay).toBeNull();
    await app.advance(10 * 86_400);
    await told(3);
  });

  it("is told by one process, and nobody waits for another's", async () => {
    const other = await readyToWithdraw(app);
    const { id, latest_by } = await withdraw();
    await withdraw(other);
    const { database } = app.context;
    await database.transaction(async (transaction) => {
      // As another process has it that is telling this one at the moment.
      await sql`SELECT FROM withdrawal WHERE id = ${id} FOR UPDATE`.execute(transaction);
      await until(latest_by);
      await notifyOfDelays(app.context);
      await expect.poll(() => messages("withdrawal_delayed", other)).toHaveLength(1);
      expect(await messages("withdrawal_delayed")).toHaveLength(0);
    });
    await Promise.all(Array.from({ length: 5 }, () => notifyOfDelays(app.context)));
    await expect.poll(() => messages("withdrawal_delayed")).toHaveLength(1);
    expect(await messages("withdrawal_delayed", other)).toHaveLength(1);
  });

  it("of a deposit is told too, each time, by one process", async () => {
    const { channels } = await app.accepted("/user/deposit-channels", {}, customer);
    const submitted = await app.accepted(
      "/user/deposit",
      {
        channel_id: channels[0]?.id ?? "",
        amount: "50000",
        receipt: await testPhoto(),
        request_id: newRequestId(),
      },
      customer,
    );
    const promised = submitted.promised_by ?? "";
    // Counted from the opening of the channel's hours, as on a bank holiday.
    const { open, opens_at: opensAt } = channels[0]!.hours;
    const from = open ? submitted.submitted_at : (opensAt ?? "");
    expect(Date.parse(promised) - Date.parse(from)).toBe(7_200_000);
    // What was promised when it was submitted holds, whatever is promised to others from now on.
    await setSetting(app, "deposit_review_minutes", "1");
    await app.advance(60 * 60);
    await notifyOfDepositDelays(app.context);
    expect(await messages("deposit_delayed")).toHaveLength(0);
    await until(promised);
    await Promise.all(Array.from({ length: 5 }, () => notifyOfDepositDelays(app.context)));
    await expect.poll(() => messages("deposit_delayed")).toHaveLength(1);
    const [told] = await messages("deposit_delayed");
    expect(told).toMatchObject({
      params: { number: submitted.number, delay: "not_reviewed" },
      link: `/mine/stored?id=${submitted.id}`,
    });
    const { pending } = await app.accepted("/user/deposit-channels", {}, customer);
    expect(pending?.delay).toEqual({
      reason: "not_reviewed",
      promised_by: told?.params["until"],
    });
    const { database } = app.context;
    await until(told?.params["until"] ?? "");
    await database.transaction(async (transaction) => {
      await sql`SELECT FROM deposit WHERE id = ${submitted.id} FOR UPDATE`.execute(transaction);
      await notifyOfDepositDelays(app.context);
    });
    await notifyOfDepositDelays(app.context);
    await expect.poll(() => messages("deposit_delayed")).toHaveLength(2);
  });

  it("is not moved by hand", async () => {
    const { id } = await withdraw();
    await expect(
      sql`UPDATE withdrawal SET expected_by = expected_by + interval '1 hour'
        WHERE id = ${id}`.execute(app.context.database.reader),
    ).rejects.toThrow("would be another one");
  });
});

describe("a withdrawal that has ended", () => {
  it("however it ended leaves its place to another", async () => {
    await setSetting(app, "withdrawals_under_review_max", "1");
    const cancelled = await withdraw();
    await app.accepted("/user/cancel-withdrawal", { id: cancelled.id }, customer);
    const rejected = await withdraw();
    await decide(rejected.id, "reject", "bank_details_wrong");
    const paid = await withdraw();
    await decide(paid.id, "approve");
    expect((await withdraw()).status).toBe(0);
  });
});

describe("the published figures", () => {
  it("count those that wait past their promise, however long, and those that gave up", async () => {
    const fresh = await startTestApplication();
    const old = app;
    app = fresh;
    try {
      await setSetting(app, "withdrawal_hours", "00:00-24:00");
      await setSetting(app, "withdrawal_days", "every");
      operator = await firstOperator(app);
      const who = await readyToWithdraw(app);
      const stuck = await withdraw(who);
      expect(await statistics()).toMatchObject({ overdue: 0, on_time_percent: null });
      const paid = await withdraw(who);
      await decide(paid.id, "approve");
      expect(await statistics()).toMatchObject({ paid: 1, on_time_percent: 100, overdue: 0 });
      await app.advance(21 * 86_400);
      expect(await statistics()).toMatchObject({ paid: 1, overdue: 1, on_time_percent: 50 });
      expect((await statistics()).longest_minutes).toBeGreaterThanOrEqual(21 * 1_440);
      // Longer ago than the figures go back, and still not paid.
      await app.advance(100 * 86_400);
      expect(await statistics()).toMatchObject({ paid: 0, under_review: 1, on_time_percent: 0 });
      const again = await app.accepted("/user/login", {
        account: who.account,
        password: "a long pass phrase 7",
      });
      await app.accepted("/user/cancel-withdrawal", { id: stuck.id }, again);
      expect(await statistics()).toMatchObject({ overdue: 0, on_time_percent: null });
      // Turned down after the promised time is late as well; turned down in time is neither.
      const late = await withdraw({ ...who, ...again });
      const early = await withdraw({ ...who, ...again });
      await decide(early.id, "reject", "bank_details_wrong");
      expect(await statistics()).toMatchObject({ rejected: 1, on_time_percent: null });
      await app.advance(3 * 3_600);
      await decide(late.id, "reject", "bank_details_wrong");
      expect(await statistics()).toMatchObject({ rejected: 2, overdue: 0, on_time_percent: 0 });
    } finally {
      app = old;
      operator = await firstOperator(app);
      await fresh.stop();
    }
  });
});

describe("a delay's reason", () => {
  it("says where a second operator has to approve", async () => {
    const two = await startTestApplication();
    const old = app;
    app = two;
    try {
      await setSetting(app, "withdrawal_hours", "00:00-24:00");
      await setSetting(app, "withdrawal_days", "every");
      const who = await readyToWithdraw(app);
      operator = await newOperator(app, "reviewer");
      await newOperator(app, "approver");
      const { id, expected_by } = await withdraw(who);
      await decide(id, "approve");
      await until(expected_by);
      await notifyOfDelays(app.context);
      await expect
        .poll(async () => (await messages("withdrawal_delayed", who))[0]?.params["delay"])
        .toBe("second_operator");
    } finally {
      app = old;
      operator = await firstOperator(app);
      await two.stop();
    }
  });
});
