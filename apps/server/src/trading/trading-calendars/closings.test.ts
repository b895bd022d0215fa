import type { CallInput, HeldStock, OperatorCalls } from "@sanshi/contract";
import {
  addTradingDays,
  daysAfter,
  instantOf,
  isTradingDay,
  localDate,
  nextTradingDay,
  setEnteredYears,
  settlementDate,
} from "@sanshi/rulebook";
import { price, shares } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
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
import { sql } from "../../platform/sql/database.ts";

/** Exchange hours: the clock is moved to the minutes around Tokyo's closing auctions. */
let app: TestApplication;
let customer: SignedIn;
let reviewer: OperatorSession;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication({ MARKET_HOURS: "exchange" });
  customer = await app.newCustomer();
  reviewer = await newOperator(app, "reviewer");
  viewer = await newOperator(app, "viewer");
});
afterAll(async () => {
  await app.stop();
  setEnteredYears([]);
});

const today = (on = app) => localDate("jpy", on.context.clock.now());

async function goTo(daysOn: number, time: string): Promise<void> {
  const date = addTradingDays("jpy", today(), daysOn);
  const at = instantOf("jpy", date, time);
  await app.advance(Math.round((at - app.context.clock.now()) / 1_000));
}

function quote(): void {
  const close = price(28_500_000n);
  const level = { price: close, quantity: shares(1n) };
  app.feed.quote("jpy", "7203", "2850", { previousClose: close, bids: [level], asks: [level] });
}

const order = (more: object) =>
  testOrder({ type: "jpy", code: "7203", kind: "limit", quantity: "10", ...more });
const place = (more: object) => app.accepted("/trade/place-order", order(more), customer);

async function found(id: string): Promise<HeldStock> {
  const held = await app.accepted("/trade/userstocklist", { type: "jpy" }, customer);
  const ended = await app.accepted("/trade/userstocklists", { type: "jpy" }, customer);
  const one = held[id] ?? ended[id];
  if (one === undefined || typeof one === "string") throw new Error(`no position ${id}`);
  return one;
}
const statusOf = async (id: string) => (await found(id)).status;

type Form = CallInput<OperatorCalls["/api/ops/calendars/close"]>;
const closePath = "/api/ops/calendars/close";
const withdrawPath = "/api/ops/calendars/closings/:id/withdraw";
const close = (more: Partial<Form>, on = app, by = reviewer) =>
  opsAccepted(on, closePath, { type: "jpy", date: today(on), reason: "mourning", ...more }, by);
const closings = async (on = app, by = reviewer) =>
  (await opsAccepted(on, "/api/ops/calendars", {}, by)).closings;

describe("a market that is closed while its auction collects", () => {
  it("matches nothing: day orders expire, others wait for the next day, and everybody reads why", async () => {
    const another = await app.startAnother();
    await goTo(1, "15:26");
    quote();
    const day = await place({ price: "2860", time_in_force: "day" });
    const later = await place({ price: "2860" });
    await goTo(0, "15:27");
    await close({});
    for (const process of [app.context, another.context]) {
      await expect.poll(() => process.halts.of("jpy", "7203")?.reason.code).toBe("mourning");
    }
    const refused = await app.post("/trade/place-order", order({ price: "2860" }), customer);
    expect(refused.body).toMatchObject({
      msg: "trading_halted",
      params: { why: "mourning", scope: "market" },
    });
    await expect.poll(() => statusOf(day.id)).toBe(4);
    expect((await found(day.id)).ending).toBe("expired");
    await goTo(0, "15:30");
    quote();
    await goTo(0, "15:35");
    quote();
    await app.settle();
    expect(await statusOf(later.id)).toBe(3);
    // It holds until the date changes, also for whoever decides for a moment that the clock has leapt over.
    const { halts } = app.context;
    const until = instantOf("jpy", daysAfter(today(), 1), "00:00");
    expect(halts.of("jpy", "7203")?.until).toBe(until);
    expect(halts.of("jpy", "7203", until - 1)).not.toBeNull();
    expect(halts.of("jpy", "7203", until)).toBeNull();
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.find(({ kind }) => kind === "trading_halted")?.params).toMatchObject({
      why: "mourning",
      closing: "false",
    });
    const { items: shown } = await app.accepted("/common/halts", {});
    expect(shown[0]).toMatchObject({ scope: "market", type: "jpy", closing_allowed: false });
    expect((await closings())[0]).toMatchObject({ date: today(), whole_day: false });
    // The next day trades, and with it what waited.
    await goTo(1, "10:00");
    quote();
    await expect.poll(() => statusOf(later.id)).toBe(0);
    await another.close();
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("takes the place of a halt that holds already", async () => {
    await goTo(1, "10:00");
    const halt = { scope: "market", type: "jpy", reason: "technical_fault" } as const;
    await opsAccepted(app, "/api/ops/trading-halts/create", halt, reviewer);
    await close({ reason: "exchange_outage" });
    const { items } = await opsAccepted(app, "/api/ops/trading-halts", {}, reviewer);
    expect(items).toMatchObject([{ reason: "exchange_outage", closing_allowed: false }]);
  });
});

describe("an early close", () => {
  it("is announced, begins at its time, and can be withdrawn before", async () => {
    await goTo(1, "10:00");
    quote();
    const { id } = await close({ from: "14:00", reason: "severe_weather" });
    expect(
      await opsRefused(
        app,
        closePath,
        { type: "jpy", date: today(), reason: "mourning" },
        reviewer,
      ),
    ).toBe("closing_exists");
    await opsAccepted(app, withdrawPath, { id }, reviewer);
    expect(await opsRefused(app, withdrawPath, { id }, reviewer)).toBe("closing_not_withdrawable");
    const again = await close({ from: "14:00", reason: "severe_weather" });
    expect(app.context.halts.of("jpy", "7203")).toBeNull();
    const day = await place({ price: "2700", time_in_force: "day" });
    await goTo(0, "14:00");
    await expect
      .poll(() => app.context.halts.of("jpy", "7203")?.reason.code)
      .toBe("severe_weather");
    await expect.poll(() => statusOf(day.id)).toBe(4);
    expect(await opsRefused(app, withdrawPath, { id: again.id }, reviewer)).toBe(
      "closing_not_withdrawable",
    );
    const told = async () => {
      const { items } = await app.accepted("/user/messages", { limit: "50" }, customer);
      return items.flatMap(({ texts }) => texts?.us.title ?? []);
    };
    await expect
      .poll(told)
      .toEqual(
        expect.arrayContaining([
          "Unscheduled closing: Japanese stocks",
          "No closing after all: Japanese stocks",
        ]),
      );
  });
});

describe("a coming day that is closed", () => {
  it("is no trading day any more, for settlement neither, until the closing is withdrawn", async () => {
    await goTo(1, "10:00");
    const date = addTradingDays("jpy", today(), 1);
    const before = settlementDate("jpy", today()).date;
    const { id } = await close({ date });
    await expect.poll(() => isTradingDay("jpy", date)).toBe(false);
    expect(settlementDate("jpy", today()).date > before).toBe(true);
    expect(nextTradingDay("jpy", today()) > date).toBe(true);
    // Whoever starts afterwards knows it too.
    setEnteredYears([]);
    const restarted = await app.startAnother();
    expect(isTradingDay("jpy", date)).toBe(false);
    await restarted.close();
    await opsAccepted(app, withdrawPath, { id }, reviewer);
    await expect.poll(() => isTradingDay("jpy", date)).toBe(true);
    expect(settlementDate("jpy", today()).date).toBe(before);
  });

  it("stops a market that trades around the clock for the whole of it", async () => {
    const always = await startTestApplication();
    try {
      const by = await newOperator(always, "reviewer");
      const one = await always.newCustomer();
      const date = new Date(Date.parse(today(always)) + 86_400_000).toISOString().slice(0, 10);
      await close({ date }, always, by);
      const { clock, halts } = always.context;
      const begins = instantOf("jpy", date, "00:00");
      await always.advance(Math.ceil((begins - clock.now()) / 1_000) + 60);
      await expect.poll(() => halts.of("jpy", "7203")?.reason.code).toBe("mourning");
      always.feed.quote("jpy", "7203", "2850");
      const sent = { ...order({ price: "2900" }), request_id: newRequestId() };
      expect(await always.refused("/trade/place-order", sent, one)).toBe("trading_halted");
      expect((await closings(always, by))[0]?.begun_at).not.toBeNull();
      await always.advance(86_400);
      await expect.poll(() => halts.of("jpy", "7203")).toBeNull();
    } finally {
      await always.stop();
    }
  });
});

describe("refuses a closing", () => {
  it.each([
    ["of a past day", () => ({ date: "2019-01-04" }), "closing_date_out_of_range"],
    ["of a day far ahead", () => ({ date: "2099-01-05" }), "closing_date_out_of_range"],
    ["of a holiday", () => ({ date: holiday() }), "closing_day_closed"],
    ["half a holiday", () => ({ date: holiday(), from: "12:00" }), "closing_day_closed"],
    ["from before the sessions on", () => ({ from: "03:00", date: ahead() }), "closing_time_wrong"],
    ["from after them on", () => ({ from: "20:00", date: ahead() }), "closing_time_wrong"],
    ["without a time", () => ({ from: "25:00" }), "invalid_request"],
    ["without a known reason", () => ({ reason: "because" }), "reason_code_required"],
  ] as const)("%s", async (_what, more, code) => {
    const form = { type: "jpy", date: today(), reason: "mourning", ...more() } as const;
    expect(await opsRefused(app, closePath, form, reviewer)).toBe(code);
  });

  it("by a role that may not, and changes none that was entered", async () => {
    const form = { type: "jpy", date: ahead(), reason: "mourning" } as const;
    expect(await opsRefused(app, closePath, form, viewer)).toBe("forbidden");
    const { reader } = app.context.database;
    for (const change of [
      sql`UPDATE market_closing SET market = 'usd'`,
      sql`DELETE FROM market_closing`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow();
    }
  });
});

/** A Saturday within the month, and a trading day. */
const holiday = () => {
  const day = new Date(`${today()}T00:00:00Z`);
  return new Date(day.getTime() + (6 - day.getUTCDay() || 7) * 86_400_000)
    .toISOString()
    .slice(0, 10);
};
const ahead = () => addTradingDays("jpy", today(), 2);
