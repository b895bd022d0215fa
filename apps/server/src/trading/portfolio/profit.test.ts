import type { CallOutput, Calls, HeldStock } from "@sanshi/contract";
import { divide, parseMinor, parsePrice, settlementCurrency, type MarketKey } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomSource } from "../../../../../tests/simulation/random-source.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  // What was bought a quarter of an hour ago was bought today.
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());

const profit = (customer: SignedIn, currency: "JPY" | "USD" = "JPY") =>
  app.accepted("/user/profit", { currency }, customer);
type MarketProfit = CallOutput<Calls["/user/profit"]>["markets"][number];
const market = async (customer: SignedIn, type: MarketKey): Promise<MarketProfit> => {
  const found = (await profit(customer)).markets.find((one) => one.type === type);
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
};
const isStock = (one: HeldStock | string): one is HeldStock => typeof one !== "string";
const held = async (customer: SignedIn, type: MarketKey) =>
  Object.values(await app.accepted("/trade/userstocklist", { type }, customer)).filter(isStock);

function buy(customer: SignedIn, more: Record<string, string> = {}) {
  const order = { type: "jpy", code: "7203", side: "long", kind: "market", quantity: "100" };
  return app.post(
    "/trade/place-order",
    { ...order, leverage: "1", ...more, request_id: newRequestId() },
    customer,
  );
}

describe("profit", () => {
  it("is the day's, the held ones' and the closed ones', per market and in one currency", async () => {
    const customer = await app.newCustomer();
    const previousClose = scaled("2800");
    app.feed.quote("jpy", "7203", "2850", { previousClose });
    app.feed.quote("usd", "AAPL", "189.20");
    const { body } = await buy(customer);
    await buy(customer, { type: "usd", code: "AAPL", quantity: "10" });
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2900", { previousClose });
    app.feed.quote("usd", "AAPL", "190.20", { previousClose: scaled("189.20") });
    const id = body.data?.id ?? "";
    const closed = { id, quantity: "40", kind: "market", request_id: newRequestId() } as const;
    expect((await app.post("/trade/close-position", closed, customer)).body.status).toBe(1);
    app.feed.quote("jpy", "7203", "2920", { previousClose });
    expect(await market(customer, "jpy")).toMatchObject({
      market_value: "175200",
      cost: "171000",
      floating: "4200",
      floating_percent: "2.46",
      held_profit: "4200",
      realised: "2000",
      realised_today: "2000",
      // Bought today: all of it is today's.
      day_profit: "6200",
      profit: "6200",
      positions: 1,
    });
    const { markets, total } = await profit(customer);
    const rates = app.context.fx.ratesAt(app.context.clock.now())?.perDollar;
    const perDollar = Number(rates?.JPY) / 1e6;
    expect(total).toMatchObject({ currency: "JPY", rates_from: "simulated" });
    const apple = Number(markets.find(({ type }) => type === "usd")?.profit);
    expect(Math.abs(Number(total?.profit) - (6_200 + apple * perDollar))).toBeLessThan(5);
    const [position] = await held(customer, "jpy");
    expect(position).toMatchObject({ day_profit: "6200", yingkui: "4200" });
  });

  it("of the day is against the previous close for what was held before it", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("jpy", "7203", "2850");
    await buy(customer);
    await app.advance(86_400);
    const previousClose = scaled("2860");
    app.feed.quote("jpy", "7203", "2870", { previousClose });
    expect(await market(customer, "jpy")).toMatchObject({
      floating: "2000",
      day_profit: "1000",
      day_percent: "0.35",
    });
    await buy(customer, { quantity: "50" });
    app.feed.quote("jpy", "7203", "2880", { previousClose });
    expect(await market(customer, "jpy")).toMatchObject({ day_profit: String(2_000 + 500) });
  });

  it("of nobody's trades is nothing", async () => {
    const customer = await app.newCustomer();
    for (const one of (await profit(customer, "USD")).markets) {
      expect([one.floating, one.profit, one.fees].map(Number)).toEqual([0, 0, 0]);
      expect(one.positions).toBe(0);
    }
  });
});

describe("over random histories", () => {
  it.each([11, 12, 13, 14])(
    "seed %i: the sum of the parts is what the ledger has",
    async (seed) => {
      const random = randomSource(seed);
      const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
      const customer = await app.newCustomer();
      const prices: Record<string, number> = { "7203": 2_850, "6758": 3_300, AAPL: 189.2 };
      const tell = () => {
        for (const [code, value] of Object.entries(prices)) {
          const [type, digits] = code === "AAPL" ? (["usd", 2] as const) : (["jpy", 0] as const);
          app.feed.quote(type, code, value.toFixed(digits));
        }
      };
      let trades = 0;
      for (let step = 0; step < 60; step += 1) {
        for (const code of Object.keys(prices)) {
          prices[code] = (prices[code] ?? 0) * (1 + (random(41) - 20) / 1_000);
        }
        tell();
        const code = pick(["7203", "6758", "AAPL"]);
        const type = code === "AAPL" ? "usd" : "jpy";
        const action = random(10);
        if (action < 4) {
          const { body } = await buy(customer, {
            type,
            code,
            side: pick(["long", "long", "short"]),
            quantity: String(1 + random(code === "AAPL" ? 10 : 60)),
            leverage: pick(["1", "2"]),
          });
          trades += body.status;
        } else if (action < 8) {
          const positions = (await held(customer, type)).filter(({ status }) => status === 0);
          const position = positions[random(Math.max(1, positions.length))];
          if (position === undefined) continue;
          const quantity = String(1 + random(Number(position.stock_num)));
          const order = { id: position.id, quantity, kind: "market", request_id: newRequestId() };
          trades += (await app.post("/trade/close-position", order, customer)).body.status;
        } else if (action === 8) {
          await buy(customer, {
            type,
            code,
            kind: "limit",
            price: type === "usd" ? "150" : "2000",
          });
        } else {
          if (random(2) === 0) act(code, type, random(2) === 0, prices);
          await app.advance(86_400 * (1 + random(9)) + 900);
          tell();
          await settled(customer);
        }
        if (step % 6 === 0) await compare(customer);
      }
      expect(trades).toBeGreaterThan(15);
      await compare(customer);
      await compareLoans(customer);
      expect(await app.ledgerFaults()).toEqual([]);
    },
  );
});

const announced: { type: MarketKey; code: string }[] = [];

/** A split or a dividend on the next day of the market's clock. */
function act(code: string, type: MarketKey, isSplit: boolean, prices: Record<string, number>) {
  const exDate = localDate(type, app.context.clock.now() + 86_400_000);
  announced.push({ type, code });
  if (isSplit) {
    app.feed.act(type, code, { kind: "split", exDate, numerator: 3n, denominator: 2n });
    prices[code] = ((prices[code] ?? 0) * 2) / 3;
  } else {
    app.feed.act(type, code, { kind: "dividend", exDate, perShare: scaled("1.37") });
  }
}

/** Every split and dividend that was announced has been applied, and its stock is traded again. */
async function settled(customer: SignedIn): Promise<void> {
  const actions = () =>
    firstRow(
      app.context.database.reader,
      sql<{ kept: number; due: number }>`SELECT
        (SELECT count(*)::int FROM corporate_action) AS kept,
        (SELECT count(*)::int FROM position_action_due) AS due`,
    );
  await expect.poll(actions).toEqual({ kept: announced.length, due: 0 });
  const last = announced.at(-1);
  if (last === undefined) return;
  const order = { side: "long", kind: "market", quantity: "1", leverage: "1" } as const;
  await expect
    .poll(() => app.refused("/trade/preview-order", { ...last, ...order }, customer))
    .not.toBe("price_unavailable");
}

/** What is shown agrees; a working order may be filled or cancelled between two looks at it. */
async function compare(customer: SignedIn): Promise<void> {
  await expect.poll(() => disagreements(customer)).toEqual([]);
}

async function disagreements(customer: SignedIn): Promise<string[]> {
  const found: string[] = [];
  const agree = (what: string, one: unknown, other: unknown) => {
    if (one !== other) found.push(`${what}: ${String(one)} is not ${String(other)}`);
  };
  for (const type of ["jpy", "usd"] as const) {
    const currency = settlementCurrency(type);
    const minor = (text: string) => parseMinor(text, currency) ?? 0n;
    const figures = await market(customer, type);
    const positions = await held(customer, type);
    const shown = positions.filter(({ status }) => status !== 3);
    const sum = (part: (one: HeldStock) => string) =>
      shown.reduce((total, one) => total + minor(part(one)), 0n);
    // The list's own sums are those of the summary.
    agree(
      `${type} floating`,
      minor(figures.floating),
      sum((one) => one.yingkui),
    );
    agree(
      `${type} value`,
      minor(figures.market_value),
      sum((one) => one.market_value),
    );
    agree(
      `${type} interest`,
      minor(figures.interest),
      sum((one) => one.interest),
    );
    const { lsyk } = await app.accepted("/trade/userstocklists", { type }, customer);
    agree(`${type} realised`, figures.realised, lsyk);
    // What the books say that trading has brought, with what is held at its price.
    const unit = currency === "JPY" ? 10_000n : 100n;
    let worth = await movedByTrading(customer, currency);
    for (const one of shown) {
      const value = (parsePrice(one.nowprice) ?? 0n) * BigInt(one.stock_num);
      worth += one.side === "long" ? divide(value, unit, "floor") : -divide(value, unit, "ceiling");
      worth -= minor(one.interest);
    }
    agree(`${type} profit`, minor(figures.profit), worth);
    const parts = minor(figures.realised) + minor(figures.held_profit) + minor(figures.dividends);
    agree(`${type} parts`, minor(figures.profit), parts - minor(figures.interest));
  }
  return found;
}

/** The shares that shorts have borrowed are the shares that are short, also after splits. */
async function compareLoans(customer: SignedIn): Promise<void> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ wrong: bigint; shorts: bigint }>`SELECT count(*) AS shorts, count(*) FILTER (
        WHERE p.opened - p.closed <> (SELECT coalesce(sum(l.quantity), 0) FROM share_loan l
          WHERE l.position_id = p.id)) AS wrong
      FROM position p JOIN customer c ON c.id = p.customer_id
      WHERE c.account = ${customer.account} AND p.side = 'short'`,
  );
  expect(row?.wrong).toBe(0n);
  expect(row?.shorts).toBeGreaterThan(0n);
}

/** Everything but the grant, as it was posted to the customer's accounts. */
async function movedByTrading(customer: SignedIn, currency: string): Promise<bigint> {
  const row = await firstRow(
    app.context.database.reader,
    sql<{ sum: bigint }>`SELECT coalesce(sum(p.amount), 0)::bigint AS sum
      FROM ledger_posting p JOIN ledger_account a ON a.id = p.account_id
      JOIN customer c ON c.id = a.customer_id
      WHERE c.account = ${customer.account} AND a.currency = ${currency}
        AND p.kind <> 'simulated_grant'`,
  );
  return row?.sum ?? 0n;
}
