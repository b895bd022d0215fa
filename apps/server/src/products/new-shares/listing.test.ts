import { subscriptionStatuses, type CallOutput, type Calls } from "@sanshi/contract";
import { price } from "@sanshi/money";
import { localDate, tradingDayBegins } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newOffering, verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { newOperator, opsRefused } from "../../../../../tests/support/test-operators.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import type { Application } from "../../application.ts";
import type { Clock } from "../../platform/clock.ts";
import { sql } from "../../platform/sql/database.ts";
import { listOffered } from "../../market/instruments-admin/instruments-admin.ts";
import { firstTradingDay, listDue } from "./listing.ts";
import { announceWithdrawal } from "./offerings.store.ts";

const few = demoCompanies().filter(({ code }) => ["7203"].includes(code));
const createFeed = (clock: Clock) =>
  createSimulatedFeed({ seed: "sanshi", hours: "always", clock, companies: few });

let app: TestApplication;
let other: Application;
let customers: readonly SignedIn[];
beforeAll(async () => {
  // The test delivers no quotes: the simulated market does.
  app = (await startTestApplicationOn(createFeed, {
    DRAW_DELAY: "256",
  })) as unknown as TestApplication;
  other = await app.startAnother(createFeed);
  customers = await verifiedCustomers(app, 4);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const shown = (id: bigint, by: SignedIn) =>
  app.accepted("/trade/newstock", { id: id.toString() }, by);
const mine = async (id: bigint, by: SignedIn) => {
  const { mine: own } = await shown(id, by);
  if (own === null) throw new Error("not subscribed");
  return own;
};
type Figures = CallOutput<Calls["/user/assets"]>["currencies"][number];
async function yen(by: SignedIn): Promise<Figures> {
  const { currencies } = await app.accepted("/user/assets", { currency: "JPY" }, by);
  const found = currencies.find(({ currency }) => currency === "JPY");
  if (found === undefined) throw new Error("no yen");
  return found;
}
async function held(by: SignedIn) {
  const listed = Object.values(await app.accepted("/trade/userstocklist", { type: "jpy" }, by));
  return listed.find((one) => typeof one !== "string");
}
const search = (q: string, by: SignedIn) => app.accepted("/market/search", { q }, by);
const until = (time: string) => Math.ceil((Date.parse(time) - app.context.clock.now()) / 1_000);

async function drawn(more: Parameters<typeof newOffering>[1] = {}): Promise<bigint> {
  const id = await newOffering(app, more);
  for (const one of customers) {
    const form = { id: id.toString(), quantity: "100", request_id: newRequestId() };
    await app.accepted("/trade/subscribe", form, one);
  }
  const { closes_at, draws_at } = await shown(id, customers[0]!);
  await app.advance(until(closes_at));
  const rootOf = async () =>
    (await app.accepted("/trade/draw", { id: id.toString() }, customers[0]!)).root;
  await expect.poll(rootOf).not.toBeNull();
  await app.advance(until(draws_at));
  await expect.poll(async () => (await shown(id, customers[0]!)).status).toBe(3);
  return id;
}

describe("a code", () => {
  const company = (code: string, offeringId: bigint) => ({
    offeringId,
    market: "jpy" as const,
    code,
    names: { jp: "三市電機", cn: "三市电机", us: "Sanshi Electric" },
    searchTerms: [],
    sector: "industrials",
    exchange: undefined,
    offerPrice: price(10_000_000n),
    listedOn: "2026-01-05",
    at: app.context.clock.now(),
  });
  const listed = (code: string, offeringId: bigint) =>
    app.context.database.transaction((transaction) =>
      listOffered(app.context, transaction, company(code, offeringId)),
    );
  const add = async (code: string) => {
    const names = { jp: "三市電機", cn: "三市电机", us: "Sanshi Electric" };
    const form = { type: "jpy", code, sector: "technology", listed_on: "1971-12-01", names };
    return opsRefused(
      app,
      "/api/ops/instruments/add",
      { ...form, search_terms: [] } as never,
      await newOperator(app, "approver"),
    );
  };

  it("that is offered is added by nobody else, and one that is carried is neither offered nor listed by another price", async () => {
    await newOffering(app, { code: "7999" });
    expect(await add("7999")).toBe("instrument_exists");
    await expect(newOffering(app, { code: "7203" })).rejects.toThrow("was not published");
    const id = await newOffering(app, { code: "7998" });
    expect(await listed("7203", id)).toBe(false);
    expect(await listed("7998", id)).toBe(true);
    expect(await listed("7998", id)).toBe(true);
    expect(await listed("7998", id + 1n)).toBe(false);
    await expect(newOffering(app, { code: "7998" })).rejects.toThrow("was not published");
  });
});

describe("a listing", () => {
  it("turns what was paid for into positions, once, whoever looks and however often", async () => {
    const id = await drawn();
    const states = new Map<SignedIn, number>();
    for (const one of customers) states.set(one, (await mine(id, one)).status);
    const winners = customers.filter((one) => states.get(one) === subscriptionStatuses.payable);
    const [loser] = customers.filter(
      (one) => states.get(one) === subscriptionStatuses.not_allotted,
    );
    const [first, second, third] = winners;
    if (first === undefined || second === undefined || third === undefined || !loser) {
      throw new Error("the quota is for three");
    }
    for (const one of [first, second]) {
      const pay = { id: (await mine(id, one)).id, request_id: newRequestId() };
      await app.accepted("/trade/pay-subscription", pay, one);
    }
    const frozen = { available: "900000", frozen: "100000", total_assets: "1000000" };
    expect(await yen(first)).toMatchObject({ ...frozen, holdings_value: "0" });
    // The third never pays, and whoever waits does not either: both deadlines pass before the listing.
    const { lists_at, pays_until } = await shown(id, first);
    await app.advance(until(pays_until));
    await expect
      .poll(async () => (await mine(id, loser)).status)
      .toBe(subscriptionStatuses.payable);
    const { code, names } = await shown(id, first);
    expect(await search(code, first)).toEqual([]);
    await app.advance(until(lists_at));
    await Promise.all([app, other, app, other].map(({ context }) => listDue(context)));
    await expect.poll(async () => (await shown(id, first)).status).toBe(4);
    for (const one of [first, second]) {
      await expect.poll(async () => (await mine(id, one)).status).toBe(subscriptionStatuses.listed);
      expect(await mine(id, one)).toMatchObject({ status: 2, rjmoney: "-" });
      // Before the first trade it is worth what it cost: nothing was gained or lost by the listing.
      expect(await yen(one)).toMatchObject({
        ...frozen,
        holdings_value: "100000",
        unrealized: "0",
      });
      expect(await held(one)).toMatchObject({
        ...{ code, buy_price: "1000", stock_num: "100", status: 0, yingkui: "0" },
      });
    }
    for (const one of [third, loser]) {
      expect((await mine(id, one)).status).toBe(subscriptionStatuses.deadline_missed);
      expect(await yen(one)).toMatchObject({ available: "1000000", frozen: "0" });
    }
    const { items: records } = await app.accepted("/user/fund-records", { currency: "JPY" }, first);
    expect(records.map(({ kind }) => kind).slice(0, 2)).toEqual([
      "subscription_listed",
      "subscription_paid",
    ]);
    const told = async () =>
      (await app.accepted("/user/messages", {}, first)).items.map(({ kind }) => kind);
    await expect.poll(told).toContain("new_share_listed");
    const author = await newOperator(app, "approver");
    const withdraw = { id: id.toString(), reason: "issuer_withdrew" };
    expect(await opsRefused(app, "/api/ops/offerings/:id/withdraw", withdraw, author)).toBe(
      "offering_ended",
    );
    // From its first auction on it is found, charted and traded, at the market's own price.
    const day = firstTradingDay("jpy", Date.parse(lists_at), app.context.hours);
    const opens = tradingDayBegins("jpy", day, app.context.hours);
    await app.advance(until(new Date(opens + 60_000).toISOString()));
    const found = async () => (await search(names.us, first)).map((one) => one.code);
    await expect.poll(found).toContain(code);
    const after = await shown(id, first);
    expect(after.market_price).not.toBeNull();
    const chart = { type: "jpy", code, period: "day" } as const;
    const { items: candles } = await app.accepted("/market/candles", chart, first);
    expect(candles.map(([at]) => localDate("jpy", Date.parse(at)))).toEqual([day]);
    const { id: position = "" } = (await held(first)) ?? {};
    const sell = { id: position, kind: "market", request_id: newRequestId() } as const;
    expect(await app.refused("/trade/close-position", sell, first)).toBe("ok");
  });

  it("is not made of what is announced to be withdrawn while it waits for the offering", async () => {
    const id = await newOffering(app, { code: "7993" });
    const by = customers[0]!;
    await app.advance(until((await shown(id, by)).draws_at));
    await expect.poll(async () => (await shown(id, by)).status).toBe(3);
    const { clock } = app.context;
    const listsAt = Date.parse((await shown(id, by)).lists_at);
    const onItsDay = { ...app.context, clock: { ...clock, now: () => listsAt } };
    const at = clock.now();
    const reason = { jp: "中止", cn: "中止", us: "Withdrawn" };
    const withdrawal = { reason, at, takesEffectAt: at + 86_400_000 };
    let listing: Promise<number> | undefined;
    await app.owner.transaction(async (transaction) => {
      await announceWithdrawal(transaction, id, withdrawal);
      listing = listDue(onItsDay);
      await untilWaitingForLocks(app.context.database.reader, 1);
    });
    await listing;
    expect((await shown(id, by)).status).toBe(3);
    await app.advance(86_401);
    await expect.poll(async () => (await shown(id, by)).withdrawn?.reason).toEqual(reason);
  });

  it("that fails keeps no other from its own", async () => {
    const broken = await newOffering(app, { code: "7991" });
    const next = await newOffering(app, { code: "7992" });
    const by = customers[0]!;
    const statusOf = async (id: bigint) => (await shown(id, by)).status;
    await app.advance(until((await shown(next, by)).draws_at));
    for (const id of [broken, next]) {
      await expect.poll(() => statusOf(id)).toBe(3);
    }
    const { reader } = app.owner;
    await sql`ALTER TABLE offering ADD CONSTRAINT broken CHECK (code <> '7991' OR listed_at IS NULL) NOT VALID`.execute(
      reader,
    );
    await app.advance(until((await shown(next, by)).lists_at));
    await expect.poll(() => statusOf(next)).toBe(4);
    expect(await statusOf(broken)).toBe(3);
    await sql`ALTER TABLE offering DROP CONSTRAINT broken`.execute(reader);
    await expect.poll(() => statusOf(broken)).toBe(4);
  });
});
