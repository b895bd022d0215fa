import { calendarWarnings, type CallInput, type OperatorCalls } from "@sanshi/contract";
import { marketKeys, minor } from "@sanshi/money";
import {
  addTradingDays,
  calendarStatus,
  expectedYear,
  isTradingDay,
  localDate,
  marginCallDueAt,
  marketStatus,
  settlementDate,
  setEnteredYears,
  yearOfDays,
  type ExpectedDay,
} from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { endMarginCalls, openMarginCall } from "../../../../../tests/support/test-margin-calls.ts";
import {
  equipOperators,
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { rows, sql, timestamp } from "../../platform/sql/database.ts";

let app: TestApplication;
let approver: OperatorSession;
let other: OperatorSession;
/** The next year, which the mainland has not published. */
let year: number;
/** What is expected of it, and one day of it that the notice moves. */
let expected: readonly ExpectedDay[];
let moved: string;
beforeAll(async () => {
  app = await startTestApplication();
  [approver, other] = [await newOperator(app, "approver"), await newOperator(app, "approver")];
  year = nextYear(app);
  expected = expectedYear("cny", year) ?? [];
  moved = expected.findLast(({ certain }) => !certain)?.date ?? "";
});
afterAll(async () => {
  await app.stop();
  setEnteredYears([]);
});

const nextYear = ({ context }: TestApplication) =>
  Number(localDate("cny", context.clock.now()).slice(0, 4)) + 1;
const listOf = (days: readonly ExpectedDay[]) => days.map(({ date }) => date).join("\n");
const named = {
  title: "上证公告〔2026〕50号",
  address: "https://www.sse.com.cn/disclosure/",
  published_on: "2026-12-22",
};

type Proposed = CallInput<OperatorCalls["/api/ops/calendars/propose"]>;
const form = (text: string, more: Partial<Proposed> = {}): Proposed => ({
  type: "cny",
  year,
  text,
  ...named,
  confirmed: [],
  ...more,
});
const decide = (id: string, by: OperatorSession, on = app) =>
  opsRefused(on, "/api/ops/proposals/:id/decision", { id, decision: "approve" }, by);
const listed = async (on = app, by = approver) => {
  const { years, ...more } = await opsAccepted(on, "/api/ops/calendars", {}, by);
  return { ...more, row: years.find((one) => one.type === "cny" && one.year === nextYear(on))! };
};

describe("a year that is not published", () => {
  it("is listed as expected, with every market's years", async () => {
    const { years, simulated } = await opsAccepted(app, "/api/ops/calendars", {}, approver);
    expect(simulated).toBe(true);
    expect(new Set(years.map(({ type }) => type))).toEqual(new Set(marketKeys));
    expect((await listed()).row).toMatchObject({
      status: "expected",
      closed_days: expected.length,
      expected_allowed: false,
      pending: null,
    });
  });

  it("is read beside what is expected, each difference with what it would move", async () => {
    const text = listOf(expected.filter(({ date }) => date !== moved));
    const read = await opsAccepted(
      app,
      "/api/ops/calendars/read",
      { type: "cny", year, text },
      approver,
    );
    expect(read.differences).toBe(1);
    expect(read.warnings).toEqual([]);
    expect(read.days.find(({ date }) => date === moved)).toEqual({
      date: moved,
      read: null,
      stands: "closed",
      certain: false,
      passed: false,
      line: "",
    });
    expect(read.moves).toEqual({ trades: 0, margin_calls: 0, recalls: 0, orders: 0 });
  });

  it("warns of fewer days than the law closes, and waits until that is confirmed", async () => {
    const certain = expected.find((day) => day.certain)?.date ?? "";
    const text = listOf(expected.filter(({ date }) => date !== certain));
    const read = await opsAccepted(
      app,
      "/api/ops/calendars/read",
      { type: "cny", year, text },
      approver,
    );
    expect(read.warnings).toEqual([{ code: "certain_missing", dates: [certain] }]);
    const path = "/api/ops/calendars/propose";
    expect(await opsRefused(app, path, form(text), approver)).toBe("calendar_not_confirmed");
  });

  it.each([
    ["of another year", () => form(listOf(expected), { year: year + 1 }), "calendar_year_wrong"],
    ["of a year long gone", () => form("2019-01-01", { year: 2019 }), "calendar_year_out_of_range"],
    ["with a day twice", () => form(`${listOf(expected)}\n${moved}`), "calendar_day_twice"],
    ["too long", () => form("x".repeat(20_001)), "invalid_request"],
    ["with an address that is none", () => form(moved, { address: "here" }), "invalid_request"],
    [
      "with a script for an address",
      () => form(moved, { address: "javascript:1" }),
      "invalid_request",
    ],
    [
      "with a warning that there is not",
      () => ({ ...form(moved), confirmed: ["all"] }),
      "invalid_request",
    ],
  ] as const)("refuses a notice %s", async (_what, sent, code) => {
    const path = "/api/ops/calendars/propose";
    expect(await opsRefused(app, path, sent() as Proposed, approver)).toBe(code);
  });

  it("is nobody's to change who may not", async () => {
    for (const role of ["viewer", "support", "reviewer"] as const) {
      const session = await newOperator(app, role);
      for (const [path, sent] of [
        ["/api/ops/calendars/read", { type: "cny", year, text: moved }],
        ["/api/ops/calendars/propose", form(moved)],
        ["/api/ops/calendars/allow-expected", { type: "cny", year }],
      ] as const) {
        expect(await opsRefused(app, path, sent, session)).toBe("forbidden");
      }
    }
  });
});

describe("a published year", () => {
  it("takes two operators, reaches every process and outlives a restart", async () => {
    const another = await app.startAnother();
    const text = listOf(expected.filter(({ date }) => date !== moved));
    const { id } = await opsAccepted(app, "/api/ops/calendars/propose", form(text), approver);
    expect((await listed()).row).toMatchObject({ pending: { own: true }, moves: { trades: 0 } });
    expect(await opsRefused(app, "/api/ops/calendars/propose", form(text), other)).toBe(
      "proposal_pending",
    );
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id }, other);
    expect(shown).toMatchObject({ kind: "calendar_year", subject: `cny:${year}` });
    expect(shown.differences).toContainEqual({
      field: "calendar_closed_days",
      before: expected.map(({ date }) => date).join(" "),
      after: text.replaceAll("\n", " "),
    });
    expect(isTradingDay("cny", moved)).toBe(false);
    expect(await decide(id, approver)).toBe("own_proposal");
    expect(calendarStatus("cny", moved)).toBe("expected");
    expect(await decide(id, other)).toBe("ok");
    await expect.poll(() => isTradingDay("cny", moved)).toBe(true);
    expect((await listed()).row).toMatchObject({
      status: "published",
      closed_days: expected.length - 1,
      source: `${named.title}, ${named.published_on}, ${named.address}`,
      reminded: false,
    });
    const { decisions } = await listed();
    expect(decisions).toMatchObject([{ type: "cny", year, basis: "published", notice: named }]);
    await another.close();
    // Whoever starts knows nothing but what is stored.
    setEnteredYears([]);
    expect(isTradingDay("cny", moved)).toBe(false);
    const restarted = await app.startAnother();
    expect(isTradingDay("cny", moved)).toBe(true);
    await restarted.close();
  });

  it("is not entered twice, and is replaced only by other days and with a confirmation", async () => {
    const path = "/api/ops/calendars/propose";
    const same = listOf(expected.filter(({ date }) => date !== moved));
    expect(await opsRefused(app, path, form(same), approver)).toBe("calendar_unchanged");
    const others = listOf(expected);
    expect(await opsRefused(app, path, form(others), approver)).toBe("calendar_not_confirmed");
    const confirmed = ["replaces_published"] as const;
    const { id } = await opsAccepted(app, path, form(others, { confirmed: [...confirmed] }), other);
    expect(await decide(id, approver)).toBe("ok");
    await expect.poll(() => isTradingDay("cny", moved)).toBe(false);
    expect((await listed()).decisions).toHaveLength(2);
  });

  it("changes no day that has begun", async () => {
    const today = localDate("usd", app.context.clock.now());
    const closing = addTradingDays("usd", today, 1);
    const running = Number(closing.slice(0, 4));
    const { closedDays, halfDays } = yearOfDays("usd", running);
    const begun = [...closedDays, ...halfDays].filter((date) => date <= today).toSorted();
    const sent = { type: "usd", year: running, text: closing } as const;
    const read = await opsAccepted(app, "/api/ops/calendars/read", sent, approver);
    const kept = read.warnings.find(({ code }) => code === "passed_kept");
    expect(kept?.dates ?? []).toEqual(begun);
    const { id } = await opsAccepted(
      app,
      "/api/ops/calendars/propose",
      { ...form(closing), ...sent, confirmed: [...calendarWarnings] },
      approver,
    );
    expect(await decide(id, other)).toBe("ok");
    await expect.poll(() => isTradingDay("usd", closing)).toBe(false);
    const closed = closedDays.filter((date) => date <= today);
    expect(closed.filter((date) => isTradingDay("usd", date))).toEqual([]);
    expect(yearOfDays("usd", running).closedDays).toEqual([...closed, closing]);
  });

  it("is kept by the database as it was decided, and by two", async () => {
    const { reader } = app.context.database;
    const written = (from: string, state: string) =>
      sql`INSERT INTO calendar_decision (market, year, basis, closed_days, half_days, holds_from,
          proposal_id, decided_at)
        SELECT 'cny', 2030, 'expected', '{}', '{}', ${from}::date, id, app_now() FROM proposal
        WHERE state = ${state} ORDER BY id DESC LIMIT 1`.execute(reader);
    await expect(written("2090-01-01", "approved")).rejects.toThrow("approved proposal");
    await expect(written("2020-01-01", "approved")).rejects.toThrow("later day");
    for (const change of [
      sql`UPDATE calendar_decision SET year = 2040`,
      sql`DELETE FROM calendar_decision`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow();
    }
  });
});

describe("what a published year moves", () => {
  it("is counted before, and open margin calls follow with a word to each customer", async () => {
    const customer = await app.newCustomer();
    await openMarginCall(app, customer, "jpy");
    const { clock, database } = app.context;
    const today = localDate("jpy", clock.now());
    const due = marginCallDueAt("jpy", today).at;
    // Nothing stands behind it: the watch of the margin would restore it, and nobody else may not move it.
    await sql`CREATE OR REPLACE FUNCTION keep_test_call() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN IF NEW.restored_at IS NULL THEN RETURN NEW; END IF; RETURN NULL; END'`.execute(
      app.owner.reader,
    );
    await sql`UPDATE margin_call SET called_on = ${today}::date, due_at = ${timestamp(due)}`.execute(
      app.owner.reader,
    );
    const closing = addTradingDays("jpy", today, 1);
    const running = Number(closing.slice(0, 4));
    const text = `${listOf(expectedYear("jpy", running) ?? [])}\n${closing}`;
    const sent = { type: "jpy", year: running, text } as const;
    const read = await opsAccepted(app, "/api/ops/calendars/read", sent, approver);
    expect(read.moves).toMatchObject({ margin_calls: 1 });
    const { id } = await opsAccepted(
      app,
      "/api/ops/calendars/propose",
      { ...form(text), ...sent, confirmed: ["replaces_published"] },
      approver,
    );
    const { years } = await opsAccepted(app, "/api/ops/calendars", {}, approver);
    const waiting = years.find((one) => one.type === "jpy" && one.year === running);
    expect(waiting?.moves).toMatchObject({ margin_calls: 1 });
    expect(await decide(id, other)).toBe("ok");
    await expect.poll(() => isTradingDay("jpy", closing)).toBe(false);
    const after = marginCallDueAt("jpy", today).at;
    expect(after).toBeGreaterThan(due);
    const [call] = await rows(
      database.reader,
      sql<{ due_at: number }>`SELECT due_at FROM margin_call`,
    );
    expect(call?.due_at).toBe(after);
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.find(({ kind }) => kind === "margin_call_moved")?.params).toEqual({
      type: "jpy",
      due_at: new Date(after).toISOString(),
    });
    await endMarginCalls(app);
  });

  it("is told to whoever's trades settle on another day", async () => {
    const exchange = await startTestApplication({ MARKET_RULES: "exchange" });
    try {
      const { opensAt } = marketStatus("jpy", exchange.context.clock.now(), "exchange");
      const waits = (opensAt ?? 0) - exchange.context.clock.now();
      if (waits > 0) await exchange.advance(Math.ceil(waits / 1_000));
      const [one, two] = [
        await newOperator(exchange, "approver"),
        await newOperator(exchange, "approver"),
      ];
      const customer = await exchange.newCustomer();
      exchange.feed.quote("jpy", "7203", "2850");
      const bought = { ...order, type: "jpy", code: "7203", request_id: newRequestId() } as const;
      await exchange.accepted("/trade/place-order", bought, customer);
      const today = localDate("jpy", exchange.context.clock.now());
      const closing = addTradingDays("jpy", today, 1);
      const running = Number(closing.slice(0, 4));
      const text = `${listOf(expectedYear("jpy", running) ?? [])}\n${closing}`;
      const sent = { type: "jpy", year: running, text } as const;
      const read = await opsAccepted(exchange, "/api/ops/calendars/read", sent, one);
      expect(read.moves.trades).toBe(1);
      const { id } = await opsAccepted(
        exchange,
        "/api/ops/calendars/propose",
        { ...form(text), ...sent, confirmed: ["replaces_published"] },
        one,
      );
      expect(await decide(id, two, exchange)).toBe("ok");
      await expect.poll(() => isTradingDay("jpy", closing)).toBe(false);
      const { items } = await exchange.accepted("/user/messages", {}, customer);
      expect(items.find(({ kind }) => kind === "settlement_moved")?.params).toEqual({
        type: "jpy",
        traded_on: today,
        settles_on: settlementDate("jpy", today).date,
      });
    } finally {
      await exchange.stop();
    }
  });
});

describe("the reminder", () => {
  it("comes with December and goes with the year's days, on the health page and as a metric", async () => {
    const fresh = await startTestApplication();
    try {
      const viewer = await newOperator(fresh, "viewer");
      const waiting = async () => {
        const { queues } = await opsAccepted(fresh, "/api/ops/health", {}, viewer);
        return queues.find(({ name }) => name === "calendars");
      };
      const { clock } = fresh.context;
      const isDecember = localDate("cny", clock.now()).slice(5) >= "12-01";
      expect((await listed(fresh, viewer)).row.reminded).toBe(isDecember);
      const before = (await waiting())?.waiting ?? 0;
      await toDay(fresh, "12-01");
      expect((await listed(fresh, viewer)).row.reminded).toBe(true);
      const { years } = await opsAccepted(fresh, "/api/ops/calendars", {}, viewer);
      const reminded = years.filter((one) => one.reminded).length;
      expect(reminded > before || isDecember).toBe(true);
      const told = await waiting();
      expect(told?.waiting).toBe(reminded);
      const since = `${nextYear(fresh) - 1}-11-30T16:00:00.000Z`;
      expect(told?.oldest_at !== null && String(told?.oldest_at) <= since).toBe(true);
      const metrics = await fresh.context.metrics.metrics();
      expect(metrics).toContain(`sanshi_queue_waiting{queue="calendars"} ${reminded}`);
    } finally {
      await fresh.stop();
    }
  });

  it("names each market's year where the clock was moved to 2031", async () => {
    const fresh = await startTestApplication();
    try {
      const years = 2031 - nextYear(fresh) + 1;
      for (let passed = 0; passed < years; passed += 1) await fresh.advance(364 * 86_400);
      const viewer = await newOperator(fresh, "viewer");
      const shown = await opsAccepted(fresh, "/api/ops/calendars", {}, viewer);
      const reminded = shown.years.filter((one) => one.reminded);
      expect(new Set(reminded.map(({ type }) => type))).toEqual(new Set(marketKeys));
      expect(reminded.every(({ status }) => status === "expected")).toBe(true);
    } finally {
      await fresh.stop();
    }
  });
});

/** Noon in Shanghai on a day of the running year. */
async function toDay(on: TestApplication, day: string, move = on.advance): Promise<void> {
  const { clock } = on.context;
  const at = Date.parse(`${nextYear(on) - 1}-${day}T12:00:00+08:00`);
  if (at > clock.now()) await move(Math.ceil((at - clock.now()) / 1_000));
}

const order = {
  type: "cny",
  code: "600519",
  side: "long",
  kind: "market",
  quantity: "100",
  leverage: "1",
} as const;

/** Yuan on a live instance, which gives nobody any. */
async function fund(on: TestApplication, one: SignedIn, amount: bigint): Promise<void> {
  const { customerId } = (await on.context.sessions.resolve(one.token, one.account))!;
  await on.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const accountId = accounts.get(accountKey("CNY", "available")) ?? 0n;
    const market = await houseAccount(transaction, "CNY", "market");
    await postTransfer(transaction, {
      kind: "test",
      causeId: 1n,
      happenedAt: on.context.clock.now(),
      currency: "CNY",
      entries: [
        { accountId, amount: minor(amount) },
        { accountId: market, amount: minor(-amount) },
      ],
    });
  });
}

const place = (on: TestApplication, customer: SignedIn) =>
  on.refused("/trade/place-order", { ...order, request_id: newRequestId() }, customer);

/** While the share is paused as one without limits is after a move of 30 %, which takes lasting orders. */
async function inPause(
  live: TestApplication,
  operator: OperatorSession,
  work: () => Promise<void>,
): Promise<void> {
  const { database, clock, halts } = live.context;
  const share = { market: "cny", code: "600519" } as const;
  const at = clock.now();
  const [halt] = await rows(
    database.reader,
    sql<{ id: bigint }>`INSERT INTO trading_halt
        (market, code, closing_allowed, reason, words, until_at, halted_at, halted_role)
      VALUES (${share.market}, ${share.code}, false, 'free_day_move_1', '',
        ${timestamp(at + 600_000)}, ${timestamp(at)}, 'market_rule') RETURNING id`,
  );
  const isPaused = () => halts.of(share.market, share.code) !== null;
  await expect.poll(isPaused).toBe(true);
  await work();
  await opsAccepted(live, "/api/ops/trading-halts/:id/resume", { id: `${halt?.id}` }, operator);
  await expect.poll(isPaused).toBe(false);
}

describe("an order that would settle in a year that is not published", () => {
  it("is refused by a live instance until two operators allow the expected days", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      // Whoever begins in the last days of a year takes the next one.
      if (localDate("cny", live.context.clock.now()).slice(5) > "12-25") {
        await live.advanceReal(10 * 86_400);
      }
      const next = nextYear(live);
      // The running year is published, whenever this runs.
      if (calendarStatus("cny", `${next - 1}-01-01`) !== "published") {
        const closedDays = (expectedYear("cny", next - 1) ?? []).map(({ date }) => date);
        const of = { market: "cny", year: next - 1, holdsFrom: `${next - 1}-01-01` } as const;
        setEnteredYears([{ ...of, closedDays, halfDays: [], source: "a notice" }]);
      }
      // A few days before, what trades still settles in the year that is published.
      await toDay(live, "12-26", live.advanceReal);
      const customer = await live.newCustomer();
      await fund(live, customer, 100_000_000n);
      const quote = () => live.feed.quote("cny", "600519", "1500");
      live.feed.quote("cny", "600519", "1600");
      const waiting = {
        ...order,
        kind: "limit",
        price: "1510",
        request_id: newRequestId(),
      } as const;
      const { id: waits } = await live.accepted("/trade/place-order", waiting, customer);
      const statusOf = async () => {
        const held = (await live.accepted("/trade/userstocklist", { type: "cny" }, customer))[
          waits
        ];
        return typeof held === "object" ? held.status : held;
      };
      await toDay(live, "12-31", live.advanceReal);
      quote();
      const refused = await live.post(
        "/trade/place-order",
        { ...order, request_id: newRequestId() },
        customer,
      );
      const { date } = settlementDate("cny", `${next - 1}-12-31`);
      await live.settle();
      expect(await statusOf()).toBe(3);
      expect(refused.body).toMatchObject({
        msg: "calendar_not_published",
        params: { year: String(next), date, rule: "sse_calendar" },
      });
      const [one, two] = [await newOperator(live, "approver"), await newOperator(live, "approver")];
      await equipOperators(live);
      await inPause(live, one, async () => {
        quote();
        const asked = { ...waiting, request_id: newRequestId() };
        const inIt = await live.post("/trade/place-order", asked, customer);
        expect(inIt.body.msg).toBe("calendar_not_published");
      });
      const path = "/api/ops/calendars/allow-expected";
      const { id } = await opsAccepted(live, path, { type: "cny", year: next }, one);
      expect(await decide(id, one, live)).toBe("own_proposal");
      quote();
      expect(await place(live, customer)).toBe("calendar_not_published");
      expect(await decide(id, two, live)).toBe("ok");
      const again = async () => {
        quote();
        return place(live, customer);
      };
      await expect.poll(again).toBe("ok");
      await expect
        .poll(async () => {
          quote();
          return statusOf();
        })
        .toBe(0);
      expect(await opsRefused(live, path, { type: "cny", year: next }, one)).toBe(
        "calendar_allowed_already",
      );
      expect(await opsRefused(live, path, { type: "usd", year: next - 1 }, one)).toBe(
        "calendar_not_expected",
      );
    } finally {
      await live.stop();
    }
  });

  it("goes through on a simulated instance, whose preview says that the day is expected", async () => {
    const fresh = await startTestApplication();
    try {
      await toDay(fresh, "12-31");
      const customer = await fresh.newCustomer();
      fresh.feed.quote("cny", "600519", "15");
      const preview = await fresh.accepted("/trade/preview-order", order, customer);
      expect(preview.settles_on_status).toBe("expected");
      expect(await place(fresh, customer)).toBe("ok");
    } finally {
      await fresh.stop();
    }
  });
});

it("every decision stands in the audit log with the notice", async () => {
  const found = await rows(
    app.context.database.reader,
    sql<{ details: Record<string, unknown> }>`SELECT details FROM audit_entry
      WHERE path = '/api/ops/calendars/propose' AND outcome = 'ok' ORDER BY number LIMIT 1`,
  );
  expect(found[0]?.details).toMatchObject({ title: named.title, address: named.address });
});
