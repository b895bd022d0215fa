import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { tamper } from "../../../../../tests/support/tampering.ts";
import { testProduct } from "../../../../../tests/support/test-copy-products.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { publishProduct } from "./publishing.ts";
import { publishSimulatedProducts, simulatedProducts } from "./simulated-products.ts";
import { copyStrategies } from "@sanshi/contract";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import { testNext, type ReadHistories } from "./backtesting.ts";

const stocksOfMarket = 4;

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

describe("the simulated market's strategies", () => {
  it("are there once each, however many processes begin at once, one of them closed to everybody", async () => {
    const begun = await Promise.all([1, 2, 3].map(() => publishSimulatedProducts(app.context)));
    expect(begun).toEqual([true, true, true]);
    const found = await rows(
      app.context.database.reader,
      sql<{ strategy: string }>`SELECT strategy FROM copy_product WHERE made_as IS NOT NULL`,
    );
    expect(found.map(({ strategy }) => strategy).toSorted()).toEqual(copyStrategies.toSorted());
    const customer = await app.newCustomer();
    for (const type of ["jpy", "usd", "cny"] as const) {
      const listed = await app.accepted("/trade/productlist", { type }, customer);
      const own = simulatedProducts.filter(({ market }) => market === type);
      expect(listed).toHaveLength(own.length);
      expect(listed.some((product) => product.written_by_staff)).toBe(false);
      // What has not traded here yet has no figures of its own.
      expect(listed.every(({ result }) => result === null)).toBe(true);
      const closed = listed.filter(({ state }) => state === "closed");
      expect(closed.map(({ strategy }) => strategy)).toEqual(
        type === "jpy" ? ["yesterdays_winners"] : [],
      );
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("are tested over days that are read once for all products of a market, which changes no figure", async () => {
    const { clock, database } = app.context;
    const simulated = createSimulatedFeed({ seed: "tested", hours: "always", clock });
    let reads = 0;
    const feed: typeof simulated = {
      ...simulated,
      bars(asked) {
        reads += 1;
        return simulated.bars(asked);
      },
    };
    const stocks = marketKeys.flatMap((market) =>
      simulated
        .instruments()
        .filter((one) => one.market === market)
        .slice(0, stocksOfMarket),
    );
    const instruments = (market: MarketKey) => stocks.filter((one) => one.market === market);
    const context = { ...app.context, feed, quotes: { instruments } };
    const testAll = async (readOnce: ReadHistories | null) => {
      const read = () => ({ bars: "days" as const, ...(readOnce && { read: readOnce }) });
      while (await testNext(context, () => false, read()));
      const found = await rows(
        database.reader,
        sql<{
          days: unknown;
        }>`SELECT product_id, days, figures FROM copy_backtest ORDER BY product_id`,
      );
      await tamper(app, "copy_backtest", (owner) => sql`DELETE FROM copy_backtest`.execute(owner));
      return found;
    };
    const together = await testAll(new Map());
    expect(reads).toBe(stocks.length);
    expect(together).toHaveLength(simulatedProducts.length);
    expect(together.every(({ days }) => Array.isArray(days) && days.length > 700)).toBe(true);
    expect(await testAll(null)).toEqual(together);
    expect(reads).toBeGreaterThan(3 * stocks.length);
  });

  it("are refused by the database where money is real, as is any that two operators did not publish", async () => {
    const { clock } = app.context;
    const publishing = app.owner.transaction(async (transaction) => {
      await sql`UPDATE instance SET market_kind = 'live', venue_kind = 'live', rates_kind = 'live'`.execute(
        transaction,
      );
      const at = clock.now();
      await publishProduct(transaction, testProduct(at), { proposalId: null, at });
    });
    await expect(publishing).rejects.toThrow("published by two operators");
  });
});
