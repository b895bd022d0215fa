import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customer = await app.newlyRegistered();
});
afterAll(() => app.stop());

const macd = {
  chart_view: "day",
  chart_adjust: "forward",
  chart_main: "BOLL",
  chart_sub: "MACD",
} as const;
const kdj = { ...macd, chart_sub: "KDJ" } as const;
const [monday, tuesday] = ["2026-01-05T09:00:00.000Z", "2026-01-06T09:00:00.000Z"] as const;

const kept = async () => (await app.accepted("/user/preferences", {}, customer)).chart;
const save = (form: typeof macd | typeof kdj, changed_at: string, whose = customer) =>
  app.accepted("/user/save-preferences", { ...form, changed_at }, whose);

describe("a customer's preferences", () => {
  it("are none until something is chosen, and then the same on every device", async () => {
    expect(await kept()).toBeNull();
    const chart = {
      view: "day",
      adjust: "forward",
      main: "BOLL",
      sub: "MACD",
      changed_at: monday,
    };
    expect(await save(macd, monday)).toMatchObject({ chart });
    expect(await kept()).toEqual(chart);
    // The same again changes nothing.
    expect(await save(macd, monday)).toMatchObject({ chart });
  });

  it("are the later choice, also where the earlier one arrives last", async () => {
    await save(kdj, tuesday);
    expect((await save(macd, monday)).chart).toMatchObject({ sub: "KDJ", changed_at: tuesday });
    expect(await kept()).toMatchObject({ sub: "KDJ" });
  });

  it("take a device's clock that runs ahead for now, so that other devices can still choose", async () => {
    await save(macd, "2999-01-01T00:00:00Z");
    const { changed_at } = (await kept())!;
    expect(Math.abs(Date.parse(changed_at) - app.context.clock.realNow())).toBeLessThan(60_000);
    await save(kdj, "2999-01-01T00:00:00Z");
    expect(await kept()).toMatchObject({ sub: "KDJ" });
  });

  it("are the customer's own", async () => {
    await save(macd, monday);
    const stranger = await app.newCustomer();
    expect(await app.accepted("/user/preferences", {}, stranger)).toMatchObject({ chart: null });
    await save(kdj, tuesday, stranger);
    expect(await kept()).toMatchObject({ sub: "MACD" });
  });

  it("are one row, whichever of many parallel choices comes last", async () => {
    const choices = Array.from({ length: 20 }, (_, second) => ({
      form: second % 2 === 0 ? macd : kdj,
      at: `2026-01-05T09:00:${String(second).padStart(2, "0")}.000Z`,
    }));
    await Promise.all(choices.map(({ form, at }) => save(form, at)));
    expect(await kept()).toMatchObject({ sub: "KDJ", changed_at: choices.at(-1)!.at });
    const [row] = await rows(
      app.context.database.reader,
      sql<{ count: number }>`SELECT count(*)::int AS count FROM customer_preferences
        JOIN customer ON customer.id = customer_id WHERE account = ${customer.account}`,
    );
    expect(row!.count).toBe(1);
  });
});

describe("how a customer's home stands", () => {
  const home = async (whose = customer) =>
    (await app.accepted("/user/preferences", {}, whose)).home;
  const chosen = { entries: "news,loan", currency: "USD", market: "cny" } as const;
  const choose = (changed_at: string, more: { market?: "jpy" } = {}) =>
    app.accepted("/user/save-home-preferences", { ...chosen, ...more, changed_at }, customer);

  it("is a newcomer's until something is chosen, and then the same on every device", async () => {
    expect(await home()).toBeNull();
    const kept = { entries: ["news", "loan"], currency: "USD", market: "cny", changed_at: monday };
    expect((await choose(monday)).home).toEqual(kept);
    expect(await home()).toEqual(kept);
    expect(await home(await app.newCustomer())).toBeNull();
    // Without an order, the app's own.
    const ownOrder = { currency: "JPY", market: "jpy", changed_at: tuesday } as const;
    const back = await app.accepted("/user/save-home-preferences", ownOrder, customer);
    expect(back.home).toEqual({ ...ownOrder, entries: [] });
  });

  it("is the later choice, and never one of a time that has not come", async () => {
    await choose(tuesday, { market: "jpy" });
    expect((await choose(monday)).home).toMatchObject({ market: "jpy", changed_at: tuesday });
    await choose("2999-01-01T00:00:00Z");
    await choose("2999-01-01T00:00:00Z", { market: "jpy" });
    expect(await home()).toMatchObject({ market: "jpy" });
    expect(
      Math.abs(Date.parse((await home())!.changed_at) - app.context.clock.realNow()),
    ).toBeLessThan(60_000);
  });

  it("takes entries that home has, each once, a currency of its sums and a market", async () => {
    for (const wrong of [
      { entries: "news,news" },
      { entries: "news,nothing" },
      { entries: "news," },
      { entries: "" },
      { currency: "EUR" },
      { market: "eur" },
      { changed_at: "yesterday" },
    ]) {
      const asked = { ...chosen, changed_at: monday, ...wrong };
      expect(await app.refused("/user/save-home-preferences", asked, customer)).toBe(
        "invalid_request",
      );
    }
    expect(await home()).toBeNull();
  });
});

describe("how a customer wishes to order", () => {
  const trading = async (whose = customer) =>
    (await app.accepted("/user/preferences", {}, whose)).trading;
  const choose = async (setting: "review" | "leverage" | "short", switched: "on" | "off") =>
    (await app.accepted("/user/save-trading-preferences", { setting, switched }, customer)).trading;

  it("is reviewed and without borrowing until each is switched, by itself", async () => {
    expect(await trading()).toMatchObject({ review: true, leverage: false, short: false });
    expect(await choose("short", "on")).toMatchObject({
      review: true,
      leverage: false,
      short: true,
    });
    expect(await choose("review", "off")).toMatchObject({ review: false, short: true });
    expect(await choose("review", "off")).toMatchObject({
      review: false,
      leverage: false,
      short: true,
    });
    expect(await choose("short", "off")).toMatchObject({ review: false, short: false });
    expect(await trading(await app.newlyRegistered())).toMatchObject({
      review: true,
      short: false,
    });
  });

  it("keeps all of several switches at once, and leaves the chart alone", async () => {
    await save(macd, monday);
    await Promise.all([choose("review", "off"), choose("leverage", "on"), choose("short", "on")]);
    expect(await trading()).toMatchObject({ review: false, leverage: true, short: true });
    expect(await kept()).toMatchObject({ sub: "MACD" });
  });
});
