import type { CallInput, OperatorCalls } from "@sanshi/contract";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
let customer: SignedIn;
let proposer: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "USD:100000,JPY:5000000,CNY:500000" });
  customer = await app.newCustomer();
  proposer = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
});
afterAll(() => app.stop());

type Change = CallInput<OperatorCalls["/api/ops/instruments/change"]>;
const changePath = "/api/ops/instruments/change";
const decisionPath = "/api/ops/proposals/:id/decision";

const tomorrow = (market: "jpy" | "usd" | "cny") =>
  nextTradingDay(market, localDate(market, app.context.clock.now()), "always");

/** Decided by two operators, for the next trading day where nothing else is said. */
async function decide(change: Partial<Change> & Pick<Change, "type" | "code">): Promise<string> {
  const form: Change = { effective_on: tomorrow(change.type), ...change };
  const { id } = await opsAccepted(app, changePath, form, proposer);
  expect(await opsRefused(app, decisionPath, { id, decision: "approve" }, approver)).toBe("ok");
  const { items } = await opsAccepted(app, "/api/ops/instruments/changes", {}, approver);
  return items.find(({ code, withdrawn_at }) => code === change.code && withdrawn_at === null)!.id;
}

/** To the first minute of the market's next day. */
async function toTomorrow(market: "jpy" | "usd" | "cny"): Promise<void> {
  const ms = instantOf(market, tomorrow(market), "00:01") - app.context.clock.now();
  await app.advance(Math.ceil(ms / 1_000));
  await app.settle();
}

const place = async (more: Partial<PlaceInput>, who = customer) =>
  (await app.accepted("/trade/place-order", testOrder({ type: "usd", code: "AAPL", ...more }), who))
    .id;
const position = (id: string, who = customer) => app.accepted("/trade/position", { id }, who);
const messages = async (who: SignedIn) =>
  (await app.accepted("/user/messages", { group: "stocks" }, who)).items.map(({ kind }) => kind);

const statementOf = async (day: string, format: "csv" | "pdf") => {
  const form = { from: day, to: day, format, language: "us" } as const;
  return (await app.accepted("/user/statement", form, customer)).base64;
};
const records = async () =>
  (await app.accepted("/user/fund-records", { limit: "100" }, customer)).items;

describe("a stock that gets another code and name", () => {
  let other: Application;
  let day: string;
  let before: string[];
  let recorded: Awaited<ReturnType<typeof records>>;
  let held: string;
  let short: string;
  let stop: string;
  let over: string;
  let alert: string;

  it("is announced to who holds or watches it, and goes on unchanged until its day", async () => {
    other = await app.startAnother();
    app.feed.close("usd", "AAPL", app.context.clock.now() - 86_400_000, "188.00");
    app.feed.quote("usd", "AAPL", "189.20");
    held = await place({ quantity: "10" });
    short = await place({ side: "short", quantity: "5" });
    over = await place({ quantity: "2" });
    await app.advance(901);
    app.feed.quote("usd", "AAPL", "189.20");
    await app.accepted(
      "/trade/close-position",
      { id: over, kind: "market", request_id: newRequestId() } as never,
      customer,
    );
    stop = await place({ kind: "stop", stop_price: "200", quantity: "3" });
    await app.accepted("/market/watch", { type: "usd", code: "AAPL" }, customer);
    const added = await app.accepted(
      "/market/add-alert",
      {
        type: "usd",
        code: "AAPL",
        kind: "price_at_or_above",
        value: "210",
        request_id: newRequestId(),
      } as never,
      customer,
    );
    alert = (added as { id: string }).id;
    await app.accepted(
      "/trade/lend",
      { id: held, quantity: "4", request_id: newRequestId() },
      customer,
    );
    await decide({
      type: "usd",
      code: "AAPL",
      new_code: "APLX",
      exchange: "NYSE",
      // After a day of the broker's calendar has ended, which is a day ahead of New York's.
      effective_on: nextTradingDay("usd", tomorrow("usd"), "always"),
      names: { jp: "アプレックス", cn: "苹果新", us: "Aplex" },
    });
    await app.settle();
    expect(await messages(customer)).toContain("code_change_announced");
    expect((await position(held)).code).toBe("AAPL");
  });

  it("is held, short, lent, ordered, watched and waited for under the new code from its day on", async () => {
    day = localDate("jpy", app.context.clock.now());
    const ahead = instantOf("jpy", tomorrow("jpy"), "00:01") - app.context.clock.now();
    await app.advance(Math.ceil(ahead / 1_000));
    await app.settle();
    before = await Promise.all([statementOf(day, "csv"), statementOf(day, "pdf")]);
    expect(Buffer.from(before[0]!, "base64").toString()).toContain("AAPL,Apple");
    recorded = await records();
    await toTomorrow("usd");
    for (const id of [held, short]) {
      expect(await position(id)).toMatchObject({ code: "APLX", names: { us: "Aplex" } });
    }
    expect((await position(over)).code).toBe("AAPL");
    expect(await position(stop)).toMatchObject({ code: "APLX", status: 3, quantity_waiting: "3" });
    const watched = await app.accepted("/market/watchlist", {}, customer);
    expect(watched.map(({ code }) => code)).toEqual(["APLX"]);
    const lent = await app.accepted("/trade/lendinglist", { type: "usd" }, customer);
    expect(lent).toMatchObject([{ code: "APLX" }]);
    expect(await messages(customer)).toContain("code_change_in_force");
    const stock = await app.accepted("/market/stock", { type: "usd", code: "APLX" }, customer);
    expect(stock).toMatchObject({ code: "APLX", exchange: "NYSE", price: "189.20", watched: true });
  });

  it("is in force in every process, and in each only once", async () => {
    await expect.poll(() => other.context.quotes.instrument("usd", "APLX")?.exchange).toBe("NYSE");
    expect(other.context.quotes.instrument("usd", "AAPL")).toBeNull();
    await app.settle();
    const steps = await rows(
      app.context.database.reader,
      sql<{ step: string }>`SELECT step FROM code_change_step ORDER BY step`,
    );
    expect(steps.map(({ step }) => step)).toEqual(["announced", "carried", "told"]);
    const told = (await messages(customer)).filter((kind) => kind.startsWith("code_change"));
    expect(told).toEqual(["code_change_in_force", "code_change_announced"]);
  });

  it("is found by its former code and name, which its page tells", async () => {
    for (const q of ["AAPL", "apple", "APLX", "aplex"]) {
      const found = await app.accepted("/market/search", { q }, customer);
      expect(
        found.map(({ code }) => code),
        q,
      ).toContain("APLX");
    }
    const stock = await app.accepted("/market/stock", { type: "usd", code: "AAPL" }, customer);
    expect(stock).toMatchObject({
      code: "APLX",
      formerly: {
        code: "AAPL",
        names: { us: "Apple" },
        until: localDate("usd", app.context.clock.now()),
      },
    });
    const { items } = await app.accepted(
      "/market/candles",
      { type: "usd", code: "APLX", period: "day" },
      customer,
    );
    expect(items.map((candle) => candle[4])).toContain("188.00");
  });

  it("takes no order under the old code, and says the new one", async () => {
    const input = { ...testOrder({ type: "usd", code: "AAPL" }), request_id: newRequestId() };
    const { body } = await app.post("/trade/place-order", input, customer);
    expect(body).toMatchObject({ msg: "instrument_renamed", params: { code: "APLX" } });
  });

  it("says of the days before what it said, to the byte", async () => {
    expect(await Promise.all([statementOf(day, "csv"), statementOf(day, "pdf")])).toEqual(before);
    const newest = await records();
    expect(newest.slice(newest.length - recorded.length)).toEqual(recorded);
    const closed = await position(over);
    expect(closed).toMatchObject({ code: "AAPL", names: { us: "Apple" }, name: "Apple" });
    const fills = await app.accepted("/trade/fills", { type: "usd", code: "APLX" }, customer);
    expect(new Set(fills.map(({ position_id }) => position_id))).toEqual(
      new Set([held, short, over]),
    );
  });

  it("sets off what waited at its price, and fills it under the new code", async () => {
    app.feed.quote("usd", "AAPL", "211");
    await app.settle();
    await expect.poll(() => position(stop)).toMatchObject({ status: 0, code: "APLX" });
    await expect.poll(() => messages(customer)).toContain("price_alert");
    expect(alert).toBeTruthy();
    const sum = await rows(
      app.context.database.reader,
      sql<{
        code: string;
        lent: bigint;
        short: bigint;
      }>`SELECT code, lent, short FROM share_pool WHERE market = 'usd' AND (lent, short) <> (0, 0)`,
    );
    expect(sum).toEqual([{ code: "APLX", lent: 4n, short: 5n }]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
