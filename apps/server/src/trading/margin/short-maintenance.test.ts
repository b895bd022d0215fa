import type { Message } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";

// FINRA rule 4210: a long keeps 25 % of its value, a short 30 %; an account what its positions keep together.
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "USD:4000" });
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());
beforeEach(() => quote("189.20"));

function quote(last: string): void {
  app.feed.quote("usd", "AAPL", last, { bid: scaled(last), ask: scaled(last) });
}

function order(side: "long" | "short", quantity: string) {
  return { type: "usd", code: "AAPL", side, quantity, leverage: "2", kind: "market" } as const;
}

const place = (customer: SignedIn, side: "long" | "short", quantity: string) =>
  app.accepted(
    "/trade/place-order",
    { ...order(side, quantity), request_id: newRequestId() },
    customer,
  );
const margin = (customer: SignedIn) => app.accepted("/trade/margin", { type: "usd" }, customer);
const ratioAbove = (customer: SignedIn, percent: number) =>
  expect.poll(async () => Number((await margin(customer)).ratio) > percent);

async function callMessage(customer: SignedIn): Promise<Message | undefined> {
  const { items } = await app.accepted("/user/messages", { limit: "100" }, customer);
  return items.find(({ kind }) => kind === "margin_call");
}

it("calls a short in New York below 30 %, from the price that the ticket says or better", async () => {
  const customer = await app.newCustomer();
  // 40 shares: 3,784 dollars of margin and 7,568 of proceeds are 130 % of 40 × 218.3076…
  const preview = await app.accepted("/trade/preview-order", order("short", "40"), customer);
  expect(preview.margin_call_price).toMatch(/^218\.30/);
  await place(customer, "short", "40");
  quote("220");
  await ratioAbove(customer, 30).toBe(true);
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "30", call: null });
  quote("226");
  await expect.poll(async () => (await margin(customer)).call !== null).toBe(true);
  // Not yet below what a long keeps.
  expect(Number((await margin(customer)).ratio)).toBeGreaterThan(26);
  expect((await callMessage(customer))?.params).toMatchObject({ required: "30", restore: "30" });
  quote("200");
  await expect.poll(async () => (await margin(customer)).call).toBeNull();
});

it("calls a long there below 25 % as before", async () => {
  const customer = await app.newCustomer();
  await place(customer, "long", "40");
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "25" });
  quote("124");
  await ratioAbove(customer, 30).toBe(false);
  expect(Number((await margin(customer)).ratio)).toBeGreaterThan(25);
  quote("117");
  await expect.poll(async () => (await margin(customer)).call !== null).toBe(true);
  expect((await callMessage(customer))?.params).toMatchObject({ required: "25", restore: "25" });
});

it("asks of both together what each keeps: as much of the one as of the other is 27.5 %", async () => {
  const customer = await app.newCustomer();
  await place(customer, "long", "20");
  await place(customer, "short", "20");
  quote("355");
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "27.5", call: null });
  await ratioAbove(customer, 27.5).toBe(true);
  quote("370");
  await expect.poll(async () => (await margin(customer)).call !== null).toBe(true);
  expect(Number((await margin(customer)).ratio)).toBeGreaterThan(26);
  expect((await callMessage(customer))?.params).toMatchObject({
    required: "27.5",
    restore: "27.5",
  });
});
