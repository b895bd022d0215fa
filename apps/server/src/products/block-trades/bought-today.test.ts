import { dayMs, iso } from "@sanshi/contract";
import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { testFundPassword } from "../../../../../tests/support/test-money.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", SIMULATED_GRANT: "CNY:9000000" });
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

async function goTo(daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays("cny", localDate("cny", now), daysOn);
  await app.advance(Math.round((instantOf("cny", date, time) - now) / 1_000));
  app.feed.quote("cny", "600519", "1500");
}

it("what was bought today is not offered as a block on the mainland, where an offer may settle within hours", async () => {
  const seller = await app.newCustomer();
  const password = {
    login_password: testPassword,
    new_password: testFundPassword,
    new_password2: testFundPassword,
  };
  await app.accepted("/user/set-fund-password", password, seller);
  await goTo(1, "09:40");
  const order = {
    ...({ type: "cny", code: "600519", side: "long", kind: "market", leverage: "1" } as const),
    quantity: "1500",
    request_id: newRequestId(),
  };
  const { id: position } = await app.accepted("/trade/place-order", order, seller);
  await goTo(0, "10:00");
  const terms = () => ({
    position,
    quantity: "1500",
    floor_price: "1400",
    discount_most: "6.00",
    lock_up_days: 0,
    expires_at: iso(app.context.clock.now() + 2 * dayMs),
    fund_password: testFundPassword,
    request_id: newRequestId(),
  });
  expect(await app.refused("/trade/consent-block-sale", terms(), seller)).toBe("bought_today");
  await goTo(1, "09:40");
  expect(await app.refused("/trade/consent-block-sale", terms(), seller)).toBe("ok");
});
