import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { shares } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

// The mainland's exchanges take no cancels just before their auctions: 09:20 to 09:25, 14:57 to 15:00.
let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", SIMULATED_GRANT: "CNY:9000000" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

async function goTo(daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays("cny", localDate("cny", now), daysOn);
  await app.advance(Math.ceil((instantOf("cny", date, time) - now) / 1_000));
  const level = [{ price: scaled("1500.00"), quantity: shares(100n) }];
  app.feed.quote("cny", "600519", "1500.00", { asks: level, bids: level });
}

const again = (time: string) =>
  new Date(instantOf("cny", localDate("cny", app.context.clock.now()), time)).toISOString();

async function place(more: object): Promise<string> {
  const input = testOrder({ type: "cny", code: "600519", kind: "limit", quantity: "100", ...more });
  return (await app.accepted("/trade/place-order", input, customer)).id;
}

const cancel = (id: string) =>
  app.post("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
const change = (id: string) =>
  app.post("/trade/amend-order", { id, price: "1498", request_id: newRequestId() }, customer);

it("refuses to cancel and to change what the auction takes, with when it can be again", async () => {
  await goTo(1, "14:50");
  const buys = await place({ price: "1490" });
  const stops = await place({ kind: "stop", stop_price: "1550" });
  const grows = await place({ price: "1500", quantity: "900" });
  await goTo(1, "10:00");
  const sells = (
    await app.accepted(
      "/trade/close-position",
      { id: await bought(), kind: "limit", price: "1600", request_id: newRequestId() },
      customer,
    )
  ).id;
  await goTo(0, "14:56");
  expect((await change(buys)).body.msg).toBe("ok");
  await goTo(0, "14:58");
  const refused = { msg: "cancel_not_accepted", params: { time: again("15:00") } };
  for (const id of [buys, sells]) {
    expect((await cancel(id)).body).toMatchObject(refused);
    expect((await change(id)).body).toMatchObject(refused);
  }
  // Without an id of the request too.
  expect((await app.post("/trade/cancel-order", { id: buys }, customer)).body).toMatchObject(
    refused,
  );
  // To close what an order still adds to would cancel its rest.
  const part = { id: grows, kind: "limit", price: "1600", quantity: "100" } as const;
  const close = { ...part, request_id: newRequestId() };
  expect((await app.post("/trade/close-position", close, customer)).body).toMatchObject(refused);
  // A stop that is not reached waits here, not at the exchange.
  expect((await cancel(stops)).body.msg).toBe("ok");
  await goTo(0, "15:01");
  expect((await cancel(sells)).body.msg).toBe("ok");
  await goTo(1, "09:21");
  expect((await cancel(buys)).body).toMatchObject({
    msg: "cancel_not_accepted",
    params: { time: again("09:25"), rule: "cn_no_cancels" },
  });
  await goTo(0, "09:26");
  expect((await cancel(buys)).body.msg).toBe("ok");
  expect(await app.ledgerFaults()).toEqual([]);
});

/** A position of the day before, which can be sold. */
async function bought(): Promise<string> {
  const id = await place({ price: "1500", quantity: "100" });
  await goTo(1, "10:00");
  return id;
}
