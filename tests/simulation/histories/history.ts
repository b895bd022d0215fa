import { minor, type Currency, type MarketKey } from "@sanshi/money";
import { addTradingDays, localDate } from "@sanshi/rulebook";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  postTransfer,
} from "../../../apps/server/src/ledger/ledger.ts";
import { testOrder } from "../../support/builders.ts";
import {
  newRequestId,
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../support/test-application.ts";
import type { TestDatabase } from "../../support/test-database.ts";
import {
  advanceToWednesday,
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../support/test-operators.ts";
import type { RandomSource } from "../random-source.ts";
import {
  createScriptedMarket,
  dayMs,
  endingStocks,
  lastingStocks,
  type ScriptedMarket,
  type Stock,
} from "./scripted-market.ts";

export const currencyOfMarket = { jpy: "JPY", usd: "USD", cny: "CNY" } as const;

export type History = {
  app: TestApplication;
  customer: SignedIn & { cardId: string };
  market: ScriptedMarket;
  /** Two who decide together. */
  operators: readonly [OperatorSession, OperatorSession];
  random: RandomSource;
  ending: readonly Stock[];
  /** What a stock is called now, by its first code. */
  codes: Map<string, string>;
  codesGiven: number;
  /** What has happened, by kind, so that a test can say that it did. */
  happened: Map<string, number>;
};

/** A customer who trades in three markets; two operators who end and rename stocks. */
export async function startHistory(random: RandomSource, endings: number): Promise<History> {
  const ending = endingStocks(endings);
  const market = createScriptedMarket([...lastingStocks, ...ending]);
  const app = await startTestApplicationOn(market.createFeed, {
    SIMULATED_GRANT: "JPY:3000000,USD:30000,CNY:200000",
  });
  await setSetting(app, "withdrawal_days", "every");
  await advanceToWednesday(app, "10:00");
  const customer = await readyToWithdraw(app);
  market.quoteAll();
  const operators = [
    await newOperator(app, "approver"),
    await newOperator(app, "approver"),
  ] as const;
  const [codes, happened] = [new Map<string, string>(), new Map<string, number>()];
  return { app, customer, market, operators, random, ending, codes, codesGiven: 0, happened };
}

function count({ happened }: History, kind: string): void {
  happened.set(kind, (happened.get(kind) ?? 0) + 1);
}

/** One order, sale or payment; what a rule, the balance or the pool of shares forbids changes nothing. */
export async function actOnce(history: History, cycle: number): Promise<void> {
  const { app, customer, market, random, ending, codes } = history;
  market.quoteAll();
  const listed = [...lastingStocks, ...ending.slice(cycle, cycle + 2)];
  const stock = listed[random(listed.length)]!;
  const type = stock.market;
  const kind = random(10);
  if (kind === 0) {
    const currency = currencyOfMarket[type];
    return payIn(history, currency, BigInt(1_000 + random(90_000)), app.context.clock.now());
  }
  if (kind > 7) return closePart(history, type);
  const isShort = kind > 5;
  const more = isShort ? ({ side: "short" } as const) : { leverage: kind > 3 ? "2" : "1" };
  const quantity = type === "cny" ? String(100 * (1 + random(20))) : String(1 + random(150));
  const code = codes.get(stock.code) ?? stock.code;
  const placed = await app.post(
    "/trade/place-order",
    testOrder({ type, code, quantity, ...more }),
    customer,
  );
  if (placed.body.status === 1) count(history, "order");
}

async function closePart(history: History, type: MarketKey): Promise<void> {
  const { app, customer, random } = history;
  const listed = await app.accepted("/trade/userstocklist", { type }, customer);
  const positions = Object.values(listed).filter((one) => typeof one !== "string");
  const position = positions[random(Math.max(1, positions.length))];
  if (position === undefined) return;
  const quantity = String(1 + random(Math.max(1, Number(position.stock_num))));
  const form = { id: position.id, kind: "market", request_id: newRequestId(), quantity } as const;
  const closed = await app.post("/trade/close-position", form, customer);
  if (closed.body.status === 1) count(history, "closing");
}

/** Booked as a bank's message brings it, also of a moment that is over; below zero it goes out. */
export async function payIn(
  history: History,
  currency: Currency,
  amount: bigint,
  happenedAt: number,
): Promise<void> {
  const { app, customer } = history;
  const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
  await app.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const bank = await houseAccount(transaction, currency, "bank");
    const own = accounts.get(accountKey(currency, "available")) ?? 0n;
    await postTransfer(transaction, {
      ...{ kind: "correction", causeId: 1n, happenedAt, currency },
      entries: [
        { accountId: own, amount: minor(amount) },
        { accountId: bank, amount: minor(-amount) },
      ],
    });
  });
  count(history, "payment");
}

/** Between the currencies, and out to the bank; what a rule or the balance forbids changes nothing. */
export async function moveMoney({ app, customer, random }: History): Promise<void> {
  const pairs = [
    ["JPY", "USD"],
    ["USD", "JPY"],
    ["CNY", "JPY"],
    ["USD", "CNY"],
  ] as const;
  const [from, to] = pairs[random(pairs.length)]!;
  const quoted = await app.post(
    "/user/exchange-quote",
    { from, to, amount: String(100 + random(900)) },
    customer,
  );
  const { quote_id } = (quoted.body as { data?: { quote_id: string } }).data ?? {};
  if (quote_id !== undefined)
    await app.post("/user/exchange", { quote_id, request_id: newRequestId() }, customer);
  const withdrawal = {
    ...{ currency: "JPY", amount: String(30_000 + random(20_000)), card_id: customer.cardId },
    ...{ fund_password: testFundPassword, request_id: newRequestId() },
  } as const;
  await app.post("/user/withdraw", withdrawal, customer);
}

/** Splits and dividends of all markets in the days ahead, of several of them on one day. */
export function announceActions({ market, random, ending }: History, cycle: number, days: number) {
  for (const stock of [...lastingStocks, ending[cycle + 1]]) {
    if (stock === undefined) continue;
    if (random(2) === 0) market.announceDividends(random, stock, 1 + random(days));
    if (random(3) === 0) market.announceSplit(random, stock, 1 + random(days));
  }
}

/** By two operators, of a stock whose turn it is: delisted, merged for cash, or for shares of a lasting one. */
export async function announceEnd(history: History, cycle: number): Promise<void> {
  const { app, operators, ending, codes, random } = history;
  const { market, code } = ending[cycle]!;
  const lasting = lastingStocks.find((one) => one.market === market)!;
  const ratio = ["3:4", "0.333333", "7:1", "1:13"][random(4)]!;
  const target = { type: market, code: codes.get(lasting.code) ?? lasting.code, ratio };
  const terms = [
    { kind: "merged" as const, target },
    { kind: "delisted" as const },
    { kind: "merged" as const },
  ][cycle % 3]!;
  const today = localDate(market, app.context.clock.now());
  const last = addTradingDays(market, today, 1);
  const form = { type: market, code, last_trading_day: last, ...terms };
  await decideByTwo(history, "/api/ops/stock-ends/propose", form, operators);
  await app.context.instruments.read();
  count(history, `end ${cycle % 3}`);
}

/** A lasting stock's code, from the next trading day on. */
export async function announceCode(history: History): Promise<void> {
  const { app, operators, codes, random } = history;
  const stock = lastingStocks[random(lastingStocks.length)]!;
  const number = history.codesGiven;
  const letters = [Math.floor(number / 26), number % 26].map((one) =>
    String.fromCodePoint(65 + one),
  );
  const newCode = {
    jpy: String(9100 + number),
    usd: `Q${letters.join("")}`,
    cny: String(600700 + number),
  }[stock.market];
  const code = codes.get(stock.code) ?? stock.code;
  const today = localDate(stock.market, app.context.clock.now());
  const on = addTradingDays(stock.market, today, 1);
  const form = { type: stock.market, code, new_code: newCode, effective_on: on };
  await decideByTwo(history, "/api/ops/instruments/change", form, operators);
  history.codesGiven += 1;
  codes.set(stock.code, newCode);
  count(history, "code");
}

async function decideByTwo(
  { app }: History,
  path: "/api/ops/stock-ends/propose" | "/api/ops/instruments/change",
  form: Record<string, unknown>,
  [proposer, approver]: readonly [OperatorSession, OperatorSession],
): Promise<void> {
  const { id } = (await opsAccepted(app, path, form as never, proposer)) as { id: string };
  const decision = { id, decision: "approve" } as const;
  const answer = await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver);
  if (answer !== "ok") throw new Error(`${path} was not approved: ${answer}`);
}

/** The clock stands right before the midnight that ends the day, with its last prices. */
export async function endDay({ app, market, random }: History): Promise<void> {
  const midnight = midnightAfter(app);
  await advanceTo(app, midnight - 20_000);
  await app.settle();
  market.close(random, midnight);
  market.quoteAll();
  await app.settle();
}

/** From there into the next day, and over further whole days at once, in which money comes and goes unseen. */
export async function passNights(history: History, nights: number): Promise<void> {
  const { app, market, random } = history;
  const first = midnightAfter(app);
  for (let night = 1; night < nights; night += 1) market.close(random, first + night * dayMs);
  if (nights === 1) {
    await advanceTo(app, first + 10_000);
    await app.settle();
    return advanceTo(app, first + 3_600_000).then(() => app.settle());
  }
  await advanceTo(app, first + (nights - 1) * dayMs + 3_600_000);
  for (let night = 1; night < nights; night += 1) {
    const at = first + night * dayMs - 1 - random(dayMs);
    await payIn(
      history,
      (["JPY", "USD", "CNY"] as const)[random(3)]!,
      1_000n + BigInt(random(90_000)),
      at,
    );
  }
  count(history, "step");
  market.quoteAll();
  await app.settle();
  await app.settle();
}

/** Everything that there is now, as a backup brings it back. Meanwhile every process ends, and another one begins. */
export async function backUp(history: History): Promise<TestDatabase> {
  const database = await history.app.leave();
  const backup = await database.copy();
  history.app = await startOn(history, database);
  return backup;
}

/** Has a process begin from a backup at the time that it is now, and goes on with the history after it. */
export async function withBackup(
  history: History,
  backup: TestDatabase,
  look: (restored: History) => Promise<void>,
): Promise<void> {
  const now = history.app.context.clock.now();
  const database = await history.app.leave();
  const app = await startOn(history, backup);
  try {
    await advanceTo(app, now);
    history.market.quoteAll();
    await app.settle();
    await look({ ...history, app });
  } finally {
    await app.stop();
  }
  history.app = await startOn(history, database);
  count(history, "restored");
}

function startOn({ market }: History, database: TestDatabase): Promise<TestApplication> {
  return startTestApplicationOn(market.createFeed, {}, undefined, { database });
}

export function midnightAfter({ context }: TestApplication): number {
  return Math.floor(context.clock.now() / dayMs) * dayMs + dayMs;
}

async function advanceTo(app: TestApplication, moment: number): Promise<void> {
  const seconds = Math.ceil((moment - app.context.clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
}
