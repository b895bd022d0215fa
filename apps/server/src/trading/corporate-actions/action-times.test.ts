import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tamper } from "../../../../../tests/support/tampering.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let id: string;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

it("writes a split down as later than the fills before it, where this process is behind the database", async () => {
  app.feed.quote("jpy", "7203", "2850");
  ({ id } = await app.accepted("/trade/place-order", testOrder({ type: "jpy" }), customer));
  app.feed.quote("jpy", "7203", "3000");
  await app.accepted("/trade/place-order", testOrder({ type: "jpy" }), customer);
  const { now } = app.context.clock;
  const exDate = nextTradingDay("jpy", localDate("jpy", now()), "always");
  app.feed.act("jpy", "7203", { kind: "split", exDate, numerator: 2n, denominator: 1n });
  await app.advance(Math.ceil((instantOf("jpy", exDate, "00:00") - now()) / 1_000) + 1);
  // A process that is behind has a fill ahead of its own time.
  await tamper(app, "fill", (owner) =>
    sql`UPDATE fill SET filled_at = app_now() + interval '1 second'`.execute(owner),
  );
  await app.settle();
  expect(await app.accepted("/trade/position", { id }, customer)).toMatchObject({
    actions: [{ kind: "split" }],
  });
  expect(await app.ledgerFaults()).toEqual([]);
});

it("takes what is filled in the moment of a split for new shares", async () => {
  app.feed.quote("jpy", "7203", "1425");
  const part = { id, kind: "market", quantity: "150", request_id: newRequestId() } as const;
  await app.accepted("/trade/close-position", part, customer);
  await tamper(app, "fill", (owner) =>
    sql`UPDATE fill SET filled_at = applied_at FROM position_action
      WHERE position_action.position_id = fill.position_id AND number > 0`.execute(owner),
  );
  const { items } = await app.accepted("/trade/holdings", { type: "jpy" }, customer);
  // Two hundred at 1,425 and two hundred at 1,500; by openings what is left would have cost 1,485.
  expect(items).toMatchObject([{ quantity: "250", average_cost: "1463" }]);
  expect(await app.ledgerFaults()).toEqual([]);
});
