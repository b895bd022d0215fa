import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

// With the exchanges' own rules a mainland share that was bought today is not sold before the next trading day.
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", SIMULATED_GRANT: "CNY:900000" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const stock = { type: "cny", code: "600519" } as const;
const closing = { ...stock, side: "long", funding: "cash", kind: "market" } as const;

async function goTo(daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays("cny", localDate("cny", now), daysOn);
  await app.advance(Math.round((instantOf("cny", date, time) - now) / 1_000));
  app.feed.quote("cny", "600519", "1500.00");
}
async function buy(quantity: string): Promise<string> {
  const order = testOrder({ ...stock, quantity });
  return (await app.accepted("/trade/place-order", order, customer)).id;
}
const holding = async () =>
  (await app.accepted("/trade/holdings", { type: "cny" }, customer)).items[0];

it("is held back until the next trading day, and told so, while what was bought before is sold", async () => {
  await goTo(1, "10:00");
  const first = await buy("100");
  await goTo(1, "10:00");
  const second = await buy("200");
  // The quarter of an hour is over for both.
  await goTo(0, "10:30");
  const next = instantOf(
    "cny",
    addTradingDays("cny", localDate("cny", app.context.clock.now()), 1),
    "09:30",
  );
  const until = (await holding())?.sellable_at ?? "";
  expect(Date.parse(until)).toBeLessThanOrEqual(next);
  expect(Date.parse(until)).toBeGreaterThan(app.context.clock.now() + 12 * 3_600_000);
  expect(await holding()).toMatchObject({
    quantity: "300",
    quantity_free: "100",
    quantity_locked: "200",
    next_sellable_at: until,
  });
  const preview = await app.accepted("/trade/preview-close-holding", closing, customer);
  expect(preview.parts).toMatchObject([{ id: first, quantity: "100" }]);
  expect(preview.left_out).toMatchObject([
    { id: second, quantity: "200", reason: "bought_today", until },
  ]);
  const chosen = { ...closing, openings: `${second}:200`, request_id: newRequestId() };
  expect(await app.refused("/trade/close-holding", chosen, customer)).toBe("bought_today");
  // Lots hold for each order, and so for each opening.
  const half = { ...closing, quantity: "50", request_id: newRequestId() };
  expect(await app.refused("/trade/close-holding", half, customer)).toBe("quantity_not_in_lots");
  const all = { ...closing, request_id: newRequestId() };
  const sold = await app.accepted("/trade/close-holding", all, customer);
  expect(sold).toMatchObject({ quantity_filled: "100", parts: [{ id: first }] });
  await goTo(1, "10:00");
  expect(await holding()).toMatchObject({
    quantity: "200",
    quantity_free: "200",
    sellable_at: null,
  });
});
