import { dayMs, hourMs, iso, type BlockOfferForm } from "@sanshi/contract";
import { parsePrice } from "@sanshi/money";
import { afterAll, beforeAll, expect } from "vitest";
import { testOrder } from "./builders.ts";
import { createScriptedFeed, type ScriptedFeed } from "./scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "./test-application.ts";
import { testBlock } from "./test-blocks.ts";
import { advanceToWednesday, testFundPassword } from "./test-money.ts";
import { newOperator, opsAccepted, type OperatorSession } from "./test-operators.ts";
import { untilTraded } from "./until-traded.ts";
import type { Application } from "../../apps/server/src/application.ts";

/** An instance of two processes, and what a customer and operators do of a block that the customer sells. */
type BlockSales = {
  app: TestApplication;
  other: Application;
  otherFeed: ScriptedFeed;
  author: OperatorSession;
  approver: OperatorSession;
};

const desk = {} as BlockSales;

/** Filled before the first test of the file, whose books are held against the records after its last. */
export function startBlockSales(): BlockSales {
  beforeAll(async () => {
    desk.app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
    // Jobs run in both processes, as on an instance with two.
    desk.other = await desk.app.startAnother(
      (clock) => (desk.otherFeed = createScriptedFeed(clock)),
    );
    desk.author = await newOperator(desk.app, "approver");
    desk.approver = await newOperator(desk.app, "approver");
    await chargeAtLeast990();
  });
  afterAll(async () => {
    expect(await desk.app.ledgerFaults()).toEqual([]);
    await desk.app.stop();
  });
  return desk;
}

/** 0.1 % and 990 yen at least, which a sale in parts pays once. */
async function chargeAtLeast990(): Promise<void> {
  await advanceToWednesday(desk.app, "12:00");
  const { earliest } = await opsAccepted(desk.app, "/api/ops/fees", { type: "jpy" }, desk.author);
  const terms = { type: "jpy", valid_from: earliest, rate: "0.1", minimum: "990" } as const;
  const asked = { ...terms, reason: "costs_changed" as const };
  const { id } = await opsAccepted(desk.app, "/api/ops/fees/propose", asked, desk.author);
  const { path, form } = decide(id);
  await opsAccepted(desk.app, path, form, desk.approver);
  await desk.app.advance(dayMs / 1_000);
}

export function quoteBoth(last: string, close?: string): void {
  const more = close === undefined ? {} : { previousClose: parsePrice(close)! };
  for (const feed of [desk.app.feed, desk.otherFeed]) feed.quote("jpy", "7203", last, more);
}
/** Somebody who holds 300 Toyota at 2,850 yen, which can be sold. */
export async function newSeller(quantity = "300"): Promise<{ seller: SignedIn; position: string }> {
  const seller = await desk.app.newCustomer();
  const password = {
    login_password: testPassword,
    new_password: testFundPassword,
    new_password2: testFundPassword,
  };
  await desk.app.accepted("/user/set-fund-password", password, seller);
  quoteBoth("2850");
  // A split of the test before may not be everywhere yet.
  await untilTraded(desk.app, seller);
  const order = testOrder({ type: "jpy", quantity });
  const { id } = await desk.app.accepted("/trade/place-order", order, seller);
  await desk.app.advance(16 * 60);
  quoteBoth("2850");
  return { seller, position: id };
}
export const terms = (position: string, more: object = {}) => ({
  position,
  quantity: "200",
  floor_price: "2660",
  discount_most: "6.00",
  lock_up_days: 2,
  expires_at: iso(desk.app.context.clock.now() + 48 * hourMs),
  fund_password: testFundPassword,
  request_id: newRequestId(),
  ...more,
});
export const consent = (seller: SignedIn, position: string, more: object = {}) =>
  desk.app.accepted("/trade/consent-block-sale", terms(position, more), seller);
export const refusedConsent = async (seller: SignedIn, position: string, more: object = {}) =>
  (await desk.app.post("/trade/consent-block-sale", terms(position, more), seller)).body.msg;
/** Within what `consent` allows, at its edges. */
export const offerOf = (id: string, more: Partial<BlockOfferForm> = {}): BlockOfferForm => {
  const now = desk.app.context.clock.now();
  return testBlock(now, {
    seller: "customer",
    consent: id,
    price: "2680",
    total: "200",
    maximum: "200",
    opens_at: iso(now + 60_000),
    closes_at: iso(now + 60_000 + hourMs),
    settles_at: iso(now + 2 * hourMs),
    ...more,
  });
};
export const propose = "/api/ops/block-offers/propose" as const;
export const drafted = async (form: BlockOfferForm) =>
  (await opsAccepted(desk.app, "/api/ops/block-offers/draft", { form }, desk.author)).id;
export const decide = (id: string) =>
  ({ path: "/api/ops/proposals/:id/decision", form: { id, decision: "approve" } }) as const;
export async function publish(form: BlockOfferForm, by: SignedIn): Promise<string> {
  const proposed = await opsAccepted(desk.app, propose, { id: await drafted(form) }, desk.author);
  const { path, form: approval } = decide(proposed.id);
  await opsAccepted(desk.app, path, approval, desk.approver);
  const [sale] = await desk.app.accepted("/trade/block-sales", { type: "jpy" }, by);
  if (sale?.offer === null || sale === undefined) throw new Error("nothing was published");
  await desk.app.advance(61);
  return sale.offer;
}
export const positionOf = (by: SignedIn, id: string) =>
  desk.app.accepted("/trade/position", { id }, by);
export const saleOf = async (by: SignedIn) =>
  (await desk.app.accepted("/trade/block-sales", { type: "jpy" }, by))[0];
export async function settle(offer: string, by: SignedIn): Promise<void> {
  const { settles_at: settles } = await desk.app.accepted("/trade/block", { id: offer }, by);
  await desk.app.advance(Math.ceil((Date.parse(settles) - desk.app.context.clock.now()) / 1_000));
  quoteBoth("2850");
  const status = async () => (await desk.app.accepted("/trade/block", { id: offer }, by)).status;
  await expect.poll(status).toBe(3);
}
