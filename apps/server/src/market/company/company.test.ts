import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  startTestApplicationWithItsMarket,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

const toyota = { type: "jpy", code: "7203" } as const;

describe("a company of the simulated market", () => {
  let app: TestApplication;
  let customer: SignedIn;
  beforeAll(async () => {
    app = await startTestApplicationWithItsMarket();
    customer = await app.newCustomer();
  });
  afterAll(() => app.stop());

  it("has figures that agree with its price, and says that they are simulated", async () => {
    const stock = await app.accepted("/market/stock", toyota, customer);
    const company = await app.accepted("/market/company", toyota, customer);
    const { figures, dates, events, related } = company;
    expect(company.source).toBe("simulated");
    const last = Number(stock.price);
    // The price may have moved between the two questions.
    const near = (value: number, expected: number) =>
      expect(Math.abs(value / expected - 1)).toBeLessThan(0.02);
    near(Number(figures.per) * Number(figures.earnings_per_share), last);
    near(Number(figures.pbr) * Number(figures.book_per_share), last);
    near(Number(figures.market_value), Number(figures.shares) * last);
    near((Number(figures.dividend_yield) / 100) * last, Number(figures.dividends_per_share));
    expect(dates.next_earnings! > dates.last_earnings!).toBe(true);
    expect(events.map(({ date }) => date)).toEqual(
      events.map(({ date }) => date).toSorted((left, right) => (left < right ? 1 : -1)),
    );
    expect(related.length).toBeGreaterThan(0);
    expect(related.every((row) => row.type === "jpy" && row.code !== "7203")).toBe(true);
  });

  it("is refused where there is none", async () => {
    const unknown = { type: "jpy", code: "0000" } as const;
    expect(await app.refused("/market/company", unknown, customer)).toBe("instrument_not_found");
  });
});

describe("a company of a feed that has prices alone", () => {
  let app: TestApplication;
  beforeAll(async () => {
    app = await startTestApplication();
  });
  afterAll(() => app.stop());

  it("has no figure that nobody told", async () => {
    const customer = await app.newCustomer();
    const { source, figures, dates } = await app.accepted("/market/company", toyota, customer);
    expect(source).toBe("recorded");
    expect(figures).toMatchObject({
      per: null,
      pbr: null,
      market_value: null,
      shares: null,
      earnings_per_share: null,
      year_end: null,
    });
    expect(dates).toMatchObject({
      last_earnings: null,
      next_earnings: null,
      next_ex_dividend: null,
    });
  });
});
