import { minor } from "@sanshi/money";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { accept, refuse } from "../platform/outcome.ts";
import type { Transaction } from "../platform/sql/database.ts";
import { transactionUnlessRefused } from "../platform/sql/undo-refused.ts";
import { creditOf, setCreditLimit } from "./credit-limit.ts";
import {
  accountKey,
  BelowFloor,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  openCustomerAccounts,
  postTransfer,
  UnbalancedTransfer,
  type Entry,
  type Purpose,
} from "./ledger.ts";

let app: TestApplication;
let customerId: bigint;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  customerId = await idOf(await app.newCustomer());
});
afterAll(() => app.stop());

async function idOf({ token, account }: SignedIn): Promise<bigint> {
  const found = await app.context.sessions.resolve(token, account);
  if (found === null) throw new Error("a new customer is signed in");
  return found.customerId;
}

const within = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
  app.context.database.transaction(work);

async function yenAccount(purpose: Purpose): Promise<bigint> {
  const accounts = await customerAccounts(app.context.database.reader, customerId);
  return accounts.get(accountKey("JPY", purpose)) ?? 0n;
}

const houseYen = () => houseAccount(app.context.database.reader, "JPY", "market");

/** Entries of account and amount, as one transfer in yen. */
const post = (...entries: readonly (readonly [accountId: bigint, amount: bigint])[]) =>
  within((transaction) =>
    postTransfer(transaction, {
      kind: "test",
      causeId: 1n,
      happenedAt: app.context.clock.now(),
      currency: "JPY",
      entries: entries.map(([accountId, amount]): Entry => ({ accountId, amount: minor(amount) })),
    }),
  );

async function yen(purpose: Purpose, of = customerId): Promise<bigint | undefined> {
  const balances = await customerBalances(app.context.database.reader, of);
  return balances.find((one) => one.currency === "JPY" && one.purpose === purpose)?.balance;
}

describe("a transfer", () => {
  it("moves what its entries say, and nothing of another customer's", async () => {
    const other = await idOf(await app.newCustomer());
    await post([await yenAccount("available"), -250n], [await houseYen(), 250n]);
    expect([await yen("available"), await yen("available", other)]).toEqual([999_750n, 1_000_000n]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("that does not sum to zero is refused before the database sees it", async () => {
    const [own, house] = [await yenAccount("available"), await houseYen()];
    const unbalanced = post([own, -250n], [house, 249n]);
    await expect(unbalanced).rejects.toBeInstanceOf(UnbalancedTransfer);
    await expect(unbalanced).rejects.toThrow("a transfer sums to zero, not to -1");
  });

  it("has two sides or more, one entry an account, and moves something at each", async () => {
    const [own, house] = [await yenAccount("available"), await houseYen()];
    await expect(post()).rejects.toThrow("a transfer has two sides");
    await expect(post([own, 0n])).rejects.toThrow("a transfer has two sides");
    await expect(post([own, 5n], [own, -5n])).rejects.toThrow("one entry an account");
    await expect(post([own, 0n], [house, 0n])).rejects.toThrow("an entry moves something");
  });

  it("names accounts of its own currency", async () => {
    const dollars = await houseAccount(app.context.database.reader, "USD", "market");
    const others = await houseAccount(app.context.database.reader, "USD", "fees");
    const wrong = post([dollars, 5n], [others, -5n]);
    await expect(wrong).rejects.toBeInstanceOf(UnbalancedTransfer);
    await expect(wrong).rejects.toThrow("no such account in this currency");
  });

  it("takes no balance below its floor", async () => {
    const [own, house] = [await yenAccount("available"), await houseYen()];
    await expect(post([own, -1_000_001n], [house, 1_000_001n])).rejects.toBeInstanceOf(BelowFloor);
    await post([own, -1_000_000n], [house, 1_000_000n]);
    expect(await yen("available")).toBe(0n);
  });
});

describe("what an account may still give", () => {
  it("is its balance above its floor", async () => {
    const [own, debt] = [await yenAccount("available"), await yenAccount("margin_debt")];
    await within((transaction) => setCreditLimit(transaction, customerId, "JPY", minor(5_000n)));
    await post([debt, -1_200n], [own, 1_200n]);
    const spendable = await within((transaction) => lockBalances(transaction, [debt, own]));
    expect(spendable).toEqual(
      new Map([
        [own, 1_001_200n],
        [debt, 3_800n],
      ]),
    );
  });
});

describe("a credit limit", () => {
  const credit = (of = customerId, currency: "JPY" | "USD" = "JPY") =>
    creditOf(app.context.database.reader, of, currency);
  const set = async (limit: bigint) => {
    const outcome = await transactionUnlessRefused(app.context.database, async (transaction) =>
      (await setCreditLimit(transaction, customerId, "JPY", minor(limit)))
        ? accept({})
        : refuse("credit_limit_below_borrowed"),
    );
    return outcome.ok;
  };

  it("is one customer's in one currency, and says what is borrowed of it", async () => {
    const other = await idOf(await app.newCustomer());
    const [others, dollars] = [await credit(other), await credit(customerId, "USD")];
    expect(await set(7_000n)).toBe(true);
    await post([await yenAccount("margin_debt"), -1_200n], [await yenAccount("available"), 1_200n]);
    expect(await credit()).toEqual({ limit: 7_000n, borrowed: 1_200n });
    expect(await credit(other)).toEqual(others);
    expect(await credit(customerId, "USD")).toEqual(dollars);
    // What may be spent is no credit.
    const balances = await customerBalances(app.context.database.reader, customerId);
    const floors = balances.filter(({ purpose }) => purpose === "available");
    expect(floors.every(({ floor }) => floor === 0n)).toBe(true);
  });

  it("is never less than what is borrowed", async () => {
    await set(7_000n);
    await post([await yenAccount("margin_debt"), -1_200n], [await yenAccount("available"), 1_200n]);
    expect(await set(1_199n)).toBe(false);
    expect(await credit()).toEqual({ limit: 7_000n, borrowed: 1_200n });
    expect(await set(1_200n)).toBe(true);
    expect(await credit()).toEqual({ limit: 1_200n, borrowed: 1_200n });
  });
});

describe("accounts", () => {
  it("that are there already stay as they are", async () => {
    const before = await customerAccounts(app.context.database.reader, customerId);
    const wanted = [{ currency: "JPY", purpose: "available" }] as const;
    await within((transaction) => openCustomerAccounts(transaction, customerId, wanted));
    expect(await customerAccounts(app.context.database.reader, customerId)).toEqual(before);
    expect(await yen("available")).toBe(1_000_000n);
  });

  it("of the house are made once, one for each currency and purpose", async () => {
    const { reader } = app.context.database;
    const first = await houseAccount(reader, "THB", "goodwill");
    expect(await houseAccount(reader, "THB", "goodwill")).toBe(first);
    const others = [
      await houseAccount(reader, "MYR", "goodwill"),
      await houseAccount(reader, "THB", "suspense"),
    ];
    expect(new Set([first, ...others]).size).toBe(3);
  });
});
