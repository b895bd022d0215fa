import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let administrator: OperatorSession;
let approver: OperatorSession;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  administrator = await newOperator(app, "administrator");
  approver = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

const reason = "risk_limited";
const proposePath = "/api/ops/site/propose";
const decisionPath = "/api/ops/proposals/:id/decision";

async function configured(name: string): Promise<string | undefined> {
  const entries = await app.accepted("/common/config", { type: "all" });
  return (entries as { name: string; value: string }[]).find((one) => one.name === name)?.value;
}
const settingOf = async (name: string, by = viewer) =>
  (await opsAccepted(app, "/api/ops/site", {}, by)).items.find((one) => one.name === name);

describe("a setting", () => {
  it("is listed with its bounds and its standard, for every role", async () => {
    expect(await settingOf("withdrawals_under_review_max")).toEqual({
      name: "withdrawals_under_review_max",
      kind: "whole",
      public: false,
      value: "20",
      standard: "20",
      choices: [],
      min: 1,
      max: 1000,
      tightens: "down",
      planned: null,
      pending: null,
    });
    expect((await settingOf("menu"))?.choices).toEqual(["five", "six"]);
  });

  it("changes once another operator approves it, for customers at once", async () => {
    const before = await configured("title");
    const value = "<b>Broker</b> & Sons";
    const { id, state } = await opsAccepted(
      app,
      proposePath,
      { name: "title", value, reason, note: "new name" },
      administrator,
    );
    expect(state).toBe("proposed");
    expect(await configured("title")).toBe(before);
    expect((await settingOf("title", administrator))?.pending).toMatchObject({ own: true, value });
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, approver);
    expect(shown.differences).toEqual([{ field: "setting:title", before, after: value }]);
    await opsAccepted(app, decisionPath, { id, decision: "approve" }, approver);
    // As it was written: it is text, and no page reads it as anything else.
    expect(await configured("title")).toBe(value);
    expect((await settingOf("title"))?.pending).toBeNull();
  });

  it("is not approved by who proposed it, and waits only once", async () => {
    const form = { name: "menu", value: "six", reason } as const;
    const { id } = await opsAccepted(app, proposePath, form, administrator);
    const decision = { id, decision: "approve" } as const;
    expect(await opsRefused(app, decisionPath, decision, administrator)).toBe("own_proposal");
    expect(await opsRefused(app, proposePath, form, administrator)).toBe("proposal_pending");
    expect(await opsRefused(app, decisionPath, decision, viewer)).toBe("forbidden");
    await opsAccepted(
      app,
      decisionPath,
      { id, decision: "reject", reason: "not_justified" },
      approver,
    );
    expect(await configured("menu")).toBe("five");
  });

  it("that was proposed too long ago does not wait any more", async () => {
    const form = { name: "deposit_review_minutes", value: "90", reason } as const;
    const { id } = await opsAccepted(app, proposePath, form, administrator);
    await app.advance(72 * 3600);
    expect((await settingOf("deposit_review_minutes"))?.pending).toBeNull();
    const decision = { id, decision: "approve" } as const;
    expect(await opsRefused(app, decisionPath, decision, approver)).toBe("proposal_expired");
    expect((await settingOf("deposit_review_minutes"))?.value).toBe("120");
  });

  it("keeps its bounds between two changes that wait at once", async () => {
    const amounts = (JPY: number) =>
      `JPY:${JPY},USD:70,CNY:500,HKD:500,TWD:2000,KRW:100000,THB:2000,MYR:300,VND:1700000`;
    const maximum =
      "JPY:50000,USD:700000,CNY:5000000,HKD:5000000,TWD:20000000,KRW:1000000000,THB:20000000,MYR:3000000,VND:17000000000";
    const least = await opsAccepted(
      app,
      proposePath,
      { name: "withdrawal_minimum", value: amounts(60_000), reason },
      administrator,
    );
    const most = await opsAccepted(
      app,
      proposePath,
      { name: "withdrawal_maximum", value: maximum, reason },
      administrator,
    );
    const codes = await Promise.all(
      [least.id, most.id].map((id) =>
        opsRefused(app, decisionPath, { id, decision: "approve" }, approver),
      ),
    );
    expect(codes.toSorted()).toEqual(["ok", "setting_invalid"]);
  });

  it.each([
    [
      "as it is already",
      { name: "withdrawals_under_review_max", value: "20" },
      "setting_unchanged",
    ],
    ["that is a script", { name: "kefu", value: "javascript:alert(1)" }, "setting_invalid"],
    ["without a reason", { name: "menu", value: "six", reason: "." }, "reason_languages_missing"],
    ["that nobody knows", { name: "profit", value: "1" }, "invalid_request"],
  ])("%s is refused", async (_what, form, code) => {
    expect(await opsRefused(app, proposePath, { reason, ...form }, administrator)).toBe(code);
  });

  it("is nobody's to propose but an administrator's, and every attempt is in the audit log", async () => {
    const form = { name: "title", value: "Mine", reason };
    expect(await opsRefused(app, proposePath, form, viewer)).toBe("forbidden");
    expect(await opsRefused(app, proposePath, form, approver)).toBe("forbidden");
    const found = await rows(
      app.context.database.reader,
      sql<{ subject: string; outcome: string }>`SELECT subject, outcome FROM audit_entry
        WHERE path = ${proposePath} ORDER BY number`,
    );
    expect(found).toContainEqual({ subject: "title", outcome: "ok" });
    expect(found.filter(({ outcome }) => outcome === "forbidden")).toHaveLength(2);
  });
});

describe("a setting that tightens", () => {
  const minimum = (JPY: number) =>
    `JPY:${JPY},USD:70,CNY:500,HKD:500,TWD:2000,KRW:100000,THB:2000,MYR:300,VND:1700000`;
  const sentences = {
    jp: "送金手数料の改定に伴い変更します。",
    cn: "因银行汇款费用调整而变更。",
    us: "Our bank charges more for transfers.",
  };
  let own: TestApplication;
  let one: OperatorSession;
  let other: OperatorSession;
  beforeAll(async () => {
    own = await startTestApplication();
    one = await newOperator(own, "administrator");
    other = await newOperator(own, "approver");
  });
  afterAll(() => own.stop());

  const change = async (name: string, value: string) => {
    const form = { name, value, reason: sentences } as never;
    const { id } = await opsAccepted(own, proposePath, form, one);
    await opsAccepted(own, decisionPath, { id, decision: "approve" }, other);
    return id;
  };
  const held = async (name: string) =>
    (
      (await own.accepted("/common/config", { type: "all" })) as { name: string; value: string }[]
    ).find((entry) => entry.name === name)?.value;
  const changes = async () => (await own.accepted("/common/setting-changes", {})).items;
  const before = minimum(10_000);

  it("is announced with its reason and roles, and holds a day later", async () => {
    const customer = await own.newCustomer();
    await change("withdrawal_minimum", minimum(20_000));
    expect(await held("withdrawal_minimum")).toBe(before);
    const [announced] = await changes();
    expect(announced).toMatchObject({
      name: "withdrawal_minimum",
      tightens: true,
      state: "announced",
      role: "administrator",
      approved_role: "approver",
      before: { us: "10,000.00 JPY" },
      after: { us: "20,000.00 JPY" },
      names: { jp: "最低出金額" },
    });
    expect(announced?.reason.us).toContain(sentences.us);
    const ahead =
      Date.parse(announced?.effective_from ?? "") - Date.parse(announced?.announced_at ?? "");
    expect(ahead).toBe(24 * 3_600_000);
    expect(JSON.stringify(announced)).not.toContain("@");
    const told = async () =>
      (await own.accepted("/user/messages", {}, customer)).items.find(
        ({ kind }) => kind === "announcement",
      );
    await expect.poll(told).toMatchObject({
      texts: { us: { title: "Change: Smallest withdrawal" } },
    });
    expect((await told())?.texts?.jp.body).toContain(sentences.jp);
    // The sentence is an operator's, and so it is framed as one.
    expect((await told())?.author).toEqual({ role: "administrator", broker: "Sanshi 三市" });
    await own.advance(24 * 3_600 - 60);
    expect(await held("withdrawal_minimum")).toBe(before);
    await own.advance(61);
    expect(await held("withdrawal_minimum")).toBe(minimum(20_000));
    expect((await changes())[0]).toMatchObject({ state: "in_force" });
  });

  it("holds at once where it loosens, and takes the place of what was announced", async () => {
    await change("withdrawal_minimum", minimum(30_000));
    const planned = async () =>
      (await opsAccepted(own, "/api/ops/site", {}, one)).items.find(
        (item) => item.name === "withdrawal_minimum",
      )?.planned;
    expect(await planned()).toMatchObject({ value: minimum(30_000) });
    await change("withdrawal_minimum", minimum(5_000));
    expect(await held("withdrawal_minimum")).toBe(minimum(5_000));
    expect(await planned()).toBeNull();
    await own.advance(2 * 86_400);
    expect(await held("withdrawal_minimum")).toBe(minimum(5_000));
    expect((await changes()).map(({ state }) => state)).toEqual(["in_force", "replaced", "past"]);
  });

  it("is announced a day ahead of a link out of the app, whichever way, and can be withdrawn", async () => {
    const customer = await own.newCustomer();
    const link = "https://help.example/";
    await change("kefu", link);
    expect(await held("kefu")).toBe("");
    const told = async () =>
      (await own.accepted("/user/messages", {}, customer)).items.map(({ texts }) => texts?.us);
    await expect.poll(told).toContainEqual({
      title: "Change: Customer-service link",
      body: expect.stringMatching(/Nobody here ever asks you to send money/),
    });
    await change("kefu", "");
    await expect
      .poll(told)
      .toContainEqual(expect.objectContaining({ title: "Change canceled: Customer-service link" }));
    await own.advance(2 * 86_400);
    expect(await held("kefu")).toBe("");
    await change("kefu", link);
    await own.advance(86_401);
    expect(await held("kefu")).toBe(link);
    await change("kefu", "");
    expect(await held("kefu")).toBe(link);
    await own.advance(86_401);
    expect(await held("kefu")).toBe("");
  });

  it("is cancelled by proposing what holds now", async () => {
    await change("withdrawal_hours", "10:00-15:00");
    await change("withdrawal_hours", "09:00-15:30");
    await own.advance(2 * 86_400);
    expect(await held("withdrawal_hours")).toBe("09:00-15:30");
  });

  it("is never brought forward in the database, nor without an approval", async () => {
    const reader = own.context.database.reader;
    const insert = (hours: number, proposal: string) =>
      sql`INSERT INTO site_setting_change
        (name, value_before, value, tightens, reason, proposal_id, proposed_role, approved_role,
          decided_at, effective_from)
      VALUES ('withdrawal_hours', '', '', true, '{}', ${proposal}::bigint, 'approver', 'approver',
        app_now(), app_now() + ${hours} * interval '1 hour')`.execute(reader);
    await expect(insert(48, "999999")).rejects.toThrow("approved proposal");
    const { id } = await opsAccepted(own, proposePath, { name: "menu", value: "six", reason }, one);
    await expect(insert(48, id)).rejects.toThrow("approved proposal");
    await expect(
      sql`UPDATE site_setting_change SET effective_from = decided_at`.execute(reader),
    ).rejects.toThrow("append-only");
  });
});
