import { dayMs, hourMs, iso, type BlockOfferForm } from "@sanshi/contract";
import { parsePrice, price, shares } from "@sanshi/money";
import { createPublicKey, verify } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  createScriptedFeed,
  type ScriptedFeed,
} from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { testBlock } from "../../../../../tests/support/test-blocks.ts";
import { advanceToWednesday, testFundPassword } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";
import type { Application } from "../../application.ts";
import { sql } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { returnFromSale } from "../../trading/positions/positions.ts";
import { blockProposals } from "./publishing.ts";
import { lockQuota } from "./offers.store.ts";
import { settleDue } from "./settling.ts";

let app: TestApplication;
let other: Application;
let otherFeed: ScriptedFeed;
let author: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother((clock) => (otherFeed = createScriptedFeed(clock)));
  author = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
  await chargeAtLeast990();
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

/** 0.1 % and 990 yen at least, which a sale in parts pays once. */
async function chargeAtLeast990(): Promise<void> {
  await advanceToWednesday(app, "12:00");
  const { earliest } = await opsAccepted(app, "/api/ops/fees", { type: "jpy" }, author);
  const terms = { type: "jpy", valid_from: earliest, rate: "0.1", minimum: "990" } as const;
  const asked = { ...terms, reason: "costs_changed" as const };
  const { id } = await opsAccepted(app, "/api/ops/fees/propose", asked, author);
  const { path, form } = decide(id);
  await opsAccepted(app, path, form, approver);
  await app.advance(dayMs / 1_000);
}

function quoteBoth(last: string, close?: string): void {
  const more = close === undefined ? {} : { previousClose: parsePrice(close)! };
  for (const feed of [app.feed, otherFeed]) feed.quote("jpy", "7203", last, more);
}
/** Somebody who holds 300 Toyota at 2,850 yen, which can be sold. */
async function newSeller(quantity = "300"): Promise<{ seller: SignedIn; position: string }> {
  const seller = await app.newCustomer();
  const password = {
    login_password: testPassword,
    new_password: testFundPassword,
    new_password2: testFundPassword,
  };
  await app.accepted("/user/set-fund-password", password, seller);
  quoteBoth("2850");
  // A split of the test before may not be everywhere yet.
  await untilTraded(app, seller);
  const order = testOrder({ type: "jpy", quantity });
  const { id } = await app.accepted("/trade/place-order", order, seller);
  await app.advance(16 * 60);
  quoteBoth("2850");
  return { seller, position: id };
}
const terms = (position: string, more: object = {}) => ({
  position,
  quantity: "200",
  floor_price: "2660",
  discount_most: "6.00",
  lock_up_days: 2,
  expires_at: iso(app.context.clock.now() + 48 * hourMs),
  fund_password: testFundPassword,
  request_id: newRequestId(),
  ...more,
});
const consent = (seller: SignedIn, position: string, more: object = {}) =>
  app.accepted("/trade/consent-block-sale", terms(position, more), seller);
const refusedConsent = async (seller: SignedIn, position: string, more: object = {}) =>
  (await app.post("/trade/consent-block-sale", terms(position, more), seller)).body.msg;
/** Within what `consent` allows, at its edges. */
const offerOf = (id: string, more: Partial<BlockOfferForm> = {}): BlockOfferForm => {
  const now = app.context.clock.now();
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
const propose = "/api/ops/block-offers/propose" as const;
const drafted = async (form: BlockOfferForm) =>
  (await opsAccepted(app, "/api/ops/block-offers/draft", { form }, author)).id;
const decide = (id: string) =>
  ({ path: "/api/ops/proposals/:id/decision", form: { id, decision: "approve" } }) as const;
async function publish(form: BlockOfferForm, by: SignedIn): Promise<string> {
  const proposed = await opsAccepted(app, propose, { id: await drafted(form) }, author);
  const { path, form: approval } = decide(proposed.id);
  await opsAccepted(app, path, approval, approver);
  const [sale] = await app.accepted("/trade/block-sales", { type: "jpy" }, by);
  if (sale?.offer === null || sale === undefined) throw new Error("nothing was published");
  await app.advance(61);
  return sale.offer;
}
const positionOf = (by: SignedIn, id: string) => app.accepted("/trade/position", { id }, by);
const saleOf = async (by: SignedIn) =>
  (await app.accepted("/trade/block-sales", { type: "jpy" }, by))[0];
async function settle(offer: string, by: SignedIn): Promise<void> {
  const { settles_at: settles } = await app.accepted("/trade/block", { id: offer }, by);
  await app.advance(Math.ceil((Date.parse(settles) - app.context.clock.now()) / 1_000));
  quoteBoth("2850");
  const status = async () => (await app.accepted("/trade/block", { id: offer }, by)).status;
  await expect.poll(status).toBe(3);
}

it("is consented to by the customer alone, with the fund password, and proven by a receipt", async () => {
  const { seller, position } = await newSeller();
  const stranger = (await newSeller()).seller;
  for (const [more, code] of [
    [{ fund_password: "000000" }, "wrong_fund_password"],
    [{ quantity: "301" }, "quantity_exceeds_position"],
    [{ quantity: "0" }, "quantity_not_positive"],
    [{ floor_price: "0" }, "price_not_positive"],
    [{ expires_at: iso(app.context.clock.now() + 600_000) }, "block_consent_time"],
    [{ expires_at: iso(app.context.clock.now() + 61 * 24 * hourMs) }, "block_consent_time"],
  ] as const) {
    expect(await refusedConsent(seller, position, more)).toBe(code);
  }
  expect(await refusedConsent(stranger, position)).toBe("position_not_found");
  const asked = terms(position);
  const given = await app.accepted("/trade/consent-block-sale", asked, seller);
  expect(await app.accepted("/trade/consent-block-sale", asked, seller)).toEqual(given);
  const { signature, ...said } = given.receipt;
  const keys = (
    await app.context.http.fastify.inject({ method: "GET", url: "/api/signing-keys.json" })
  ).json();
  const text = JSON.stringify(said, Object.keys(said).toSorted());
  const isSigned = keys.keys.some(({ public_key }: { public_key: string }) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: public_key }, format: "jwk" }),
      Buffer.from(signature, "base64url"),
    ),
  );
  expect(isSigned).toBe(true);
  // Until it is published the shares are the customer's to sell, and the consent to revoke, once.
  expect((await positionOf(seller, position)).status).toBe(0);
  const revoke = { id: given.id, request_id: newRequestId() };
  expect(await app.refused("/trade/revoke-block-sale", revoke, stranger)).toBe(
    "block_consent_not_found",
  );
  const draft = await drafted(offerOf(given.id));
  await app.accepted("/trade/revoke-block-sale", revoke, seller);
  expect(await opsRefused(app, propose, { id: draft }, author)).toBe("block_beyond_consent");
});

it("goes nowhere beyond the consent, whoever publishes: in no field, and not in the database", async () => {
  const { seller, position } = await newSeller();
  const { id } = await consent(seller, position);
  const now = app.context.clock.now();
  for (const more of [
    { consent: null },
    { consent: "999999" },
    { price: "2659" },
    { price: "2670" },
    { total: "300" },
    { total: "100" },
    { lock_up_days: 3 },
    { invited_only: true },
    { closes_at: iso(now + 60_000 + hourMs - 1_000) },
    { settles_at: iso(now + 49 * hourMs) },
    { code: "6758" },
  ] satisfies Partial<BlockOfferForm>[]) {
    const draft = await drafted(offerOf(id, more));
    const refusal = await opsRefused(app, propose, { id: draft }, author);
    // What is no offer at all is refused as every other one.
    const codes = ["block_beyond_consent", "block_price_outside_band", "block_terms_wrong"];
    expect(codes).toContain(refusal);
  }
  const { reader } = app.context.database;
  const insert = (price: number) => sql`INSERT INTO block_offer (market, code, seller, seller_names,
      seller_position_id, consent_id, price, reference_price, lot_size, quota_lots, min_lots, max_lots,
      invited_only, cancellable, opens_at, closes_at, settles_at, locked_until, published_at)
    VALUES ('jpy', '7203', 'customer', '{}', ${BigInt(position)}, ${BigInt(id)}, ${price}, 28500000, 10, 20, 1, 1,
      false, true, app_now() + interval '1 minute', app_now() + interval '2 hours', app_now() + interval '2 hours',
      app_now() + interval '50 hours', app_now())`;
  // Below the floor; and within it, but of a position that is not held back for it.
  for (const price of [26_000_000, 26_800_000]) {
    await expect(insert(price).execute(reader)).rejects.toThrow("own consent");
  }
  await expect(
    sql`UPDATE block_sale_consent SET floor_price = 1 WHERE id = ${BigInt(id)}`.execute(reader),
  ).rejects.toThrow();
});

it("holds the position back while it is offered, sells what is applied for, and returns the rest", async () => {
  const { seller, position } = await newSeller();
  const { id } = await consent(seller, position);
  const offer = await publish(offerOf(id), seller);
  expect(await positionOf(seller, position)).toMatchObject({ status: 5, stock_num: "300" });
  const again = await drafted(offerOf(id));
  expect(await opsRefused(app, propose, { id: again }, author)).toBe("block_beyond_consent");
  const revoke = { id, request_id: newRequestId() };
  expect(await app.refused("/trade/revoke-block-sale", revoke, seller)).toBe("block_consent_ended");
  const request_id = newRequestId();
  const close = { id: position, kind: "market" as const, request_id };
  expect(await app.refused("/trade/close-position", close, seller)).toBe("position_locked");
  const lend = { id: position, quantity: "1", request_id: newRequestId() };
  expect(await app.refused("/trade/lend", lend, seller)).toBe("shares_not_lendable");
  const exits = { id: position, take_profit: "3000", stop_loss: "", request_id: newRequestId() };
  expect(await app.refused("/trade/set-exits", exits, seller)).toBe("position_not_holding");
  const buyer = await app.newCustomer();
  const own = { id: offer, quantity: "10", request_id: newRequestId() };
  expect(await app.refused("/trade/apply-block", own, seller)).toBe("product_not_available");
  const apply = { id: offer, quantity: "120", request_id: newRequestId() };
  await app.accepted("/trade/apply-block", apply, buyer);
  const before = Number((await app.accepted("/user/getUserinfo", {}, seller)).jpy);
  await settle(offer, buyer);
  const got = Number((await app.accepted("/user/getUserinfo", {}, seller)).jpy) - before;
  // The fee of an ordinary sale is taken off.
  expect(got).toBeLessThanOrEqual(120 * 2680);
  expect(got).toBeGreaterThan(120 * 2680 * 0.99);
  expect(await saleOf(seller)).toMatchObject({ state: "sold", sold_quantity: "120" });
  expect(await positionOf(seller, position)).toMatchObject({ stock_num: "180" });
  const rest = {
    id: position,
    kind: "market" as const,
    quantity: "180",
    request_id: newRequestId(),
  };
  await app.accepted("/trade/close-position", rest, seller);
});

it("comes back whole when it is withdrawn, and when nobody applied", async () => {
  const { seller, position } = await newSeller();
  const first = await consent(seller, position);
  const offer = await publish(offerOf(first.id), seller);
  const withdraw = { id: offer, reason: "seller_withdrew" };
  const proposed = await opsAccepted(app, "/api/ops/block-offers/:id/withdraw", withdraw, author);
  const { path, form } = decide(proposed.id);
  await opsAccepted(app, path, form, approver);
  expect(await saleOf(seller)).toMatchObject({ state: "returned" });
  const second = await consent(seller, position);
  await settle(await publish(offerOf(second.id), seller), seller);
  expect(await saleOf(seller)).toMatchObject({ state: "returned", sold_quantity: "0" });
  const close = {
    id: position,
    kind: "market" as const,
    quantity: "300",
    request_id: newRequestId(),
  };
  await app.accepted("/trade/close-position", close, seller);
});

/** What approving does, in whichever process, past the proposals, of which there would be one. */
async function publishIn(
  context: Application["context"],
  form: BlockOfferForm,
  proposalId: bigint,
): Promise<string> {
  const approved = {
    ...{ input: form, proposalId, subject: "jpy:7203", reason: null, note: "" },
    ...{ proposedBy: 1n, approvedBy: 2n, at: context.clock.now() },
    notifyApprover: () => undefined,
  };
  const outcome = await transactionUnlessRefused(context.database, (transaction) =>
    blockProposals.block_offer.apply(context, transaction, approved),
  );
  return outcome.ok ? "ok" : outcome.refusal.code;
}

it("is published once, revoked or sold by hand before, of all of them at once in two processes", async () => {
  const { rows: known } = await sql<{ id: bigint }>`SELECT max(id) AS id FROM proposal`.execute(
    app.context.database.reader,
  );
  const proposal = known[0]?.id ?? 0n;
  for (let round = 0; round < 5; round += 1) {
    const { seller, position } = await newSeller();
    const { id } = await consent(seller, position);
    const again = await consent(seller, position);
    const form = offerOf(id);
    const close = { id: position, kind: "market" as const, request_id: newRequestId() };
    const [one, two, three, revoked, sold] = await Promise.all([
      publishIn(app.context, form, proposal),
      publishIn(other.context, form, proposal),
      publishIn(other.context, offerOf(again.id), proposal),
      app.refused("/trade/revoke-block-sale", { id, request_id: newRequestId() }, seller),
      round % 2 === 0 ? app.refused("/trade/close-position", close, seller) : "not asked",
    ]);
    const published = [one, two, three].filter((msg) => msg === "ok");
    expect(published.length).toBeLessThanOrEqual(1);
    // The consent ended one way, and the shares went one way.
    expect([one, two, revoked].filter((msg) => msg === "ok").length).toBeLessThanOrEqual(1);
    expect([...published, sold].filter((msg) => msg === "ok").length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM block_offer
      WHERE seller_position_id = ${BigInt(position)}`.execute(app.context.database.reader);
    expect(rows[0]?.count).toBe(published.length);
    if (published.length === 1) {
      expect(await positionOf(seller, position)).toMatchObject({ status: 5, stock_num: "300" });
    }
  }
});

it("sells nothing from its end on, whatever was applied for, and the money comes back", async () => {
  const { seller, position } = await newSeller();
  const { id, expires_at: ends } = await consent(seller, position);
  const offer = await publish(offerOf(id), seller);
  const buyer = await app.newCustomer();
  const before = (await app.accepted("/user/getUserinfo", {}, buyer)).jpy;
  const apply = { id: offer, quantity: "120", request_id: newRequestId() };
  await app.accepted("/trade/apply-block", apply, buyer);
  await app.advance(Math.ceil((Date.parse(ends) - app.context.clock.now()) / 1_000) + 1);
  quoteBoth("2850");
  const state = async () => (await saleOf(seller))?.state;
  await expect.poll(state).toBe("returned");
  const [application] = await app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
  expect(application).toMatchObject({ status: 2, failure: "seller_has_none", credit: "-" });
  expect((await app.accepted("/user/getUserinfo", {}, buyer)).jpy).toBe(before);
  expect(await positionOf(seller, position)).toMatchObject({ status: 0, stock_num: "300" });
});

it("ends with a split in its window: nothing is sold at the price of other shares, and the split reaches what was held back", async () => {
  const { seller, position } = await newSeller();
  const now = app.context.clock.now();
  const { id } = await consent(seller, position, { expires_at: iso(now + 5 * dayMs) });
  const closes = iso(now + 3 * dayMs);
  const offer = await publish(offerOf(id, { closes_at: closes, settles_at: closes }), seller);
  const buyer = await app.newCustomer();
  const apply = { id: offer, quantity: "120", request_id: newRequestId() };
  await app.accepted("/trade/apply-block", apply, buyer);
  const exDate = new Date(now + 1.5 * dayMs).toISOString().slice(0, 10);
  const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
  for (const feed of [app.feed, otherFeed]) feed.act("jpy", "7203", split);
  await app.advance((3 * dayMs) / 1_000);
  const state = async () => {
    quoteBoth("1425");
    return (await saleOf(seller))?.state;
  };
  await expect.poll(state).toBe("returned");
  const [application] = await app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
  expect(application).toMatchObject({ status: 2, failure: "split" });
  const held = async () => (await positionOf(seller, position)).stock_num;
  await expect.poll(held).toBe("600");
  expect((await positionOf(seller, position)).status).toBe(0);
});

it("is refused where the shares were sold before it is published", async () => {
  const { seller, position } = await newSeller();
  const { id } = await consent(seller, position);
  // Whoever sells the shares before has nothing to offer any more.
  const close = {
    id: position,
    kind: "market" as const,
    quantity: "150",
    request_id: newRequestId(),
  };
  await app.accepted("/trade/close-position", close, seller);
  const proposed = await opsAccepted(app, propose, { id: await drafted(offerOf(id)) }, author);
  const { path, form } = decide(proposed.id);
  expect(await opsAccepted(app, path, form, approver)).toMatchObject({
    state: "refused",
    refusal: { code: "block_seller_lacks_shares" },
  });
  // Neither the consent nor the stock waits for anything: the rest can be offered by a new consent.
  expect((await saleOf(seller))?.state).toBe("consented");
  const rest = await consent(seller, position, { quantity: "150" });
  const part = offerOf(rest.id, { total: "150", maximum: "150" });
  const next = await opsAccepted(app, propose, { id: await drafted(part) }, author);
  const approval = decide(next.id);
  expect(await opsAccepted(app, path, approval.form, approver)).toMatchObject({
    state: "approved",
  });
});

/** Sixty applications of a lot each to a customer's 600 of 900 shares: more than one step settles. */
async function soldInSteps(): Promise<{
  seller: SignedIn;
  position: string;
  buyer: SignedIn;
  /** Of yen, before the buyer applied. */
  had: number;
  offer: string;
  fifty: string;
}> {
  const { seller, position } = await newSeller("900");
  const expires = iso(app.context.clock.now() + 5 * dayMs);
  const { id } = await consent(seller, position, { quantity: "600", expires_at: expires });
  const offer = await publish(offerOf(id, { total: "600", maximum: "600" }), seller);
  const buyer = await app.newCustomer();
  const had = await jpyOf(buyer);
  for (let count = 0; count < 60; count += 1) {
    const apply = { id: offer, quantity: "10", request_id: newRequestId() };
    await app.accepted("/trade/apply-block", apply, buyer);
  }
  const { rows } = await sql<{ id: string }>`SELECT id FROM block_application
    WHERE offer_id = ${BigInt(offer)} ORDER BY id OFFSET 49 LIMIT 1`.execute(app.owner.reader);
  return { seller, position, buyer, had, offer, fifty: rows[0]?.id.toString() ?? "" };
}

/** Both processes are gone after the first step: no application behind these fifty is settled. */
async function settleFirstStep({ offer, buyer, fifty }: Awaited<ReturnType<typeof soldInSteps>>) {
  for (const statement of [
    `CREATE OR REPLACE FUNCTION nobody_settles() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'nobody settles this now'; END $$`,
    `CREATE TRIGGER nobody_settles BEFORE UPDATE ON block_application FOR EACH ROW
      WHEN (OLD.id > ${fifty}) EXECUTE FUNCTION nobody_settles()`,
  ]) {
    await sql.raw(statement).execute(app.owner.reader);
  }
  const { settles_at: settles } = await app.accepted("/trade/block", { id: offer }, buyer);
  await app.advance(Math.ceil((Date.parse(settles) - app.context.clock.now()) / 1_000));
  quoteBoth("2850");
  await expect.poll(() => filledIn(offer)).toBe(50);
}
const goOn = () =>
  sql.raw("DROP TRIGGER nobody_settles ON block_application").execute(app.owner.reader);
async function filledIn(offer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT coalesce(sum(filled_lots), 0)::int AS count
    FROM block_application WHERE offer_id = ${BigInt(offer)}`.execute(app.owner.reader);
  return rows[0]?.count ?? 0;
}
async function jpyOf(by: SignedIn): Promise<number> {
  return Number((await app.accepted("/user/getUserinfo", {}, by)).jpy);
}
/** What was sold of a position at the block's price, and the fees of it. */
async function soldOf(position: string): Promise<{ quantity: number; fee: number }> {
  const { rows } = await sql<{ quantity: number; fee: number }>`
    SELECT coalesce(sum(quantity), 0)::int AS quantity, coalesce(sum(fee), 0)::int AS fee FROM fill
    WHERE position_id = ${BigInt(position)} AND side = 'sell' AND price = 26800000`.execute(
    app.owner.reader,
  );
  return rows[0] ?? { quantity: 0, fee: 0 };
}
/** What those who got something have paid beside its price. */
async function feesIn(offer: string): Promise<number> {
  const { rows } = await sql<{ fee: number }>`SELECT coalesce(sum(f.fee), 0)::int AS fee
    FROM block_application a JOIN fill f ON f.position_id = a.position_id AND f.side = 'buy'
    WHERE a.offer_id = ${BigInt(offer)}`.execute(app.owner.reader);
  return rows[0]?.fee ?? 0;
}
/** Dividends, in yen. */
async function paidTo({ account }: SignedIn): Promise<number> {
  const { rows } = await sql<{ paid: number }>`SELECT coalesce(sum(p.amount), 0)::int AS paid
    FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id JOIN customer c ON c.id = a.customer_id
    WHERE c.account = ${account} AND a.purpose = 'available' AND p.kind = 'dividend'`.execute(
    app.owner.reader,
  );
  return rows[0]?.paid ?? 0;
}
async function told(by: SignedIn): Promise<object[]> {
  const { items } = await app.accepted("/user/messages", { limit: "50" }, by);
  return items.filter(({ kind }) => kind === "block_sale_sold" || kind === "block_sale_returned");
}
const ends = (sale: SignedIn, more: () => void = () => quoteBoth("2850")) =>
  expect.poll(async () => {
    more();
    return (await saleOf(sale))?.state;
  });

it("sells what somebody got, and no share more, where a split comes while nobody settles", async () => {
  const sold = await soldInSteps();
  const { seller, position, buyer, had, offer } = sold;
  const before = await jpyOf(seller);
  await settleFirstStep(sold);
  // So far neither of them has more or less than what has changed hands.
  expect(await positionOf(seller, position)).toMatchObject({ status: 5, stock_num: "400" });
  expect(await saleOf(seller)).toMatchObject({ state: "offered" });
  const exDate = new Date(app.context.clock.now() + 1.5 * dayMs).toISOString().slice(0, 10);
  const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
  for (const feed of [app.feed, otherFeed]) feed.act("jpy", "7203", split);
  await app.advance((2.5 * dayMs) / 1_000);
  await goOn();
  await ends(seller, () => quoteBoth("1425")).toBe("sold");
  expect(await saleOf(seller)).toMatchObject({ sold_quantity: "500" });
  const { quantity, fee } = await soldOf(position);
  expect(quantity).toBe(500);
  expect((await jpyOf(seller)) - before).toBe(500 * 2680 - fee);
  const applications = await app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
  expect(applications.filter(({ status }) => status === 1)).toHaveLength(50);
  const failed = applications.filter(({ status }) => status === 2);
  expect(failed.map((one) => one.kind === "block" && one.failure)).toEqual(Array(10).fill("split"));
  // The other side of it is what the buyer has paid, and what was frozen for the rest is back.
  expect(had - (await jpyOf(buyer))).toBe(500 * 2680 + (await feesIn(offer)));
  await expect.poll(async () => (await positionOf(seller, position)).stock_num).toBe("800");
  expect((await positionOf(seller, position)).status).toBe(0);
  expect(await told(seller)).toMatchObject([{ params: { quantity: "500", wanted: "600" } }]);
});

it("goes on after a dividend that came between its steps, by two processes at once, for the fee of one sale", async () => {
  const sold = await soldInSteps();
  const { seller, position, buyer, had, offer } = sold;
  const before = await jpyOf(seller);
  await settleFirstStep(sold);
  const exDate = new Date(app.context.clock.now() + 1.5 * dayMs).toISOString().slice(0, 10);
  const dividend = { kind: "dividend", exDate, perShare: price(100_000n) } as const;
  for (const feed of [app.feed, otherFeed]) feed.act("jpy", "7203", dividend);
  await app.advance((2.5 * dayMs) / 1_000);
  await goOn();
  quoteBoth("2850");
  await Promise.all([1, 2, 3, 4].map((n) => settleDue(n % 2 ? app.context : other.context)));
  await ends(seller).toBe("sold");
  expect(await saleOf(seller)).toMatchObject({ sold_quantity: "600" });
  // 0.1 % of 1,608,000 yen; each step by itself would have been charged 990 yen at least.
  expect(await soldOf(position)).toEqual({ quantity: 600, fee: 1_608 });
  expect(await positionOf(seller, position)).toMatchObject({ status: 0, stock_num: "300" });
  expect(had - (await jpyOf(buyer))).toBe(
    600 * 2680 + (await feesIn(offer)) - (await paidTo(buyer)),
  );
  expect((await jpyOf(seller)) - before).toBe(600 * 2680 - 1_608 + (await paidTo(seller)));
  // Whoever held the shares over the day has its dividend: ten yen each, less tax.
  expect(await paidTo(seller)).toBeGreaterThan(400 * 10 * 0.75);
  expect(await told(seller)).toHaveLength(1);
});

it.each([
  ["seller_has_none", 5, "2850"],
  ["outside_band", 2, "4000"],
] as const)(
  "sells nothing more once the consent has ended between its steps, nor outside the band: %s",
  async (failure, days, last) => {
    const sold = await soldInSteps();
    const { seller, position, buyer } = sold;
    await settleFirstStep(sold);
    await app.advance((days * dayMs) / 1_000);
    quoteBoth(last, last);
    // A step that is under way has looked at the price before.
    await app.context.database.transaction((transaction) =>
      lockQuota(transaction, BigInt(sold.offer)),
    );
    await goOn();
    await ends(seller, () => quoteBoth(last, last)).toBe("sold");
    expect(await saleOf(seller)).toMatchObject({ sold_quantity: "500" });
    expect((await soldOf(position)).quantity).toBe(500);
    expect(await positionOf(seller, position)).toMatchObject({ status: 0, stock_num: "400" });
    const failed = (await app.accepted("/trade/ustockslist", { type: "jpy" }, buyer)).filter(
      ({ status }) => status === 2,
    );
    expect(failed.map((one) => one.kind === "block" && one.failure)).toEqual(
      Array(10).fill(failure),
    );
  },
);

/** What a release before 0540 did in its first step: all was sold at once, whoever was to get it. */
async function sellAsAWhole({ position, offer }: Awaited<ReturnType<typeof soldInSteps>>) {
  const { offAuction } = ordersOf(app.context);
  const quote = app.context.quotes.get("jpy", "7203");
  if (quote === null) throw new Error("no quote was delivered");
  const { rows } = await sql<{ customer_id: string }>`SELECT customer_id FROM position
    WHERE id = ${BigInt(position)}`.execute(app.owner.reader);
  const at = app.context.clock.now();
  await app.context.database.transaction(async (transaction) => {
    const sold = await offAuction.close(transaction, {
      ...{ customerId: BigInt(rows[0]?.customer_id ?? 0), positionId: BigInt(position), quote, at },
      ...{ price: parsePrice("2680")!, quantity: shares(600n), soldBefore: shares(0n) },
      orderId: await offAuction.orderId(),
    });
    expect(sold).toBe("sold");
    await returnFromSale(transaction, BigInt(position), at);
    await sql`UPDATE block_offer SET sold_lots = 60 WHERE id = ${BigInt(offer)}`.execute(
      transaction,
    );
  });
}

it.each([
  ["after the consent's end", 5, "2850", false],
  ["outside the band", 2, "4000", false],
  ["but for what came after a split, which is returned", 2.5, "1425", true],
] as const)(
  "delivers what an older release has sold as a whole, %s",
  async (_when, days, last, isSplit) => {
    quoteBoth("2850", "2850");
    const sold = await soldInSteps();
    const { seller, position, buyer, had, offer } = sold;
    const before = await jpyOf(seller);
    await sellAsAWhole(sold);
    const { fee } = await soldOf(position);
    await settleFirstStep(sold);
    const exDate = new Date(app.context.clock.now() + 1.5 * dayMs).toISOString().slice(0, 10);
    const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
    if (isSplit) for (const feed of [app.feed, otherFeed]) feed.act("jpy", "7203", split);
    await app.advance((days * dayMs) / 1_000);
    quoteBoth(last, last);
    await goOn();
    await ends(seller, () => quoteBoth(last, last)).toBe("sold");
    // The customer has sold all of it, once, and reads so.
    expect(await saleOf(seller)).toMatchObject({ sold_quantity: "600" });
    expect(await soldOf(position)).toEqual({ quantity: 600, fee });
    expect((await jpyOf(seller)) - before).toBe(600 * 2680 - fee);
    const applications = await app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
    const failed = applications.filter(({ status }) => status === 2);
    const returned = isSplit ? 10 : 0;
    expect(failed.map((one) => one.kind === "block" && one.failure)).toEqual(
      Array(returned).fill("split"),
    );
    const got = (60 - returned) * 10;
    expect(had - (await jpyOf(buyer))).toBe(got * 2680 + (await feesIn(offer)));
    expect(await filledIn(offer)).toBe(got / 10);
  },
);
