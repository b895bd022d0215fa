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
  customer = await app.newCustomer();
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
    expect(await save(macd, monday)).toEqual({ chart });
    expect(await kept()).toEqual(chart);
    // The same again changes nothing.
    expect(await save(macd, monday)).toEqual({ chart });
  });

  it("are the later choice, also where the earlier one arrives last", async () => {
    await save(kdj, tuesday);
    expect((await save(macd, monday)).chart).toMatchObject({ sub: "KDJ", changed_at: tuesday });
    expect(await kept()).toMatchObject({ sub: "KDJ" });
  });

  it("take a device's clock that runs ahead for now, so that other devices can still choose", async () => {
    await save(macd, "2999-01-01T00:00:00Z");
    const { changed_at } = (await kept())!;
    expect(Math.abs(Date.parse(changed_at) - Date.now())).toBeLessThan(60_000);
    await save(kdj, "2999-01-01T00:00:00Z");
    expect(await kept()).toMatchObject({ sub: "KDJ" });
  });

  it("are the customer's own", async () => {
    await save(macd, monday);
    const stranger = await app.newCustomer();
    expect(await app.accepted("/user/preferences", {}, stranger)).toEqual({ chart: null });
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
