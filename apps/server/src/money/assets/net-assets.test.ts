import { minor } from "@sanshi/money";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { startRecordingNetAssets } from "./net-assets-recording.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  // Far from the midnight at which a day ends.
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const daySeconds = 86_400;
const today = () => new Date(app.context.clock.now()).toISOString().slice(0, 10);
const history = (range: "1w" | "all" = "all") =>
  app.accepted("/user/net-assets", { range, currency: "JPY" }, customer);
const recordedDays = async () =>
  (
    await rows(
      app.context.database.reader,
      sql<{ day: string }>`SELECT day::text AS day FROM net_assets_day ORDER BY day`,
    )
  ).map(({ day }) => day);

/** Until the day before today is recorded. */
async function recorded(): Promise<void> {
  const yesterday = new Date(Date.parse(today()) - daySeconds * 1_000).toISOString().slice(0, 10);
  await expect.poll(recordedDays).toContain(yesterday);
}

async function advanceDays(days: number): Promise<void> {
  await app.advance(days * daySeconds);
  await recorded();
}

describe("the history of net assets", () => {
  it("of a newcomer is what there is now", async () => {
    const newcomer = await app.newCustomer();
    const { points, currencies, change } = await app.accepted("/user/net-assets", {}, newcomer);
    const { total } = await app.accepted("/user/assets", {}, newcomer);
    expect(points).toHaveLength(1);
    expect(Math.abs(Number(points[0]?.[1]) - Number(total?.net_assets))).toBeLessThan(2_000);
    expect(currencies.map(({ currency }) => currency)).toEqual(["JPY", "USD", "CNY"]);
    expect(change).toBe("0");
  });

  it("has a point for the end of every day, as the assets were then", async () => {
    await recorded();
    app.feed.quote("jpy", "7203", "2850");
    await app.accepted("/trade/place-order", testOrder(), customer);
    app.feed.quote("jpy", "7203", "2900");
    const before = await app.accepted("/user/assets", {}, customer);
    await advanceDays(1);
    const { points, currencies } = await history();
    expect(points.length).toBeGreaterThanOrEqual(2);
    const yen = currencies.find(({ currency }) => currency === "JPY");
    const net = before.currencies.find(({ currency }) => currency === "JPY")?.net_assets;
    // Yesterday's end, and now.
    expect(yen?.points.at(-2)).toEqual([`${today()}T00:00:00.000Z`, net]);
  });

  it("of who owes what a closing left unpaid has the debt in it", async () => {
    const debtor = await app.newCustomer();
    const { customerId } = (await app.context.sessions.resolve(debtor.token, debtor.account))!;
    await app.context.database.transaction(async (transaction) => {
      const accounts = await customerAccounts(transaction, customerId);
      const unpaid = accounts.get(accountKey("JPY", "shortfall_debt")) ?? 0n;
      const market = await houseAccount(transaction, "JPY", "market");
      await postTransfer(transaction, {
        kind: "test",
        causeId: 1n,
        happenedAt: app.context.clock.now(),
        currency: "JPY",
        entries: [
          { accountId: unpaid, amount: minor(-1_234n) },
          { accountId: market, amount: minor(1_234n) },
        ],
      });
    });
    await advanceDays(1);
    const { currencies } = await app.accepted("/user/net-assets", { range: "1w" }, debtor);
    const yen = currencies.find(({ currency }) => currency === "JPY");
    expect(yen?.points[0]).toEqual([`${today()}T00:00:00.000Z`, "998766"]);
  });

  it("values the days that a clock jumps over at their own closes, in today's shares", async () => {
    app.feed.quote("jpy", "7203", "2900");
    const start = Date.parse(today());
    const at = (days: number, hours: number) =>
      start + days * daySeconds * 1_000 + hours * 3_600_000;
    const dateAfter = (days: number) => new Date(at(days, 12)).toISOString().slice(0, 10);
    app.feed.close("jpy", "7203", at(1, 3), "2800");
    app.feed.close("jpy", "7203", at(2, 3), "3000");
    const [cash, before] = [await held("JPY"), (await history()).points.length];
    const value = 100 * 2_900;
    await advanceDays(4);
    const { currencies, points } = await history();
    const yen = new Map(currencies.find(({ currency }) => currency === "JPY")?.points);
    expect(points).toHaveLength(before + 4);
    const on = (days: number) => Number(yen.get(`${dateAfter(days)}T00:00:00.000Z`));
    // The first day has no close of its own: the price is that of the board.
    expect(on(1)).toBe(cash);
    expect(on(2)).toBe(cash - value + 100 * 2_800);
    expect(on(3)).toBe(cash - value + 100 * 3_000);
    expect(on(4)).toBe(cash - value + 100 * 3_000);
  });

  it("has on the days that a clock jumps over what splits and dividends made of them", async () => {
    const holder = await app.newCustomer();
    app.feed.quote("jpy", "6758", "3300");
    await app.accepted("/trade/place-order", testOrder({ code: "6758" }), holder);
    const assets = await app.accepted("/user/assets", {}, holder);
    const before = assets.currencies.find(({ currency }) => currency === "JPY")?.net_assets;
    const cash = Number(before) - 330_000;
    const start = Date.parse(today());
    const noon = (days: number) => start + days * daySeconds * 1_000 + 3 * 3_600_000;
    const date = (days: number) => new Date(noon(days)).toISOString().slice(0, 10);
    for (const [days, last] of [
      [1, "3300"],
      [2, "3200"],
      [3, "1700"],
      [4, "1690"],
    ] as const) {
      app.feed.close("jpy", "6758", noon(days), last);
    }
    const split = { kind: "split", exDate: date(3), numerator: 2n, denominator: 1n } as const;
    app.feed.act("jpy", "6758", split);
    app.feed.act("jpy", "6758", { kind: "dividend", exDate: date(4), perShare: scaled("10") });
    await advanceDays(5);
    const { currencies } = await app.accepted("/user/net-assets", { range: "all" }, holder);
    const yen = new Map(currencies.find(({ currency }) => currency === "JPY")?.points);
    const on = (days: number) => Number(yen.get(`${date(days)}T00:00:00.000Z`)) - cash;
    // Tokyo's day begins before the day of UTC ends: so do its splits and its dividends.
    expect([2, 3, 4, 5].map(on)).toEqual([330_000, 320_000, 342_000, 340_000]);
  });

  it("is recorded once, by however many processes", async () => {
    const count = () =>
      rows(
        app.context.database.reader,
        sql`SELECT day::text AS day, currency, count(*) AS rows, min(amount) AS amount
          FROM net_assets GROUP BY customer_id, day, currency ORDER BY customer_id, day, currency`,
      );
    await recorded();
    const others = [startRecordingNetAssets(app.context), startRecordingNetAssets(app.context)];
    await advanceDays(1);
    const first = await count();
    app.feed.quote("jpy", "7203", "9999", { last: scaled("3100") });
    const late = startRecordingNetAssets(app.context);
    await app.settle();
    expect(await count()).toEqual(first);
    for (const one of [...others, late]) await one.stop();
  });

  it("is cut to the range that is asked for", async () => {
    await advanceDays(30);
    const week = await history("1w");
    expect(week.points).toHaveLength(8);
    expect((await history("all")).points.length).toBeGreaterThan(30);
  });

  it("says nothing of another's", async () => {
    const stranger = await app.newCustomer();
    expect(
      (await app.accepted("/user/net-assets", { range: "all" }, stranger)).points,
    ).toHaveLength(1);
  });
});

async function held(wanted: string): Promise<number> {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  return Number(currencies.find(({ currency }) => currency === wanted)?.net_assets);
}

describe("the growth of net assets", () => {
  let own: TestApplication;
  let saver: SignedIn;
  beforeAll(async () => {
    own = await startTestApplication({ SIMULATED_GRANT: "JPY:0" });
    await advanceToWednesday(own, "12:00");
    saver = await own.newCustomer();
  });
  afterAll(() => own.stop());

  const growth = async (who = saver) => {
    const form = { range: "1w", currency: "JPY" } as const;
    const { points, change, paid_in, change_percent } = await own.accepted(
      "/user/net-assets",
      form,
      who,
    );
    return { amounts: points.map(([, amount]) => amount), change, paid_in, change_percent };
  };

  /** Until the days before are recorded. */
  async function passDays(days: number): Promise<void> {
    await own.advance(days * daySeconds);
    own.feed.quote("jpy", "7203", "2900");
    const end = new Date(own.context.clock.now()).toISOString().slice(0, 10);
    const form = { range: "1w", currency: "JPY" } as const;
    await expect
      .poll(async () => (await own.accepted("/user/net-assets", form, saver)).points.at(-2)?.[0])
      .toBe(`${end}T00:00:00.000Z`);
  }

  async function payIn(amount: bigint): Promise<void> {
    const { customerId } = (await own.context.sessions.resolve(saver.token, saver.account))!;
    await own.context.database.transaction(async (transaction) => {
      const accounts = await customerAccounts(transaction, customerId);
      const bank = await houseAccount(transaction, "JPY", "bank");
      await postTransfer(transaction, {
        kind: "deposit",
        causeId: 1n,
        happenedAt: own.context.clock.now(),
        currency: "JPY",
        entries: [
          { accountId: accounts.get(accountKey("JPY", "available")) ?? 0n, amount: minor(amount) },
          { accountId: bank, amount: minor(-amount) },
        ],
      });
    });
    await own.settle();
  }

  it("has no percentage while there is nothing that could grow, nor over what came to nothing", async () => {
    expect(await growth()).toMatchObject({ change: "0", paid_in: "0", change_percent: null });
    await passDays(3);
    await payIn(1_000_000n);
    expect(await growth()).toMatchObject({
      change: "1000000",
      paid_in: "1000000",
      change_percent: null,
    });
  });

  it("is none where money is paid in and nothing is gained", async () => {
    await passDays(7);
    await payIn(500_000n);
    expect(await growth()).toMatchObject({
      change: "500000",
      paid_in: "500000",
      change_percent: "0.00",
    });
  });

  it("is chained from payment to payment, so that paying in changes nothing of it", async () => {
    await passDays(8);
    own.feed.quote("jpy", "7203", "3000");
    const order = testOrder({ quantity: "300" });
    await own.accepted("/trade/place-order", order, saver);
    const invested = Number((await growth()).amounts.at(-1));
    own.feed.quote("jpy", "7203", "3300");
    const risen = Number((await growth()).amounts.at(-1));
    const before = (await growth()).change_percent;
    const [start = ""] = (await growth()).amounts;
    expect(risen).toBeGreaterThan(invested);
    expect(before).toBe(((risen / Number(start) - 1) * 100).toFixed(2));
    await payIn(10_000_000n);
    expect(await growth()).toMatchObject({ paid_in: "10000000", change_percent: before });
  });
});
