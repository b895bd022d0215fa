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

describe("profit in the reader's own currency", () => {
  it("counts own money at the rate of its day, and says what the rates have done", async () => {
    const customer = await app.newCustomer();
    const yenRate = (at: number) => Number(app.context.fx.ratesAt(at)?.perDollar.JPY) / 1e6;
    const endOfDay = (at: number) => Math.floor(at / 86_400_000) * 86_400_000 + 86_399_999;
    app.feed.quote("usd", "AAPL", "190.00");
    const { body } = await buy(customer, { type: "usd", code: "AAPL", quantity: "10" });
    const id = body.data?.id ?? "";
    const bought = app.context.clock.now();
    await app.advance(40 * 86_400);
    app.feed.quote("usd", "AAPL", "200.00");
    const half = { id, quantity: "5", kind: "market", request_id: newRequestId() } as const;
    expect((await app.post("/trade/close-position", half, customer)).body.status).toBe(1);
    const sold = app.context.clock.now();
    await app.advance(40 * 86_400);
    app.feed.quote("usd", "AAPL", "210.00");
    const answer = await app.accepted("/user/profit-parts", { currency: "JPY" }, customer);
    const usd = answer.markets.find(({ type }) => type === "usd");
    const { items } = await app.accepted("/user/fund-records", { currency: "USD" }, customer);
    const moved = (kind: string) => Number(items.find((one) => one.kind === kind)?.amount);
    const now = yenRate(app.context.clock.now());
    const then = [yenRate(endOfDay(bought)), yenRate(endOfDay(sold))] as const;
    const exchange =
      moved("order_filled") * (then[0] - now) + moved("position_closed") * (then[1] - now);
    expect(Math.abs(Number(usd?.converted?.exchange) - exchange)).toBeLessThan(1.01);
    expect(
      Math.abs(Number(usd?.converted?.profit) - (Number(usd?.profit) * now + exchange)),
    ).toBeLessThan(2.01);
    const one = await app.accepted("/trade/position-profit", { id, currency: "JPY" }, customer);
    expect(one).toMatchObject({ currency: "USD", profit: usd?.profit, converted: usd?.converted });
    // In dollars the rate between the two does not matter.
    const dollars = await app.accepted("/trade/position-profit", { id, currency: "USD" }, customer);
    expect(dollars.converted).toMatchObject({ exchange: "0.00", profit: usd?.profit });
    const stranger = await app.newCustomer();
    expect(await app.refused("/trade/position-profit", { id, currency: "USD" }, stranger)).toBe(
      "position_not_found",
    );
  });

  it("of what is sold and back in the wallet stays what it was, wherever the rate goes", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("usd", "AAPL", "190.00");
    const { body } = await buy(customer, { type: "usd", code: "AAPL", quantity: "10" });
    await app.advance(2 * 86_400);
    app.feed.quote("usd", "AAPL", "200.00");
    const all = { id: body.data?.id ?? "", kind: "market", request_id: newRequestId() } as const;
    expect((await app.post("/trade/close-position", all, customer)).body.status).toBe(1);
    await app.advance(86_400);
    const inYen = async () => {
      const { total } = await app.accepted("/user/profit-parts", { currency: "JPY" }, customer);
      return Number(total?.profit);
    };
    const before = await inYen();
    await app.advance(60 * 86_400);
    // Rounded once at each of the two rates.
    expect(Math.abs((await inYen()) - before)).toBeLessThanOrEqual(1);
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
    await agreeBySource(customer, { type, shown, profit: figures.profit }, agree);
  }
  return found;
}

type Held = { type: "jpy" | "usd"; shown: readonly HeldStock[]; profit: string };

/** Price, dividends, interest and fees against the fills and what was posted to the house's accounts. */
async function agreeBySource(
  customer: SignedIn,
  { type, shown, profit: whole }: Held,
  agree: (what: string, one: unknown, other: unknown) => void,
): Promise<void> {
  const currency = settlementCurrency(type);
  const minor = (text: string | undefined) => parseMinor(text ?? "", currency) ?? 0n;
  const answer = await app.accepted("/user/profit-parts", { currency: "JPY" }, customer);
  const parts = answer.markets.find((one) => one.type === type);
  const own = await tradedAndPosted(customer, type);
  const unit = currency === "JPY" ? 10_000n : 100n;
  let [worth, accrued] = [0n, 0n];
  for (const one of shown) {
    const value = (parsePrice(one.nowprice) ?? 0n) * BigInt(one.stock_num);
    worth += one.side === "long" ? divide(value, unit, "floor") : -divide(value, unit, "ceiling");
    accrued += minor(one.interest);
  }
  agree(`${type} price`, minor(parts?.price), own.filled + own.fractions + worth);
  agree(`${type} dividends by source`, minor(parts?.dividends), own.dividends);
  agree(`${type} interest by source`, minor(parts?.interest), -own.interest - accrued);
  agree(`${type} fees by source`, minor(parts?.fees), -own.fees);
  agree(`${type} profit by source`, parts?.profit, whole);
  const sum =
    minor(parts?.price) + minor(parts?.dividends) + minor(parts?.interest) + minor(parts?.fees);
  agree(`${type} sum of sources`, minor(parts?.profit), sum);
  for (const together of [answer.total, parts?.converted ?? null]) {
    const yen = (text: string | undefined) => parseMinor(text ?? "", "JPY") ?? 0n;
    const sources =
      yen(together?.price) +
      yen(together?.dividends) +
      yen(together?.interest) +
      yen(together?.fees) +
      yen(together?.exchange);
    agree(`${type} sum in yen`, together === null ? null : yen(together.profit), sources);
  }
  for (const one of shown.slice(0, 1)) {
    const { id, yingkui } = one;
    const single = await app.accepted("/trade/position-profit", { id, currency: "JPY" }, customer);
    // Of what nobody closed a part of and no dividend came for, it is the floating profit after costs.
    const plain = one.quantity_closed === "0" && minor(single.dividends) === 0n;
    const costs = minor(one.buy_fee) + minor(one.interest);
    const apart = minor(single.profit) - (minor(yingkui) - costs);
    // The cost was rounded up when it was paid.
    if (plain && !isSplit(one)) agree(`${id} profit`, apart === 0n || apart === -1n, true);
  }
}

/** A split's new price is rounded, and with it the floating profit. */
const isSplit = ({ code }: HeldStock) => announced.some((one) => one.code === code);

type Posted = Record<"filled" | "fees" | "fractions" | "dividends" | "interest", bigint>;

async function tradedAndPosted(customer: SignedIn, type: MarketKey): Promise<Posted> {
  const row = await firstRow(
    app.context.database.reader,
    sql<Posted>`WITH own AS (
        SELECT p.id FROM position p JOIN customer c ON c.id = p.customer_id
        WHERE c.account = ${customer.account} AND p.market = ${type}
      ), posted AS (
        SELECT a.purpose, p.kind, p.amount FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id AND a.customer_id IS NULL
        WHERE p.cause_id IN (SELECT id FROM own) AND p.currency = ${settlementCurrency(type)}
          AND p.kind IN ('order_filled', 'position_closed', 'dividend', 'dividend_equivalent', 'split_fraction')
      )
      SELECT (SELECT coalesce(sum(CASE side WHEN 'sell' THEN amount ELSE -amount END), 0) FROM fill
          WHERE position_id IN (SELECT id FROM own))::bigint AS filled,
        (SELECT coalesce(sum(fee), 0) FROM fill
          WHERE position_id IN (SELECT id FROM own))::bigint AS fees,
        (SELECT coalesce(-sum(amount), 0) FROM posted
          WHERE purpose = 'market' AND kind = 'split_fraction')::bigint AS fractions,
        (SELECT coalesce(-sum(amount), 0) FROM posted WHERE purpose = 'dividends')::bigint AS dividends,
        (SELECT coalesce(sum(amount), 0) FROM posted WHERE purpose = 'interest')::bigint AS interest`,
  );
  if (row === undefined) throw new Error("sums without a row");
  return row;
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
