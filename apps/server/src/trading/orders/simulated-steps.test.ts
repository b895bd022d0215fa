import { expect, it } from "vitest";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { startTestApplicationOn } from "../../../../../tests/support/test-application.ts";

const codes = ["7203", "6758", "8306"];
const companies = demoCompanies().filter(
  ({ market, code }) => market === "jpy" && codes.includes(code),
);

it("an hour of the simulated market in one step fills every limit that one of its minutes went below", async () => {
  const app = await startTestApplicationOn(
    (clock) => createSimulatedFeed({ seed: "steps", hours: "always", clock, companies }),
    { SIMULATED_GRANT: "JPY:900000000" },
  );
  try {
    const customer = await app.newCustomer();
    const from = app.context.clock.now();
    const waiting = [];
    for (const code of codes) {
      const { ask } = app.feed.snapshot().find((quote) => quote.code === code)!;
      for (const away of [1n, 2n, 3n, 5n, 8n]) {
        // Whole yen: on every grid of such a price.
        const at = (ask * (1_000n - away)) / 10_000_000n;
        const asked = { code, kind: "limit" as const, price: `${at}` };
        const { id } = await app.accepted("/trade/place-order", testOrder(asked), customer);
        waiting.push({ id, code, limit: at * 10_000n });
      }
    }
    await app.advance(3_600);
    app.feed.poll();
    const until = app.context.clock.now();
    const reached = [];
    for (const order of waiting) {
      const asked = { market: "jpy", code: order.code, period: "1m", before: until } as const;
      const minutes = await app.feed.bars({ ...asked, limit: 62 });
      const isWhole = (at: number) => at > from && at < until - 120_000;
      if (minutes.some(({ from: at, low }) => isWhole(at) && low < order.limit))
        reached.push(order);
    }
    expect(reached.length).toBeGreaterThan(0);
    for (const { id, limit } of reached) {
      const filled = async () => (await app.accepted("/trade/position", { id }, customer)).fills;
      await expect.poll(async () => (await filled()).length).toBeGreaterThan(0);
      for (const fill of await filled()) {
        expect(Number(fill.price) * 10_000).toBeLessThanOrEqual(Number(limit));
      }
    }
  } finally {
    await app.stop();
  }
});
