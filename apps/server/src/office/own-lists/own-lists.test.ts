import { savedViewsMax } from "@sanshi/contract";
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

const list = "/api/ops/withdrawals";
const viewPath = "/api/ops/me/lists/view";

let app: TestApplication;
let one: OperatorSession;
let other: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  one = await newOperator(app, "viewer");
  other = await newOperator(app, "approver");
});
afterAll(() => app.stop());

const own = (session = one) => opsAccepted(app, "/api/ops/me/lists", {}, session);

describe("saved views", () => {
  it("are an operator's own, and nobody else's", async () => {
    const view = { list, name: " Large ones ", search: "state=all&sort=amount" } as const;
    const kept = await opsAccepted(app, viewPath, view, one);
    expect(kept).toMatchObject({ list, name: "Large ones", search: "state=all&sort=amount" });
    expect((await own()).views).toEqual([kept]);
    expect((await own(other)).views).toEqual([]);
    const remove = "/api/ops/me/lists/view/remove";
    expect(await opsRefused(app, remove, { id: kept.id }, other)).toBe("view_not_found");
    expect((await own()).views).toEqual([kept]);
    await opsAccepted(app, remove, { id: kept.id }, one);
    expect((await own()).views).toEqual([]);
  });

  it("take the place of the one with the same name, also when both are saved at once", async () => {
    const searches = Array.from({ length: 6 }, (_, index) => `q=${index}`);
    await Promise.all(
      searches.map((search) => opsAccepted(app, viewPath, { list, name: "Mine", search }, one)),
    );
    const { views } = await own();
    expect(views.filter(({ name }) => name === "Mine")).toHaveLength(1);
    expect(searches).toContain(views[0]?.search);
  });

  it("get another name, and of two who ask for it one is told that it is gone", async () => {
    const kept = await opsAccepted(app, viewPath, { list, name: "Old", search: "q=1" }, one);
    const renamed = { list, name: "New", search: "q=1", replaces: kept.id } as const;
    expect(await opsRefused(app, viewPath, renamed, other)).toBe("view_not_found");
    const answers = await Promise.all([1, 2].map(() => opsRefused(app, viewPath, renamed, one)));
    expect(answers.toSorted()).toEqual(["ok", "view_not_found"]);
    const names = (await own()).views.map(({ name }) => name);
    expect(names).toContain("New");
    expect(names).not.toContain("Old");
  });

  it("are bounded, and need a name", async () => {
    expect(await opsRefused(app, viewPath, { list, name: "  ", search: "" }, one)).toBe(
      "view_name_missing",
    );
    for (let count = (await own()).views.length; count < savedViewsMax; count += 1) {
      await opsAccepted(app, viewPath, { list, name: `View ${count}`, search: "" }, one);
    }
    expect(await opsRefused(app, viewPath, { list, name: "More", search: "" }, one)).toBe(
      "views_too_many",
    );
    expect((await own()).views).toHaveLength(savedViewsMax);
    // Another list has a count of its own.
    await opsAccepted(app, viewPath, { list: "/api/ops/deposits", name: "More", search: "" }, one);
  });
});

describe("columns", () => {
  it("are left out per operator and list, until none is", async () => {
    const path = "/api/ops/me/lists/columns";
    await opsAccepted(app, path, { list, hidden: ["state", "clock", "state"] }, one);
    expect((await own()).hidden).toEqual([{ list, columns: ["clock", "state"] }]);
    expect((await own(other)).hidden).toEqual([]);
    await opsAccepted(app, path, { list, hidden: [] }, one);
    expect((await own()).hidden).toEqual([]);
  });
});
