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
      { name: "title", value, note: "new name" },
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
    const form = { name: "menu", value: "six" } as const;
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
    const form = { name: "deposit_review_minutes", value: "90" } as const;
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
      { name: "withdrawal_minimum", value: amounts(60_000) },
      administrator,
    );
    const most = await opsAccepted(
      app,
      proposePath,
      { name: "withdrawal_maximum", value: maximum },
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
    ["that nobody knows", { name: "profit", value: "1" }, "invalid_request"],
  ])("%s is refused", async (_what, form, code) => {
    expect(await opsRefused(app, proposePath, form, administrator)).toBe(code);
  });

  it("is nobody's to propose but an administrator's, and every try is in the audit log", async () => {
    const form = { name: "title", value: "Mine" };
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
