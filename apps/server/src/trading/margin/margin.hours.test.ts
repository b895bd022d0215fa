import { instantOf, isTradingDay, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

/** On Tokyo's next trading day that has not begun. */
async function advanceTo(time: string): Promise<void> {
  const now = app.context.clock.now();
  const today = localDate("jpy", now);
  const isLeft = isTradingDay("jpy", today) && instantOf("jpy", today, time) > now;
  const date = isLeft ? today : nextTradingDay("jpy", today);
  await app.advance(Math.ceil((instantOf("jpy", date, time) - now) / 1_000));
}

it("a forced sale waits for a market that is closed, and is made when it opens", async () => {
  await advanceTo("10:00");
  app.feed.quote("jpy", "7203", "2850");
  const { id } = await app.accepted(
    "/trade/place-order",
    testOrder({ quantity: "1000", leverage: "3" }),
    customer,
  );
  await advanceTo("11:45");
  app.feed.quote("jpy", "7203", "2000");
  const ratio = async () => Number((await app.accepted("/trade/margin", {}, customer)).ratio);
  expect(await ratio()).toBeLessThan(10);
  await app.settle();
  const position = () => app.accepted("/trade/position", { id }, customer);
  expect(await position()).toMatchObject({ status: 0, forced_sales: [] });
  await advanceTo("12:31");
  app.feed.quote("jpy", "7203", "1990");
  await expect.poll(async () => (await position()).status).toBe(2);
  expect((await position()).forced_sales).toMatchObject([
    { reason: "ratio_too_low", price: "1990" },
  ]);
});
