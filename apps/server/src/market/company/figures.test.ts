import { parsePrice } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  startTestApplicationWithItsMarket,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

const japan = { type: "jpy" } as const;

describe("what stocks of the simulated market are compared by", () => {
  let app: TestApplication;
  let customer: SignedIn;
  beforeAll(async () => {
    app = await startTestApplicationWithItsMarket();
    customer = await app.newCustomer();
  });
  afterAll(() => app.stop());

  it("are each company's own figures, and everybody's the same", async () => {
    const { source, items } = await app.accepted("/market/figures", japan, customer);
    expect(source).toBe("simulated");
    const rows = await app.accepted("/market/stocks", { ...japan, sort: "code" }, customer);
    expect(items.map(({ code }) => code).toSorted()).toEqual(rows.map(({ code }) => code));
    const toyota = items.find(({ code }) => code === "7203")!;
    const { figures } = await app.accepted("/market/company", { ...japan, code: "7203" }, customer);
    // The price may have moved between the two questions.
    const near = (value: string | null, expected: string | null) =>
      expect(Math.abs(Number(value) / Number(expected) - 1)).toBeLessThan(0.02);
    near(toyota.per, figures.per);
    near(toyota.market_value, figures.market_value);
    near(toyota.dividend_yield, figures.dividend_yield);
    const row = rows.find(({ code }) => code === "7203")!;
    expect(Number(toyota.year_high)).toBeGreaterThanOrEqual(Number(row.high) * 0.98);
    expect(Number(toyota.year_low)).toBeLessThanOrEqual(Number(row.low) * 1.02);
    // A loss has no multiple, and none is made up.
    for (const { code, per } of items) {
      const { figures: own } = await app.accepted("/market/company", { ...japan, code }, customer);
      const earns = own.earnings_per_share !== null && Number(own.earnings_per_share) > 0;
      expect([code, per !== null]).toEqual([code, earns]);
    }
  });
});

describe("what stocks of a feed with prices alone are compared by", () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplication();
  });
  afterAll(() => app.stop());

  it("is nothing that nobody told", async () => {
    app.feed.quote("jpy", "7203", "2850", { high: parsePrice("2900")! });
    const customer = await app.newCustomer();
    const { source, items } = await app.accepted("/market/figures", japan, customer);
    expect(source).toBe("recorded");
    expect(items).toContainEqual({
      code: "7203",
      sector: expect.any(String),
      per: null,
      dividend_yield: "0.00",
      market_value: null,
      year_high: null,
      year_low: null,
    });
  });
});
