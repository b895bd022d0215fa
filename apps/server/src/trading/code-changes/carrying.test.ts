import type { CallInput, OperatorCalls } from "@sanshi/contract";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import type { Application } from "../../application.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let other: Application;
let customer: SignedIn;
let proposer: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:50000000" });
  other = await app.startAnother();
  proposer = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

type Change = CallInput<OperatorCalls["/api/ops/instruments/change"]>;
const changePath = "/api/ops/instruments/change";
const withdrawPath = "/api/ops/instruments/changes/:id/withdraw";
const decisionPath = "/api/ops/proposals/:id/decision";

const tomorrow = () => nextTradingDay("jpy", localDate("jpy", app.context.clock.now()), "always");
const formOf = (code: string, more: Partial<Change>): Change => ({
  type: "jpy",
  code,
  effective_on: tomorrow(),
  ...more,
});
const refused = (code: string, more: Partial<Change>, by = proposer) =>
  opsRefused(app, changePath, formOf(code, more), by);
const listed = async () =>
  (await opsAccepted(app, "/api/ops/instruments/changes", {}, approver)).items;

async function decide(code: string, more: Partial<Change>): Promise<string> {
  const { id } = await opsAccepted(app, changePath, formOf(code, more), proposer);
  expect(await opsRefused(app, decisionPath, { id, decision: "approve" }, approver)).toBe("ok");
  return (await listed()).find((one) => one.code === code && one.withdrawn_at === null)!.id;
}

async function toTomorrow(): Promise<void> {
  const ms = instantOf("jpy", tomorrow(), "00:01") - app.context.clock.now();
  await app.advance(Math.ceil(ms / 1_000));
  await app.settle();
}

const place = async (code: string, more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", testOrder({ code, ...more }), customer)).id;
const position = (id: string) => app.accepted("/trade/position", { id }, customer);
const kinds = async () =>
  (await app.accepted("/user/messages", { group: "stocks" }, customer)).items.map(
    ({ kind }) => kind,
  );

describe("a step that is interrupted", () => {
  it("changes nothing, and is made again until it is done, once in all processes", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const id = await place("7203");
    const change = BigInt(await decide("7203", { new_code: "7204" }));
    const { pool } = app.context.database;
    const blocker = await pool.connect();
    try {
      // The last of the tables that it comes to is held by somebody.
      await blocker.query("BEGIN");
      await blocker.query("LOCK TABLE watched_stock IN EXCLUSIVE MODE");
      const ms = instantOf("jpy", tomorrow(), "00:01") - app.context.clock.now();
      await app.advance(Math.ceil(ms / 1_000));
      expect((await position(id)).code).toBe("7203");
    } finally {
      await blocker.query("ROLLBACK");
      blocker.release();
    }
    const carry = () =>
      sql`SELECT carry_code_change(${change})`.execute(app.context.database.reader);
    await Promise.all([carry(), carry(), app.settle()]);
    await expect.poll(() => position(id)).toMatchObject({ code: "7204" });
    await expect.poll(() => other.context.quotes.instrument("jpy", "7204")).not.toBeNull();
    await expect.poll(kinds).toEqual(["code_change_in_force", "code_change_announced"]);
  });

  it("is followed by what another process wrote under the old code meanwhile", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const before = await place("7204");
    await sql`UPDATE position SET code = '7203' WHERE id = ${BigInt(before)}`.execute(
      app.context.database.reader,
    );
    await app.settle();
    expect((await position(before)).code).toBe("7204");
  });

  it("lets nobody else change a code in what never changes", async () => {
    const { reader } = app.context.database;
    await sql`SELECT set_config('sanshi.carries_code', 'on', false)`.execute(reader);
    for (const change of [
      sql`UPDATE corporate_action SET code = 'X'`,
      sql`UPDATE code_change SET new_code = 'X'`,
      sql`DELETE FROM code_change_step`,
      sql`UPDATE share_lending SET code = 'X'`,
      sql`UPDATE code_column SET carried_where = 'true'`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow(/append-only|permission denied/);
    }
  });

  it("is not made before its day", async () => {
    const change = BigInt(await decide("6758", { new_code: "6759" }));
    const carry = sql`SELECT carry_code_change(${change})`.execute(app.context.database.reader);
    await expect(carry).rejects.toThrow("not in force");
    expect(await opsRefused(app, withdrawPath, { id: `${change}` }, approver)).toBe("ok");
    await toTomorrow();
    const late = sql`SELECT carry_code_change(${change})`.execute(app.context.database.reader);
    await expect(late).rejects.toThrow("not in force");
  });
});

describe("what operators propose", () => {
  it("is refused with its reason", async () => {
    expect(await refused("9999", { new_code: "9998" })).toBe("instrument_not_found");
    expect(await refused("6758", { new_code: "SONY" })).toBe("instrument_code_malformed");
    expect(await refused("6758", { exchange: "NYSE" })).toBe("instrument_exchange_wrong");
    expect(await refused("6758", {})).toBe("instrument_unchanged");
    // In use, and in use until a moment ago.
    expect(await refused("6758", { new_code: "7204" })).toBe("instrument_exists");
    expect(await refused("6758", { new_code: "7203" })).toBe("instrument_exists");
    const today = localDate("jpy", app.context.clock.now());
    expect(await refused("6758", { new_code: "6759", effective_on: today })).toBe(
      "code_change_date_wrong",
    );
    const viewer = await newOperator(app, "viewer");
    expect(await refused("6758", { new_code: "6759" }, viewer)).toBe("forbidden");
  });

  it("is one change of a stock at a time, until it is in force or withdrawn; who holds it hears of both", async () => {
    app.feed.quote("jpy", "6758", "3300");
    await place("6758");
    const id = await decide("6758", { new_code: "6759" });
    await app.settle();
    expect(await refused("6758", { new_code: "6760" })).toBe("code_change_planned");
    expect(await refused("7204", { new_code: "6759" })).toBe("instrument_exists");
    expect(await opsRefused(app, withdrawPath, { id }, approver)).toBe("ok");
    expect(await opsRefused(app, withdrawPath, { id }, approver)).toBe(
      "code_change_not_withdrawable",
    );
    expect(await opsRefused(app, withdrawPath, { id: "999" }, approver)).toBe(
      "code_change_not_found",
    );
    const { items } = await app.accepted("/news/list", { type: "jpy" }, customer);
    const titles = items.flatMap(({ texts }) => texts?.us.title ?? []);
    expect(titles.slice(0, 2)).toEqual([
      "Sony Group (6758): change called off",
      "Sony Group (6758): change ahead",
    ]);
    await toTomorrow();
    expect(app.context.quotes.instrument("jpy", "6758")).not.toBeNull();
    expect(await kinds()).toEqual(["code_change_withdrawn", "code_change_announced"]);
  });

  it("may be the name alone, in the place of one that operators gave before", async () => {
    const naming: CallInput<OperatorCalls["/api/ops/instruments/names"]> = {
      type: "jpy",
      code: "6758",
      sector: "",
      search_terms: [],
      names: { jp: "ソニー", cn: "索尼", us: "Sony Corporation" },
    };
    const named = await opsAccepted(app, "/api/ops/instruments/names", naming, proposer);
    const approval = { id: named.id, decision: "approve" } as const;
    expect(await opsRefused(app, decisionPath, approval, approver)).toBe("ok");
    await app.context.instruments.read();
    await app.settle();
    const yesterday = app.context.clock.now();
    await decide("6758", { names: { jp: "新ソニー", cn: "新索尼", us: "New Sony" } });
    await toTomorrow();
    expect(app.context.quotes.names("jpy", "6758").us).toBe("New Sony");
    const { called } = app.context.quotes;
    expect(called("jpy", "6758", yesterday)).toMatchObject({
      code: "6758",
      names: { us: "Sony Corporation" },
    });
    const found = await app.accepted("/market/search", { q: "sony corporation" }, customer);
    expect(found.map(({ code }) => code)).toEqual(["6758"]);
  });

  it("may follow a change that is in force: each of three codes leads to the stock", async () => {
    app.feed.quote("jpy", "7203", "2850");
    const held = await place("7204", { quantity: "10" });
    const [from_at, from_price] = ["2026-11-20T01:00:00Z", "2800"];
    const point = { from_at, from_price, to_at: from_at, to_price: from_price };
    const stock = { type: "jpy", code: "7204" } as const;
    const line = { ...stock, line: newRequestId(), kind: "level", ...point } as const;
    await app.accepted("/market/save-chart-line", line, customer);
    // Applied before the change, it is known after it: nothing is split twice.
    const split = { kind: "split", exDate: tomorrow(), numerator: 2n, denominator: 1n } as const;
    app.feed.act("jpy", "7203", split);
    await toTomorrow();
    app.feed.quote("jpy", "7203", "1425");
    await expect.poll(() => position(held)).toMatchObject({ stock_num: "20" });
    await decide("7204", { new_code: "7206" });
    await toTomorrow();
    await app.settle();
    expect(await position(held)).toMatchObject({ code: "7206", stock_num: "20" });
    const drawn = await app.accepted(
      "/market/chart-lines",
      { type: "jpy", code: "7206" },
      customer,
    );
    expect(drawn.lines).toHaveLength(1);
    for (const code of ["7203", "7204", "7206"]) {
      const stock = await app.accepted("/market/stock", { type: "jpy", code }, customer);
      expect(stock).toMatchObject({ code: "7206", price: "1425", formerly: { code: "7204" } });
    }
    expect(await app.ledgerFaults()).toEqual([]);
    const left = await rows(
      app.context.database.reader,
      sql<{
        id: bigint;
      }>`SELECT id FROM position WHERE ended_at IS NULL AND code IN ('7203', '7204')`,
    );
    expect(left).toEqual([]);
  });
});
