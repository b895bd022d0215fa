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

it("keeps 5 dollars a share of a cheap short, 2.50 and all of its value below 5 dollars", async () => {
  const customer = await app.newCustomer();
  quote("12");
  await app.accepted(
    "/trade/place-order",
    { ...order("short", "300"), leverage: "1", request_id: newRequestId() },
    customer,
  );
  // 300 × 5 of 300 × 12: not 30 %.
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "41.67", call: null });
  quote("4");
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "100" });
  quote("2");
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "125", call: null });
});

it("calls a cheap short by its least amount a share, where 30 % would not yet", async () => {
  const customer = await app.newCustomer();
  quote("10");
  const { margin_call_price: warned } = await app.accepted(
    "/trade/preview-order",
    order("short", "790"),
    customer,
  );
  expect(warned).toBe("10.00");
  await place(customer, "short", "790");
  // 15 dollars a share are held, and some of the money is left: 30 % would do up to 11.53.
  quote("10.60");
  await expect.poll(async () => (await margin(customer)).call !== null).toBe(true);
  expect(Number((await margin(customer)).ratio)).toBeGreaterThan(41);
  expect(await margin(customer)).toMatchObject({ maintenance_percent: "47.17" });
  quote("9");
  await expect.poll(async () => (await margin(customer)).call).toBeNull();
});

it("begins no short with less than it has to keep", async () => {
  const customer = await app.newCustomer();
  const short = async (last: string, leverage: string) => {
    quote(last);
    const asked = { ...order("short", "10"), leverage, request_id: newRequestId() };
    const { body } = await app.post("/trade/place-order", asked, customer);
    return body.status === 1 ? "ok" : { msg: body.msg, params: body.params };
  };
  const rule = {
    rule: "us_margin",
    since: "1974-01-03",
    since_confirmed: "false",
    rule_source: expect.stringContaining("FINRA Rule 4210"),
    rule_confirmed: "false",
    // Its text has no address that is known, so none is named.
    rule_title: "FINRA Rule 4210(b), (c)",
    rule_publisher: "finra",
    rule_publisher_name: "FINRA",
    rule_publisher_kind: "regulator",
  };
  expect(await short("10", "2")).toBe("ok");
  expect(await short("9.99", "2")).toEqual({
    msg: "leverage_not_offered",
    params: { max: "1", ...rule },
  });
  expect(await short("9.99", "1")).toBe("ok");
  expect(await short("2.50", "1")).toBe("ok");
  expect(await short("2.49", "1")).toEqual({ msg: "short_not_offered", params: rule });
});
