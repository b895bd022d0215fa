import { dayMs, hourMs, iso, liveConsentsMax, type BlockOfferForm } from "@sanshi/contract";
import { createPublicKey, verify } from "node:crypto";
import { expect, it } from "vitest";
import { newRequestId } from "../../../../../tests/support/test-application.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { opsAccepted, opsRefused } from "../../../../../tests/support/test-operators.ts";
import type { Application } from "../../application.ts";
import { sql } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { blockProposals } from "./publishing.ts";

import {
  consent,
  decide,
  drafted,
  newSeller,
  offerOf,
  positionOf,
  propose,
  publish,
  quoteBoth,
  refusedConsent,
  saleOf,
  settle,
  terms,
  startBlockSales,
} from "../../../../../tests/support/block-sales.ts";

const desk = startBlockSales();

it("is consented to by the customer alone, with the fund password, and proven by a receipt", async () => {
  const { seller, position } = await newSeller();
  const stranger = (await newSeller()).seller;
  for (const [more, code] of [
    [{ fund_password: "000000" }, "wrong_fund_password"],
    [{ quantity: "301" }, "quantity_exceeds_position"],
    [{ quantity: "0" }, "quantity_not_positive"],
    [{ floor_price: "0" }, "price_not_positive"],
    [{ expires_at: iso(desk.app.context.clock.now() + 600_000) }, "block_consent_time"],
    [{ expires_at: iso(desk.app.context.clock.now() + 61 * 24 * hourMs) }, "block_consent_time"],
  ] as const) {
    expect(await refusedConsent(seller, position, more)).toBe(code);
  }
  expect(await refusedConsent(stranger, position)).toBe("position_not_found");
  const asked = terms(position);
  const given = await desk.app.accepted("/trade/consent-block-sale", asked, seller);
  expect(await desk.app.accepted("/trade/consent-block-sale", asked, seller)).toEqual(given);
  const { signature, ...said } = given.receipt;
  const keys = (
    await desk.app.context.http.fastify.inject({ method: "GET", url: "/api/signing-keys.json" })
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
  expect(await desk.app.refused("/trade/revoke-block-sale", revoke, stranger)).toBe(
    "block_consent_not_found",
  );
  const draft = await drafted(offerOf(given.id));
  await desk.app.accepted("/trade/revoke-block-sale", revoke, seller);
  expect(await opsRefused(desk.app, propose, { id: draft }, desk.author)).toBe(
    "block_beyond_consent",
  );
});

it("is given no more often than the limit, of several at once too", async () => {
  const { seller, position } = await newSeller();
  await consent(seller, position);
  // As many more that one is left.
  const { reader } = desk.app.owner;
  await sql`INSERT INTO block_sale_consent (customer_id, position_id, market, code, quantity, floor_price,
      discount_most, lock_up_days, expires_at, nonce, signature, consented_at)
    SELECT customer_id, position_id, market, code, quantity, floor_price, discount_most, lock_up_days, expires_at,
      nonce || n, signature, consented_at
    FROM block_sale_consent, generate_series(3, ${liveConsentsMax}::int) n WHERE position_id = ${position}`.execute(
    reader,
  );
  const { database } = desk.app.context;
  const answering = await database.transaction(async (transaction) => {
    // None of them is kept before all are there.
    await sql`LOCK TABLE block_sale_consent IN SHARE MODE`.execute(transaction);
    const answers = [1, 2, 3].map(() => refusedConsent(seller, position));
    await untilWaitingForLocks(database.reader, answers.length);
    return answers;
  });
  expect((await Promise.all(answering)).toSorted()).toEqual([
    "block_consents_too_many",
    "block_consents_too_many",
    "ok",
  ]);
});

it("goes nowhere beyond the consent, whoever publishes: in no field, and not in the database", async () => {
  const { seller, position } = await newSeller();
  const { id } = await consent(seller, position);
  const now = desk.app.context.clock.now();
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
    const refusal = await opsRefused(desk.app, propose, { id: draft }, desk.author);
    // What is no offer at all is refused as every other one.
    const codes = ["block_beyond_consent", "block_price_outside_band", "block_terms_wrong"];
    expect(codes).toContain(refusal);
  }
  const { reader } = desk.app.context.database;
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
  expect(await opsRefused(desk.app, propose, { id: again }, desk.author)).toBe(
    "block_beyond_consent",
  );
  const revoke = { id, request_id: newRequestId() };
  expect(await desk.app.refused("/trade/revoke-block-sale", revoke, seller)).toBe(
    "block_consent_ended",
  );
  const request_id = newRequestId();
  const close = { id: position, kind: "market" as const, request_id };
  expect(await desk.app.refused("/trade/close-position", close, seller)).toBe("position_locked");
  const lend = { id: position, quantity: "1", request_id: newRequestId() };
  expect(await desk.app.refused("/trade/lend", lend, seller)).toBe("shares_not_lendable");
  const exits = { id: position, take_profit: "3000", stop_loss: "", request_id: newRequestId() };
  expect(await desk.app.refused("/trade/set-exits", exits, seller)).toBe("position_not_holding");
  const buyer = await desk.app.newCustomer();
  const own = { id: offer, quantity: "10", request_id: newRequestId() };
  expect(await desk.app.refused("/trade/apply-block", own, seller)).toBe("product_not_available");
  const apply = { id: offer, quantity: "120", request_id: newRequestId() };
  await desk.app.accepted("/trade/apply-block", apply, buyer);
  const before = Number((await desk.app.accepted("/user/getUserinfo", {}, seller)).jpy);
  await settle(offer, buyer);
  const got = Number((await desk.app.accepted("/user/getUserinfo", {}, seller)).jpy) - before;
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
  await desk.app.accepted("/trade/close-position", rest, seller);
});

it("comes back whole when it is withdrawn, and when nobody applied", async () => {
  const { seller, position } = await newSeller();
  const first = await consent(seller, position);
  const offer = await publish(offerOf(first.id), seller);
  const withdraw = { id: offer, reason: "seller_withdrew" };
  const proposed = await opsAccepted(
    desk.app,
    "/api/ops/block-offers/:id/withdraw",
    withdraw,
    desk.author,
  );
  const { path, form } = decide(proposed.id);
  await opsAccepted(desk.app, path, form, desk.approver);
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
  await desk.app.accepted("/trade/close-position", close, seller);
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
    desk.app.context.database.reader,
  );
  const proposal = known[0]?.id ?? 0n;
  for (let round = 0; round < 5; round += 1) {
    const { seller, position } = await newSeller();
    const { id } = await consent(seller, position);
    const again = await consent(seller, position);
    const form = offerOf(id);
    const close = { id: position, kind: "market" as const, request_id: newRequestId() };
    const [one, two, three, revoked, sold] = await Promise.all([
      publishIn(desk.app.context, form, proposal),
      publishIn(desk.other.context, form, proposal),
      publishIn(desk.other.context, offerOf(again.id), proposal),
      desk.app.refused("/trade/revoke-block-sale", { id, request_id: newRequestId() }, seller),
      round % 2 === 0 ? desk.app.refused("/trade/close-position", close, seller) : "not asked",
    ]);
    const published = [one, two, three].filter((msg) => msg === "ok");
    expect(published.length).toBeLessThanOrEqual(1);
    // The consent ended one way, and the shares went one way.
    expect([one, two, revoked].filter((msg) => msg === "ok").length).toBeLessThanOrEqual(1);
    expect([...published, sold].filter((msg) => msg === "ok").length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM block_offer
      WHERE seller_position_id = ${BigInt(position)}`.execute(desk.app.context.database.reader);
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
  const buyer = await desk.app.newCustomer();
  const before = (await desk.app.accepted("/user/getUserinfo", {}, buyer)).jpy;
  const apply = { id: offer, quantity: "120", request_id: newRequestId() };
  await desk.app.accepted("/trade/apply-block", apply, buyer);
  await desk.app.advance(Math.ceil((Date.parse(ends) - desk.app.context.clock.now()) / 1_000) + 1);
  quoteBoth("2850");
  const state = async () => (await saleOf(seller))?.state;
  await expect.poll(state).toBe("returned");
  const [application] = await desk.app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
  expect(application).toMatchObject({ status: 2, failure: "seller_has_none", credit: "-" });
  expect((await desk.app.accepted("/user/getUserinfo", {}, buyer)).jpy).toBe(before);
  expect(await positionOf(seller, position)).toMatchObject({ status: 0, stock_num: "300" });
});

it("ends with a split in its window: nothing is sold at the price of other shares, and the split reaches what was held back", async () => {
  const { seller, position } = await newSeller();
  const now = desk.app.context.clock.now();
  const { id } = await consent(seller, position, { expires_at: iso(now + 5 * dayMs) });
  const closes = iso(now + 3 * dayMs);
  const offer = await publish(offerOf(id, { closes_at: closes, settles_at: closes }), seller);
  const buyer = await desk.app.newCustomer();
  const apply = { id: offer, quantity: "120", request_id: newRequestId() };
  await desk.app.accepted("/trade/apply-block", apply, buyer);
  const exDate = new Date(now + 1.5 * dayMs).toISOString().slice(0, 10);
  const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
  for (const feed of [desk.app.feed, desk.otherFeed]) feed.act("jpy", "7203", split);
  await desk.app.advance((3 * dayMs) / 1_000);
  const state = async () => {
    quoteBoth("1425");
    return (await saleOf(seller))?.state;
  };
  await expect.poll(state).toBe("returned");
  const [application] = await desk.app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
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
  await desk.app.accepted("/trade/close-position", close, seller);
  const proposed = await opsAccepted(
    desk.app,
    propose,
    { id: await drafted(offerOf(id)) },
    desk.author,
  );
  const { path, form } = decide(proposed.id);
  expect(await opsAccepted(desk.app, path, form, desk.approver)).toMatchObject({
    state: "refused",
    refusal: { code: "block_seller_lacks_shares" },
  });
  // Neither the consent nor the stock waits for anything: the rest can be offered by a new consent.
  expect((await saleOf(seller))?.state).toBe("consented");
  const rest = await consent(seller, position, { quantity: "150" });
  const part = offerOf(rest.id, { total: "150", maximum: "150" });
  const next = await opsAccepted(desk.app, propose, { id: await drafted(part) }, desk.author);
  const approval = decide(next.id);
  expect(await opsAccepted(desk.app, path, approval.form, desk.approver)).toMatchObject({
    state: "approved",
  });
});
