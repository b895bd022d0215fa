import { minor, negateMinor } from "@sanshi/money";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  accountKey,
  customerAccounts,
  openCustomerAccounts,
  postTransfer,
} from "../../ledger/ledger.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { firstRow, sql, type Transaction } from "../../platform/sql/database.ts";
import { startOrders, type Orders } from "../../trading/orders/orders.ts";

let app: TestApplication;
let others: Orders[];
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:300000,USD:10" });
  others = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const other of others) await other.stop();
  await app.stop();
});

const customerId = async ({ account }: SignedIn): Promise<bigint> => {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`,
  );
  return row!.id;
};

/** As an approval posts it: what is lent is owed. */
async function lend(who: SignedIn, yen: bigint): Promise<void> {
  const id = await customerId(who);
  await app.context.database.transaction(async (transaction: Transaction) => {
    await openCustomerAccounts(transaction, id, [
      { currency: "JPY", purpose: "loan_debt" },
      { currency: "JPY", purpose: "loan_interest_debt" },
    ]);
    const accounts = await customerAccounts(transaction, id);
    await postTransfer(transaction, {
      kind: "loan_paid_out",
      causeId: 1n,
      happenedAt: app.context.clock.now(),
      currency: "JPY",
      entries: [
        { accountId: accounts.get(accountKey("JPY", "available"))!, amount: minor(yen) },
        {
          accountId: accounts.get(accountKey("JPY", "loan_debt"))!,
          amount: negateMinor(minor(yen)),
        },
      ],
    });
  });
}

const form = (quantity: string, leverage: string, more: object = {}) => ({
  ...({ type: "jpy", code: "7203", side: "long", kind: "market", quantity, leverage } as const),
  ...more,
});
const place = (who: SignedIn, ...order: Parameters<typeof form>) =>
  app.refused("/trade/place-order", { ...form(...order), request_id: newRequestId() }, who);
const margin = (who: SignedIn) => app.accepted("/trade/margin", { type: "jpy" }, who);

it("leaves the margin of a position as it is, and margin is the customer's own money alone", async () => {
  const who = await app.newCustomer();
  // 7203 stands at 2,850 yen: 100 at two times leverage need 142,500 of their own.
  expect(await place(who, "100", "2")).toBe("ok");
  const before = await margin(who);
  await lend(who, 500_000n);
  const after = await margin(who);
  expect([after.equity, after.ratio]).toEqual([before.equity, before.ratio]);

  const more = form("150", "2");
  expect(await app.refused("/trade/preview-order", more, who)).toBe("insufficient_own_money");
  for (const side of ["long", "short"] as const) {
    expect(await place(who, "150", "2", { side })).toBe("insufficient_own_money");
    const limit = { side, kind: "limit", price: side === "long" ? "2840" : "2860" };
    expect(await place(who, "150", "2", limit)).toBe("insufficient_own_money");
  }
  const waits = { kind: "limit", price: "2840" };
  const order = await app.accepted(
    "/trade/place-order",
    { ...form("10", "2", waits), request_id: newRequestId() } as never,
    who,
  );
  const larger = { id: order.id, quantity: "150", request_id: newRequestId() };
  expect(await app.refused("/trade/amend-order", larger, who)).toBe("insufficient_own_money");
  await app.accepted("/trade/cancel-order", { id: order.id, request_id: newRequestId() }, who);
  // Shares that are paid in full may be bought with it, and weigh on no position.
  expect(await place(who, "150", "1")).toBe("ok");
  expect((await margin(who)).call).toBeNull();
  // The loan has no record here, and nothing else is wrong.
  expect(await app.ledgerFaults()).toEqual([expect.stringContaining("loan record")]);
});

it("is not exchanged into a currency in which it would count as own money", async () => {
  const who = await app.newCustomer();
  const quote = (amount: string) => ({ from: "JPY", to: "USD", amount }) as const;
  const own = await app.accepted("/user/exchange-quote", quote("300000"), who);
  const half = await app.accepted("/user/exchange-quote", quote("150000"), who);
  await lend(who, 500_000n);
  expect(await app.refused("/user/exchange-quote", quote("300001"), who)).toBe(
    "insufficient_own_money",
  );
  const exchange = ({ quote_id }: { quote_id: string }) =>
    app.refused("/user/exchange", { quote_id, request_id: newRequestId() }, who);
  expect(await exchange(half)).toBe("ok");
  expect(await exchange(own)).toBe("insufficient_own_money");
});

it("is no margin either where several processes take orders of one borrower at once", async () => {
  const who = await app.newCustomer();
  const id = await customerId(who);
  await lend(who, 2_000_000n);
  const customer = { customerId: id, state: "active" };
  const results = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      others[index % 2]!.place(
        customer as never,
        {
          type: "jpy",
          ...{ code: "7203", side: "long", kind: "market", timeInForce: "until_cancelled" },
          ...{ quantity: "50", leverage: "2" },
        } as never,
        newRequestId(),
      ),
    ),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(4);
  const held = await firstRow(
    app.context.database.reader,
    sql<{ margin: bigint }>`SELECT sum(margin)::bigint AS margin FROM position
      WHERE customer_id = ${id}`,
  );
  expect(held?.margin).toBe(285_000n);
});

it("is no margin of an order that grows while own money is exchanged away", async () => {
  const { database } = app.context;
  const who = await app.newCustomer();
  const id = await customerId(who);
  const available = (await customerAccounts(database.reader, id)).get(
    accountKey("JPY", "available"),
  )!;
  await lend(who, 500_000n);
  const limit = { kind: "limit", price: "2840", request_id: newRequestId() } as const;
  const order = await app.accepted(
    "/trade/place-order",
    { ...form("10", "2"), ...limit } as never,
    who,
  );
  const away = { from: "JPY", to: "USD", amount: "250000" } as const;
  const { quote_id } = await app.accepted("/user/exchange-quote", away, who);
  // Both begin before the other's end, the exchange first: one of them finds its own money gone.
  let outcomes: Promise<string[]> | undefined;
  await database.transaction(async (transaction: Transaction) => {
    await sql`SELECT FROM ledger_balance WHERE account_id = ${available} FOR UPDATE`.execute(
      transaction,
    );
    const exchanged = app.refused("/user/exchange", { quote_id, request_id: newRequestId() }, who);
    await untilWaitingForLocks(database.reader, 1);
    const larger = { price: undefined, stopPrice: undefined, quantity: "150" };
    const customer = { customerId: id, state: "active" };
    const amended = others[0]!
      .replace(customer as never, BigInt(order.id), larger, newRequestId())
      .then((outcome) => (outcome.ok ? "ok" : outcome.refusal.code));
    await untilWaitingForLocks(database.reader, 2);
    outcomes = Promise.all([exchanged, amended]);
  });
  expect(await outcomes).toEqual(["ok", "insufficient_own_money"]);
});
