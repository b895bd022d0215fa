import type { CallOutput, Calls } from "@sanshi/contract";
import { formatScaled, parsePrice, price, type MarketKey } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";

// What the ticket says before an order, against what the server reckons of the position afterwards.
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:9000000,USD:90000,CNY:900000" });
  // The mainland's own rule offers neither: an operator's decision does.
  await decideUnwitnessed(
    app,
    "stock_offer",
    sql`INSERT INTO stock_offer VALUES ('cny', '600519', '{1,2,3}', true)`,
  );
});
afterAll(() => app.stop());

const stocks = {
  jpy: { code: "7203", quantity: "100", last: "2850", tick: "0.5" },
  usd: { code: "AAPL", quantity: "10", last: "189.20", tick: "0.01" },
  cny: { code: "600519", quantity: "100", last: "1500.00", tick: "0.01" },
} as const;

type Margin = CallOutput<Calls["/trade/margin"]>;

/** The position's own ratio in per cent: without the available money behind it and without interest. */
function ownPercent(margin: Margin, side: "long" | "short", available: string): number {
  const own = Number(margin.equity) - Number(available) + Number(margin.interest);
  const exposure = Number(margin.exposure);
  if (margin.type !== "cny") return (own / exposure) * 100;
  const owed = side === "long" ? Number(margin.borrowed) : exposure;
  return ((own + owed) / owed) * 100;
}

async function percentAt(customer: SignedIn, type: MarketKey, side: "long" | "short", at: bigint) {
  const last = formatScaled(at, 4);
  app.feed.quote(type, stocks[type].code, last, { bid: price(at), ask: price(at) });
  const margin = await app.accepted("/trade/margin", { type }, customer);
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const money = currencies.find(({ currency }) => currency === type.toUpperCase());
  return { percent: ownPercent(margin, side, money!.available), margin };
}

describe("the warning prices on the ticket", () => {
  const cases = (["jpy", "usd", "cny"] as const).flatMap((type) =>
    (["long", "short"] as const).flatMap((side) => [2, 3].map((times) => [type, side, times])),
  ) as [MarketKey, "long" | "short", 2 | 3][];

  it.each(cases.filter(([type, , times]) => type !== "usd" || times === 2))(
    "%s %s ×%i are where the server's ratio of that position passes its limits",
    async (type, side, times) => {
      const customer = await app.newCustomer();
      const { code, quantity, last, tick } = stocks[type];
      app.feed.quote(type, code, last);
      const form = { type, code, side, kind: "market", quantity, leverage: `${times}` } as const;
      await expect.poll(() => app.refused("/trade/preview-order", form, customer)).toBe("ok");
      const preview = await app.accepted("/trade/preview-order", form, customer);
      await app.accepted("/trade/place-order", { ...form, request_id: newRequestId() }, customer);
      const step = parsePrice(tick)! * (side === "long" ? 1n : -1n);
      for (const [text, limit] of [
        [preview.margin_call_price, "maintenance_percent"],
        [preview.forced_sale_price, "forced_sale_percent"],
      ] as const) {
        const at = parsePrice(text!)!;
        const inside = await percentAt(customer, type, side, at + step);
        expect(inside.percent).toBeGreaterThanOrEqual(Number(inside.margin[limit]));
        const beyond = await percentAt(customer, type, side, at - step);
        expect(beyond.percent).toBeLessThan(Number(beyond.margin[limit]));
      }
    },
  );
});
