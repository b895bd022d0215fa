import { positionStatuses } from "@sanshi/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../../tests/support/builders.ts";
import { calm, createSlowVenue } from "../../../../../../tests/support/slow-venue.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../../tests/support/test-money.ts";
import { sql } from "../../../platform/sql/database.ts";

const venue = createSlowVenue(1, { ...calm });
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" }, { venue: venue.venue });
  venue.clock = app.context.clock;
  await advanceToWednesday(app, "06:00");
});
afterAll(() => app.stop());

it("what waits with us for the market's opening is not given to the venue while its customer is frozen", async () => {
  venue.atOnce = "all";
  app.feed.quote("jpy", "7203", "2850");
  const [frozen, other] = [await app.newCustomer(), await app.newCustomer()];
  const place = async (who: typeof frozen) =>
    (await app.accepted("/trade/place-order", testOrder({ quantity: "100" }), who)).id;
  const [barred, free] = [await place(frozen), await place(other)];
  const restrict = (state: "frozen" | "active") =>
    sql`UPDATE customer SET state = ${state} WHERE account = ${frozen.account}`.execute(
      app.owner.reader,
    );
  await restrict("frozen");
  await app.advance(3.5 * 3_600);
  app.feed.quote("jpy", "7203", "2850");
  const status = async (id: string, who: typeof frozen) => {
    venue.tick();
    return (await app.accepted("/trade/position", { id }, who)).status;
  };
  await expect.poll(() => status(free, other)).toBe(positionStatuses.holding);
  expect(venue.book.has(`${barred}-1`)).toBe(false);
  await restrict("active");
  await expect.poll(() => status(barred, frozen)).toBe(positionStatuses.holding);
  expect(await app.ledgerFaults()).toEqual([]);
});
