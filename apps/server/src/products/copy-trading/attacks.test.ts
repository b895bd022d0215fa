import { dayMs, iso } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createScriptedFeed,
  type ScriptedFeed,
} from "../../../../../tests/support/scripted-feed.ts";
import {
  codeIn,
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  closesUntilToday,
  lookAfter,
  newProduct,
  productOf,
  toNextValuation,
} from "../../../../../tests/support/test-copy-products.ts";
import {
  advanceToWednesday,
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import type { Application } from "../../application.ts";
import { orderPathOf } from "../../features.ts";
import { lookAfterPools } from "./copy-trading.jobs.ts";
import { copyProposals } from "./publishing.ts";
import { settleDecided } from "./settling.ts";

let app: TestApplication;
let other: Application;
let otherFeed: ScriptedFeed;
let customers: readonly SignedIn[];
const prices = { "7203": "2850", "6758": "3300" };

beforeAll(async () => {
  app = await startTestApplication();
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother((clock) => (otherFeed = createScriptedFeed(clock)));
  customers = await verifiedCustomers(app, 10);
  closesUntilToday(app, prices);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const asked = (id: bigint, amount: string) => ({ id: `${id}`, amount, request_id: newRequestId() });

describe("the same money", () => {
  it("is followed with or withdrawn, of many requests at once in two processes, and never both", async () => {
    await setSetting(app, "bank_card_cooling_off_hours", "0");
    await advanceToWednesday(app, "10:00");
    const customer = await readyToWithdraw(app);
    const by = { token: customer.token, account: customer.account };
    const products = await Promise.all([newProduct(app), newProduct(app)]);
    const withdrawal = () => ({
      ...{ currency: "JPY" as const, amount: "600000", card_id: customer.cardId },
      ...{ fund_password: testFundPassword, request_id: newRequestId() },
    });
    const answers = await Promise.all([
      app.refused("/user/withdraw", withdrawal(), by),
      ...products.map((id) => codeIn(other, "/trade/follow", asked(id, "600000"), by)),
      ...products.map((id) => app.refused("/trade/follow", asked(id, "600000"), by)),
    ]);
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(1);
    expect(answers.filter((msg) => msg === "insufficient_balance")).toHaveLength(4);
  });
});

describe("a product's capacity", () => {
  it("is exact for many at once in two processes", async () => {
    const id = await newProduct(app, { capacity: "55000" });
    const answers = await Promise.all(
      customers.map((customer, index) =>
        index % 2 === 0
          ? codeIn(other, "/trade/follow", asked(id, "10000"), customer)
          : app.refused("/trade/follow", asked(id, "10000"), customer),
      ),
    );
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(5);
    expect(answers.filter((msg) => msg === "follow_capacity_exceeded")).toHaveLength(5);
  });
});

describe("an end", () => {
  it("that is asked for while the product closes and another process values is one, at the value of all", async () => {
    const id = await newProduct(app, { lock_up_days: 0 });
    for (const customer of customers) {
      expect(await app.refused("/trade/follow", asked(id, "20000"), customer)).toBe("ok");
    }
    await toNextValuation(app, id, prices);
    await toNextValuation(app, id, prices);
    const { context } = app;
    const at = context.clock.now();
    const windDown = () =>
      context.database.transaction((transaction) =>
        copyProposals.copy_winds_down.apply(context, transaction, {
          ...{ proposalId: 1n, subject: `${id}`, note: "", proposedBy: 1n, approvedBy: 2n, at },
          input: { product: `${id}`, at: iso(at + 7 * dayMs + 60_000) },
          reason: { code: "market_disruption", texts: null, words: "" } as never,
          notifyApprover: () => undefined,
        }),
      );
    const own = await Promise.all(
      customers.map(async (customer) => {
        const all = await app.accepted("/trade/userproductlist", { type: "jpy" }, customer);
        return all.find(({ product }) => product === `${id}`)?.id ?? "";
      }),
    );
    const ends = customers.flatMap((customer, index) => {
      const form = () => ({ id: own[index] ?? "", request_id: newRequestId() });
      return [
        codeIn(other, "/trade/end-follow", form(), customer),
        app.refused("/trade/end-follow", form(), customer),
      ];
    });
    const [applied, ...answers] = await Promise.all([windDown(), ...ends]);
    expect(applied.ok).toBe(true);
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(customers.length);
    expect(answers.filter((msg) => msg === "following_ends_already")).toHaveLength(
      customers.length,
    );
    // The month that the clock leaps over has no value; the newest moment has one, for all of them.
    await app.advance(32 * 86_400);
    for (const feed of [app.feed, otherFeed]) {
      for (const [code, price] of Object.entries(prices)) feed.quote("jpy", code, price);
    }
    await Promise.all([
      lookAfter(app),
      lookAfterPools(other.context, orderPathOf(other.context)),
      settleDecided(other.context),
    ]);
    await toNextValuation(app, id, prices);
    await toNextValuation(app, id, prices);
    expect(await productOf(app, id)).toMatchObject({ units: 0n });
    const profits = await Promise.all(
      customers.map(async (customer) => {
        const all = await app.accepted("/trade/userproductlist", { type: "jpy" }, customer);
        const ended = all.find(({ product }) => product === `${id}`);
        expect(ended?.status).toBe(1);
        return ended?.total_profit;
      }),
    );
    expect(new Set(profits).size).toBe(1);
  });
});
