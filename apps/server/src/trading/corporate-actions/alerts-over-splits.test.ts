import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { startAlerts } from "../../market/alerts/alerts.ts";

/** Another watch on the same database stands for another process. */
let app: TestApplication;
let other: { stop(): Promise<void> };
beforeAll(async () => {
  app = await startTestApplication();
  other = await startAlerts(app.context);
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const alert = (customer: SignedIn, kind: string, value: string) =>
  app.refused(
    "/market/add-alert",
    { type: "jpy", code: "7203", kind, value, request_id: newRequestId() },
    customer,
  );
const waiting = async (customer: SignedIn) =>
  (await app.accepted("/market/alerts", {}, customer)).map(({ kind, value }) => `${kind} ${value}`);
const told = async (customer: SignedIn) =>
  (await app.accepted("/user/messages", {}, customer)).items.filter(
    ({ kind }) => kind === "price_alert",
  );

/** The next day's split, past its opening, with its first quote. */
async function split(numerator: bigint, denominator: bigint, last: string): Promise<void> {
  const now = app.context.clock.now();
  const exDate = nextTradingDay("jpy", localDate("jpy", now), "always");
  app.feed.act("jpy", "7203", { kind: "split", exDate, numerator, denominator });
  await app.advance(Math.ceil((instantOf("jpy", exDate, "00:00") - now) / 1_000) + 1);
  app.feed.quote("jpy", "7203", last);
}

describe("price alerts over a split", () => {
  it("wait for the new prices, reached by none of the old or the new ones in between", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const customer = await app.newCustomer();
    for (const [kind, value] of [
      ["price_at_or_below", "1500"],
      ["price_at_or_below", "2800"],
      ["price_at_or_above", "3000.5"],
      ["percent_down", "60"],
    ] as const) {
      expect(await alert(customer, kind, value)).toBe("ok");
    }
    await split(2n, 1n, "1425");
    await expect
      .poll(() => waiting(customer))
      .toEqual([
        "percent_down 60.00",
        "price_at_or_above 1500.25",
        "price_at_or_below 1400",
        "price_at_or_below 750",
      ]);
    expect(await told(customer)).toEqual([]);
    app.feed.quote("jpy", "7203", "1400");
    await expect
      .poll(async () => (await told(customer)).map(({ params }) => params["value"]))
      .toEqual(["1400"]);
    app.feed.quote("jpy", "7203", "1500.5");
    await expect.poll(() => waiting(customer)).toHaveLength(2);
  });

  it("that come to stand at one level are one, and none waits below the smallest price", async () => {
    app.feed.quote("jpy", "7203", "3000");
    const customer = await app.newCustomer();
    for (const value of ["100.0001", "100.0002", "100", "50", "0.0001"]) {
      expect(await alert(customer, "price_at_or_below", value)).toBe("ok");
    }
    await split(2n, 1n, "1500");
    await expect
      .poll(async () => (await waiting(customer)).toSorted())
      .toEqual([
        "price_at_or_below 0.0001",
        "price_at_or_below 25",
        "price_at_or_below 50",
        "price_at_or_below 50.0001",
      ]);
    await split(1n, 4n, "6000");
    await expect
      .poll(async () => (await waiting(customer)).toSorted())
      .toEqual([
        "price_at_or_below 0.0004",
        "price_at_or_below 100",
        "price_at_or_below 200",
        "price_at_or_below 200.0004",
      ]);
  });
});
