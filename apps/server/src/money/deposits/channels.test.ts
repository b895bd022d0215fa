import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { deliverBatch } from "../../people/announcements/announcements.ts";
import { channelHoursAhead } from "./channels-admin.ts";

let app: TestApplication;
let admin: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  // Where money is real nobody makes a channel but the operators; each has a second factor there.
  app = await startTestApplication({}, { feedKind: "live" });
  [admin, approver] = [await newOperator(app, "administrator"), await newOperator(app, "approver")];
  await sql`UPDATE operator SET totp_secret = 'sealed', totp_confirmed_at = real_now()`.execute(
    app.context.database.reader,
  );
});
afterAll(() => app.stop());

const channel = (more: Record<string, unknown> = {}) => ({
  currency: "JPY" as const,
  name: { jp: "銀行振込", cn: "银行转账", us: "Bank transfer" },
  instructions: { jp: "", cn: "", us: "" },
  account_name: "サンシショウケン",
  account_number: "1234567",
  bank_name: "三菱UFJ銀行",
  branch_name: "本店",
  hours: "09:00-15:00",
  days: "business" as const,
  closes: true,
  position: 1,
  ...more,
});
const offered = async () =>
  (await app.accepted("/user/deposit-channels", {}, await app.newCustomer())).channels;
const propose = (more: Record<string, unknown> = {}) =>
  ops(app, "/api/ops/deposit-channels/propose", channel(more), admin);

/** A live instance's clock cannot be moved: what was announced stands there as it does a day later. */
async function untilItHolds(): Promise<void> {
  const { reader } = app.context.database;
  const columns = sql`currency, name, instructions, account_name, account_number, bank_name,
    branch_name, minimum, maximum, hours_from, hours_to, days, closes, position, simulated, demo`;
  await sql`INSERT INTO deposit_channel (${columns}, holds_from)
    SELECT ${columns}, app_now() - interval '1 second' FROM deposit_channel
    WHERE holds_from > app_now() AND withdrawn_at IS NULL`.execute(reader);
  // The application's clock may lag behind the database's by as long as an answer takes.
  await sql`UPDATE deposit_channel SET withdrawn_at = app_now() - interval '1 second'
    WHERE withdrawn_at > app_now() OR (holds_from > app_now() AND withdrawn_at IS NULL)`.execute(
    reader,
  );
}
async function approved(more: Record<string, unknown> = {}): Promise<void> {
  const { body } = await propose(more);
  expect(body.msg).toBe("ok");
  const id = body.data.id ?? "";
  await opsAccepted(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, approver);
}

describe("a channel", () => {
  it("is there for customers once two operators want it, and says what they said", async () => {
    expect(await offered()).toEqual([]);
    const { body } = await propose({ minimum: "5000", note: "the bank's letter of May" });
    expect(body.data.state).toBe("proposed");
    expect(await offered()).toEqual([]);
    expect((await propose()).body.msg).toBe("proposal_pending");
    const id = body.data.id ?? "";
    expect(
      await opsRefused(app, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, admin),
    ).toBe("own_proposal");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, approver);
    expect(shown.pending?.note).toBe("the bank's letter of May");
    expect(shown.differences).toContainEqual({
      field: "account_number",
      before: null,
      after: "1234567",
    });
    await opsAccepted(
      app,
      "/api/ops/proposals/:id/decision",
      { id, decision: "approve" },
      approver,
    );
    // Announced, and offered a day later.
    expect(await offered()).toEqual([]);
    const listed = await opsAccepted(app, "/api/ops/deposit-channels", {}, admin);
    const from = Date.parse(listed.items[0]?.holds_from ?? "");
    expect(from - app.context.clock.now()).toBeGreaterThan((channelHoursAhead - 0.1) * 3_600_000);
    await untilItHolds();
    expect(await offered()).toMatchObject([
      {
        account_number: "1234567",
        minimum: "5000",
        maximum: "10000000000",
        simulated: false,
        written_by_staff: true,
      },
    ]);
  });

  it("is replaced by another, and never changed", async () => {
    const [before] = await offered();
    await approved({ replaces: before?.id, account_number: "7654321" });
    // Until the other holds this one is offered.
    expect((await offered()).map((one) => one.account_number)).toEqual(["1234567"]);
    await untilItHolds();
    expect((await offered()).map((one) => one.account_number)).toEqual(["7654321"]);
    const { items } = await opsAccepted(app, "/api/ops/deposit-channels", {}, admin);
    const left = items.filter((one) => one.withdrawn_at === null);
    expect(left.map((one) => one.account_number)).toEqual(["7654321"]);
    expect(items.map((one) => one.account_number)).toContain("1234567");
    const reader = app.context.database.reader;
    await expect(
      sql`UPDATE deposit_channel SET account_number = '0'`.execute(reader),
    ).rejects.toThrow();
    expect((await propose({ replaces: before?.id, account_number: "1" })).body.msg).toBe(
      "channel_not_found",
    );
  });

  it("is announced to every customer in three languages, without its number", async () => {
    const customer = await app.newCustomer();
    await approved({ account_number: "5550123", currency: "USD" });
    while (await deliverBatch(app.context));
    const { items } = await app.accepted("/user/messages", {}, customer);
    const texts = items.find(({ kind }) => kind === "announcement")?.texts;
    expect(texts?.jp.title).toBe("USDの入金先の追加");
    expect(texts?.cn.body).toContain("三菱UFJ銀行");
    expect(texts?.us.body).toContain("Bank transfer");
    expect(JSON.stringify(texts)).not.toContain("5550123");
  });

  it("is withdrawn before it holds, and then never does", async () => {
    await approved({ account_number: "5550124", currency: "CNY" });
    const { items } = await opsAccepted(app, "/api/ops/deposit-channels", {}, admin);
    const id = items.find((one) => one.account_number === "5550124")?.id ?? "";
    expect(await opsRefused(app, "/api/ops/deposit-channels/:id/withdraw", { id }, admin)).toBe(
      "ok",
    );
    await untilItHolds();
    expect((await offered()).map((one) => one.account_number)).not.toContain("5550124");
    const sooner = sql`UPDATE deposit_channel SET holds_from = NULL`;
    await expect(sooner.execute(app.context.database.reader)).rejects.toThrow();
  });

  it("leaves what it was to replace as it was where it is withdrawn before it holds", async () => {
    await approved({ account_number: "111", currency: "HKD" });
    await untilItHolds();
    const all = async () => (await opsAccepted(app, "/api/ops/deposit-channels", {}, admin)).items;
    const idOf = async (number: string) =>
      (await all()).findLast((one) => one.account_number === number && one.withdrawn_at === null)
        ?.id ?? "";
    const endOf = async (number: string) => {
      const { reader } = app.context.database;
      const found = await rows(
        reader,
        sql<{ ends: boolean | null }>`SELECT withdrawn_at - app_now() > interval '1 minute' AS ends
          FROM deposit_channel WHERE id = ${await idOf(number)}`,
      );
      return found[0]?.ends;
    };
    const withdraw = async (number: string) =>
      opsAccepted(app, "/api/ops/deposit-channels/:id/withdraw", { id: await idOf(number) }, admin);
    await approved({ account_number: "222", currency: "HKD", replaces: await idOf("111") });
    await approved({ account_number: "333", currency: "HKD", replaces: await idOf("222") });
    expect(await endOf("111")).toBe(true);
    // The third takes the second's place before the first, and the first ends when the third begins.
    await withdraw("222");
    expect(await endOf("111")).toBe(true);
    await withdraw("333");
    expect(await endOf("111")).toBeNull();
    await untilItHolds();
    expect((await offered()).map((one) => one.account_number)).toContain("111");
  });

  it("is withdrawn at once, by one operator", async () => {
    const one = (await offered()).find(({ account_number }) => account_number === "7654321");
    const withdraw = () =>
      opsRefused(app, "/api/ops/deposit-channels/:id/withdraw", { id: one?.id ?? "" }, admin);
    expect([await withdraw(), await withdraw()]).toEqual(["ok", "channel_not_found"]);
    expect((await offered()).map((left) => left.account_number)).not.toContain("7654321");
    const { items } = await opsAccepted(app, "/api/ops/audit", { limit: "10" }, admin);
    const act = items.find(({ path, outcome }) => path.endsWith("/withdraw") && outcome === "ok");
    expect(act).toMatchObject({
      subject: `deposit-channel:${one?.id}`,
      details: { withdrawn: true },
    });
  });

  it.each([
    ["setting_invalid", { hours: "15:00-09:00" }],
    ["setting_invalid", { hours: "sometimes" }],
    ["setting_invalid", { minimum: "10", maximum: "9" }],
    ["amount_not_positive", { minimum: "0" }],
    ["amount_too_precise", { maximum: "10.5" }],
  ])("is refused with %s: %j", async (code, more) => {
    expect((await propose(more)).body.msg).toBe(code);
  });
});
