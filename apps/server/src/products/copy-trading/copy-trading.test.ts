import { dayMs, iso } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  closesUntilToday,
  lookAfter,
  moveTo,
  newProduct,
  productOf,
  toNextValuation,
} from "../../../../../tests/support/test-copy-products.ts";
import { endMarginCalls, openMarginCall } from "../../../../../tests/support/test-margin-calls.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { orderPathOf } from "../../features.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { refuse } from "../../platform/outcome.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { heldRecords } from "../../trading/portfolio/portfolio.ts";
import { decideFor } from "./deciding.ts";
import { poolAccount } from "./products.store.ts";
import { copyProposals } from "./publishing.ts";
import { strategies } from "./strategies/index.ts";
import { findDecision, insertDecision, valuationsOf } from "./valuations.store.ts";

let app: TestApplication;
let customers: readonly SignedIn[];
const prices = { "7203": "2850", "6758": "3300" };

beforeAll(async () => {
  app = await startTestApplication();
  customers = await verifiedCustomers(app, 6);
  closesUntilToday(app, prices);
});
afterAll(() => app.stop());

const follow = (id: bigint, customer: SignedIn, amount = "100000", stop?: string) =>
  app.accepted(
    "/trade/follow",
    {
      id: `${id}`,
      amount,
      request_id: newRequestId(),
      ...(stop === undefined ? null : { stop_percent: stop }),
    },
    customer,
  );

async function own(customer: SignedIn, product: bigint) {
  const all = await app.accepted("/trade/userproductlist", { type: "jpy" }, customer);
  const found = all.find((one) => one.product === `${product}`);
  if (found === undefined) throw new Error("nothing is followed");
  return found;
}

const yen = async (customer: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const found = currencies.find(({ currency }) => currency === "JPY");
  if (found === undefined) throw new Error("no yen");
  return found;
};

describe("a strategy that is followed", () => {
  it("trades with what it was given, at the market's quotes and fees, and pays back what its units are worth", async () => {
    const [customer, other] = [customers[0]!, customers[1]!];
    const id = await newProduct(app);
    // The house's own money buys the first units.
    const began = await toNextValuation(app, id, prices);
    expect(began).toMatchObject({ units: 100_000_000n, unit_value: 10_000_000_000n });
    const before = await yen(customer);
    const asked = await follow(id, customer);
    expect(asked).toMatchObject({ status: 0, money: "100000", units: null, total_profit: "0" });
    // Frozen by the specification's formula, at once.
    expect(await yen(customer)).toMatchObject({
      total_assets: before.total_assets,
      frozen: String(Number(before.frozen) + 100_000),
    });
    const valued = await toNextValuation(app, id, prices);
    const pool = await heldRecords(app.context.database.reader, valued.pool_id, "jpy");
    expect(pool.map(({ code }) => code).toSorted()).toEqual(["6758", "7203"]);
    const bought = await own(customer, id);
    expect(bought).toMatchObject({ status: 0, money: "100000" });
    // Fees of its trades are the pool's: a unit is worth less than at first, and never what it was made up to be.
    expect(Number(bought.units)).toBeGreaterThan(10);
    expect(await app.ledgerFaults()).toEqual([]);
    expect(
      await app.refused(
        "/trade/end-follow",
        { id: asked.id, request_id: newRequestId() },
        customer,
      ),
    ).toBe("follow_locked");
    expect(
      await app.refused("/trade/end-follow", { id: asked.id, request_id: newRequestId() }, other),
    ).toBe("following_not_found");
    await app.advance(3 * 86_400);
    const dearer = { "7203": "3135", "6758": "3630" };
    await toNextValuation(app, id, dearer);
    const risen = await own(customer, id);
    expect(Number(risen.total_profit)).toBeGreaterThan(7_000);
    const assets = await yen(customer);
    expect(assets.unrealized).toBe(risen.total_profit);
    const ending = { id: asked.id, request_id: newRequestId() };
    const end = await app.accepted("/trade/end-follow", ending, customer);
    expect(end).toMatchObject({ status: 0, end_cause: "customer" });
    // The same request again is the same answer; another one is told that it comes second.
    expect(await app.accepted("/trade/end-follow", ending, customer)).toEqual(end);
    expect(
      await app.refused("/trade/end-follow", { ...ending, request_id: newRequestId() }, customer),
    ).toBe("following_ends_already");
    await toNextValuation(app, id, dearer);
    const ended = await own(customer, id);
    expect(ended).toMatchObject({ status: 1, end_cause: "customer" });
    const after = await yen(customer);
    expect(Number(after.available)).toBe(Number(before.available) + Number(ended.total_profit));
    expect(await app.ledgerFaults()).toEqual([]);
    const { items } = await app.accepted("/trade/product-trades", { id: `${id}` }, customer);
    expect(items.length).toBeGreaterThan(1);
    expect(items[0]).toMatchObject({ feed: "scripted" });
    const told = await app.accepted("/user/messages", {}, customer);
    const kinds = told.items.map(({ kind }) => kind);
    expect(kinds).toContain("follow_bought");
    expect(kinds).toContain("follow_ended");
  });

  it("refuses in the contract's order: who is not verified, too little, too exact, too much, too late", async () => {
    const [customer] = [customers[2]!];
    const stranger = await app.newCustomer();
    const id = await newProduct(app, {
      capacity: "50000",
      deadline: iso(app.context.clock.now() + 5 * dayMs),
    });
    const refused = (amount: string, who = customer, product = `${id}`) =>
      app.refused("/trade/follow", { id: product, amount, request_id: newRequestId() }, who);
    expect(await refused("10000", stranger)).toBe("not_verified");
    expect(await refused("10000", customer, "999999")).toBe("product_not_available");
    expect(await refused("0")).toBe("amount_not_positive");
    expect(await refused("10000.5")).toBe("amount_too_precise");
    expect(await refused("9999")).toBe("amount_below_minimum");
    expect(await refused("50001")).toBe("follow_capacity_exceeded");
    // Its money has to stay where the margin needs it.
    await openMarginCall(app, customer, "jpy");
    expect(await refused("20000")).toBe("margin_call_open");
    expect(
      await app.refused("/trade/preview-follow", { id: `${id}`, amount: "20000" }, customer),
    ).toBe("margin_call_open");
    await endMarginCalls(app);
    const preview = await app.accepted(
      "/trade/preview-follow",
      { id: `${id}`, amount: "50000" },
      customer,
    );
    expect(preview).toMatchObject({ management_fee_a_year: "500", performance_percent: "10.00" });
    expect(Date.parse(preview.locked_until) - Date.parse(preview.buys_at)).toBe(3 * dayMs);
    await app.advance(6 * 86_400);
    expect(await refused("10000")).toBe("product_follow_expired");
  });

  it("takes no more than its capacity from many at once, and each of them once", async () => {
    const id = await newProduct(app, { capacity: "20000" });
    const ids = customers.map(() => newRequestId());
    const asked = customers.flatMap((customer, index) =>
      [0, 1].map(() => ({ customer, request_id: ids[index]! })),
    );
    const answers = await Promise.all(
      asked.map(({ customer, request_id }) =>
        app.refused("/trade/follow", { id: `${id}`, amount: "10000", request_id }, customer),
      ),
    );
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(4);
    expect(answers.filter((msg) => msg === "follow_capacity_exceeded")).toHaveLength(8);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("ends by itself at its stop, after the lock-up, and at the valuation after the one that showed it", async () => {
    const customer = customers[3]!;
    const id = await newProduct(app, { lock_up_days: 0 });
    await toNextValuation(app, id, prices);
    await follow(id, customer, "100000", "20");
    await toNextValuation(app, id, prices);
    // What was paid in is put into stocks on another month's first day.
    await app.advance(32 * 86_400);
    await toNextValuation(app, id, prices);
    const half = { "7203": "1425", "6758": "1650" };
    await toNextValuation(app, id, half);
    expect(await own(customer, id)).toMatchObject({ status: 0, end_cause: "stop" });
    await toNextValuation(app, id, half);
    const ended = await own(customer, id);
    expect(ended).toMatchObject({ status: 1, end_cause: "stop" });
    expect(Number(ended.total_profit)).toBeLessThan(-20_000);
    expect(await app.ledgerFaults()).toEqual([]);
    // It stays in the ranking with its figures, losers too.
    const listed = await app.accepted("/trade/productlist", { type: "jpy" }, customer);
    const shown = listed.find((one) => one.id === `${id}`);
    expect(Number(shown?.result?.return)).toBeLessThan(-20);
    await app.advance(86_400);
  });
});

describe("a valuation", () => {
  it("is one, however many processes come at once, and replays from its own rows", async () => {
    const id = await newProduct(app);
    await toNextValuation(app, id, prices);
    await follow(id, customers[4]!, "50000");
    const product = await productOf(app, id);
    const at = (product.valued_for ?? 0) + dayMs;
    await moveTo(app, at - 60_000, prices);
    await app.advance(61);
    for (const [code, price] of Object.entries(prices)) app.feed.quote("jpy", code, price);
    await Promise.all([lookAfter(app), lookAfter(app), lookAfter(app), lookAfter(app)]);
    expect(await productOf(app, id)).toMatchObject({ valuations: 2 });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is suspended while a stock has no price, says so, and is made up for", async () => {
    const customer = customers[4]!;
    const id = await newProduct(app);
    await toNextValuation(app, id, prices);
    await toNextValuation(app, id, prices);
    await follow(id, customer, "20000");
    const { valuations, valued_for: last } = await productOf(app, id);
    await moveTo(app, (last ?? 0) + dayMs - 1_000_000, prices);
    await app.advance(1_001);
    app.feed.quote("jpy", "7203", "2850", { halted: true });
    app.feed.quote("jpy", "6758", "3300");
    await lookAfter(app);
    const waiting = await productOf(app, id);
    expect(waiting).toMatchObject({ valuations, suspended_why: "no_price" });
    // Locked at its lower limit: the empty side repeats the limit, at which nobody buys.
    app.feed.quote("jpy", "7203", "2350", { bids: [] });
    await lookAfter(app);
    expect(await productOf(app, id)).toMatchObject({ valuations, suspended_why: "no_price" });
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]?.kind).toBe("follow_suspended");
    for (const [code, price] of Object.entries(prices)) app.feed.quote("jpy", code, price);
    await lookAfter(app);
    expect(await productOf(app, id)).toMatchObject({
      valuations: valuations + 1,
      suspended_why: null,
    });
    expect((await own(customer, id)).units).not.toBeNull();
  });

  it("is whole or not at all where it breaks in the middle, and comes to the same afterwards", async () => {
    const id = await newProduct(app);
    await toNextValuation(app, id, prices);
    await follow(id, customers[5]!, "30000");
    await sql`CREATE FUNCTION breaks() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the power went'; END $$`.execute(app.owner.reader);
    await sql`CREATE TRIGGER breaks BEFORE INSERT ON copy_valuation
      FOR EACH ROW EXECUTE FUNCTION breaks()`.execute(app.owner.reader);
    const broken = await toNextValuation(app, id, prices);
    expect(broken).toMatchObject({ valuations: 1 });
    expect(await app.ledgerFaults()).toEqual([]);
    await sql`DROP TRIGGER breaks ON copy_valuation`.execute(app.owner.reader);
    await moveTo(app, app.context.clock.now(), prices);
    expect(await productOf(app, id)).toMatchObject({ valuations: 2 });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("after a month that the clock leapt over is the newest one alone, with a month's fee", async () => {
    const id = await newProduct(app, { management_basis_points: 365 });
    await toNextValuation(app, id, prices);
    await app.advance(30 * 86_400);
    await moveTo(app, app.context.clock.now(), prices);
    const { reader } = app.context.database;
    const [last] = await valuationsOf(reader, id, { below: null, limit: 1 });
    expect(last?.number).toBe(2);
    // A hundredth of a per cent a day, of about a million.
    expect(Number(last?.management_fee)).toBeGreaterThan(2_800);
    expect(Number(last?.management_fee)).toBeLessThan(3_200);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a strategy's code", () => {
  it("that fails is stopped and not guessed; its product takes nobody any more and goes on being valued", async () => {
    const id = await newProduct(app, { strategy: "momentum" });
    const { decide } = strategies.momentum;
    strategies.momentum.decide = () => {
      throw new Error("divided by nothing");
    };
    await toNextValuation(app, id, prices);
    const stopped = await toNextValuation(app, id, prices);
    strategies.momentum.decide = decide;
    expect(stopped).toMatchObject({ stopped_why: "divided by nothing", valuations: 2 });
    const asked = { id: `${id}`, amount: "10000", request_id: newRequestId() };
    expect(await app.refused("/trade/follow", asked, customers[0]!)).toBe("product_follow_expired");
  });

  /** A product whose code has decided on these orders, and none of them is placed. */
  async function decided(orders: Parameters<typeof insertDecision>[1]["orders"]) {
    const id = await newProduct(app);
    const product = await toNextValuation(app, id, prices);
    const at = app.context.clock.now();
    const due = { at: at + 9 * dayMs, askedUntil: at };
    const decision = { productId: id, dueAt: due.at, at, targets: [], orders };
    await insertDecision(app.context.database.reader, decision);
    for (const [code, price] of Object.entries(prices)) app.feed.quote("jpy", code, price);
    return { id, product, due, orders: orderPathOf(app.context) };
  }

  it("orders once, also where it breaks between two of its orders, and never beyond the pool's money", async () => {
    const { id, product, due, orders } = await decided([
      { kind: "open", code: "7203", side: "long", quantity: "100", leverage: "1" },
      { kind: "open", code: "6758", side: "long", quantity: "100000", leverage: "1" },
      { kind: "open", code: "6758", side: "long", quantity: "50", leverage: "1" },
    ]);
    const { context } = app;
    let placed = 0;
    const breaking = {
      ...orders,
      place: (...order: Parameters<typeof orders.place>) => {
        placed += 1;
        if (placed === 3) throw new Error("killed");
        return orders.place(...order);
      },
    };
    const strategy = strategies.equal_weight;
    await expect(decideFor(context, breaking, strategy, product, due)).rejects.toThrow("killed");
    await decideFor(context, orders, strategy, product, due);
    const decision = await findDecision(context.database.reader, id, due.at);
    expect(decision?.answers).toEqual(["ok", "insufficient_balance", "ok"]);
    // What was decided, and what came of it, is not written anew.
    for (const changed of ["targets = '{}'", "answers = '[]'", "decided_at = real_now()"]) {
      await expect(
        sql`UPDATE copy_decision SET ${sql.raw(changed)}`.execute(app.owner.reader),
      ).rejects.toThrow("not changed afterwards");
    }
    const held = await heldRecords(context.database.reader, product.pool_id, "jpy");
    expect(held.map(({ opened }) => opened).toSorted()).toEqual([100n, 50n]);
    const balances = await customerBalances(context.database.reader, product.pool_id);
    expect(balances.every(({ balance, floor }) => balance >= floor)).toBe(true);
  });

  it("orders again what the order path had no room for", async () => {
    const { id, product, due, orders } = await decided([
      { kind: "open", code: "7203", side: "long", quantity: "100", leverage: "1" },
    ]);
    const { context } = app;
    const full = { ...orders, place: async () => refuse("overloaded") };
    const strategy = strategies.equal_weight;
    await decideFor(context, full, strategy, product, due);
    await decideFor(context, orders, strategy, product, due);
    const decision = await findDecision(context.database.reader, id, due.at);
    expect(decision?.answers).toEqual(["ok"]);
  });
});

describe("a product", () => {
  it("that is wound down lifts the lock-up and sells everybody's units at one value", async () => {
    const [one, other] = [customers[0]!, customers[1]!];
    const id = await newProduct(app, { lock_up_days: 3_000 });
    await toNextValuation(app, id, prices);
    await follow(id, one, "40000");
    await toNextValuation(app, id, prices);
    await follow(id, other, "10000");
    const { context } = app;
    const at = context.clock.now();
    const input = { product: `${id}`, at: iso(at + 7 * dayMs + 60_000) };
    const approval = {
      ...{ proposalId: 1n, subject: `${id}`, note: "", proposedBy: 1n, approvedBy: 2n, at, input },
      reason: { code: "market_disruption", texts: null, words: "" } as never,
      notifyApprover: () => undefined,
    };
    await context.database.transaction(async (transaction) => {
      const early = { ...approval, input: { ...input, at: iso(at + dayMs) } };
      const refused = await copyProposals.copy_winds_down.apply(context, transaction, early);
      expect(refused).toMatchObject({ refusal: { code: "copy_notice_too_short" } });
      const late = { ...approval, input: { ...input, at: iso(at + 91 * dayMs) } };
      const never = await copyProposals.copy_winds_down.apply(context, transaction, late);
      expect(never).toMatchObject({ refusal: { code: "copy_notice_too_long" } });
      const applied = await copyProposals.copy_winds_down.apply(context, transaction, approval);
      expect(applied.ok).toBe(true);
    });
    // What had bought nothing yet is back at the next look.
    await lookAfter(app);
    expect(await own(other, id)).toMatchObject({
      status: 1,
      end_cause: "returned",
      total_profit: "0",
    });
    await app.advance(7 * 86_400);
    await toNextValuation(app, id, prices);
    const ended = await toNextValuation(app, id, prices);
    expect(ended.ended_at).not.toBeNull();
    expect(ended.units).toBe(0n);
    expect(await own(one, id)).toMatchObject({ status: 1, end_cause: "wind_down" });
    expect(await app.ledgerFaults()).toEqual([]);
    const left = (await customerBalances(context.database.reader, ended.pool_id)).filter(
      ({ purpose }) => purpose === "units_issued",
    );
    expect(left.every(({ balance }) => balance === 0n)).toBe(true);
  });

  it("that is wound down before its first valuation gives the house its money back too", async () => {
    const id = await newProduct(app);
    const { context } = app;
    const at = context.clock.now();
    const approval = {
      ...{ proposalId: 1n, subject: `${id}`, note: "", proposedBy: 1n, approvedBy: 2n, at },
      input: { product: `${id}`, at: iso(at + 7 * dayMs + 60_000) },
      reason: { code: "market_disruption", texts: null, words: "" } as never,
      notifyApprover: () => undefined,
    };
    await context.database.transaction(async (transaction) => {
      const applied = await copyProposals.copy_winds_down.apply(context, transaction, approval);
      expect(applied.ok).toBe(true);
    });
    await toNextValuation(app, id, prices);
    const [left] = await rows(
      context.database.reader,
      sql<{ sum: string }>`SELECT coalesce(sum(p.amount), 0)::text AS sum FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id
        JOIN copy_following f ON f.id = p.cause_id AND f.product_id = ${id} AND f.customer_id IS NULL
        WHERE a.purpose = 'product_units' AND p.kind IN ('product_seeded', 'follow_returned')`,
    );
    expect(left).toEqual({ sum: "0" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is never changed once it is published, and its pool is nobody who signs in or is counted", async () => {
    const id = await newProduct(app);
    const { pool_id: pool } = await productOf(app, id);
    await expect(
      sql`UPDATE copy_product SET performance_basis_points = 0 WHERE id = ${id}`.execute(
        app.owner.reader,
      ),
    ).rejects.toThrow("never changes");
    await expect(
      sql`UPDATE copy_product SET unit_value = unit_value + 1 WHERE id = ${id}`.execute(
        app.owner.reader,
      ),
    ).rejects.toThrow("never changes");
    expect(await poolAccount(app.context.database.reader, pool)).toBe(`pool-${id}`);
    await expect(
      sql`INSERT INTO session (token_hash, customer_id, device) VALUES ('x', ${pool}, 'x')`.execute(
        app.owner.reader,
      ),
    ).rejects.toThrow("never signs in");
    const counted = await rows(
      app.owner.reader,
      sql<{ id: bigint }>`SELECT customer_id AS id FROM net_assets WHERE customer_id = ${pool}`,
    );
    expect(counted).toEqual([]);
  });
});
