import {
  addTradingDays,
  auctionsOf,
  instantOf,
  localDate,
  type AuctionName,
} from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { announceEnd } from "../../../../../tests/support/test-stock-ends.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange", SIMULATED_GRANT: "JPY:5000000" });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const dateIn = (days: number) =>
  addTradingDays("jpy", localDate("jpy", app.context.clock.now()), days);
const goTo = (date: string, time: string) =>
  app.advance(Math.ceil((instantOf("jpy", date, time) - app.context.clock.now()) / 1_000));
const place = async (more: Partial<PlaceInput>) =>
  (await app.accepted("/trade/place-order", testOrder({ quantity: "10", ...more }), customer)).id;
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const available = async () => Number((await app.accepted("/user/getUserinfo", {}, customer)).jpy);
const quote = (last: string) =>
  app.feed.quote("jpy", "7203", last, { previousClose: scaled(last) });

function print(tradingDate: string, auction: AuctionName, last: string): void {
  const found = auctionsOf("TSE", tradingDate, "exchange").find((one) => one.auction === auction)!;
  const of = { market: "jpy", code: "7203", feed: "scripted", tradingDate, auction } as const;
  const { matchesAt: at } = found;
  app.feed.print({
    ...of,
    sequence: BigInt(at),
    at,
    price: scaled(last),
    volume: null,
    locked: null,
  });
}

const endAfter = (last_trading_day: string) =>
  announceEnd(app, { type: "jpy", code: "7203", kind: "delisted", last_trading_day });

it("fills in the last call auction what waits there, settles that, and ends the rest with its money back", async () => {
  const day = dateIn(1);
  await endAfter(day);
  await goTo(day, "14:00");
  quote("2850");
  print(day, "closing", "2900");
  const before = await available();
  const filled = await place({ kind: "market", time_in_force: "at_close" });
  const tooLow = await place({ kind: "limit", price: "2800", time_in_force: "at_close" });
  const lasting = await place({ kind: "limit", price: "2700", time_in_force: "day" });
  // The call has begun: what comes now waits in it as well.
  await goTo(day, "15:26");
  const late = await place({ kind: "limit", price: "2950" });
  expect(await position(late)).toMatchObject({ status: 3 });
  app.feed.close("jpy", "7203", instantOf("jpy", day, "09:00"), "2900");
  await goTo(addTradingDays("jpy", day, 1), "00:05");
  await app.settle();
  for (const id of [filled, late]) {
    expect(await position(id)).toMatchObject({
      buy_price: "2900",
      ending: "stock_end",
      settlements: [{ price: "2900", price_of: day }],
    });
  }
  for (const id of [tooLow, lasting]) {
    expect(await position(id)).toMatchObject({ ending: "expired" });
  }
  expect(await app.refused("/trade/place-order", testOrder(), customer)).toBe("instrument_ended");
  const fees = before - (await available());
  // Bought and settled at one price: what is missing is the fee of two purchases.
  expect(fees).toBeGreaterThanOrEqual(0);
  expect(fees).toBeLessThan(200);
  expect(await app.ledgerFaults()).toEqual([]);
});
