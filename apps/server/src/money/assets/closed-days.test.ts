import { formatScaled, minor, perShare } from "@sanshi/money";
import { addTradingDays, localDate } from "@sanshi/rulebook";
import { afterEach, expect, it } from "vitest";
import { randomSource, type RandomSource } from "../../../../../tests/simulation/random-source.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { testSeed } from "../../../../../tests/support/chance.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  advanceToWednesday,
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
} from "../../../../../tests/support/test-operators.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { dividendOn } from "../../market-feed/market-feed.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { startRecordingNetAssets } from "./net-assets-recording.ts";

const isWhole = process.env["TEST_TABLES"] === "whole";
/** A year in all, in histories of a fortnight; the gate has a part of one, and CLOSED_DAYS names any other number. */
const histories = Number(process.env["CLOSED_DAYS"] ?? (isWhole ? 26 : 1));
const isLong = isWhole || histories > 1;
const daysOf = (seed: number) => (isLong ? 14 : seed === splitBeforeInterest ? 7 : 5);
const asksPerDay = isLong ? 3 : 1;

const stocks = [
  { market: "jpy", code: "7203", start: 28_500_000n },
  { market: "usd", code: "AAPL", start: 1_892_000n },
] as const;
type Stock = (typeof stocks)[number];
/** Bonus shares, splits, and reverse splits that leave fractions. */
const splits = [
  [11n, 10n],
  [3n, 2n],
  [2n, 3n],
  [7n, 1n],
  [1n, 7n],
  [1n, 3n],
  [3n, 1n],
] as const;
const secondMs = 1_000;
const dayMs = 86_400 * secondMs;

let app: TestApplication | undefined;
afterEach(() => app?.stop());

/** In it a split came before the interest of the day before. */
const splitBeforeInterest = 7;

it.for([splitBeforeInterest, ...Array.from({ length: histories }, (_, index) => testSeed + index)])(
  "says of each day that is over the same whenever it is asked (seed %i)",
  async (seed) => {
    const random = randomSource(seed);
    const rare = seed === splitBeforeInterest ? null : randomSource(seed + 1);
    app = await startTestApplication({ SIMULATED_GRANT: "JPY:3000000,USD:30000" });
    const running = app;
    await setSetting(running, "withdrawal_days", "every");
    await advanceToWednesday(running, "10:00");
    const customer = await readyToWithdraw(running);
    const market = createMarket(running, rare);
    const statements = new Map<string, string>();
    market.quoteAll();

    for (let day = 0; day < daysOf(seed); day += 1) {
      for (let act = 1 + random(6); act > 0; act -= 1)
        await actOnce(running, customer, market, random);
      if (rare !== null) await moveMoney(running, customer, rare);
      if (rare !== null && day === 1)
        await announceEnd(
          running,
          addTradingDays("usd", localDate("usd", running.context.clock.now()), 1),
        );
      if (random(2) === 0) market.announce(random);
      if (day % 3 === 2) rename(running, `Renamed ${day}`);
      const nets = await passMidnight(running, customer, market, random);
      expect(await recordedNets(running, customer)).toEqual(nets);
      await gainsWhatItHas(running, customer);

      const yesterday = localDate("jpy", running.context.clock.now() - dayMs);
      statements.set(yesterday, await statementOf(running, customer, yesterday));
      for (let ask = 0; ask < asksPerDay; ask += 1) {
        const asked = [...statements.keys()][random(statements.size)]!;
        expect(await statementOf(running, customer, asked)).toBe(statements.get(asked));
      }
    }
    for (const [day, first] of statements) {
      expect(await statementOf(running, customer, day)).toBe(first);
      addsUp(first);
    }
    await recordsTheSameLate(running);
  },
);

type TestMarket = ReturnType<typeof createMarket>;

/** Prices of both stocks, which splits and dividends of the next day change as it begins. */
function createMarket(running: TestApplication, rare: RandomSource | null) {
  const prices = new Map<string, bigint>(stocks.map(({ code, start }) => [code, start]));
  const priceOf = ({ code }: Stock) => prices.get(code) ?? 0n;
  let splitOfTomorrow: { stock: Stock; numerator: bigint; denominator: bigint } | null = null;
  return {
    quoteAll() {
      for (const stock of stocks) {
        running.feed.quote(stock.market, stock.code, formatScaled(priceOf(stock), 4));
      }
    },
    announce(random: RandomSource) {
      const stock = stocks[random(stocks.length)]!;
      const { market, code } = stock;
      const now = running.context.clock.now();
      const exDate = localDate(market, now + dayMs);
      if (random(2) === 0) {
        const manyDecimals =
          rare === null ? null : perShare(5n * 10n ** 11n + BigInt(rare(1_000_000_000)));
        const dividend =
          manyDecimals === null
            ? ({ kind: "dividend", exDate, perShare: scaled("0.55") } as const)
            : dividendOn(exDate, manyDecimals);
        running.feed.act(market, code, dividend);
        return;
      }
      const usual = random(2) === 0 ? ([3n, 2n] as const) : ([2n, 3n] as const);
      const [numerator, denominator] = rare === null ? usual : splits[rare(splits.length)]!;
      running.feed.act(market, code, { kind: "split", exDate, numerator, denominator });
      splitOfTomorrow = { stock, numerator, denominator };
    },
    /** The day's last prices, as its bars have them. */
    close(random: RandomSource) {
      if (splitOfTomorrow !== null) {
        const { stock, numerator, denominator } = splitOfTomorrow;
        prices.set(stock.code, (priceOf(stock) * denominator) / numerator);
        splitOfTomorrow = null;
      }
      for (const stock of stocks) {
        const moved = (priceOf(stock) * BigInt(97 + random(7))) / 100n;
        prices.set(stock.code, moved - (moved % (stock.market === "jpy" ? 5_000n : 100n)));
        const last = formatScaled(priceOf(stock), 4);
        running.feed.close(stock.market, stock.code, running.context.clock.now() - 60_000, last);
      }
    },
  };
}

async function actOnce(
  running: TestApplication,
  customer: SignedIn,
  market: TestMarket,
  random: RandomSource,
): Promise<void> {
  market.quoteAll();
  const { market: type, code } = stocks[random(stocks.length)]!;
  const quantity = String(1 + random(150));
  const kind = random(8);
  if (kind === 0) return pay(running, customer, BigInt(1_000 + random(90_000)));
  if (kind === 1 || kind > 5) {
    const listed = await running.accepted("/trade/userstocklist", { type }, customer);
    const positions = Object.values(listed).filter((one) => typeof one !== "string");
    const position = positions[random(Math.max(1, positions.length))];
    if (position === undefined) return;
    const whole = Number(position.stock_num);
    const part = String(1 + random(Math.max(1, whole)));
    const form = { id: position.id, kind: "market", request_id: newRequestId() } as const;
    await running.post("/trade/close-position", { ...form, quantity: part }, customer);
    return;
  }
  const more = [{}, {}, { leverage: "2" }, { side: "short" as const }][kind - 2] ?? {};
  // Money, credit or shares may be lacking: an order that is refused changes nothing.
  await running.post("/trade/place-order", testOrder({ type, code, quantity, ...more }), customer);
}

async function pay(running: TestApplication, who: SignedIn, amount: bigint): Promise<void> {
  const { customerId } = (await running.context.sessions.resolve(who.token, who.account))!;
  await running.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const bank = await houseAccount(transaction, "JPY", "bank");
    const own = accounts.get(accountKey("JPY", "available")) ?? 0n;
    await postTransfer(transaction, {
      ...{ kind: "correction", causeId: 1n, happenedAt: running.context.clock.now() },
      currency: "JPY",
      entries: [
        { accountId: own, amount: minor(amount) },
        { accountId: bank, amount: minor(-amount) },
      ],
    });
  });
}

/** Between the currencies, and out to the bank; what a rule or the balance forbids changes nothing. */
async function moveMoney(
  running: TestApplication,
  customer: SignedIn & { cardId: string },
  random: RandomSource,
): Promise<void> {
  const [from, to] = random(2) === 0 ? (["JPY", "USD"] as const) : (["USD", "JPY"] as const);
  const quoted = await running.post(
    "/user/exchange-quote",
    { from, to, amount: String(100 + random(900)) },
    customer,
  );
  const { quote_id } = (quoted.body as { data?: { quote_id: string } }).data ?? {};
  if (quote_id !== undefined)
    await running.post("/user/exchange", { quote_id, request_id: newRequestId() }, customer);
  const withdrawal = {
    ...{ currency: "JPY", amount: String(30_000 + random(20_000)), card_id: customer.cardId },
    ...{ fund_password: testFundPassword, request_id: newRequestId() },
  } as const;
  await running.post("/user/withdraw", withdrawal, customer);
}

/** Of the stock in New York, by two operators. */
async function announceEnd(running: TestApplication, day: string): Promise<void> {
  const [proposer, approver] = [
    await newOperator(running, "approver"),
    await newOperator(running, "approver"),
  ];
  const { market, code } = stocks[1];
  const form = { type: market, code, kind: "delisted", last_trading_day: day } as const;
  const { id } = await opsAccepted(running, "/api/ops/stock-ends/propose", form, proposer);
  const decision = { id, decision: "approve" } as const;
  expect(await opsRefused(running, "/api/ops/proposals/:id/decision", decision, approver)).toBe(
    "ok",
  );
  await running.context.instruments.read();
}

function rename({ context: { quotes } }: TestApplication, name: string): void {
  const { market, code } = stocks[0];
  const unchanged = { searchTerms: null, sector: null, lotSize: null, offered: true };
  quotes.keepRecords([{ market, code, names: { jp: name, cn: name, us: name }, ...unchanged }]);
}

/** What there was by currency right before midnight, as the assets of that moment had it. */
async function passMidnight(
  running: TestApplication,
  customer: SignedIn,
  market: TestMarket,
  random: RandomSource,
): Promise<Record<string, string>> {
  const { clock } = running.context;
  const midnight = Math.floor(clock.now() / dayMs) * dayMs + dayMs;
  const until = (moment: number) =>
    running.advance(Math.max(1, Math.floor((moment - clock.now()) / secondMs)));
  await until(midnight - 20 * secondMs);
  await running.settle();
  market.close(random);
  market.quoteAll();
  await running.settle();
  const { currencies } = await running.accepted("/user/assets", {}, customer);
  await until(midnight + 10 * secondMs);
  await running.settle();
  await until(midnight + 3_600 * secondMs);
  await running.settle();
  return Object.fromEntries(
    currencies
      .filter(({ currency, net_assets: net }) => currency === "JPY" || Number(net) !== 0)
      .map(({ currency, net_assets: net }) => [currency, net]),
  );
}

async function recordedNets(running: TestApplication, customer: SignedIn) {
  const { currencies } = await running.accepted("/user/net-assets", { range: "all" }, customer);
  const end = new Date(Math.floor(running.context.clock.now() / dayMs) * dayMs).toISOString();
  return Object.fromEntries(
    currencies.flatMap(({ currency, points }) =>
      points
        .filter(([at, amount]) => at === end && (currency === "JPY" || Number(amount) !== 0))
        .map(([, amount]) => [currency, amount]),
    ),
  );
}

async function statementOf(running: TestApplication, customer: SignedIn, day: string) {
  const form = { from: day, to: day, format: "csv", language: "us" } as const;
  const { base64 } = await running.accepted("/user/statement", form, customer);
  return Buffer.from(base64, "base64").toString();
}

/** In each currency the movements are what the cash has changed by. */
function addsUp(csv: string): void {
  const lines = csv.split("\r\n").map((line) => line.replaceAll(/"[^"]*"/g, "").split(","));
  for (const currency of ["JPY", "USD"]) {
    const cash = lines.find(([name, of]) => name === "Cash" && of === currency);
    const moved = lines
      .filter((cells) => cells.length === 6 && cells[3] === currency && /:/.test(cells[0] ?? ""))
      .reduce((sum, cells) => sum + Math.round(Number(cells[4]) * 100), 0);
    const change = Number(cash?.[3] ?? 0) - Number(cash?.[2] ?? 0);
    expect(moved).toBe(Math.round(change * 100));
  }
}

/** In each currency net assets are what came in and what trading has brought, to the minor unit. */
async function gainsWhatItHas(running: TestApplication, customer: SignedIn): Promise<void> {
  const { customerId } = (await running.context.sessions.resolve(
    customer.token,
    customer.account,
  ))!;
  const { currencies } = await running.accepted("/user/assets", {}, customer);
  const { markets } = await running.accepted("/user/profit", { currency: "JPY" }, customer);
  for (const { currency, profit } of markets) {
    const scale = currency === "JPY" ? 1 : 100;
    const [flows] = await rows<{ amount: bigint }>(
      running.context.database.reader,
      sql`SELECT coalesce(sum(p.amount), 0)::bigint AS amount FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id AND a.customer_id = ${customerId}
        WHERE a.currency = ${currency} AND p.kind IN ('simulated_grant', 'correction',
          'exchange_sold', 'exchange_bought', 'withdrawal_paid')`,
    );
    const net = currencies.find((one) => one.currency === currency)?.net_assets;
    const change = Math.round(Number(net) * scale) - Number(flows?.amount);
    expect(change).toBe(Math.round(Number(profit) * scale));
  }
}

/** Days that are recorded long afterwards have what they had when they ended. */
async function recordsTheSameLate({ context, owner, settle }: TestApplication): Promise<void> {
  const read = () =>
    rows(
      context.database.reader,
      sql`SELECT customer_id, day::text AS day, currency, amount FROM net_assets
        ORDER BY customer_id, day, currency`,
    );
  const onTime = await read();
  await owner.transaction(async (transaction) => {
    for (const table of [sql`net_assets`, sql`net_assets_day`]) {
      await sql`ALTER TABLE ${table} DISABLE TRIGGER USER`.execute(transaction);
      await sql`DELETE FROM ${table} WHERE day > (SELECT min(day) FROM net_assets)`.execute(
        transaction,
      );
      await sql`ALTER TABLE ${table} ENABLE TRIGGER USER`.execute(transaction);
    }
  });
  expect((await read()).length).toBeLessThan(onTime.length);
  const late = startRecordingNetAssets(context);
  await settle();
  await late.stop();
  expect(await read()).toEqual(onTime);
}
