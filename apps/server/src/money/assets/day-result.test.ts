import { minor } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
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
  testPhoto,
} from "../../../../../tests/support/test-money.ts";
import {
  firstOperator,
  opsAccepted,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let operator: OperatorSession;
let customer: SignedIn & { cardId: string };
beforeAll(async () => {
  // Yen alone: rates move by themselves, and here only what the test moves may.
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:1000000" });
  operator = await firstOperator(app);
  await setSetting(app, "withdrawal_requires_no_positions", "off");
  // Far from the midnight at which a day ends, and on a day on which withdrawals are taken.
  await advanceToWednesday(app, "11:00");
  customer = await readyToWithdraw(app);
});
afterAll(() => app.stop());

async function total() {
  const { total: found } = await app.accepted("/user/assets", { currency: "JPY" }, customer);
  if (found === null) throw new Error("no rate for yen in yen");
  return found;
}
const day = async () => (await total()).day;
const net = async () => Number((await total()).net_assets);

const valuedFlows = () =>
  rows(
    app.context.database.reader,
    sql<{ amount: bigint }>`SELECT amount FROM net_assets_flow f
      JOIN customer c ON c.id = f.customer_id AND c.account = ${customer.account} ORDER BY f.id`,
  );

async function deposit(amount: string): Promise<void> {
  const { channels } = await app.accepted("/user/deposit-channels", {}, customer);
  const channel = channels.find(({ currency }) => currency === "JPY");
  const { id } = await app.accepted(
    "/user/deposit",
    {
      channel_id: channel?.id ?? "",
      amount,
      receipt: await testPhoto(),
      request_id: newRequestId(),
    },
    customer,
  );
  await opsAccepted(app, "/api/ops/deposits/:id/decision", { id, decision: "approve" }, operator);
}

async function withdraw(amount: string): Promise<void> {
  const { id } = await app.accepted(
    "/user/withdraw",
    {
      currency: "JPY",
      amount,
      card_id: customer.cardId,
      fund_password: testFundPassword,
      request_id: newRequestId(),
    },
    customer,
  );
  await opsAccepted(
    app,
    "/api/ops/withdrawals/:id/decision",
    { id, decision: "approve" },
    operator,
  );
}

/** Two decimals, half away from zero, of a product of parts. */
const percent = (...parts: readonly (readonly [end: number, start: number])[]) =>
  ((parts.reduce((product, [end, start]) => product * (end / start), 1) - 1) * 100).toFixed(2);

describe("what the day has brought", () => {
  it("begins with what was given to who came on it", async () => {
    await expect.poll(day).toMatchObject({
      change: "0",
      change_percent: "0.00",
      paid_in: "1000000",
      first_day: true,
    });
    await expect.poll(valuedFlows).toEqual([{ amount: 1_000_000n }]);
    expect(await day()).toMatchObject({ change: "0", paid_in: "1000000" });
  });

  it("is the change since the day before ended, and the same where money comes and goes", async () => {
    await advanceToWednesday(app, "11:00");
    await expect.poll(day).toMatchObject({ change: "0", paid_in: "0", first_day: false });
    expect((await day())?.since).toMatch(/T00:00:00\.000Z$/);
    const start = await net();

    app.feed.quote("jpy", "7203", "2850");
    await app.accepted("/trade/place-order", testOrder({ quantity: "100" }), customer);
    app.feed.quote("jpy", "7203", "3000");
    const morning = await net();
    expect(await day()).toMatchObject({
      change: String(morning - start),
      change_percent: percent([morning, start]),
    });
    expect(morning).toBeGreaterThan(start);

    await deposit("500000");
    const paidIn = {
      change: String(morning - start),
      change_percent: percent([morning, start]),
      paid_in: "500000",
    };
    // Before it is valued by itself, and after.
    expect(await day()).toMatchObject(paidIn);
    await expect.poll(valuedFlows).toHaveLength(2);
    expect(await net()).toBe(morning + 500_000);
    expect(await day()).toMatchObject(paidIn);

    app.feed.quote("jpy", "7203", "2900");
    const noon = await net();
    await withdraw("800000");
    await expect.poll(valuedFlows).toHaveLength(3);
    app.feed.quote("jpy", "7203", "3100");
    const evening = await net();
    const parts = [
      [morning, start],
      [noon, morning + 500_000],
      [evening, noon - 800_000],
    ] as const;
    expect(await day()).toMatchObject({
      change: String(parts.reduce((sum, [end, begun]) => sum + end - begun, 0)),
      change_percent: percent(...parts),
      paid_in: "-300000",
    });
    expect(evening - start + 300_000).toBe(Number((await day())?.change));
  });

  it("counts what an exchange costs and not what it moves", async () => {
    const before = { day: await day(), net: await net() };
    const quoted = await app.accepted(
      "/user/exchange-quote",
      { from: "JPY", to: "USD", amount: "100000" },
      customer,
    );
    await sql`UPDATE exchange_quote SET expires_at = expires_at + interval '1 hour'
      WHERE id = ${quoted.quote_id}::bigint`.execute(app.context.database.reader);
    await app.accepted(
      "/user/exchange",
      { quote_id: quoted.quote_id, request_id: newRequestId() },
      customer,
    );
    const after = await total();
    expect(after.day?.paid_in).toBe(before.day?.paid_in);
    // Rates move: whatever they did to the dollars is in both alike.
    expect(Number(after.day?.change) - Number(before.day?.change)).toBe(
      Number(after.net_assets) - before.net,
    );
    expect(Math.abs(Number(after.net_assets) - before.net)).toBeLessThan(5_000);
  });

  it("begins anew the day after, and what comes after midnight is not the day's before", async () => {
    const saver = await app.newCustomer();
    const { customerId } = (await app.context.sessions.resolve(saver.token, saver.account))!;
    const midnight = Math.ceil(app.context.clock.now() / 86_400_000) * 86_400_000;
    // In the second in which the day before is not recorded yet.
    await app.context.database.transaction(async (transaction) => {
      const accounts = await customerAccounts(transaction, customerId);
      await postTransfer(transaction, {
        kind: "deposit",
        causeId: 1n,
        happenedAt: midnight + 300,
        currency: "JPY",
        entries: [
          { accountId: accounts.get(accountKey("JPY", "available")) ?? 0n, amount: minor(70_000n) },
          {
            accountId: await houseAccount(transaction, "JPY", "bank"),
            amount: minor(-70_000n),
          },
        ],
      });
    });
    await app.advance(86_400);
    const of = async () =>
      (await app.accepted("/user/assets", { currency: "JPY" }, saver)).total?.day;
    await expect.poll(of).toMatchObject({ change: "0", change_percent: "0.00", paid_in: "70000" });
    const { currencies } = await app.accepted("/user/net-assets", { range: "1w" }, saver);
    const points = new Map(currencies.find(({ currency }) => currency === "JPY")?.points);
    expect(points.get(new Date(midnight).toISOString())).toBe("1000000");
    await expect.poll(async () => (await day())?.paid_in).toBe("0");
  });
});
