import { price } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extendedHoursOf } from "../../../../../tests/support/extended-hours.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { newBlock } from "../../../../../tests/support/test-blocks.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";

/** Prices of an evening a tenth and ten times of the close: whatever used one of them would show it. */
const app = await startTestApplication({
  MARKET_HOURS: "exchange",
  SIMULATED_GRANT: "JPY:1000000,USD:1000000",
});
afterAll(() => app.stop());
const customer = await app.newCustomer();
const code = "AAPL";
const usd = { type: "usd" } as const;
const stock = { ...usd, code };
const { today, ordinaryDay, goTo, extend, place, agree } = extendedHoursOf(app, code, customer);
const extremes = [
  ["9", "10"],
  ["990", "1000"],
] as const;

let block: bigint;
beforeAll(async () => {
  await setSetting(app, "extended_hours", "on");
  await agree(customer);
  await goTo(ordinaryDay(), "11:00");
  const day = { previousClose: price(1_010_000n), high: price(1_020_000n), low: price(980_000n) };
  app.feed.quote("usd", code, "100", day);
  const regular = { hours: "regular", kind: "market" } as const;
  const held = await place({ ...regular, quantity: "100" });
  await place({ ...regular, quantity: "1000", leverage: "2" });
  await place({ ...regular, quantity: "10", side: "short", leverage: "2" });
  const exits = { id: held.id, take_profit: "150", stop_loss: "50" };
  await app.accepted("/trade/set-exits", { ...exits, request_id: newRequestId() }, customer);
  await place({ ...regular, kind: "stop", stop_price: "140" });
  await place({ ...regular, kind: "limit", price: "50" });
  for (const [kind, value] of [
    ["price_at_or_above", "150"],
    ["price_at_or_below", "50"],
  ] as const) {
    const alert = { ...stock, kind, value, request_id: newRequestId() };
    await app.accepted("/market/add-alert", alert, customer);
  }
  const terms = { ...stock, price: "99", lot: "10", total: "1000", minimum: "10", maximum: "100" };
  block = await newBlock(app, terms);
  await goTo(today(), "17:00");
  await app.settle();
});

/** Each answer that a price is in, by what a customer would call it. */
async function shown(by: SignedIn) {
  const order = { ...stock, side: "long", quantity: "10", leverage: "1" } as const;
  const preview = (more: object) =>
    app.accepted("/trade/preview-order", { ...order, kind: "limit", price: "101", ...more }, by);
  const opening = { side: "long", funding: "cash", kind: "market" } as const;
  const { at: _, ...margin } = await app.accepted("/trade/margin", usd, by);
  const { extended: __, ...official } = await app.accepted("/market/stock", stock, by);
  return {
    previews: [
      await preview({}),
      await preview({ leverage: "2" }),
      await preview({ side: "short", price: "99", leverage: "2" }),
    ],
    closing: await app.post("/trade/preview-close-holding", { ...stock, ...opening }, by),
    positions: await app.accepted("/trade/userstocklist", usd, by),
    holdings: await app.accepted("/trade/holdings", usd, by),
    margin,
    assets: (await app.accepted("/user/assets", {}, by)).currencies,
    // Each in its own currency: the totals in yen move with the rate of exchange.
    netAssets: (await app.accepted("/user/net-assets", {}, by)).currencies,
    profit: (await app.accepted("/user/profit", {}, by)).markets,
    statements: await app.accepted("/user/statements", {}, by),
    messages: (await app.accepted("/user/messages", {}, by)).items.map(({ kind }) => kind),
    alerts: await app.accepted("/market/alerts", {}, by),
    official,
    figures: await app.accepted("/market/figures", usd, by),
    overview: await app.accepted("/market/overview", usd, by),
    stocks: await app.accepted("/market/stocks", usd, by),
    depth: await app.accepted("/market/depth", stock, by),
    block: await app.accepted("/trade/block", { id: `${block}` }, by),
    blockPreview: await app.post("/trade/preview-block", { id: `${block}`, quantity: "10" }, by),
    products: await app.accepted("/trade/productlist", usd, by),
  };
}

/** It is asked twice, ten seconds apart. */
function withoutTimes(told: unknown): unknown {
  return JSON.parse(JSON.stringify(told).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, "null"));
}

describe("a price of extended hours", () => {
  it.each(extremes)("of %s moves nothing that goes by the official price", async (bid, ask) => {
    extend("100", "100.5", 100n);
    await app.settle();
    const before = await shown(customer);
    expect(before.official).toMatchObject({ price: "100.00" });
    expect(before.alerts).toHaveLength(2);
    extend(bid, ask, 1_000n);
    await app.advance(10);
    await app.settle();
    // It is there: whoever asks for extended hours sees it.
    const seen = await app.accepted("/market/stock", stock, customer);
    expect(seen.extended!.quote).toMatchObject({ bid: `${bid}.00`, ask: `${ask}.00` });
    const after = await shown(customer);
    for (const [name, told] of Object.entries(before)) {
      expect(withoutTimes(after[name as keyof typeof after]), name).toEqual(withoutTimes(told));
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
