import type { HeldStock } from "@sanshi/contract";
import { shares } from "@sanshi/money";
import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";

// An order of the mainland that is filled over two days: the first day's shares are sold on the second, and the second
// day's wait for the third.
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", SIMULATED_GRANT: "CNY:90000" });
  await decideUnwitnessed(
    app,
    "stock_offer",
    sql`INSERT INTO stock_offer VALUES ('cny', '600519', '{1,2,3}', true)`,
  );
});
afterAll(() => app.stop());

const dayOn = (days: number) =>
  addTradingDays("cny", localDate("cny", app.context.clock.now()), days);

async function goTo(daysOn: number, time: string): Promise<void> {
  const ahead = instantOf("cny", dayOn(daysOn), time) - app.context.clock.now();
  await app.advance(Math.round(ahead / 1_000));
}

/** So many shares on each side; every order takes them for itself. */
function quote(last: string, quantity = 100_000n): void {
  const level = [{ price: scaled(last), quantity: shares(quantity) }];
  app.feed.quote("cny", "600519", last, {
    asks: level,
    bids: level,
    previousClose: scaled("150.00"),
  });
}

const position = (customer: SignedIn, id: string): Promise<HeldStock> =>
  app.accepted("/trade/position", { id }, customer);

type Bought = { customer: SignedIn; id: string };

/** Orders 300 shares, of which the market takes 100 on this day. */
async function order(more: object = {}): Promise<Bought> {
  const customer = await app.newCustomer();
  const input = testOrder({
    type: "cny",
    code: "600519",
    kind: "limit",
    price: "150",
    quantity: "300",
    ...more,
  });
  const { id } = await app.accepted("/trade/place-order", input, customer);
  return { customer, id };
}

async function hasOpened({ customer, id }: Bought, quantity: string): Promise<void> {
  await expect.poll(async () => (await position(customer, id)).quantity_opened).toEqual(quantity);
}

it("sells what was bought on the days before, by order, exit and force, and the rest a day later", async () => {
  await goTo(1, "10:00");
  quote("150.00", 100n);
  const plain = await order();
  const loss = await order({ stop_loss: "145" });
  const gain = await order({ take_profit: "160" });
  const lent = await order({ leverage: "3", quantity: "1700" });
  const all = [plain, loss, gain, lent];
  for (const one of all) await hasOpened(one, "100");

  await goTo(1, "10:00");
  quote("150.00", 1_600n);
  for (const one of all) await hasOpened(one, one === lent ? "1700" : "300");
  const next = new Date(instantOf("cny", dayOn(1), "09:30")).toISOString();
  for (const one of all) {
    const found = await position(one.customer, one.id);
    const quantity_locked = one === lent ? "1600" : "200";
    expect(found).toMatchObject({ quantity_locked, locked_until: next });
    expect(Date.parse(found.sellable_at)).toBeLessThan(app.context.clock.now());
  }
  await tellsWhatCanBeSold(plain, next);

  // Each by a price that the others do not wait for any more, again and again on the same day.
  quote("144.00");
  await isClosed(loss, "100");
  quote("161.00");
  await isClosed(gain, "100");
  quote("75.00");
  await isClosed(lent, "100");
  for (const time of ["10:30", "14:30"]) {
    await goTo(0, time);
    for (const last of ["75.00", "144.00", "161.00", "150.00"]) quote(last);
  }
  for (const one of all) await isClosed(one, "100");
  // In the evening the rest is ordered for the next day.
  await goTo(0, "19:00");
  const evening = { id: plain.id, kind: "limit", price: "140", quantity: "200" } as const;
  const input = { ...evening, request_id: newRequestId() };
  await app.accepted("/trade/close-position", input, plain.customer);
  expect(await position(plain.customer, plain.id)).toMatchObject({
    quantity_locked: "0",
    closing_quantity: "200",
  });

  await goTo(1, "09:31");
  quote("150.00");
  await isClosed(plain, "300");
  quote("144.00");
  await isClosed(loss, "300");
  quote("161.00");
  await isClosed(gain, "300");
  quote("75.00");
  await isClosed(lent, "1700");
  expect(await app.ledgerFaults()).toEqual([]);
});

/** Of 300 shares the 100 of the day before, however they are asked for. */
async function tellsWhatCanBeSold({ customer, id }: Bought, next: string): Promise<void> {
  const close = (part: { quantity?: string }) => {
    const input = { id, kind: "market", ...part, request_id: newRequestId() } as const;
    return app.post("/trade/close-position", input, customer);
  };
  for (const part of [{ quantity: "200" }, {}]) {
    const { body } = await close(part);
    expect(body).toMatchObject({ msg: "bought_today", params: { max: "100" } });
  }
  const { items } = await app.accepted("/trade/holdings", { type: "cny" }, customer);
  expect(items).toMatchObject([
    {
      quantity_free: "100",
      quantity_locked: "200",
      next_sellable_at: next,
      openings: [{ quantity: "300", quantity_free: "100", sellable_at: next }],
    },
  ]);
  const stock = { type: "cny", code: "600519", side: "long", funding: "cash" } as const;
  const considered = { ...stock, kind: "market" } as const;
  const preview = await app.accepted("/trade/preview-close-holding", considered, customer);
  expect(preview).toMatchObject({
    quantity_max: "100",
    parts: [{ id, quantity: "100" }],
    left_out: [{ id, quantity: "200", reason: "bought_today", until: next }],
  });
  // Two at once for the same hundred: one of them has it.
  const both = await Promise.all([close({ quantity: "100" }), close({ quantity: "100" })]);
  expect(both.map(({ body }) => body.msg).toSorted()).toEqual(["bought_today", "ok"]);
}

async function isClosed({ customer, id }: Bought, quantity: string): Promise<void> {
  await expect.poll(async () => (await position(customer, id)).quantity_closed).toEqual(quantity);
}
