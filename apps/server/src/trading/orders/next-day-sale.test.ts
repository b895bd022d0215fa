import { addTradingDays, instantOf, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { sql } from "../../platform/sql/database.ts";

// T+1 on the mainland also for what nobody asks for at the moment: exits that are reached, and forced sales.
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_RULES: "exchange", SIMULATED_GRANT: "CNY:40000" });
  await decideUnwitnessed(
    app,
    "stock_offer",
    sql`INSERT INTO stock_offer VALUES ('cny', '600519', '{1,2,3}', true)`,
  );
});
afterAll(() => app.stop());

async function goTo(daysOn: number, time: string): Promise<void> {
  const now = app.context.clock.now();
  const date = addTradingDays("cny", localDate("cny", now), daysOn);
  await app.advance(Math.round((instantOf("cny", date, time) - now) / 1_000));
}

function quote(last: string): void {
  app.feed.quote("cny", "600519", last, { bid: scaled(last), ask: scaled(last) });
}

async function buy(customer: SignedIn, quantity: string, more: object = {}): Promise<string> {
  const order = { type: "cny", code: "600519", side: "long", kind: "market", leverage: "1" };
  const input = { ...order, quantity, ...more, request_id: newRequestId() };
  return (await app.accepted("/trade/place-order", input as never, customer)).id;
}

type Pair = { exits: SignedIn; borrower: SignedIn };
type Bought = Pair & { gain: string; loss: string; lent: string };

const pair = async (): Promise<Pair> => ({
  exits: await app.newCustomer(),
  borrower: await app.newCustomer(),
});

/** One customer with a gain and a loss to be taken, another with as much borrowed as there is. */
async function buyAll({ exits, borrower }: Pair): Promise<Bought> {
  quote("150.00");
  return {
    exits,
    gain: await buy(exits, "100", { take_profit: "160" }),
    loss: await buy(exits, "100", { stop_loss: "145" }),
    borrower,
    lent: await buy(borrower, "600", { leverage: "3" }),
  };
}

const position = (customer: SignedIn, id: string) =>
  app.accepted("/trade/position", { id }, customer);

async function isSold(customer: SignedIn, id: string, ending: string): Promise<void> {
  const found = async () => {
    const { status, ending: how } = await position(customer, id);
    return { status, ending: how };
  };
  await expect.poll(found).toEqual({ status: 2, ending });
}

async function isHeld(customer: SignedIn, id: string): Promise<void> {
  expect(await position(customer, id)).toMatchObject({ status: 0, sell_price: null });
}

it("sells by exit and by force what was bought the day before, and what was bought today the day after", async () => {
  // Accounts are looked at in the order of their numbers: today's first, so that they had their turn.
  const [todays, earlier] = [await pair(), await pair()];
  await goTo(1, "10:00");
  const before = await buyAll(earlier);
  await goTo(1, "10:00");
  const today = await buyAll(todays);
  // The 15 minutes are over for all of them. What was sold of the day before shows that it was looked at.
  await goTo(0, "10:30");
  quote("161.00");
  await isSold(before.exits, before.gain, "take_profit");
  quote("144.00");
  await isSold(before.exits, before.loss, "stop_loss");
  quote("75.00");
  await isSold(before.borrower, before.lent, "forced_sale");
  await isHeld(today.exits, today.gain);
  await isHeld(today.exits, today.loss);
  await isHeld(today.borrower, today.lent);

  await goTo(1, "09:31");
  quote("161.00");
  await isSold(today.exits, today.gain, "take_profit");
  quote("144.00");
  await isSold(today.exits, today.loss, "stop_loss");
  quote("75.00");
  await isSold(today.borrower, today.lent, "forced_sale");
  expect((await position(today.borrower, today.lent)).forced_sales).toHaveLength(1);
  expect(await app.ledgerFaults()).toEqual([]);
});

it.each([
  ["as a whole", "100"],
  ["in part", "200000"],
])(
  "answers again from when on shares that an order bought %s can be sold",
  async (_how, quantity) => {
    const customer = await app.newCustomer();
    await goTo(1, "10:00");
    app.feed.quote("cny", "600519", "0.10", { previousClose: scaled("0.10") });
    const input = {
      type: "cny",
      code: "600519",
      side: "long",
      kind: "limit",
      price: "0.10",
      leverage: "1",
      quantity,
      request_id: newRequestId(),
    } as const;
    const first = await app.accepted("/trade/place-order", input, customer);
    const next = addTradingDays("cny", localDate("cny", app.context.clock.now()), 1);
    expect(first.sellable_at).toBe(new Date(instantOf("cny", next, "09:30")).toISOString());
    expect(await app.accepted("/trade/place-order", input, customer)).toEqual(first);
  },
);
