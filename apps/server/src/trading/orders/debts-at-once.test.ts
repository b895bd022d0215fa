import { minor, negateMinor } from "@sanshi/money";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { testPhoto } from "../../../../../tests/support/test-money.ts";
import { firstOperator, opsRefused } from "../../../../../tests/support/test-operators.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  postTransfer,
  type CustomerAccounts,
} from "../../ledger/ledger.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import type { Customer } from "../../platform/sessions.ts";
import { startOrders, type Orders } from "./orders.ts";

/**
 * What a gap left unpaid is repaid by whatever comes in. Two payments at the same instant, in two
 * processes or by two ways, repay it together: neither may reckon with a debt that the other has paid.
 */
let app: TestApplication;
let desks: Orders[];
beforeAll(async () => {
  app = await startTestApplication();
  desks = [await startOrders(app.context), await startOrders(app.context)];
});
afterAll(async () => {
  for (const desk of desks) await desk.stop();
  await app.stop();
});
beforeEach(() => {
  quote("7203", "2850");
  quote("6758", "3300");
});

function quote(code: string, last: string): void {
  app.feed.quote("jpy", code, last, { bid: scaled(last), ask: scaled(last) });
}

type Owner = { signedIn: SignedIn; customer: Customer; accounts: CustomerAccounts };

async function newOwner(): Promise<Owner> {
  const signedIn = await app.newCustomer();
  const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
  if (customer === null) throw new Error("a new customer is signed in");
  const accounts = await customerAccounts(app.context.database.reader, customer.customerId);
  return { signedIn, customer, accounts };
}

/** A hundred shares of each of two stocks, past the lock on selling. */
async function holdBoth({ signedIn }: Owner, leverage = "1"): Promise<[string, string]> {
  const order = { type: "jpy", side: "long", kind: "market", quantity: "100", leverage } as const;
  const buy = async (code: string) =>
    (
      await app.accepted(
        "/trade/place-order",
        { ...order, code, request_id: newRequestId() },
        signedIn,
      )
    ).id;
  const held: [string, string] = [await buy("7203"), await buy("6758")];
  await app.advance(16 * 60);
  quote("7203", "2850");
  quote("6758", "3300");
  return held;
}

const accountOf = ({ accounts }: Owner, purpose: "available" | "shortfall_debt"): bigint => {
  const account = accounts.get(accountKey("JPY", purpose));
  if (account === undefined) throw new Error(`no account for ${purpose}`);
  return account;
};

async function owe(owner: Owner, yen: bigint): Promise<void> {
  await app.context.database.transaction(async (transaction) => {
    await postTransfer(transaction, {
      kind: "test",
      causeId: 1n,
      happenedAt: app.context.clock.now(),
      currency: "JPY",
      entries: [
        { accountId: accountOf(owner, "shortfall_debt"), amount: negateMinor(minor(yen)) },
        { accountId: await houseAccount(transaction, "JPY", "market"), amount: minor(yen) },
      ],
    });
  });
}

async function balances(owner: Owner): Promise<{ available: bigint; shortfall: bigint }> {
  const found = await rows(
    app.context.database.reader,
    sql<{ account_id: bigint; balance: bigint }>`SELECT account_id, balance FROM ledger_balance`,
  );
  const of = (id: bigint) => found.find(({ account_id }) => account_id === id)?.balance ?? 0n;
  return {
    available: of(accountOf(owner, "available")),
    shortfall: of(accountOf(owner, "shortfall_debt")),
  };
}

/** Holds the customer's balances until as many wait for them, so that each began before the other's end. */
async function togetherAtTheLock<Answer>(
  owner: Owner,
  begin: () => readonly Promise<Answer>[],
): Promise<Answer[]> {
  const { database } = app.context;
  const held = [accountOf(owner, "available"), accountOf(owner, "shortfall_debt")];
  let answers: readonly Promise<Answer>[] = [];
  await database.transaction(async (transaction) => {
    await sql`SELECT FROM ledger_balance WHERE account_id = ANY (${held}::bigint[])
      ORDER BY account_id FOR UPDATE`.execute(transaction);
    answers = begin();
    await untilWaitingForLocks(database.reader, answers.length);
  });
  return Promise.all(answers);
}

const closing = {
  kind: "market" as const,
  price: undefined,
  quantity: undefined,
  timeInForce: "until_cancelled" as const,
};
async function close(desk: number, { customer }: Owner, id: string): Promise<string> {
  const outcome = await desks[desk]!.close(customer, BigInt(id), closing, newRequestId());
  return outcome.ok ? "ok" : outcome.refusal.code;
}

describe("a debt that two pay at the same instant", () => {
  it("is repaid once by two closings", async () => {
    const owner = await newOwner();
    const [one, other] = await holdBoth(owner);
    await owe(owner, 400_000n);
    // 285,000 and 330,000 come in: each is less than the debt, and together they are more.
    expect(
      await togetherAtTheLock(owner, () => [close(0, owner, one), close(1, owner, other)]),
    ).toEqual(["ok", "ok"]);
    expect(await balances(owner)).toEqual({
      available: 1_000_000n - 400_000n,
      shortfall: 0n,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is repaid once by a closing and a deposit", async () => {
    const owner = await newOwner();
    const [one] = await holdBoth(owner);
    const { channels } = await app.accepted(
      "/user/deposit-channels",
      { currency: "JPY" },
      owner.signedIn,
    );
    const { id } = await app.accepted(
      "/user/deposit",
      {
        channel_id: channels[0]?.id ?? "",
        amount: "200000",
        receipt: await testPhoto(),
        request_id: newRequestId(),
      },
      owner.signedIn,
    );
    await owe(owner, 300_000n);
    const operator = await firstOperator(app);
    const approve = () =>
      opsRefused(app, "/api/ops/deposits/:id/decision", { id, decision: "approve" }, operator);
    expect(await togetherAtTheLock(owner, () => [close(0, owner, one), approve()])).toEqual([
      "ok",
      "ok",
    ]);
    // 385,000 were left, 285,000 and 200,000 came in, and 300,000 of those were owed.
    expect(await balances(owner)).toEqual({ available: 570_000n, shortfall: 0n });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("two gaps at the same instant", () => {
  it("take what is there once, and the rest of both is owed", async () => {
    const owner = await newOwner();
    const held = await holdBoth(owner, "3");
    const dollars = { from: "JPY", to: "USD", amount: "770000" } as const;
    const { quote_id } = await app.accepted("/user/exchange-quote", dollars, owner.signedIn);
    await app.accepted("/user/exchange", { quote_id, request_id: newRequestId() }, owner.signedIn);
    // 205,000 yen were put in and 410,000 borrowed; both bring 100,000, and 25,000 are there.
    quote("7203", "600");
    quote("6758", "400");
    await Promise.all(held.map((id, index) => close(index, owner, id)));
    for (const id of held) {
      await expect
        .poll(async () => (await app.accepted("/trade/position", { id }, owner.signedIn)).status)
        .toBe(2);
    }
    const paid = await Promise.all(
      held.map(async (id) =>
        Number((await app.accepted("/trade/position", { id }, owner.signedIn)).interest_paid),
      ),
    );
    const interest = BigInt(paid.reduce((sum, one) => sum + one, 0));
    expect(await balances(owner)).toEqual({
      available: 0n,
      shortfall: 25_000n - 310_000n - interest,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("what was held for orders", () => {
  /** Two working orders, for each of which 280,000 yen are held. */
  async function withTwoWaiting() {
    const owner = await newOwner();
    const order = testOrder({ kind: "limit", price: "2800" });
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      ids.push((await app.accepted("/trade/place-order", order, owner.signedIn)).id);
      order.request_id = newRequestId();
    }
    return { owner, ids };
  }
  it("repays a debt when they are cancelled, both at once in two processes", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner, ids } = await withTwoWaiting();
      const { available } = await balances(owner);
      await owe(owner, 400_000n);
      const cancelled = await Promise.all(
        ids.map((id, index) => desks[index]!.cancel(owner.customer, BigInt(id), newRequestId())),
      );
      expect(cancelled.map(({ ok }) => ok)).toEqual([true, true]);
      expect(await balances(owner)).toEqual({ available: available + 160_000n, shortfall: 0n });
    }
  });

  it("repays it as far as it goes, also where the debt is the larger one", async () => {
    const { owner, ids } = await withTwoWaiting();
    const { available } = await balances(owner);
    await owe(owner, 1_000_000n);
    const cancel = { id: ids[0]!, request_id: newRequestId() };
    await app.accepted("/trade/cancel-order", cancel, owner.signedIn);
    expect(await balances(owner)).toEqual({ available, shortfall: -720_000n });
  });
});
