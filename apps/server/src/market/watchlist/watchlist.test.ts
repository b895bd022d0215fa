import { watchlistMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { objectToWatching } from "./watchlist.rules.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const toyota = { type: "jpy", code: "7203" } as const;
const sony = { type: "jpy", code: "6758" } as const;
const apple = { type: "usd", code: "AAPL" } as const;

async function watched(type?: "jpy" | "usd" | "cny"): Promise<string[]> {
  const list = await app.accepted("/market/watchlist", type ? { type } : {}, customer);
  return list.map(({ code }) => code);
}

/** Fills the list in one go with codes that no feed has. */
async function fillTo(count: number): Promise<void> {
  await sql`INSERT INTO watched_stock (customer_id, market, code, watched_at)
    SELECT id, 'jpy', 'X' || n, real_now() FROM customer, generate_series(1, ${count}::int) AS n
    WHERE account = ${customer.account}`.execute(app.context.database.reader);
}

async function countWatched(): Promise<number> {
  const [row] = await rows(
    app.context.database.reader,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM watched_stock
      JOIN customer ON customer.id = customer_id WHERE account = ${customer.account}`,
  );
  return row!.count;
}

describe("the watchlist", () => {
  it("shows the newest first, with the latest quotes, of all markets or of one", async () => {
    for (const stock of [toyota, apple, sony]) await app.accepted("/market/watch", stock, customer);
    expect(await watched()).toEqual(["6758", "AAPL", "7203"]);
    expect(await watched("jpy")).toEqual(["6758", "7203"]);
    expect(await watched("cny")).toEqual([]);
    app.feed.quote("jpy", "6758", "3456");
    const [first] = await app.accepted("/market/watchlist", {}, customer);
    expect(first).toMatchObject({ code: "6758", price: "3456" });
  });

  it("marks the stock's own page", async () => {
    const isMarked = async () => (await app.accepted("/market/stock", toyota, customer)).watched;
    expect(await isMarked()).toBe(false);
    await app.accepted("/market/watch", toyota, customer);
    expect(await isMarked()).toBe(true);
    await app.accepted("/market/unwatch", toyota, customer);
    expect(await isMarked()).toBe(false);
  });

  it("takes the same stock twice, and lets go of it twice, without a change", async () => {
    await app.accepted("/market/watch", toyota, customer);
    await app.accepted("/market/watch", sony, customer);
    await app.accepted("/market/watch", toyota, customer);
    expect(await watched()).toEqual(["6758", "7203"]);
    await app.accepted("/market/unwatch", toyota, customer);
    await app.accepted("/market/unwatch", toyota, customer);
    expect(await watched()).toEqual(["6758"]);
  });

  it("is the customer's own", async () => {
    await app.accepted("/market/watch", toyota, customer);
    const stranger = await app.newCustomer();
    expect(await app.accepted("/market/watchlist", {}, stranger)).toEqual([]);
    await app.accepted("/market/unwatch", toyota, stranger);
    expect(await watched()).toEqual(["7203"]);
  });

  it("refuses a stock that nobody lists", async () => {
    expect(await app.refused("/market/watch", { code: "0000" }, customer)).toBe(
      "instrument_not_found",
    );
  });

  it("holds its limit also when the last places are asked for all at once", async () => {
    await fillTo(watchlistMax - 1);
    const answers = await Promise.all(
      [toyota, sony, apple, toyota, sony, apple].map((stock) =>
        app.refused("/market/watch", stock, customer),
      ),
    );
    expect(await countWatched()).toBe(watchlistMax);
    expect(answers).toContain("watchlist_full");
    // The one that got in stays welcome.
    const [inside] = await watched();
    const type = inside === "AAPL" ? "usd" : "jpy";
    expect(await app.refused("/market/watch", { type, code: inside! }, customer)).toBe("ok");
  });
});

describe("whether a stock may be watched", () => {
  it.each([
    [{ isKnown: true, isWatched: false, watchedCount: watchlistMax - 1 }, null],
    [{ isKnown: true, isWatched: false, watchedCount: watchlistMax }, "watchlist_full"],
    [{ isKnown: true, isWatched: true, watchedCount: watchlistMax }, null],
    [{ isKnown: false, isWatched: false, watchedCount: watchlistMax }, "instrument_not_found"],
  ])("%j: %s", (state, code) => {
    expect(objectToWatching(state)?.code ?? null).toBe(code);
  });
});
