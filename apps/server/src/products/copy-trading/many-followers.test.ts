import { dayMs, iso, liveFollowingsMax } from "@sanshi/contract";
import { minor } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  followedByMany,
  manyCustomers,
  onHouseAccount,
} from "../../../../../tests/support/many-followers.ts";
import {
  closesUntilToday,
  lookAfter,
  newProduct,
  productOf,
  toNextValuation,
} from "../../../../../tests/support/test-copy-products.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import { creditOf } from "../../ledger/credit-limit.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { firstRow, rows, sql, timestamp, type Transaction } from "../../platform/sql/database.ts";
import { scheduleOf } from "./copy-trading.answers.ts";
import { valuationsAround } from "./copy-trading.rules.ts";
import { orderPathOf } from "../../features.ts";
import { valueProduct } from "./valuing.ts";
import { insertDecision } from "./valuations.store.ts";
import { copyProposals } from "./publishing.ts";
import { settleDecided, settledAtOnceMax } from "./settling.ts";

let app: TestApplication;
let customers: readonly SignedIn[];
const prices = { "7203": "2850", "6758": "3300" };

beforeAll(async () => {
  app = await startTestApplication();
  customers = await verifiedCustomers(app, 3);
  closesUntilToday(app, prices);
});
afterAll(() => app.stop());

const follow = (customer: SignedIn, id: bigint, amount = "10000") =>
  app.refused("/trade/follow", { id: `${id}`, amount, request_id: newRequestId() }, customer);

async function crowd(id: bigint, count: number, amount: bigint) {
  const at = app.context.clock.now();
  const more = { currency: "JPY" as const, at };
  const ids = await manyCustomers(app.owner, { ...more, count, grant: minor(1_000_000n) });
  const asked = { ...more, productId: id, amount: minor(amount) };
  return followedByMany(app.owner, ids, asked);
}

const askedToEnd = (followings: readonly bigint[]) =>
  sql`UPDATE copy_following SET end_asked_at = ${timestamp(app.context.clock.now())}, end_cause = 'customer'
    WHERE id = ANY (${[...followings]}::bigint[])`.execute(app.owner.reader);

const countOf = async (id: bigint, status: number) =>
  (await firstRow(
    app.owner.reader,
    sql<{ count: number; values: number; told: number }>`SELECT count(*)::int AS count,
        count(DISTINCT proceeds)::int AS values,
        (SELECT count(*)::int FROM message m WHERE m.kind = 'follow_ended'
          AND m.customer_id IN (SELECT customer_id FROM copy_following WHERE product_id = ${id})) AS told
      FROM copy_following WHERE product_id = ${id} AND customer_id IS NOT NULL AND status = ${status}`,
  )) ?? { count: -1, values: -1, told: -1 };

function windDown(id: bigint, at: number) {
  const { context } = app;
  const now = context.clock.now();
  return context.database.transaction((transaction) =>
    copyProposals.copy_winds_down.apply(context, transaction, {
      ...{ proposalId: 1n, subject: `${id}`, note: "", proposedBy: 1n, approvedBy: 2n, at: now },
      input: { product: `${id}`, at: iso(at) },
      reason: { code: "market_disruption", texts: null, words: "" } as never,
      notifyApprover: () => undefined,
    }),
  );
}

describe("many followers of one product", () => {
  it("end at one value; what breaks in the middle is paid by whoever comes next, once each", async () => {
    const count = settledAtOnceMax * 2 + 50;
    const id = await newProduct(app, { lock_up_days: 0, capacity: "100000000" });
    const followings = await crowd(id, count, 12_345n);
    await toNextValuation(app, id, prices);
    const { reader } = app.owner;
    const bought = await firstRow(
      reader,
      sql<{ told: number; untold: number }>`SELECT
          (SELECT count(*)::int FROM message WHERE kind = 'follow_bought') AS told,
          (SELECT count(*)::int FROM copy_following WHERE to_notify IS NOT NULL) AS untold`,
    );
    expect(bought).toEqual({ told: count, untold: 0 });
    await app.advance(60);
    await askedToEnd(followings);
    // In the middle of the second transaction.
    const last = followings[settledAtOnceMax + 20] ?? 0n;
    await sql`CREATE FUNCTION breaks_at() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the power went'; END $$`.execute(reader);
    await sql`CREATE TRIGGER breaks_at BEFORE UPDATE ON copy_following FOR EACH ROW
      WHEN (NEW.status = 1 AND NEW.id = ${sql.raw(`${last}`)}) EXECUTE FUNCTION breaks_at()`.execute(
      reader,
    );
    await toNextValuation(app, id, prices);
    const [paid, unpaid] = [await countOf(id, 1), await countOf(id, 0)];
    expect([paid.values, unpaid.values, paid.count + unpaid.count]).toEqual([1, 1, count]);
    expect(paid.count).toBeGreaterThanOrEqual(settledAtOnceMax);
    expect(unpaid.count).toBeGreaterThanOrEqual(50);
    // Whole in between: what is decided and not paid is neither a unit any more nor anybody's money yet.
    expect(await app.ledgerFaults()).toEqual([]);
    await sql`DROP TRIGGER breaks_at ON copy_following`.execute(reader);
    await Promise.all([1, 2, 3].map(() => settleDecided(app.context)));
    await lookAfter(app);
    expect(await countOf(id, 1)).toEqual({ count, values: 1, told: count });
    const product = await productOf(app, id);
    expect(product.units).toBe(100_000_000n);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("are valued with as many statements as few", async () => {
    const asked = async (count: number) => {
      const id = await newProduct(app, { lock_up_days: 0, capacity: "100000000" });
      const followings = await crowd(id, count, 10_000n);
      await toNextValuation(app, id, prices);
      await app.advance(60);
      await askedToEnd(followings.slice(0, count / 2));
      const { next } = valuationsAround(
        scheduleOf(await productOf(app, id)),
        app.context.clock.now(),
        app.context.hours,
      );
      return { id, next: next ?? 0 };
    };
    const ran: number[] = [];
    for (const count of [4, 80]) {
      const { id, next } = await asked(count);
      const due = { at: next, askedUntil: next };
      const { database } = app.context;
      let run = 0;
      const counting = (transaction: Transaction) =>
        new Proxy(transaction, {
          get(target, property) {
            if (property === "getExecutor") run += 1;
            const value: unknown = Reflect.get(target, property);
            return typeof value === "function" ? (value.bind(target) as unknown) : value;
          },
        });
      const counted: typeof database = {
        ...database,
        transaction: (work) => database.transaction((transaction) => work(counting(transaction))),
      };
      for (const [code, price] of Object.entries(prices)) app.feed.quote("jpy", code, price);
      await valueProduct({ ...app.context, database: counted }, orderPathOf(app.context), id, due);
      ran.push(run);
    }
    await lookAfter(app);
    expect(ran[0]).toBeGreaterThan(10);
    expect(ran[1]).toBe(ran[0]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("one customer", () => {
  it(`follows ${liveFollowingsMax} times and no more, of several products at once, and sees all of them`, async () => {
    const customer = customers[0]!;
    const products = await Promise.all([1, 2, 3].map(() => newProduct(app)));
    const own = await firstRow(
      app.owner.reader,
      sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${customer.account}`,
    );
    const at = app.context.clock.now();
    await followedByMany(
      app.owner,
      Array.from({ length: liveFollowingsMax - 2 }, () => own?.id ?? 0n),
      { productId: products[0]!, currency: "JPY", amount: minor(100n), at },
    );
    const answers = await Promise.all(
      [...products, ...products].map((product) => follow(customer, product)),
    );
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(2);
    expect(answers.filter((msg) => msg === "followings_too_many")).toHaveLength(4);
    const listed = await app.accepted("/trade/userproductlist", { type: "jpy" }, customer);
    expect(listed.filter(({ status }) => status === 0)).toHaveLength(liveFollowingsMax);
    const preview = { id: `${products[1]}`, amount: "10000" };
    expect(await app.refused("/trade/preview-follow", preview, customer)).toBe(
      "followings_too_many",
    );
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a pool that trades at twice its margin", () => {
  it("borrows by what was published of it, and sells enough for those who end", async () => {
    const id = await newProduct(app, {
      ...{ strategy: "index_leveraged", lock_up_days: 0 },
      ...{ seed: "100000000", capacity: "100000000" },
    });
    const followings = await crowd(id, 50, 900_000n);
    await toNextValuation(app, id, prices);
    const { pool_id: pool, credit_limit: limit } = await productOf(app, id);
    expect(limit).toBe(200_000_000n);
    const { reader } = app.context.database;
    const credit = await creditOf(reader, pool, "JPY");
    expect(credit?.limit).toBe(limit);
    await expect(
      sql`UPDATE copy_product SET credit_limit = credit_limit + 1 WHERE id = ${id}`.execute(
        app.owner.reader,
      ),
    ).rejects.toThrow("never changes");
    await toNextValuation(app, id, prices);
    // Far beyond what a customer may borrow.
    const borrowed = (await creditOf(reader, pool, "JPY"))?.borrowed ?? 0n;
    expect(borrowed).toBeGreaterThan(90_000_000n);
    await app.advance(60);
    await askedToEnd(followings);
    await toNextValuation(app, id, prices);
    expect(await countOf(id, 1)).toMatchObject({ count: 50, values: 1 });
    expect((await creditOf(reader, pool, "JPY"))?.borrowed).toBeLessThan(borrowed);
    expect(await app.ledgerFaults()).toEqual([]);
    const other = await newProduct(app);
    expect((await productOf(app, other)).credit_limit).toBe(0n);
  });
});

describe("a product that is wound down", () => {
  it("ends for everybody at one value once all that it held is sold, and leaves nothing in its pool", async () => {
    const [one, other] = [customers[1]!, customers[2]!];
    const id = await newProduct(app, { seed: "1000003", lock_up_days: 300 });
    await toNextValuation(app, id, prices);
    expect(await follow(one, id, "30001")).toBe("ok");
    expect(await follow(other, id, "70007")).toBe("ok");
    await toNextValuation(app, id, prices);
    const at = app.context.clock.now() + 7 * dayMs + 60_000;
    expect((await windDown(id, at)).ok).toBe(true);
    await app.advance(7 * 86_400);
    const { clock, hours, database } = app.context;
    const product = await productOf(app, id);
    const { next: dueAt } = valuationsAround(scheduleOf(product), clock.now(), hours);
    // Nothing can be sold for the first one: it goes by, and nobody is paid before the others.
    await insertDecision(database.reader, {
      ...{ productId: id, dueAt: dueAt ?? 0, at: clock.now(), targets: [], orders: [] },
    });
    const before = await onHouseAccount(app.owner, "product_residue");
    const held = await toNextValuation(app, id, prices);
    expect(held).toMatchObject({ ended_at: null, valued_for: dueAt, units: product.units });
    // One of its stocks is halted: all wait.
    await app.advance(86_400);
    app.feed.quote("jpy", "7203", "2850", { halted: true });
    app.feed.quote("jpy", "6758", "3300");
    await lookAfter(app);
    expect(await countOf(id, 1)).toMatchObject({ count: 0 });
    const ended = await toNextValuation(app, id, prices);
    expect(ended.ended_at).not.toBeNull();
    const numbers = await rows(
      app.owner.reader,
      sql<{
        number: number;
      }>`SELECT DISTINCT ended_number AS number FROM copy_following WHERE product_id = ${id}`,
    );
    expect(numbers).toHaveLength(1);
    const balances = await customerBalances(app.context.database.reader, ended.pool_id);
    expect(balances.filter(({ balance }) => balance !== 0n)).toEqual([]);
    expect(await onHouseAccount(app.owner, "product_residue")).toBeGreaterThan(before);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
