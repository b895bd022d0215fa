import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "../../apps/server/src/platform/sql/database.ts";
import { scaled } from "../support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../support/test-application.ts";
import { findOrderFaults, type Acknowledged } from "./order-checker.ts";
import { randomSource } from "./random-source.ts";
import { testSeed as seed } from "../support/chance.ts";

/**
 * Many customers trade at once while the market moves; then everything that they were told is held
 * against the records and the books. TEST_SEED repeats a run's choices.
 */
const customerCount = 24;
const actionsEach = 60;
const quotesEach = 250;

let app: TestApplication;
const acknowledged: Acknowledged[] = [];
const refusals = new Map<string, number>();

beforeAll(async () => {
  app = await startTestApplication();
  await trade();
});
afterAll(() => app.stop());

async function trade(): Promise<void> {
  const customers = await Promise.all(
    Array.from({ length: customerCount }, () => app.newCustomer()),
  );
  let trading = true;
  const market = moveMarket(() => trading);
  await Promise.all(customers.map((customer, index) => tradeAlone(customer, seed + index)));
  trading = false;
  await market;
}

/** Prices wander by up to a yen a step; now and then the clock jumps past the lock. */
async function moveMarket(goesOn: () => boolean): Promise<void> {
  const random = randomSource(seed - 1);
  let [toyota, sony] = [2_850, 3_300];
  for (let step = 1; goesOn() || step < quotesEach; step += 1) {
    toyota = Math.min(3_000, Math.max(2_700, toyota + random(11) - 5));
    sony = Math.min(3_500, Math.max(3_100, sony + random(11) - 5));
    if (step % 40 === 0) await app.advance(910);
    for (const [code, last] of [
      ["7203", toyota],
      ["6758", sony],
    ] as const) {
      app.feed.quote("jpy", code, String(last), {
        bid: scaled(String(last - 1)),
        ask: scaled(String(last + 1)),
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function tradeAlone(customer: SignedIn, ownSeed: number): Promise<void> {
  const random = randomSource(ownSeed);
  const own: string[] = [];
  for (let count = 0; count < actionsEach; count += 1) {
    const choice = random(10);
    // Two calls of one customer at once, too: they meet in the same balance.
    const burst = choice < 5 ? 1 + random(3) : 1;
    await Promise.all(
      Array.from({ length: burst }, () => {
        if (choice < 5 || own.length === 0) return open(customer, random, own);
        const id = own[random(own.length)] ?? "1";
        return choice < 9 ? close(customer, random, id) : cancel(customer, id);
      }),
    );
  }
}

function note(msg: string): void {
  refusals.set(msg, (refusals.get(msg) ?? 0) + 1);
}

async function open(
  customer: SignedIn,
  random: (below: number) => number,
  own: string[],
): Promise<void> {
  const isLimit = random(2) === 0;
  const input = {
    type: "jpy" as const,
    code: random(2) === 0 ? "7203" : "6758",
    side: "long" as const,
    kind: isLimit ? ("limit" as const) : ("market" as const),
    ...(isLimit && { price: String(2_600 + random(600)) }),
    quantity: String(1 + random(60)),
    leverage: "1",
    request_id: newRequestId(),
  };
  const first = await app.post("/trade/place-order", input, customer);
  // Every fourth is asked again, as after an answer that got lost.
  if (random(4) === 0) {
    const again = await app.post("/trade/place-order", input, customer);
    expect(again.body).toEqual(first.body);
  }
  if (first.body.status !== 1) return note(first.body.msg);
  const { id, status, quantity, amount, fee } = first.body.data;
  own.push(id);
  acknowledged.push({
    positionId: id,
    side: status === 0 ? "buy" : "waiting",
    quantity,
    amount,
    fee,
  });
}

async function close(
  customer: SignedIn,
  random: (below: number) => number,
  id: string,
): Promise<void> {
  const isLimit = random(3) === 0;
  const { body } = await app.post(
    "/trade/close-position",
    {
      id,
      kind: isLimit ? "limit" : "market",
      ...(isLimit && { price: String(2_900 + random(500)) }),
      ...(random(2) === 0 && { quantity: String(1 + random(20)) }),
      request_id: newRequestId(),
    },
    customer,
  );
  if (body.status !== 1) return note(body.msg);
  if (body.data.filled_at === null) return;
  const { quantity, amount, fee } = body.data;
  acknowledged.push({ positionId: id, side: "sell", quantity, amount, fee });
}

async function cancel(customer: SignedIn, id: string): Promise<void> {
  const { body } = await app.post("/trade/cancel-order", { id }, customer);
  if (body.status !== 1) note(body.msg);
}

describe("many customers trading at once", () => {
  it("have met what can happen: fills, sales, working orders, refusals", () => {
    const count = (side: Acknowledged["side"]) =>
      acknowledged.filter((one) => one.side === side).length;
    for (const side of ["buy", "sell", "waiting"] as const) expect(count(side)).toBeGreaterThan(20);
    for (const code of ["insufficient_balance", "sell_locked", "position_not_holding"]) {
      expect(refusals.get(code) ?? 0).toBeGreaterThan(0);
    }
    expect([...refusals.keys()]).not.toContain("server_fault");
  });

  it("leave books, positions and fills that agree with everything they were told", async () => {
    expect(await findOrderFaults(app.context.database.reader, acknowledged)).toEqual([]);
  });

  it.each([
    [
      "a lost fill",
      sql`DELETE FROM fill WHERE (position_id, number) IN (SELECT position_id, number FROM fill LIMIT 1)`,
    ],
    [
      "a share out of nothing",
      sql`UPDATE position SET opened = opened + 1
      WHERE id = (SELECT id FROM position WHERE state = 'holding' LIMIT 1)`,
    ],
    [
      "a balance that was set",
      sql`UPDATE ledger_balance SET balance = balance + 1
      WHERE account_id = (SELECT max(account_id) FROM ledger_balance)`,
    ],
    [
      "a fill at another price",
      sql`UPDATE fill SET price = price + 10000
      WHERE (position_id, number) IN (SELECT position_id, number FROM fill LIMIT 1)`,
    ],
    [
      "a purchase nobody was told of",
      sql`UPDATE trade_order SET id = -id
      WHERE id = (SELECT id FROM trade_order WHERE position_id IS NULL LIMIT 1)`,
    ],
  ])("would not go unnoticed with %s", async (_name, harm) => {
    const undo = new Error("undone");
    const checking = app.owner.transaction(async (transaction) => {
      // What the database itself refuses is switched off, so that the checker is what is tried.
      await sql`ALTER TABLE fill DISABLE TRIGGER USER`.execute(transaction);
      await sql`ALTER TABLE ledger_balance DISABLE TRIGGER USER`.execute(transaction);
      await harm.execute(transaction);
      const faults = await findOrderFaults(transaction, acknowledged);
      expect(faults.length).toBeGreaterThan(0);
      throw undo;
    });
    await expect(checking).rejects.toBe(undo);
  });
});
