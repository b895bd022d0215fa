import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { evenly, marketOverview } from "./overview.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const overview = () => app.accepted("/market/overview", { type: "jpy" });

describe("a market at a glance, for whoever has no account", () => {
  it("shows what trades, rises and falls, with the prices that everybody has", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("jpy", "7203", "3100");
    // The answer is shared for two seconds.
    await expect
      .poll(async () => (await overview()).active.find(({ code }) => code === "7203")?.price)
      .toBe("3100");
    const { active, rising, falling, indexes } = await overview();
    const stocks = await app.accepted("/market/stocks", { type: "jpy" }, customer);
    const own = stocks.find(({ code }) => code === "7203");
    expect(active.find(({ code }) => code === "7203")).toMatchObject({
      price: own?.price,
      change_percent: own?.change_percent,
      names: own?.names,
    });
    expect(rising.every(({ change }) => Number(change) > 0)).toBe(true);
    expect(falling.every(({ change }) => Number(change) < 0)).toBe(true);
    expect(Array.isArray(indexes)).toBe(true);
    for (const { course, price } of active) expect(course.at(-1)).toBe(price);
  });

  it("is bounded, however many stocks there are", async () => {
    const { active, rising, falling } = await overview();
    expect(active.length).toBeLessThanOrEqual(6);
    expect(rising.length).toBeLessThanOrEqual(4);
    expect(falling.length).toBeLessThanOrEqual(4);
    for (const { course } of [...active, ...rising, ...falling]) {
      expect(course.length).toBeLessThanOrEqual(48);
    }
  });

  it("says nothing on a live instance: the exchange's prices are not ours to show to everybody", async () => {
    const feed = { ...app.context.feed, kind: "live" as const };
    const answer = await marketOverview({ ...app.context, feed }, "jpy");
    const nothing = { indexes: [], active: [], rising: [], falling: [] };
    expect(JSON.parse(answer.text)).toEqual(nothing);
  });
});

describe("a course at even steps", () => {
  it("keeps its first and its last point and no more than it may", () => {
    const all = Array.from({ length: 288 }, (_, place) => place);
    const some = evenly(all, 47);
    expect(some).toHaveLength(47);
    expect([some[0], some.at(-1)]).toEqual([0, 287]);
    expect(new Set(some).size).toBe(47);
    expect(evenly([1, 2, 3], 47)).toEqual([1, 2, 3]);
  });
});
