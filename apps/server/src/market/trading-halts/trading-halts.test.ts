import { closingBarredHoursMax } from "@sanshi/contract";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { startOrders, type OrderForm } from "../../trading/orders/orders.ts";
import { startTradingHalts } from "./trading-halts.ts";

let app: TestApplication;
let admin: OperatorSession;
let onlooker: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  admin = await firstOperator(app);
  onlooker = await app.newCustomer();
});
afterAll(() => app.stop());
beforeEach(() => quotes("2850"));
afterEach(async () => {
  const { items } = await opsAccepted(app, list, {}, admin);
  for (const { id } of items) await opsAccepted(app, resume, { id }, admin);
  // Until the server has heard of it, the next test would meet the halts of this one.
  await until(async () => !(await Promise.all(shares.map(isHalted))).includes(true));
});

const list = "/api/ops/trading-halts";
const create = "/api/ops/trading-halts/create";
const resume = "/api/ops/trading-halts/:id/resume";

const shares = [
  { type: "jpy", code: "7203" },
  { type: "jpy", code: "6758" },
  { type: "usd", code: "AAPL" },
  { type: "cny", code: "600519" },
] as const;

function quotes(last: string): void {
  for (const { type, code } of shares) {
    if (type !== "cny") app.feed.quote(type, code, last, { bid: scaled(last), ask: scaled(last) });
  }
}

async function isHalted(share: (typeof shares)[number]): Promise<boolean> {
  const asked = { ...preview(), ...share };
  return (await app.refused("/trade/preview-order", asked, onlooker)) === "trading_halted";
}

const order = (more: Partial<PlaceInput> = {}): PlaceInput => testOrder({ quantity: "1", ...more });

function preview() {
  const { request_id: _, ...fields } = order();
  return fields;
}

const place = (customer: SignedIn, more: Partial<PlaceInput> = {}) =>
  app.post("/trade/place-order", order(more), customer);

const halt = (more: object) =>
  opsAccepted(app, create, { reason: "technical_fault", ...more } as never, admin);

const refusal = async (customer: SignedIn, more: Partial<PlaceInput> = {}) =>
  (await place(customer, more)).body.msg;

async function until(look: () => Promise<boolean>): Promise<void> {
  await expect.poll(look).toBe(true);
}

describe("a trading halt", () => {
  it("for all stops new orders, and says why in three languages", async () => {
    const customer = await app.newCustomer();
    const { id } = await halt({ scope: "all" });
    await until(async () => (await refusal(customer)) === "trading_halted");
    const { body } = await place(customer);
    expect(body).toMatchObject({
      msg: "trading_halted",
      params: {
        scope: "all",
        scope_jp: "すべての市場",
        scope_us: "all markets",
        why: "technical_fault",
        why_us: "There is a technical fault.",
      },
    });
    expect(await app.refused("/trade/preview-order", preview(), customer)).toBe("trading_halted");
    await opsAccepted(app, resume, { id }, admin);
    await until(async () => (await refusal(customer)) === "ok");
  });

  it("keeps its refusal under the request id, and takes the next one when it has ended", async () => {
    const customer = await app.newCustomer();
    const { id } = await halt({ scope: "all" });
    await until(async () => (await refusal(customer)) === "trading_halted");
    const input = order();
    expect(await app.refused("/trade/place-order", input, customer)).toBe("trading_halted");
    await opsAccepted(app, resume, { id }, admin);
    await until(async () => (await refusal(customer)) === "ok");
    expect(await app.refused("/trade/place-order", input, customer)).toBe("trading_halted");
  });

  it("of a market or a stock leaves the others alone", async () => {
    const customer = await app.newCustomer();
    await halt({ scope: "instrument", type: "jpy", code: "7203", reason: "prices_in_doubt" });
    await until(async () => (await refusal(customer)) === "trading_halted");
    const { body } = await place(customer);
    expect(body).toMatchObject({
      params: { scope: "instrument", scope_us: "Toyota Motor (7203)" },
    });
    expect(await refusal(customer, { code: "6758" })).toBe("ok");
    await halt({ scope: "market", type: "usd", reason: "market_disruption" });
    const apple = { type: "usd", code: "AAPL" } as const;
    await until(async () => (await refusal(customer, apple)) === "trading_halted");
    expect((await place(customer, apple)).body).toMatchObject({
      params: {
        scope: "market",
        scope_cn: "美股",
        why_us: "The market is disrupted.",
      },
    });
    expect(await refusal(customer, { code: "6758" })).toBe("ok");
  });

  it("fills nothing that waits to open, lets out of it, and goes on afterwards", async () => {
    const customer = await app.newCustomer();
    const held = await app.accepted("/trade/place-order", order(), customer);
    const limit = order({ kind: "limit", price: "2800" });
    const waiting = await app.accepted("/trade/place-order", limit, customer);
    const other = await app.accepted(
      "/trade/place-order",
      { ...limit, request_id: newRequestId() },
      customer,
    );
    const { id } = await halt({ scope: "market", type: "jpy" });
    await until(async () => (await refusal(customer)) === "trading_halted");
    quotes("2790");
    expect(
      await app.refused(
        "/trade/amend-order",
        { id: waiting.id, price: "2810", request_id: newRequestId() },
        customer,
      ),
    ).toBe("trading_halted");
    expect(await app.refused("/trade/cancel-order", { id: other.id }, customer)).toBe("ok");
    await app.advance(900);
    quotes("2790");
    const close = { id: held.id, kind: "market", request_id: newRequestId() } as const;
    expect(await app.refused("/trade/close-position", close, customer)).toBe("ok");
    const status = async () =>
      (await app.accepted("/trade/position", { id: waiting.id }, customer)).status;
    expect(await status()).toBe(3);
    await opsAccepted(app, resume, { id }, admin);
    await until(async () => {
      quotes("2790");
      return (await status()) === 0;
    });
  });

  it("that stops closing too keeps what is held, waiting sales included", async () => {
    const customer = await app.newCustomer();
    const held = await app.accepted("/trade/place-order", order({ quantity: "2" }), customer);
    await app.advance(900);
    quotes("2850");
    const close = () =>
      app.refused(
        "/trade/close-position",
        { id: held.id, kind: "market", quantity: "1", request_id: newRequestId() },
        customer,
      );
    const { id } = await halt({ scope: "all", closing_allowed: false, ends_in_minutes: 60 });
    await until(async () => (await refusal(customer)) === "trading_halted");
    expect(await close()).toBe("trading_halted");
    await opsAccepted(app, resume, { id }, admin);
    await until(async () => (await close()) === "ok");
  });

  it("is obeyed by a process that has started since, and by one that was cut off", async () => {
    const signedIn = await app.newCustomer();
    const customer = await app.context.sessions.resolve(signedIn.token, signedIn.account);
    if (customer === null) throw new Error("a new customer is signed in");
    await halt({ scope: "all" });
    const halts = await startTradingHalts(app.context);
    const later = await startOrders({ ...app.context, halts });
    const form: OrderForm = {
      type: "jpy",
      code: "7203",
      side: "long",
      kind: "market",
      price: undefined,
      stopPrice: undefined,
      quantity: "1",
      leverage: "1",
      timeInForce: "until_cancelled",
      takeProfit: undefined,
      stopLoss: undefined,
    };
    const outcome = await later.place(customer, form, newRequestId());
    expect(outcome).toMatchObject({ ok: false, refusal: { code: "trading_halted" } });
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'sanshi listener' AND datname = current_database()`.execute(
      app.context.database.reader,
    );
    const { items } = await opsAccepted(app, list, {}, admin);
    for (const { id } of items) await opsAccepted(app, resume, { id }, admin);
    await until(async () => (await later.place(customer, form, newRequestId())).ok);
    await later.stop();
    halts.stop();
  });
});

describe("a halt in public", () => {
  const page = async (customer: SignedIn, share: (typeof shares)[number]) =>
    app.accepted("/market/stock", share, customer);
  const toyota = shares[0];
  const row = async (customer: SignedIn) => {
    const rows = await app.accepted("/market/stocks", { type: "jpy", sort: "code" }, customer);
    return rows.find(({ code }) => code === "7203");
  };
  const told = async (customer: SignedIn, kind: string) =>
    (await app.accepted("/user/messages", {}, customer)).items.filter((one) => one.kind === kind);

  it("stands on the stock's page and in every list, with role, reason, since and until", async () => {
    const customer = await app.newCustomer();
    expect(await page(customer, toyota)).toMatchObject({ halted: false, halt: null });
    expect((await row(customer))?.halted).toBe(false);
    const { id } = await halt({
      scope: "instrument",
      type: "jpy",
      code: "7203",
      reason: "technical_fault",
      ends_in_minutes: 90,
    });
    await expect.poll(async () => (await page(customer, toyota)).halted).toBe(true);
    const since = (await page(customer, toyota)).halt?.since ?? "";
    const fact = {
      id,
      scope: "instrument",
      type: "jpy",
      code: "7203",
      closing_allowed: true,
      role: "administrator",
      since,
      ended_at: null,
      until: new Date(Date.parse(since) + 90 * 60_000).toISOString(),
      names: { jp: "トヨタ自動車 (7203)", cn: "丰田汽车 (7203)", us: "Toyota Motor (7203)" },
      reason: { us: "There is a technical fault." },
    };
    expect((await page(customer, toyota)).halt).toMatchObject(fact);
    expect((await row(customer))?.halted).toBe(true);
    // Whoever is not signed in reads it too.
    const [first] = (await app.accepted("/common/halts", {})).items;
    expect(first).toMatchObject(fact);
    expect(JSON.stringify(first)).not.toContain("@");
    await opsAccepted(app, resume, { id }, admin);
    await expect.poll(async () => (await row(customer))?.halted).toBe(false);
    const [ended] = (await app.accepted("/common/halts", {})).items;
    expect(ended).toMatchObject({ id, ended_at: expect.any(String) });
  });

  it("is told once to each who holds or waits for it, and so is its end", async () => {
    const [holder, waiting, other] = [
      await app.newCustomer(),
      await app.newCustomer(),
      await app.newCustomer(),
    ];
    await app.accepted("/trade/place-order", order(), holder);
    await app.accepted("/trade/place-order", order({ kind: "limit", price: "2800" }), waiting);
    const { id } = await halt({ scope: "market", type: "jpy", reason: "prices_in_doubt" });
    for (const customer of [holder, waiting]) {
      await expect.poll(() => told(customer, "trading_halted")).toHaveLength(1);
    }
    expect((await told(holder, "trading_halted"))[0]?.params).toMatchObject({
      scope_jp: "日本株",
      why: "prices_in_doubt",
      role: "administrator",
      closing: "true",
      why_us: "The prices we receive are in doubt.",
    });
    await opsAccepted(app, resume, { id }, admin);
    await expect.poll(() => told(holder, "trading_resumed")).toHaveLength(1);
    await expect.poll(() => told(waiting, "trading_resumed")).toHaveLength(1);
    expect(await told(other, "trading_halted")).toEqual([]);
    expect(await told(holder, "trading_halted")).toHaveLength(1);
  });

  it("ends by itself when its time is over, and can be said again", async () => {
    const customer = await app.newCustomer();
    const held = await app.accepted("/trade/place-order", order(), customer);
    await app.advance(900);
    quotes("2850");
    const barred = { scope: "all", closing_allowed: false, ends_in_minutes: 60 } as const;
    const { id } = await halt(barred);
    const close = () =>
      app.refused(
        "/trade/close-position",
        { id: held.id, kind: "market", request_id: newRequestId() },
        customer,
      );
    // Asked with a preview: a closing order that the server takes before it has heard of the halt closes for good.
    await until(() => isHalted(shares[0]));
    expect(await close()).toBe("trading_halted");
    await expect.poll(() => told(customer, "trading_halted")).toHaveLength(1);
    await app.advance(3_590);
    quotes("2850");
    expect(await close()).toBe("trading_halted");
    await app.advance(11);
    quotes("2850");
    expect(await close()).toBe("ok");
    const again = await halt(barred);
    expect(again.id).not.toBe(id);
    const { items } = await opsAccepted(app, list, { state: "all", limit: "2" }, admin);
    expect(items.find((one) => one.id === id)).toMatchObject({ resumed_by: null });
  });

  it("of a market for longer than 72 hours or without an end is refused by the database too", async () => {
    for (const until of [sql`NULL`, sql`real_now() + interval '73 hours'`]) {
      await expect(
        sql`INSERT INTO trading_halt (market, reason, words, halted_by, halted_role, until_at)
          VALUES ('jpy', 'technical_fault', '', 1, 'reviewer', (${until})::timestamptz)`.execute(
          app.context.database.reader,
        ),
      ).rejects.toThrow("within 72 hours");
    }
  });

  it("that stops closing for longer than a day is refused by the database too", async () => {
    await expect(
      sql`INSERT INTO trading_halt (closing_allowed, reason, words, halted_by, halted_role, until_at)
        VALUES (false, 'technical_fault', '', 1, 'reviewer', real_now() + interval '25 hours')`.execute(
        app.context.database.reader,
      ),
    ).rejects.toThrow("a day at most");
  });
});

describe("a halt of a market that goes on", () => {
  const renew = "/api/ops/trading-halts/:id/renew";
  let second: OperatorSession;
  let third: OperatorSession;
  beforeAll(async () => {
    second = await newOperator(app, "approver");
    third = await newOperator(app, "approver");
  });
  const approve = (id: string | undefined, by: OperatorSession) =>
    opsRefused(app, "/api/ops/proposals/:id/decision", { id: id ?? "", decision: "approve" }, by);

  it("takes two operators, tells its holders again, and ends with 72 hours in 30 days", async () => {
    const holder = await app.newCustomer();
    const apple = { type: "usd", code: "AAPL" } as const;
    await app.accepted("/trade/place-order", order(apple), holder);
    const halts = async () =>
      (await app.accepted("/user/messages", {}, holder)).items.filter(
        ({ kind }) => kind === "trading_halted",
      );
    const { id } = await halt({ scope: "market", type: "usd", ends_in_minutes: 60 });
    await expect.poll(halts).toHaveLength(1);
    const form = { id, ends_in_minutes: 600, reason: "market_disruption" };
    const proposed = await opsAccepted(app, renew, form, admin);
    expect([proposed.id, proposed.pending?.own]).toEqual(["", true]);
    expect(await opsRefused(app, renew, form, admin)).toBe("proposal_pending");
    expect(await approve(proposed.pending?.proposal_id, admin)).toBe("own_proposal");
    const codes = await Promise.all(
      [second, third].map((by) => approve(proposed.pending?.proposal_id, by)),
    );
    expect(codes.toSorted()).toEqual(["ok", "review_already_decided"]);
    await expect.poll(halts).toHaveLength(2);
    expect((await halts())[0]?.params).toMatchObject({ why: "market_disruption" });
    const { items } = await opsAccepted(app, list, {}, admin);
    const [now] = items;
    expect([items.length, now?.id === id]).toEqual([1, false]);
    expect(Date.parse(now?.until ?? "") - Date.parse(now?.halted_at ?? "")).toBe(600 * 60_000);
    const long = { ...form, id: now?.id ?? "", ends_in_minutes: 72 * 60 };
    expect(await opsRefused(app, renew, long, admin)).toBe("halt_too_long");
    expect(await opsRefused(app, renew, { ...long, reason: "Because" }, admin)).toBe(
      "reason_code_required",
    );
    await opsAccepted(app, resume, { id: now?.id ?? "" }, admin);
    // Of one operator alone a day is left, less what was used.
    const alone = { scope: "market", type: "usd", reason: "technical_fault" } as const;
    const day = await opsAccepted(app, create, { ...alone, ends_in_minutes: 24 * 60 }, admin);
    expect(day.pending).not.toBeNull();
    expect(await approve(day.pending?.proposal_id, second)).toBe("ok");
    expect(await opsRefused(app, renew, { ...form, id: "999999" }, admin)).toBe("halt_not_found");
  });

  it("of a stock's opening orders alone needs no renewal", async () => {
    const { id } = await halt({ scope: "instrument", type: "jpy", code: "6758" });
    const form = { id, ends_in_minutes: 60, reason: "technical_fault" };
    expect(await opsRefused(app, renew, form, admin)).toBe("halt_needs_no_renewal");
  });
});

describe("halting", () => {
  it("the same part twice is refused, and ending a halt twice", async () => {
    const outcomes = await Promise.all(
      [1, 2, 3].map(() =>
        opsRefused(
          app,
          create,
          { scope: "market", type: "cny", reason: "market_disruption" },
          admin,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["halt_exists", "halt_exists", "ok"]);
    const { items } = await opsAccepted(app, list, {}, admin);
    const id = items[0]?.id ?? "";
    const ends = await Promise.all([1, 2].map(() => opsRefused(app, resume, { id }, admin)));
    expect(ends.toSorted()).toEqual(["halt_ended", "ok"]);
    expect(await opsRefused(app, resume, { id: "999999" }, admin)).toBe("halt_not_found");
  });

  it.each([
    [{ scope: "all", type: "jpy", reason: "technical_fault" }, "invalid_request"],
    [{ scope: "market", reason: "technical_fault" }, "invalid_request"],
    [{ scope: "instrument", type: "jpy", reason: "technical_fault" }, "invalid_request"],
    [{ scope: "all", reason: " " }, "reason_required"],
    [{ scope: "all", reason: "other" }, "reason_required"],
    [{ scope: "all", reason: "Our feed is being replaced" }, "reason_code_required"],
    [{ scope: "all", reason: { jp: "障害です", cn: "故障", us: "A fault" } }, "invalid_request"],
    [{ scope: "all", reason: "technical_fault", ends_in_minutes: 72 * 60 + 1 }, "halt_too_long"],
    [{ scope: "all", reason: "technical_fault", closing_allowed: false }, "halt_closing_needs_end"],
    [
      {
        scope: "all",
        reason: "technical_fault",
        closing_allowed: false,
        ends_in_minutes: closingBarredHoursMax * 60 + 1,
      },
      "halt_closing_needs_end",
    ],
    [
      { scope: "instrument", type: "jpy", code: "0000", reason: "technical_fault" },
      "instrument_not_found",
    ],
  ])("%o is refused with %s", async (form, code) => {
    expect(await opsRefused(app, create, form, admin)).toBe(code);
  });

  it("is kept with who did it and why, after it has ended too; nothing of it can be changed", async () => {
    const { id } = await halt({ scope: "market", type: "cny", reason: "authority_request" });
    await opsAccepted(app, resume, { id }, admin);
    const { items } = await opsAccepted(app, list, { state: "all", limit: "1" }, admin);
    expect(items).toMatchObject([
      {
        id,
        scope: "market",
        type: "cny",
        code: null,
        closing_allowed: true,
        reason: "authority_request",
      },
    ]);
    expect(items[0]?.resumed_by).toBe(items[0]?.halted_by);
    const reader = app.context.database.reader;
    for (const change of [
      sql`UPDATE trading_halt SET reason = 'other' WHERE id = ${id}::bigint`,
      sql`DELETE FROM trading_halt WHERE id = ${id}::bigint`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow();
    }
  });

  it("needs its permission", async () => {
    const viewer = await newOperator(app, "viewer");
    expect(await opsRefused(app, create, { scope: "all", reason: "technical_fault" }, viewer)).toBe(
      "forbidden",
    );
  });
});
