import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { startOrders, type Orders } from "../orders/orders.ts";

let app: TestApplication;
let others: Orders[];
beforeAll(async () => {
  app = await startTestApplication();
  others = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await app.stop();
});

const customersCount = 12;

async function openAll(): Promise<SignedIn[]> {
  const customers = await Promise.all(
    Array.from({ length: customersCount }, () => app.newCustomer()),
  );
  const order = { side: "long", kind: "market", leverage: "3" } as const;
  for (const customer of customers) {
    for (const [code, quantity] of [
      ["7203", "500"],
      ["6758", "400"],
    ] as const) {
      await app.accepted(
        "/trade/place-order",
        { ...order, code, quantity, request_id: newRequestId() },
        customer,
      );
    }
  }
  return customers;
}

type Sold = {
  position_id: bigint;
  closed: bigint;
  fills: bigint;
  receipts: bigint;
  quantity: bigint;
};

const sold = () =>
  rows(
    app.context.database.reader,
    sql<Sold>`SELECT p.id AS position_id, p.closed,
        (SELECT count(*) FROM fill f WHERE f.position_id = p.id AND f.profit IS NOT NULL) AS fills,
        (SELECT count(*) FROM forced_sale s WHERE s.position_id = p.id) AS receipts,
        (SELECT coalesce(sum(s.quantity), 0)::bigint FROM forced_sale s
          JOIN fill f ON f.position_id = s.position_id AND f.number = s.number
            AND f.quantity = s.quantity AND f.price = s.price
          WHERE s.position_id = p.id) AS quantity
      FROM position p WHERE p.leverage > 1 ORDER BY p.id`,
  );

describe("several processes", () => {
  it("sell every account once, and no more of it than it must", async () => {
    app.feed.quote("jpy", "7203", "2850");
    app.feed.quote("jpy", "6758", "3300");
    const customers = await openAll();
    // 160,000 yen are left behind shares worth 1,905,000, and without the second stock 1,425,000.
    app.feed.quote("jpy", "7203", "2850");
    app.feed.quote("jpy", "6758", "1200");
    const done = async () => (await sold()).filter(({ closed }) => closed > 0n).length;
    await expect.poll(done).toBe(customersCount);
    // Long enough for another process to do it again.
    await app.settle();
    for (const one of await sold()) {
      expect(one.fills).toBe(one.closed > 0n ? 1n : 0n);
      expect(one.receipts).toBe(one.fills);
      expect(one.quantity).toBe(one.closed);
    }
    expect((await sold()).filter(({ closed }) => closed > 0n)).toHaveLength(customersCount);
    for (const customer of customers) {
      const { items } = await app.accepted("/user/messages", { limit: "100" }, customer);
      expect(items.filter(({ kind }) => kind === "forced_sale")).toHaveLength(1);
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("call for what is left of every account once", async () => {
    const count = async () =>
      (
        await rows(
          app.context.database.reader,
          sql<{
            calls: bigint;
          }>`SELECT count(*) AS calls FROM margin_call GROUP BY customer_id, market`,
        )
      ).map(({ calls }) => calls);
    await expect.poll(async () => (await count()).length).toBe(customersCount);
    await app.settle();
    expect(await count()).toEqual(Array.from({ length: customersCount }, () => 1n));
    const told = await rows(
      app.context.database.reader,
      sql`SELECT FROM message WHERE kind = 'margin_call'`,
    );
    expect(told).toHaveLength(customersCount);
  });
});
