import { minor } from "@sanshi/money";
import { addTradingDays, instantOf, lastInterestDay, marketDate } from "@sanshi/rulebook";
import { afterAll, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import { calm, createSlowVenue } from "../../../../../tests/support/slow-venue.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  equipOperators,
  newOperator,
  opsAccepted,
  opsRefused,
} from "../../../../../tests/support/test-operators.ts";
import { announceEnd } from "../../../../../tests/support/test-stock-ends.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { rows, sql } from "../../platform/sql/database.ts";

const started: TestApplication[] = [];
afterAll(async () => {
  for (const app of started) await app.stop();
});

const market = "jpy" as const;
const place = async (app: TestApplication, who: SignedIn, more: Partial<PlaceInput> = {}) =>
  (await app.accepted("/trade/place-order", testOrder(more), who)).id;
const dayAhead = (app: TestApplication, days: number) =>
  addTradingDays(market, marketDate(market, app.context.clock.now(), "always"), days);

/** A live instance grants nothing. */
async function payIn(app: TestApplication, { token, account }: SignedIn, amount: bigint) {
  const { customerId } = (await app.context.sessions.resolve(token, account))!;
  await app.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const bank = await houseAccount(transaction, "JPY", "bank");
    await postTransfer(transaction, {
      ...{ kind: "test", causeId: 1n, happenedAt: app.context.clock.now(), currency: "JPY" },
      entries: [
        { accountId: accounts.get(accountKey("JPY", "available")) ?? 0n, amount: minor(amount) },
        { accountId: bank, amount: minor(-amount) },
      ],
    });
  });
}

const announce = (app: TestApplication, last_trading_day: string, more: object = {}) =>
  announceEnd(app, { type: market, code: "7203", kind: "merged", last_trading_day, ...more });

async function afterDay(app: TestApplication, day: string, close: string): Promise<void> {
  const secondsTo = (date: string, time: string) =>
    Math.ceil((instantOf(market, date, time) - app.context.clock.now()) / 1_000);
  await app.advance(secondsTo(day, "23:00"));
  app.feed.quote(market, "7203", close);
  app.feed.close(market, "7203", instantOf(market, day, "09:00"), close);
  await app.advance(secondsTo(addTradingDays(market, day, 1), "00:05"));
}

describe("at a venue that answers later a stock ends", () => {
  it("once the venue has cancelled what works there, also what it had not acknowledged", async () => {
    const venue = createSlowVenue(1, { ...calm });
    venue.atOnce = "all";
    const app = await startTestApplication({}, { venue: venue.venue });
    venue.clock = app.context.clock;
    started.push(app);
    await advanceToWednesday(app, "10:00");
    app.feed.quote(market, "7203", "2850");
    const who = await app.newCustomer();
    const position = (id: string) => app.accepted("/trade/position", { id }, who);
    const held = await place(app, who);
    await expect
      .poll(async () => (venue.tick(), (await position(held)).quantity_opened))
      .toBe("100");
    const working = await place(app, who, { kind: "limit", price: "2800", quantity: "10" });
    await expect.poll(() => (venue.tick(), venue.book.has(`${working}-1`))).toBe(true);
    venue.goAway();
    const unacknowledged = await place(app, who, { kind: "limit", price: "2700", quantity: "10" });
    const day = dayAhead(app, 1);
    await announce(app, day);
    await afterDay(app, day, "2900");
    await app.settle();
    // The venue may have filled it before it heard of anything.
    expect((await position(working)).ending).toBeNull();
    venue.comeBack();
    await expect
      .poll(async () => {
        venue.tick();
        await app.settle();
        return Promise.all(
          [held, working, unacknowledged].map(async (id) => (await position(id)).ending),
        );
      })
      .toEqual(["stock_end", expect.any(String), expect.any(String)]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a stock that is renamed before its end", () => {
  it("ends under its new code, by which what was held is settled", async () => {
    const app = await startTestApplication();
    started.push(app);
    await advanceToWednesday(app, "10:00");
    app.feed.quote(market, "7203", "2850");
    const who = await app.newCustomer();
    const held = await place(app, who);
    const [renamedOn, day] = [dayAhead(app, 1), dayAhead(app, 2)];
    await announce(app, day);
    const [proposer, approver] = [
      await newOperator(app, "approver"),
      await newOperator(app, "approver"),
    ];
    const form = { type: market, code: "7203", new_code: "7204", effective_on: renamedOn };
    const { id } = await opsAccepted(app, "/api/ops/instruments/change", form, proposer);
    const decision = { id, decision: "approve" } as const;
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe("ok");
    const midnight = instantOf(market, renamedOn, "00:05") - app.context.clock.now();
    await app.advance(Math.ceil(midnight / 1_000));
    await app.settle();
    const position = () => app.accepted("/trade/position", { id: held }, who);
    expect(await position()).toMatchObject({ code: "7204", ending: null });
    expect(app.context.quotes.instrument(market, "7204")?.end?.lastTradingDay).toBe(day);

    await afterDay(app, day, "2900");
    await expect
      .poll(async () => (await app.settle(), (await position()).ending))
      .toBe("stock_end");
    expect((await position()).settlements).toMatchObject([{ price: "2900", quantity: "100" }]);
    const { code, end } = await app.accepted("/market/stock", { type: market, code: "7203" }, who);
    expect([code, end?.ended, end?.settlement_price]).toEqual(["7204", true, "2900"]);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("in a live market a stock ends", () => {
  it("at the cash that the published document names, whatever the last close is", async () => {
    const app = await startTestApplication({}, { feedKind: "live" });
    started.push(app);
    const operator = await newOperator(app, "approver");
    await equipOperators(app);
    const who = await app.newCustomer();
    await payIn(app, who, 1_000_000n);
    app.feed.quote(market, "7203", "2850");
    const held = await place(app, who);
    const day = dayAhead(app, 1);
    const propose = (more: object) =>
      opsRefused(
        app,
        "/api/ops/stock-ends/propose",
        { type: market, code: "7203", kind: "merged", last_trading_day: day, ...more },
        operator,
      );
    expect(await propose({ cash_price: "3100" })).toBe("end_document_missing");
    const document_address = "https://example.com/tender-offer.pdf";
    expect(await propose({ cash_price: "0", document_address })).toBe("end_price_out_of_range");
    expect(await propose({ cash_price: "1", document_address: "http://a" })).toBe(
      "invalid_request",
    );
    await announce(app, day, { cash_price: "3100", document_address });
    await app.settle();
    const stock = { type: market, code: "7203" } as const;
    expect((await app.accepted("/market/stock", stock, who)).end).toMatchObject({
      cash_price: "3100",
      document_address,
    });
    const after = instantOf(market, addTradingDays(market, day, 1), "00:05");
    await app.advanceReal(Math.ceil((after - app.context.clock.now()) / 1_000));
    await app.settle();
    expect(await app.accepted("/trade/position", { id: held }, who)).toMatchObject({
      ending: "stock_end",
      settlements: [{ price: "3100", document_address, price_of: day }],
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a clock that leaps over the last trading day", () => {
  it("settles a debt where the loan is not covered, and the rest of the account pays", async () => {
    const app = await startTestApplication({ SIMULATED_GRANT: "JPY:1000000" });
    started.push(app);
    await advanceToWednesday(app, "10:00");
    app.feed.quote(market, "7203", "2850");
    const who = await app.newCustomer();
    const id = await place(app, who, { quantity: "1000", leverage: "3" });
    const day = dayAhead(app, 1);
    await announce(app, day);
    await app.settle();
    app.feed.close(market, "7203", instantOf(market, day, "09:00"), "1000");
    const after = instantOf(market, addTradingDays(market, day, 3), "10:00");
    await app.advance(Math.ceil((after - app.context.clock.now()) / 1_000));
    await app.settle();
    const settled = await app.accepted("/trade/position", { id }, who);
    expect(settled).toMatchObject({ ending: "stock_end", settlements: [{ price: "1000" }] });
    const { items } = await app.accepted("/user/messages", { limit: "100" }, who);
    expect(items.map(({ kind }) => kind)).toContain("unpaid_debt");
    const margin = await app.accepted("/trade/margin", { type: market }, who);
    expect(margin).toMatchObject({ borrowed: "0", exposure: "0", call: null });
    expect(Number(margin.unpaid_debt)).toBeGreaterThan(0);
    expect(settled.fills.at(-1)).toMatchObject({ fee: "0" });
    // Nothing for the days that have passed since.
    const [row] = await rows(
      app.context.database.reader,
      sql<{
        through: string;
      }>`SELECT interest_through::text AS through FROM position WHERE id = ${id}::bigint`,
    );
    const openedAt = Date.parse(settled.buy_time);
    expect(row?.through).toBe(lastInterestDay({ market, openedAt }, day));
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
