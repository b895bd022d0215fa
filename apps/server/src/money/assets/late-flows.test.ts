import { minor } from "@sanshi/money";
import { afterEach, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { lastingFeed } from "../../../../../tests/support/scripted-feed.ts";
import {
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
  type TestOptions,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { createJobs } from "../../platform/jobs.ts";
import { startValuingFlows } from "./net-assets-flows.ts";
import { startRecordingNetAssets } from "./net-assets-recording.ts";
import { customersWithNewFlows } from "./net-assets-flows.store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const allTimes = { recordedUntil: 0, since: 0 };
const environment = { SIMULATED_GRANT: "JPY:1000000" };

const running = new Set<TestApplication>();
afterEach(async () => {
  for (const app of running) await app.stop();
  running.clear();
});

async function start(createFeed: ReturnType<typeof lastingFeed>, more: TestOptions = {}) {
  const app = await startTestApplicationOn(createFeed, environment, undefined, more);
  running.add(app);
  return app;
}

/** Ends its process and leaves its database to the test. */
function leave(app: TestApplication) {
  running.delete(app);
  return app.leave();
}

/** Commits once `until` has ended. */
async function moved(
  app: TestApplication,
  who: SignedIn,
  amount: bigint,
  happenedAt: number,
  until?: () => Promise<void>,
) {
  const { customerId } = (await app.context.sessions.resolve(who.token, who.account))!;
  await app.context.database.transaction(async (transaction) => {
    const own = (await customerAccounts(transaction, customerId)).get(
      accountKey("JPY", "available"),
    );
    const bank = await houseAccount(transaction, "JPY", "bank");
    await postTransfer(transaction, {
      ...{ kind: "deposit", causeId: 1n, happenedAt, currency: "JPY" },
      entries: [
        { accountId: own ?? 0n, amount: minor(amount) },
        { accountId: bank, amount: minor(-amount) },
      ],
    });
    await until?.();
  });
}

const holder = async (app: TestApplication) => {
  await advanceToWednesday(app, "12:00");
  const customer = await app.newCustomer();
  app.feed.quote("jpy", "7203", "2900");
  await app.accepted("/trade/place-order", testOrder(), customer);
  await app.settle();
  await app.advance(86_400);
  app.feed.quote("jpy", "7203", "2900");
  await app.settle();
  return customer;
};

const growthOf = async (app: TestApplication, customer: SignedIn) => {
  const { change, paid_in, change_percent, currencies } = await app.accepted(
    "/user/net-assets",
    { range: "all", currency: "JPY" },
    customer,
  );
  const yen = currencies.find(({ currency }) => currency === "JPY");
  return { change, paid_in, change_percent, ends: yen?.points.slice(1, -1).map(([, net]) => net) };
};

const unvalued = async (app: TestApplication) =>
  (await firstRow(
    app.owner.reader,
    sql<{ count: number }>`SELECT count(*)::integer AS count FROM ledger_posting p
      WHERE p.kind = 'deposit' AND p.version IS NOT NULL AND NOT EXISTS (
        SELECT FROM net_assets_flow f WHERE f.transfer_id = p.transfer_id)`,
  ))!.count;

/**
 * While nobody looks, three days pass: 500,000 come in at 2,800 yen a share, 200,000 go out at 3,000. Then a process
 * begins and looks at 2,950 yen.
 */
async function outage(app: TestApplication, customer: SignedIn): Promise<void> {
  const start = Math.floor(app.context.clock.now() / dayMs) * dayMs;
  await app.advance(3 * 86_400);
  await moved(app, customer, 500_000n, start + dayMs + 20 * hourMs);
  await moved(app, customer, -200_000n, start + 2 * dayMs + 20 * hourMs);
  app.feed.quote("jpy", "7203", "2950");
  await app.settle();
}

it("values money that was paid in and out during an outage at the prices of its days, from a backup too", async () => {
  const createFeed = lastingFeed();
  const before = await start(createFeed);
  const customer = await holder(before);
  const net = Number((await before.accepted("/user/assets", {}, customer)).total?.net_assets);
  const begun = Math.floor(before.context.clock.now() / dayMs) * dayMs;
  for (const [day, last] of [
    [0, "2900"],
    [1, "2800"],
    [2, "3000"],
  ] as const) {
    before.feed.close("jpy", "7203", begun + day * dayMs + 3 * hourMs, last);
  }
  const database = await leave(before);
  const backup = await database.copy();

  const after = await start(createFeed, { database });
  await outage(after, customer);
  const [low, high] = [net - 100 * 100, net + 100 * 100];
  const parts = (low / net) * ((high + 500_000) / (low + 500_000));
  const end = net + 100 * 50 + 300_000;
  const growth = await growthOf(after, customer);
  expect(growth).toEqual({
    change: String(end - net),
    paid_in: "300000",
    change_percent: ((parts * (end / (high + 300_000)) - 1) * 100).toFixed(2),
    ends: [net, low + 500_000, high + 300_000].map(String),
  });
  expect(await unvalued(after)).toBe(0);
  await leave(after).then((left) => left.drop());

  const restored = await start(createFeed, { database: backup });
  await outage(restored, customer);
  expect(await growthOf(restored, customer)).toEqual(growth);
});

it("values what commits days after its time, whichever process looks then and whatever was valued before", async () => {
  const app = await start(lastingFeed());
  const customer = await holder(app);
  const { promise: ends, resolve: end } = Promise.withResolvers<void>();
  const { promise: isPosted, resolve: posted } = Promise.withResolvers<void>();
  const open = moved(app, customer, 300_000n, app.context.clock.now(), () => {
    posted();
    return ends;
  });
  await isPosted;

  await app.advance(3 * 86_400);
  app.feed.quote("jpy", "7203", "2900");
  await app.newCustomer();
  const find = () => customersWithNewFlows(app.context.database.reader, allTimes, 10);
  expect(await find()).toHaveLength(1);
  // Another process values the newcomer's, and ends.
  const jobs = createJobs(app.context.log, { byThemselves: false });
  const other = startValuingFlows({ ...app.context, jobs });
  await jobs.giveTurns();
  await other.stop();
  await app.settle();
  expect(await find()).toEqual([]);

  end();
  await open;
  expect(await unvalued(app)).toBe(1);
  await app.settle();
  expect(await unvalued(app)).toBe(0);
  expect(await growthOf(app, customer)).toMatchObject({
    paid_in: "300000",
    change_percent: "0.00",
  });
});

it("looks for nothing in what moves between a customer's own accounts", async () => {
  const app = await start(lastingFeed());
  const customer = await app.newCustomer();
  const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
  await app.settle();
  const since = app.context.clock.now();
  const find = () =>
    customersWithNewFlows(app.context.database.reader, { recordedUntil: 0, since }, 10);
  await app.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const entry = (purpose: "available" | "shortfall_debt", amount: bigint) => ({
      accountId: accounts.get(accountKey("JPY", purpose)) ?? 0n,
      amount: minor(amount),
    });
    await postTransfer(transaction, {
      ...{ kind: "correction", causeId: 1n, happenedAt: since, currency: "JPY" },
      entries: [entry("available", 500n), entry("shortfall_debt", -500n)],
    });
  });
  expect(await find()).toEqual([]);
  await moved(app, customer, 500n, app.context.clock.now());
  expect(await find()).toEqual([customerId]);
});

it("values what came in the moment before midnight", async () => {
  const app = await start(lastingFeed());
  const customer = await holder(app);
  const midnight = Math.ceil(app.context.clock.now() / dayMs) * dayMs;
  await app.advance(Math.ceil((midnight - app.context.clock.now()) / 1_000) + 5);
  await moved(app, customer, 700_000n, midnight - 1);
  app.feed.quote("jpy", "7203", "2900");
  await app.settle();
  expect(await unvalued(app)).toBe(0);
  expect(await growthOf(app, customer)).toMatchObject({
    paid_in: "700000",
    change_percent: "0.00",
  });
});

it("counts what commits after its day was recorded as paid in, not as gained, in the day that follows", async () => {
  const app = await start(lastingFeed());
  const customer = await holder(app);
  const midnight = Math.ceil(app.context.clock.now() / dayMs) * dayMs;
  await app.advance(Math.ceil((midnight - app.context.clock.now()) / 1_000) - 10);
  await app.settle();
  const dayOfCustomer = async () =>
    (await app.accepted("/user/assets", {}, customer)).total?.day ?? null;
  await moved(app, customer, 300_000n, midnight - 1, async () => {
    await app.advance(20);
    app.feed.quote("jpy", "7203", "2900");
    await app.settle();
    expect(await dayOfCustomer()).toMatchObject({ change: "0", paid_in: "0" });
  });
  const paidIn = { change: "0", change_percent: "0.00", paid_in: "300000" };
  expect(await dayOfCustomer()).toMatchObject(paidIn);
  await app.settle();
  expect(await unvalued(app)).toBe(0);
  expect(await dayOfCustomer()).toMatchObject(paidIn);
  expect(await growthOf(app, customer)).toMatchObject({
    paid_in: "300000",
    change_percent: "0.00",
  });
});

it("values what a day's record has with the record, however late it looks", async () => {
  const app = await start(lastingFeed());
  const customer = await holder(app);
  const midnight = Math.ceil(app.context.clock.now() / dayMs) * dayMs;
  await app.advance(Math.ceil((midnight - app.context.clock.now()) / 1_000) - 10);
  await app.settle();
  await moved(app, customer, 300_000n, midnight - 1);
  // A process that records the day, and ends before it values anything else.
  await app.advance(20);
  app.feed.quote("jpy", "7203", "2900");
  const jobs = createJobs(app.context.log, { byThemselves: false });
  const other = startRecordingNetAssets({ ...app.context, jobs });
  await jobs.giveTurns();
  await other.stop();
  expect(await unvalued(app)).toBe(0);
  await app.settle();
  const { total } = await app.accepted("/user/assets", {}, customer);
  expect(total?.day).toMatchObject({ change: "0", paid_in: "0" });
  expect(await growthOf(app, customer)).toMatchObject({
    paid_in: "300000",
    change_percent: "0.00",
  });
});

it("has what a purchase after midnight paid in the record of the day before, whichever came to the balance first", async () => {
  const app = await start(lastingFeed());
  const customer = await holder(app);
  const midnight = Math.ceil(app.context.clock.now() / dayMs) * dayMs;
  await app.advance(Math.ceil((midnight - app.context.clock.now()) / 1_000) - 10);
  await app.settle();
  await app.advance(10);
  app.feed.quote("jpy", "7203", "2900");
  await app.accepted("/trade/place-order", testOrder(), customer);
  // It took its time before midnight, and waited for the balance.
  await moved(app, customer, 300_000n, midnight - 1);
  await app.advance(10);
  app.feed.quote("jpy", "7203", "2900");
  await app.settle();
  const { total } = await app.accepted("/user/assets", {}, customer);
  expect(total?.day).toMatchObject({ change: "0", change_percent: "0.00", paid_in: "0" });
});
