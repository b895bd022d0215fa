import {
  blockDrawName,
  drawBundlePath,
  hourMs,
  iso,
  type BlockOfferForm,
  type CallOutput,
  type Calls,
} from "@sanshi/contract";
import { verifyBundle, type DrawBundle, type Verdict } from "@sanshi/draw";
import { findReceipt, signingKeysOf } from "@sanshi/draw/receipt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  codeIn,
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newBlock } from "../../../../../tests/support/test-blocks.ts";
import { verifiedCustomer } from "../../../../../tests/support/test-money.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import { newOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";
import type { Application } from "../../application.ts";
import { sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let other: Application;
let customers: readonly SignedIn[];
beforeAll(async () => {
  app = await startTestApplication();
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother();
  customers = await verifiedCustomers(app, 8);
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

type Applied = CallOutput<Calls["/trade/apply-block"]>;
const customer = (index: number): SignedIn => {
  const found = customers[index];
  if (found === undefined) throw new Error("there are not so many customers");
  return found;
};
const ask = (id: bigint, quantity: string) => ({
  id: id.toString(),
  quantity,
  request_id: newRequestId(),
});
const apply = (id: bigint, quantity: string, by: SignedIn): Promise<Applied> =>
  app.accepted("/trade/apply-block", ask(id, quantity), by);
const refused = async (id: bigint, quantity: string, by: SignedIn) =>
  (await app.post("/trade/apply-block", ask(id, quantity), by)).body.msg;
const shown = (id: bigint, by = customer(0)) =>
  app.accepted("/trade/block", { id: id.toString() }, by);
const bundleOf = async (id: bigint): Promise<DrawBundle> =>
  (
    await app.context.http.fastify.inject({
      method: "GET",
      url: drawBundlePath(blockDrawName(id.toString())),
    })
  ).json();
const drawState = (id: bigint, by: SignedIn) =>
  app.accepted("/trade/block-draw", { id: id.toString() }, by);
/** A hundred shares for whoever the draw names, at most fifty each; settled half an hour after the close. */
const drawnBlock = (more: Partial<BlockOfferForm> = {}) => {
  const at = (hours: number) => iso(app.context.clock.now() + hours * hourMs);
  return newBlock(app, {
    total: "100",
    maximum: "50",
    rule: "equal",
    closes_at: at(1),
    settles_at: at(1.5),
    ...more,
  });
};
const until = async (time: string) => {
  const seconds = Math.ceil((Date.parse(time) - app.context.clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
};
async function close(id: bigint): Promise<void> {
  await until((await shown(id)).closes_at);
  await expect.poll(async () => (await bundleOf(id)).root ?? null).not.toBeNull();
}
async function settle(id: bigint): Promise<void> {
  await until((await shown(id)).settles_at);
  for (const code of ["7203", "6758"]) app.feed.quote("jpy", code, "2850");
  await expect.poll(async () => (await shown(id)).status).toBe(3);
}
const own = async (id: bigint, by: SignedIn) => (await shown(id, by)).mine[0];
async function moneyOf(by: SignedIn) {
  const { currencies } = await app.accepted("/user/assets", {}, by);
  const yen = currencies.find(({ currency }) => currency === "JPY");
  return { available: Number(yen?.available), frozen: Number(yen?.frozen) };
}
async function proven(id: bigint): Promise<Extract<Verdict, { outcome: "proven" }>> {
  const verdict = await verifyBundle(await bundleOf(id));
  if (verdict.outcome !== "proven") throw new Error(JSON.stringify(verdict));
  return verdict;
}

describe("a block that is drawn", () => {
  it("takes one entry of each verified customer, more than there is, and fills what anybody finds who draws again", async () => {
    const id = await drawnBlock();
    const { terms, terms_hash: termsHash, entries } = await bundleOf(id);
    expect(terms).toMatchObject({ offering: `block-${id}`, quota_lots: 10, max_lots: 5 });
    expect(entries).toBeNull();
    expect((await shown(id)).draw).toMatchObject({ terms_hash: termsHash, applicants: 0 });
    expect(await refused(id, "30", await app.newCustomer())).toBe("not_verified");
    // Both processes at once: of each customer's two one comes second.
    const answers = await Promise.all(
      customers.flatMap((by) => [
        refused(id, "30", by),
        codeIn(other, "/trade/apply-block", ask(id, "30"), by),
      ]),
    );
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(8);
    expect(new Set(answers)).toEqual(new Set(["ok", "block_applied_already"]));
    expect(await shown(id)).toMatchObject({
      left: "100",
      draw: { applicants: 8, applied_quantity: "240", winning_rate: "41.66" },
    });
    // Whoever cancels is not in the list; whoever comes again has another number.
    const first = await own(id, customer(0));
    const cancel = { id: first?.id ?? "", request_id: newRequestId() };
    await app.accepted("/trade/cancel-block", cancel, customer(0));
    const again = await apply(id, "50", customer(0));
    expect(again.receipt?.number).not.toBe(first?.receipt?.number);
    const frozen = (await moneyOf(customer(0))).frozen;
    await close(id);
    expect(await refused(id, "30", customer(0))).toBe("block_closed");
    const { reader } = app.context.database;
    for (const change of [
      sql`UPDATE block_application SET status = 3, ended_at = app_now() WHERE id = ${BigInt(again.id)}`,
      sql`UPDATE block_application SET lots = 1 WHERE id = ${BigInt(again.id)}`,
      sql`UPDATE block_draw SET terms = '{}' WHERE offer_id = ${id}`,
      sql`UPDATE block_draw SET root = 'other' WHERE offer_id = ${id}`,
      sql`DELETE FROM block_draw WHERE offer_id = ${id}`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow();
    }
    const told = async () =>
      (await app.accepted("/user/messages", {}, customer(1))).items.some(
        ({ kind, params }) => kind === "block_closed" && params["root"] === rootOf,
      );
    const { root: rootOf } = await drawState(id, customer(1));
    await expect.poll(told, { timeout: 10_000 }).toBe(true);
    // Nothing is drawn before its time.
    expect((await bundleOf(id)).seed).toBeNull();
    await settle(id);
    const { bundle } = await proven(id);
    expect(bundle.entries).toHaveLength(8);
    expect(bundle.allotments.reduce((sum, { lots }) => sum + lots, 0)).toBe(10);
    const keys = signingKeysOf(await bundleOf(id));
    for (const by of customers) {
      const mine = await own(id, by);
      const receipt = mine?.receipt;
      if (receipt === undefined || receipt === null) throw new Error("an entry without a receipt");
      expect(
        findReceipt({ receipt, termsHash: bundle.terms_hash, entries: bundle.entries, keys }),
      ).toBe("entered");
      const lots = bundle.allotments.find(({ number }) => number === receipt.number)?.lots ?? 0;
      expect(mine).toMatchObject(
        lots > 0
          ? { status: 1, filled_quantity: String(lots * 10) }
          : { status: 2, failure: "not_allotted" },
      );
      expect((await moneyOf(by)).frozen).toBeLessThan(frozen);
    }
    expect(await drawState(id, customer(0))).toMatchObject({
      root: bundle.root,
      result: bundle.result,
      number: again.receipt?.number,
    });
  });

  it("takes one entry of a person, whichever of two accounts asks first, until it is cancelled; and any where nothing is drawn", async () => {
    const passport = { isPassport: true, idNumber: "TZ7654323" };
    const [one, two] = [
      await verifiedCustomer(app, passport),
      await verifiedCustomer(app, passport),
    ];
    const stranger = await verifiedCustomer(app, { isPassport: true });
    for (let round = 0; round < 5; round += 1) {
      const id = await drawnBlock();
      const [answerOne, answerTwo, ...untouched] = await Promise.all([
        refused(id, "10", one),
        codeIn(other, "/trade/apply-block", ask(id, "10"), two),
        refused(id, "10", stranger),
        refused(id, "10", customer(0)),
      ]);
      expect([answerOne, answerTwo].toSorted()).toEqual(["ok", "person_entered_already"]);
      expect(untouched).toEqual(["ok", "ok"]);
      const [winner, loser] = answerOne === "ok" ? [one, two] : [two, one];
      const preview = { id: id.toString(), quantity: "10" };
      expect(await app.refused("/trade/preview-block", preview, loser)).toBe(
        "person_entered_already",
      );
      const cancel = { id: (await own(id, winner))?.id ?? "", request_id: newRequestId() };
      await app.accepted("/trade/cancel-block", cancel, winner);
      await apply(id, "10", loser);
      expect(await refused(id, "10", winner)).toBe("person_entered_already");
      // The table holds it over every writer.
      const copied = sql`INSERT INTO block_application (offer_id, customer_id, lots, cost, fee, applied_at, number, nonce,
          signature, identity)
        SELECT offer_id, customer_id + 1000000, lots, cost, fee, applied_at, 'copy', nonce, signature, identity
        FROM block_application WHERE offer_id = ${id} AND identity IS NOT NULL AND status = 0`;
      await expect(copied.execute(app.context.database.reader)).rejects.toThrow("person");
    }
    const id = await drawnBlock({ rule: "first_come" });
    await apply(id, "10", one);
    await apply(id, "10", two);
  });

  it("gives everybody all where there is enough, by lot as well", async () => {
    const id = await drawnBlock({ rule: "by_lot" });
    await apply(id, "40", customer(0));
    await apply(id, "50", customer(1));
    await close(id);
    await settle(id);
    await proven(id);
    expect(await own(id, customer(0))).toMatchObject({ status: 1, filled_quantity: "40" });
    expect(await own(id, customer(1))).toMatchObject({ status: 1, filled_quantity: "50" });
  });

  it("that is withdrawn after its close is never drawn, stays in public, and gives all the money back", async () => {
    const [author, approver] = [
      await newOperator(app, "approver"),
      await newOperator(app, "approver"),
    ];
    const before = await moneyOf(customer(2));
    const id = await drawnBlock();
    await apply(id, "50", customer(2));
    await close(id);
    const path = "/api/ops/block-offers/:id/withdraw" as const;
    const withdraw = { id: id.toString(), reason: "seller_withdrew" };
    const proposed = await opsAccepted(app, path, withdraw, author);
    const decision = "/api/ops/proposals/:id/decision" as const;
    await opsAccepted(app, decision, { id: proposed.id, decision: "approve" }, approver);
    expect(await moneyOf(customer(2))).toEqual(before);
    await until((await shown(id)).settles_at);
    await app.advance(60);
    const bundle = await bundleOf(id);
    expect(bundle).toMatchObject({ seed: null, result: null });
    expect(bundle.entries).toHaveLength(1);
    expect((await shown(id)).withdrawn).not.toBeNull();
  });
});
