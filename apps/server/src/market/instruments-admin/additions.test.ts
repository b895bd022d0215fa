import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CallInput, OperatorCalls } from "@sanshi/contract";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { publish } from "../../../../../tests/support/test-offerings.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import type { Application } from "../../application.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { createReplayFeed } from "../../market-feed/replay/replay-feed.ts";
import {
  createSimulatedFeed,
  type SimulatedFeed,
} from "../../market-feed/simulated/simulated-feed.ts";
import type { Clock } from "../../platform/clock.ts";
import { sql } from "../../platform/sql/database.ts";

const few = demoCompanies().filter(({ code }) => ["7203", "AAPL", "600519"].includes(code));
const createFeed = (clock: Clock): SimulatedFeed =>
  createSimulatedFeed({ seed: "sanshi", hours: "always", clock, companies: few });

let app: TestApplication;
let feed: SimulatedFeed;
let customer: SignedIn;
let approver: OperatorSession;
let other: OperatorSession;
let viewer: OperatorSession;
const others: Application[] = [];
beforeAll(async () => {
  const started = await startTestApplicationOn(createFeed);
  feed = started.feed;
  // The test delivers no quotes: the simulated market does.
  app = started as unknown as TestApplication;
  // What is news of a day, and what was added on it: none may turn within these tests.
  await advanceToWednesday(app, "12:00");
  writtenUntil = new Date(app.context.clock.now()).toISOString();
  customer = await app.newCustomer();
  approver = await newOperator(app, "approver");
  other = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

/** Another process on the same database, as it is after a start. */
async function anotherProcess(): Promise<Application> {
  const one = await app.startAnother(createFeed);
  others.push(one);
  return one;
}

const addPath = "/api/ops/instruments/add";
const decisionPath = "/api/ops/proposals/:id/decision";
type Addition = CallInput<OperatorCalls["/api/ops/instruments/add"]>;
const panasonic: Addition = {
  type: "jpy",
  code: "6752",
  sector: "technology",
  listed_on: "1971-12-01",
  names: { jp: "パナソニック", cn: "松下控股", us: "Panasonic Holdings" },
  search_terms: ["パナソニックホールディングス", "matsushita"],
};
const propose = (more: Record<string, unknown>, by = approver) =>
  opsRefused(app, addPath, { ...panasonic, ...more }, by);
const approve = (id: string, by = other) =>
  opsRefused(app, decisionPath, { id, decision: "approve" }, by);
const search = async (q: string) =>
  (await app.accepted("/market/search", { q }, customer)).map(({ code }) => code);
const pricesOf = (one: SimulatedFeed) =>
  one.snapshot().filter(({ code }) => few.some((company) => company.code === code));

/**
 * Of the Japanese market's newest that was written before these tests, as a process tells it: fewer than were
 * asked for, so that what is written meanwhile pushes none of it out of the page.
 */
async function news(
  { http }: Pick<Application["context"], "http"> = app.context,
): Promise<unknown> {
  const answer = await http.fastify.inject({
    method: "POST",
    url: "/api/vue/news/list",
    headers: { "content-type": "application/x-www-form-urlencoded", ...customer },
    payload: "type=jpy&limit=100",
  });
  const { items } = answer.json().data as { items: { at: string }[] };
  return items.filter(({ at }) => at < writtenUntil).slice(0, 50);
}
let writtenUntil: string;
let written: unknown;

/** Notifications reach a process a moment after the change. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { interval: 20 }).toBe(true);
}

describe("adding an instrument", () => {
  it("is a company of the simulated market, whose price nobody chooses", async () => {
    const { of, markets } = await opsAccepted(app, "/api/ops/instruments/additions", {}, viewer);
    expect(of).toBe("companies");
    expect(markets[0]).toEqual({ type: "jpy", added: 0, added_max: 100 });
    for (const field of ["price", "anchor_price", "last", "shares", "seed"]) {
      expect(await propose({ [field]: "1" })).toBe("invalid_request");
    }
  });

  it("takes two operators; then everybody finds it, sees it trade and can buy it", async () => {
    const { id } = await opsAccepted(app, addPath, panasonic, approver);
    expect(await search("6752")).toEqual([]);
    expect(await propose({}, other)).toBe("proposal_pending");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown.differences).toEqual([
      { field: "stock_code", before: null, after: "6752" },
      { field: "exchange", before: null, after: "TSE" },
      { field: "name_jp", before: null, after: "パナソニック" },
      { field: "name_cn", before: null, after: "松下控股" },
      { field: "name_us", before: null, after: "Panasonic Holdings" },
      { field: "search_terms", before: null, after: "パナソニックホールディングス, matsushita" },
      { field: "sector", before: null, after: "technology" },
      { field: "listed_on", before: null, after: "1971-12-01" },
      { field: "lot_size", before: null, after: "1" },
    ]);
    expect(await approve(id, viewer)).toBe("forbidden");
    expect(await approve(id, approver)).toBe("own_proposal");
    const before = pricesOf(feed);
    written = await news();
    const twice = await Promise.all([approve(id), approve(id)]);
    expect(twice.toSorted()).toEqual(["ok", "review_already_decided"]);
    await until(() => app.context.quotes.instrument("jpy", "6752") !== null);
    const sequences = new Map(pricesOf(feed).map(({ code, sequence }) => [code, sequence]));
    for (const quote of before) expect(sequences.get(quote.code)! >= quote.sequence).toBe(true);

    for (const q of [
      "6752",
      "パナソ",
      "ぱなそにっく",
      "松下",
      "songxia",
      "panasonic",
      "matsushita",
    ]) {
      expect(await search(q), q).toContain("6752");
    }
    const stock = await app.accepted("/market/stock", { code: "6752" }, customer);
    expect(stock).toMatchObject({
      name: "パナソニック",
      exchange: "TSE",
      lot: "1",
      sector: "technology",
    });
    const { items } = await app.accepted(
      "/market/candles",
      { code: "6752", period: "day" },
      customer,
    );
    expect(items.length).toBeGreaterThan(50);
    const order = {
      code: "6752",
      side: "long",
      kind: "market",
      quantity: "3",
      leverage: "1",
    } as const;
    const placed = await app.accepted(
      "/trade/place-order",
      { ...order, request_id: newRequestId() },
      customer,
    );
    expect(placed).toMatchObject({ status: 0, code: "6752", quantity_filled: "3" });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it.each([
    ["that is there already", {}, "instrument_exists"],
    ["that the feed carries by itself", { code: "7203" }, "instrument_exists"],
    ["with another market's code", { type: "cny" }, "instrument_code_malformed"],
    ["with a code that begins with zero", { code: "0123" }, "instrument_code_malformed"],
    ["with a code in lower case", { code: "675a" }, "invalid_request"],
    ["on the wrong exchange", { code: "6753", exchange: "NYSE" }, "instrument_exchange_wrong"],
    ["on no exchange of New York", { type: "usd", code: "KO" }, "instrument_exchange_wrong"],
    [
      "with a blank name",
      { code: "6753", names: { jp: " ", cn: "夏", us: "S" } },
      "instrument_name_missing",
    ],
    ["with a name too few", { code: "6753", names: { jp: "シ", us: "S" } }, "invalid_request"],
    [
      "with a name too many",
      { code: "6753", names: { jp: "シ", cn: "夏", us: "S", kr: "x" } },
      "invalid_request",
    ],
    [
      "with a name too long",
      { code: "6753", names: { ...panasonic.names, us: "S".repeat(61) } },
      "invalid_request",
    ],
    [
      "with too many readings",
      { code: "6753", search_terms: Array(11).fill("a") },
      "invalid_request",
    ],
    ["of no industry", { code: "6753", sector: "tulips" }, "invalid_request"],
    ["without a day", { code: "6753", listed_on: undefined }, "listing_date_wrong"],
    ["on a day that is none", { code: "6753", listed_on: "2026-02-30" }, "invalid_request"],
    ["in two years", { code: "6753", listed_on: "2099-01-05" }, "listing_date_wrong"],
  ])("%s is refused", async (_what, more, code) => {
    expect(await propose(more)).toBe(code);
  });

  it("is not a viewer's to propose, and the refusal is in the log", async () => {
    expect(await propose({ code: "6753" }, viewer)).toBe("forbidden");
    const { items } = await opsAccepted(
      app,
      "/api/ops/audit",
      { path: addPath, outcome: "refused" },
      approver,
    );
    expect(items[0]).toMatchObject({ path: addPath, outcome: "forbidden" });
  });

  it("is kept and never changed, and its two operators stand in the proposal", async () => {
    const { reader } = app.context.database;
    const { rows } = await sql<{ proposed_by: bigint; decided_by: bigint }>`
      SELECT proposed_by, decided_by FROM added_instrument JOIN proposal ON proposal.id = proposal_id
      WHERE code = '6752'`.execute(reader);
    expect(rows).toHaveLength(1);
    expect(rows[0]!.proposed_by).not.toBe(rows[0]!.decided_by);
    for (const change of [
      sql`UPDATE added_instrument SET sector = 'x'`,
      sql`DELETE FROM added_instrument`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow("append-only");
    }
  });
});

describe("every process", () => {
  it("that starts later carries the same company at the same price", async () => {
    const { context } = await anotherProcess();
    const moment = app.context.clock.now();
    expect(context.quotes.instrument("jpy", "6752")).toMatchObject({
      names: panasonic.names,
      sector: "technology",
      listedOn: "1971-12-01",
    });
    const bars = (one: Application["context"]) =>
      one.feed.bars({
        market: "jpy",
        code: "6752",
        period: "1m",
        before: moment - 120_000,
        limit: 100,
      });
    expect(await bars(context)).toEqual(await bars(app.context));
    expect(context.feed.indexes().map(({ code }) => code)).toEqual(
      feed.indexes().map(({ code }) => code),
    );
  });

  it("that runs hears of an addition, its name and its terms", async () => {
    const [running] = others;
    const added: Addition = { ...panasonic, type: "usd", code: "KO", exchange: "NYSE" };
    const { id } = await opsAccepted(app, addPath, added, approver);
    expect(await approve(id)).toBe("ok");
    for (const { context } of [app, running!]) {
      await until(() => context.quotes.get("usd", "KO") !== null);
    }
    const naming: CallInput<OperatorCalls["/api/ops/instruments/names"]> = {
      type: "usd",
      code: "KO",
      sector: "consumer_staples",
      search_terms: ["coke"],
      names: { jp: "コカ・コーラ", cn: "可口可乐", us: "Coca-Cola" },
    };
    const called = await opsAccepted(app, "/api/ops/instruments/names", naming, approver);
    expect(await approve(called.id)).toBe("ok");
    await app.context.instruments.read();
    expect(await search("coke")).toEqual(["KO"]);
    await until(() => running!.context.quotes.instrument("usd", "KO")?.names.us === "Coca-Cola");
    const terms = { type: "usd", code: "KO", lot_size: "10", offered: true } as const;
    const proposed = await opsAccepted(app, "/api/ops/instruments/terms", terms, approver);
    expect(await approve(proposed.id)).toBe("ok");
    await until(() => running!.context.quotes.instrument("usd", "KO")?.lotSize === 10n);
    // Lists and searches carry the new name at once, whatever was written before.
    const rows = await app.accepted("/market/stocks", { type: "usd" }, customer);
    expect(rows.find(({ code }) => code === "KO")?.name).toBe("Coca-Cola");
  });

  it("knows what a customer watches of it, on the stream's own list", async () => {
    await app.accepted("/market/watch", { type: "usd", code: "KO" }, customer);
    const watched = await app.accepted("/market/watchlist", {}, customer);
    expect(watched.map(({ code }) => code)).toContain("KO");
  });
});

describe("what was written before", () => {
  it("stays as it is: news of an added company begin on the next day", async () => {
    expect((written as unknown[]).length).toBeGreaterThan(10);
    expect(await news()).toEqual(written);
    expect(app.context.quotes.instrument("jpy", "6752")?.addedOn).toBe(
      localDate("jpy", app.context.clock.now()),
    );
    // One that has just started works them out anew, the added company among its stocks.
    const { context } = await anotherProcess();
    expect(await news(context)).toEqual(written);
  });
});

describe("a company that is listed later", () => {
  it("waits in the list for its first trade, and is traded from its day on", async () => {
    const day = new Date(app.context.clock.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    const form: Addition = { ...panasonic, type: "cny", code: "301999", listed_on: day };
    const { id } = await opsAccepted(app, addPath, form, approver);
    expect(await approve(id)).toBe("ok");
    const rowOf = async () => {
      const listed = await opsAccepted(
        app,
        "/api/ops/instruments",
        { type: "cny", q: "301999" },
        viewer,
      );
      return listed.items[0];
    };
    expect(await rowOf()).toMatchObject({
      listed_on: day,
      lot_size: null,
      exchange: "SZSE",
      feed: null,
    });
    expect(await search("301999")).toEqual([]);
    await app.advance(4 * 86_400);
    await until(() => app.context.quotes.get("cny", "301999") !== null);
    expect(await search("301999")).toEqual(["301999"]);
    expect(await rowOf()).toMatchObject({ lot_size: "1", lot_unit: "1", lot_max: "1000000" });
  });
});

describe("HTML in a name", () => {
  it("is text: stored as it is typed, and answered as JSON", async () => {
    const markup = `<script>alert("x")</script>`;
    const names = { jp: markup, cn: `"><img src=x onerror=1>`, us: "A & B" };
    const form: Addition = { ...panasonic, code: "6954", names, search_terms: [markup] };
    const { id } = await opsAccepted(app, addPath, form, approver);
    expect(await approve(id)).toBe("ok");
    await until(() => app.context.quotes.instrument("jpy", "6954") !== null);
    const { body, text } = await ops(
      app,
      "/api/ops/instruments",
      { type: "jpy", q: "6954" },
      viewer,
    );
    expect(body.data.items[0]?.names).toEqual(names);
    expect(text.startsWith("{")).toBe(true);
    expect((await app.accepted("/market/stock", { code: "6954" }, customer)).names).toEqual(names);
    expect(await propose({ code: "6955", names: { ...names, us: "A\u202eB" } })).toBe(
      "invalid_request",
    );
  });
});

describe("a code that is promised to a stock", () => {
  const changed = (code: string) => ({
    type: "jpy" as const,
    code: "7203",
    new_code: code,
    effective_on: nextTradingDay("jpy", localDate("jpy", app.context.clock.now()), "always"),
  });
  const proposeChange = async (code: string) =>
    (await opsAccepted(app, "/api/ops/instruments/change", changed(code), approver)).id;
  const proposeAddition = async (code: string) =>
    (await opsAccepted(app, addPath, { ...panasonic, code }, approver)).id;
  async function withdrawProposal(id: string): Promise<void> {
    const path = "/api/ops/proposals/:id/withdraw";
    expect(await opsRefused(app, path, { id }, approver)).toBe("ok");
  }
  async function withdrawChange(): Promise<void> {
    const { items } = await opsAccepted(app, "/api/ops/instruments/changes", {}, approver);
    const { id } = items.find(({ withdrawn_at }) => withdrawn_at === null)!;
    const path = "/api/ops/instruments/changes/:id/withdraw";
    expect(await opsRefused(app, path, { id }, approver)).toBe("ok");
  }

  it("is no other's from the approval on, and free again once that is withdrawn", async () => {
    const addition = await proposeAddition("6756");
    expect(await approve(await proposeChange("6756"))).toBe("ok");
    expect(await approve(addition)).toBe("instrument_exists");
    expect(await publish(app, { code: "6756" })).toBeNull();
    // What the stock is called until that day is not given away either.
    expect(await publish(app, { code: "7203" })).toBeNull();
    await withdrawChange();
    expect(await approve(addition)).toBe("ok");
  });

  it("is one stock's where an addition is approved while the change is", async () => {
    const [addition, change] = [await proposeAddition("6757"), await proposeChange("6757")];
    const { database } = app.context;
    const approving = await database.transaction(async (transaction) => {
      // The change waits for its news before it is committed.
      await sql`LOCK TABLE news_article IN EXCLUSIVE MODE`.execute(transaction);
      const changed = approve(change);
      await untilWaitingForLocks(database.reader, 1);
      const added = approve(addition);
      await Promise.race([added, untilWaitingForLocks(database.reader, 2)]);
      return [changed, added];
    });
    expect(await Promise.all(approving)).toEqual(["ok", "instrument_exists"]);
    await withdrawChange();
  });

  it("is one stock's where an offering of it is published at the same moment", async () => {
    for (const code of ["6763", "6765", "6767"]) {
      const change = await proposeChange(code);
      const [offering, decided] = await Promise.all([publish(app, { code }), approve(change)]);
      expect(decided).toBe(offering === null ? "ok" : "instrument_exists");
      if (offering === null) await withdrawChange();
      else await withdrawProposal(change);
    }
  });
});

describe("on a replay", () => {
  let replay: TestApplication;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "replay-"));
    const rows = ["symbol,date,open,high,low,close,volume"];
    for (const symbol of ["AAPL", "KO", "ZZZ"]) rows.push(`${symbol},2026-11-18,10,11,9,10,4000`);
    await writeFile(join(folder, "bars.csv"), rows.join("\n"));
    const started = await startTestApplicationOn((clock) =>
      createReplayFeed({ folder, clock, codes: ["AAPL"], from: "2026-11-19" }),
    );
    replay = started as unknown as TestApplication;
  });
  afterAll(async () => {
    await replay.stop();
    await rm(folder, { recursive: true });
  });

  it("takes a code that was recorded, by the name that is told, and no other", async () => {
    const [one, two] = [
      await newOperator(replay, "approver"),
      await newOperator(replay, "approver"),
    ];
    const { of } = await opsAccepted(replay, "/api/ops/instruments/additions", {}, one);
    expect(of).toBe("codes");
    const form: Addition = { ...panasonic, type: "usd", code: "ZZZ", exchange: "NYSE" };
    const add = (code: string) => opsRefused(replay, addPath, { ...form, code }, one);
    expect(await add("AAPL")).toBe("instrument_exists");
    expect(await add("NONE")).toBe("instrument_not_in_feed");
    const { id } = await opsAccepted(replay, addPath, form, one);
    expect(await opsRefused(replay, decisionPath, { id, decision: "approve" }, two)).toBe("ok");
    await until(() => replay.context.quotes.get("usd", "ZZZ") !== null);
    expect(replay.context.quotes.instrument("usd", "ZZZ")).toMatchObject({
      names: panasonic.names,
      listedOn: "2026-11-18",
      exchange: "NYSE",
    });
  });
});
