import {
  subscriptionStatuses,
  type CallOutput,
  type Calls,
  type HeldStock,
} from "@sanshi/contract";
import { shares } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { newBlock } from "../../../../../tests/support/test-blocks.ts";
import { newOffering } from "../../../../../tests/support/test-offerings.ts";
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
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({ DRAW_DELAY: "256" });
  // Far from the last half hour of a day, in which nothing is traded for that day any more.
  await advanceToWednesday(app, "10:00");
});
afterAll(() => app.stop());

type Assets = CallOutput<Calls["/user/assets"]>["currencies"][number];

const buy = (customer: SignedIn, more: object) =>
  app.accepted("/trade/place-order", testOrder({ quantity: "10", ...more }), customer);

async function assetsIn(customer: SignedIn, currency: string): Promise<Assets> {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const found = currencies.find((one) => one.currency === currency);
  if (found === undefined) throw new Error(`no assets in ${currency}`);
  return found;
}

/** As a client adds it up from the specification's lists, in minor units. */
async function addedUp(customer: SignedIn, type: "jpy" | "usd", digits: number) {
  const list = await app.accepted("/trade/userstocklist", { type }, customer);
  const info = await app.accepted("/user/getUserinfo", {}, customer);
  const minor = (text: string) => Math.round(Number(text) * 10 ** digits);
  const stocks = Object.values(list).filter((one): one is HeldStock => typeof one !== "string");
  let frozen = 0;
  let debt = 0;
  for (const one of stocks) {
    frozen += minor(one.reserved);
    debt += minor(one.borrowed) + minor(one.interest);
    if (one.status === 3) continue;
    frozen += Math.ceil(Number(one.buy_price) * Number(one.stock_num) * 10 ** digits - 1e-6);
  }
  const withdrawals = await app.accepted("/user/withdrawallist", { type }, customer);
  for (const one of withdrawals) if (one.status === 0) frozen += minor(one.money);
  const applications = await app.accepted("/trade/ustockslist", { type }, customer);
  // `-` counts as 0.
  const subscriptions = await app.accepted("/trade/usernewstocklist", { type }, customer);
  for (const one of subscriptions)
    if (one.status === 1 && one.rjmoney !== "-") frozen += minor(one.rjmoney);
  for (const one of applications)
    if (one.status === 0 && one.credit !== "-") frozen += minor(one.credit);
  const available = minor(info[type]);
  return {
    available,
    frozen,
    total_assets: available + frozen,
    total_debt: debt,
    holdings_value: minor(String(list["ccsz"])),
    unrealized: minor(String(list["fdyk"])),
    ccsz: stocks.reduce((sum, one) => sum + minor(one.market_value), 0),
    fdyk: stocks.reduce((sum, one) => sum + minor(one.yingkui), 0),
  };
}

/** A trade of one day whose order is still to be placed: it holds no money, and the lists have it. */
async function submittedOnly(customer: SignedIn): Promise<void> {
  const now = app.context.clock.now();
  const at = (ms: number) => new Date(now + ms).toISOString();
  await sql`INSERT INTO intraday_trade (customer_id, request_id, input_hash, order_request_id, market, code,
      side, leverage, quantity, rule, applied_at, squares_off_at, session_ends_at)
    SELECT id, ${newRequestId()}::uuid, 'x', ${newRequestId()}::uuid, 'jpy', '7203', 'long', 2, 10,
      'jp_day_margin', ${at(3_600_000)}::timestamptz, ${at(7_200_000)}::timestamptz, ${at(8_000_000)}::timestamptz
    FROM customer WHERE account = ${customer.account}`.execute(app.context.database.reader);
  const listed = await app.accepted("/trade/ustockslist", { type: "jpy" }, customer);
  const told = listed.map(({ kind, status, credit }) => ({ kind, status, credit }));
  expect(told).toContainEqual({ kind: "block", status: 0, credit: expect.not.stringMatching("-") });
  expect(told).toContainEqual({ kind: "intraday", status: 0, credit: "-" });
  expect(told).toContainEqual({ kind: "intraday", status: 1, credit: "-" });
}

/** New shares that are paid for and not listed yet, and others that are payable. */
async function subscribeToSome(customer: SignedIn): Promise<void> {
  const ids = [await newOffering(app), await newOffering(app)].map(String);
  const [paid] = ids;
  for (const id of ids) {
    const form = { id, quantity: "100", request_id: newRequestId() };
    await app.accepted("/trade/subscribe", form, customer);
  }
  await app.advance(2 * 3_600);
  const mine = async () => {
    const all = await app.accepted("/trade/usernewstocklist", { type: "jpy" }, customer);
    return all.filter(({ status }) => status === subscriptionStatuses.payable);
  };
  await expect.poll(async () => (await mine()).length).toBe(2);
  const own = (await mine()).find(({ offering }) => offering === paid);
  const pay = { id: own?.id ?? "", request_id: newRequestId() };
  const { rjmoney } = await app.accepted("/trade/pay-subscription", pay, customer);
  expect(rjmoney).toBe("100000");
}

/** Two that wait and one that was cancelled. */
async function withdrawSome(customer: SignedIn & { cardId: string }): Promise<void> {
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  const withdraw = (currency: "JPY" | "USD", amount: string) =>
    app.accepted(
      "/user/withdraw",
      {
        currency,
        amount,
        card_id: customer.cardId,
        fund_password: testFundPassword,
        request_id: newRequestId(),
      },
      customer,
    );
  await withdraw("JPY", "12345");
  await withdraw("USD", "123.45");
  const { id } = await withdraw("JPY", "10000");
  await app.accepted("/user/cancel-withdrawal", { id }, customer);
}

describe("assets", () => {
  it("of a newcomer are the grant, in every currency of the wallet", async () => {
    const customer = await app.newCustomer();
    const { currencies } = await app.accepted("/user/assets", {}, customer);
    expect(currencies).toHaveLength(9);
    expect(currencies[0]).toEqual({
      currency: "JPY",
      available: "1000000",
      frozen: "0",
      total_assets: "1000000",
      holdings_value: "0",
      short_value: "0",
      total_debt: "0",
      unrealized: "0",
      net_assets: "1000000",
      unpaid_debt: "0",
      withdrawable: "1000000",
      unsettled: [],
    });
    expect(currencies[1]).toMatchObject({ currency: "USD", total_assets: "10000.00" });
  });

  it("are also one sum in the display currency, at the mid rates that it names", async () => {
    const customer = await app.newCustomer();
    const rates = app.context.fx.ratesAt(app.context.clock.now());
    const yen = await app.accepted("/user/assets", { currency: "JPY" }, customer);
    const dollars = await app.accepted("/user/assets", { currency: "USD" }, customer);
    const { JPY: perDollar = 0n, CNY: yuanPerDollar = 1n } = rates?.perDollar ?? {};
    const inYen =
      1_000_000 +
      (10_000 * Number(perDollar)) / 1e6 +
      (50_000 * Number(perDollar)) / Number(yuanPerDollar);
    expect(Math.abs(Number(yen.total?.total_assets) - inYen)).toBeLessThan(inYen * 0.0005);
    expect(yen.total).toMatchObject({ currency: "JPY", rates_from: "simulated" });
    expect(yen.total?.net_assets).toBe(yen.total?.total_assets);
    expect(dollars.total).toMatchObject({ currency: "USD" });
    const ratio = Number(yen.total?.total_assets) / Number(dollars.total?.total_assets);
    expect(Math.abs(ratio / (Number(perDollar) / 1e6) - 1)).toBeLessThan(0.0005);
  });

  it("are what a client adds up from the lists, whatever it holds", async () => {
    const customer = await readyToWithdraw(app);
    await subscribeToSome(customer);
    // Hours have passed meanwhile.
    app.feed.quote("jpy", "7203", "2850.5");
    app.feed.quote("jpy", "6758", "3400");
    app.feed.quote("usd", "AAPL", "187.5");
    await withdrawSome(customer);
    const block = { id: (await newBlock(app)).toString(), quantity: "20" };
    const applied = { ...block, request_id: newRequestId() };
    await app.accepted("/trade/apply-block", applied, customer);
    const intraday = {
      type: "jpy",
      code: "7203",
      side: "long",
      leverage: "2",
      quantity: "10",
    } as const;
    await app.accepted(
      "/trade/apply-intraday",
      { ...intraday, request_id: newRequestId() },
      customer,
    );
    await submittedOnly(customer);
    const first = await buy(customer, { quantity: "3" });
    await buy(customer, { code: "6758", quantity: "7" });
    await buy(customer, { kind: "limit", price: "2800", quantity: "5" });
    await buy(customer, { type: "usd", code: "AAPL", quantity: "11" });
    await buy(customer, { leverage: "3", quantity: "101" });
    await buy(customer, { side: "short", leverage: "2", quantity: "33" });
    await buy(customer, { type: "usd", code: "AAPL", side: "short", leverage: "2", quantity: "7" });
    const asks = [{ price: scaled("2850.5"), quantity: shares(4n) }];
    app.feed.quote("jpy", "7203", "2850.5", { asks });
    const partly = { kind: "limit", price: "2850.5", leverage: "3", quantity: "20" };
    const { quantity_waiting } = await buy(customer, partly);
    expect(quantity_waiting).toBe("16");
    app.feed.quote("usd", "AAPL", "188.37");
    app.feed.quote("jpy", "7203", "2870.5");
    await app.advance(900);
    app.feed.quote("jpy", "7203", "2871.5");
    const close = (more: object) =>
      app.accepted(
        "/trade/close-position",
        { id: first.id, kind: "market", request_id: newRequestId(), ...more },
        customer,
      );
    await close({ quantity: "1" });
    await close({ kind: "limit", price: "3000" });

    for (const [type, digits] of [
      ["jpy", 0],
      ["usd", 2],
    ] as const) {
      const told = await assetsIn(customer, type.toUpperCase());
      const own = await addedUp(customer, type, digits);
      const minor = (text: string) => Math.round(Number(text) * 10 ** digits);
      expect({
        available: minor(told.available),
        frozen: minor(told.frozen),
        total_assets: minor(told.total_assets),
        total_debt: minor(told.total_debt),
        holdings_value: minor(told.holdings_value),
        unrealized: minor(told.unrealized),
        ccsz: minor(told.holdings_value),
        fdyk: minor(told.unrealized),
      }).toEqual(own);
      expect(minor(told.net_assets)).toBe(
        minor(told.total_assets) + minor(told.unrealized) - minor(told.total_debt),
      );
      expect(own.frozen).toBeGreaterThan(0);
      expect(own.total_debt).toBeGreaterThan(0);
    }
  });

  it("are what the ledger has, with what is held at its price", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("jpy", "7203", "2850.5");
    await buy(customer, { leverage: "3", quantity: "101" });
    await buy(customer, { side: "short", leverage: "2", quantity: "33" });
    await buy(customer, { leverage: "2", kind: "limit", price: "2700", quantity: "5" });
    await app.advance(5 * 86_400);
    app.feed.quote("jpy", "7203", "2790.5");
    const told = await assetsIn(customer, "JPY");
    const balances = await rows(
      app.context.database.reader,
      sql<{ balance: bigint }>`SELECT b.balance FROM ledger_account a
        JOIN ledger_balance b ON b.account_id = a.id JOIN customer c ON c.id = a.customer_id
        WHERE c.account = ${customer.account} AND a.currency = 'JPY'`,
    );
    const books = balances.reduce((sum, { balance }) => sum + Number(balance), 0);
    const { interest } = await app.accepted("/trade/margin", {}, customer);
    const worth = books + 101 * 2_790.5 - 33 * 2_790.5 - Number(interest);
    // The specification's cost and profit of each of the two are rounded to the yen.
    expect(Math.abs(Number(told.net_assets) - worth)).toBeLessThan(4);
  });

  it("stay what they were when an order begins to wait, to buy or to sell", async () => {
    const customer = await app.newCustomer();
    app.feed.quote("jpy", "7203", "2850");
    const held = await buy(customer, { quantity: "3" });
    const before = await assetsIn(customer, "JPY");
    await buy(customer, { kind: "limit", price: "2800", quantity: "5" });
    await app.advance(900);
    app.feed.quote("jpy", "7203", "2850");
    await app.accepted(
      "/trade/close-position",
      { id: held.id, kind: "limit", price: "3000", request_id: newRequestId() },
      customer,
    );
    const after = await assetsIn(customer, "JPY");
    expect(after.total_assets).toBe(before.total_assets);
    expect(after.holdings_value).toBe(before.holdings_value);
  });
});
