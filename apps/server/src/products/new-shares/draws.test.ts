import { drawBundlePath, subscriptionStatuses } from "@sanshi/contract";
import { gunzipSync } from "node:zlib";
import { verifyBundle, type Verdict } from "@sanshi/draw";
import { findReceipt, signingKeysOf } from "@sanshi/draw/receipt";
import { describe, expect, it } from "vitest";
import { findBookFaults } from "../../../../../tests/support/book-faults.ts";
import {
  codeIn,
  newRequestId,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { verifiedCustomer } from "../../../../../tests/support/test-money.ts";
import { newOffering } from "../../../../../tests/support/test-offerings.ts";
import { opsAccepted } from "../../../../../tests/support/test-operators.ts";
import { endMarginCalls, openMarginCall } from "../../../../../tests/support/test-margin-calls.ts";
import { keptTexts, tablesWith } from "../../../../../tests/support/kept-texts.ts";
import { tamper } from "../../../../../tests/support/tampering.ts";
import { drawDue } from "../../platform/draws/drawing.ts";
import { sql } from "../../platform/sql/database.ts";
import { offeringDraws } from "./drawing.ts";
import { announceWithdrawal, sealedSeed } from "./offerings.store.ts";
import {
  allTestsOnOfferings,
  app,
  other,
  customers,
  author,
  customer,
  ask,
  subscribe,
  shown,
  own,
  bundleOf,
  untilStatus,
  draw,
  available,
} from "./new-shares.fixture.ts";

allTestsOnOfferings();

describe("subscribing", () => {
  it("takes whom and what the terms say, and nobody twice from two processes", async () => {
    const id = await newOffering(app, {
      opens_at: new Date(app.context.clock.now() + 600_000).toISOString(),
    });
    const [one] = [customer(0)];
    const refused = (quantity: string, by = one) =>
      app.refused("/trade/subscribe", ask(id, quantity), by);
    expect(await refused("100", await app.newCustomer())).toBe("not_verified");
    expect(await refused("100")).toBe("subscription_not_open");
    await app.advance(600);
    expect(await refused("0")).toBe("quantity_not_positive");
    expect(await refused("150")).toBe("quantity_not_in_lots");
    expect(await refused("400")).toBe("quantity_above_maximum");
    expect(await app.refused("/trade/subscribe", ask(999n, "100"), one)).toBe(
      "product_not_available",
    );
    const preview = { id: id.toString(), quantity: "300" };
    expect(await app.accepted("/trade/preview-subscription", preview, one)).toEqual({
      cost: "300000",
      available: await available(one),
      winning_rate: "100.00",
      applicants: 1,
    });
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? app.refused("/trade/subscribe", ask(id, "100"), one)
          : codeIn(other, "/trade/subscribe", ask(id, "100"), one),
      ),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(["ok", "subscribed_already"]));
    const { id: mine = "" } = (await own(id, one)) ?? {};
    await app.accepted("/trade/cancel-subscription", { id: mine }, one);
    expect((await shown(id)).applicants).toBe(0);
    // What everybody reads follows from the entries, and one that does not is named.
    expect(await app.ledgerFaults()).toEqual([]);
    const count = (applicants: number) =>
      sql`UPDATE new_share_applied SET applicants = ${applicants}, lots = ${applicants}
        WHERE offering_id = ${id}`.execute(app.owner.reader);
    await count(1);
    expect((await app.ledgerFaults()).join()).toContain(`offering ${id}`);
    await count(0);
    const requestId = newRequestId();
    const first = await app.accepted("/trade/subscribe", ask(id, "200", requestId), one);
    expect(await app.accepted("/trade/subscribe", ask(id, "200", requestId), one)).toEqual(first);
  });

  it("comes in the first and the last millisecond, and a millisecond beside them not by SQL either", async () => {
    const id = await newOffering(app);
    const { reader } = app.context.database;
    const enter = (at: ReturnType<typeof sql>, number: string) =>
      sql`INSERT INTO new_share_subscription (id, offering_id, customer_id, number, lots, nonce,
          subscribed_at, signature)
        SELECT nextval('new_share_subscription_id'), o.id, c.id, ${number}, 1, 'x', ${at}, 'x'
        FROM offering o, customer c WHERE o.id = ${id}
          AND NOT EXISTS (SELECT FROM new_share_subscription s WHERE s.offering_id = o.id AND s.customer_id = c.id)
        ORDER BY c.id LIMIT 1`.execute(reader);
    const edge = sql`interval '1 millisecond'`;
    await expect(enter(sql`o.opens_at - ${edge}`, "NSE1")).rejects.toThrow("takes no entry");
    await expect(enter(sql`o.closes_at`, "NSE2")).rejects.toThrow("takes no entry");
    await enter(sql`o.opens_at`, "NSE3");
    await enter(sql`o.closes_at - ${edge}`, "NSE4");
    expect((await shown(id)).applicants).toBe(2);
  });

  it("asks for enough money where the terms do, and cannot be cancelled in China", async () => {
    const dear = await newOffering(app, { price_low: "20000", price_high: "20000" });
    expect(await app.refused("/trade/subscribe", ask(dear, "100"), customer(0))).toBe(
      "insufficient_balance",
    );
    const chinese = await newOffering(app, { type: "cny", code: "600901", asks_money: false });
    const { id } = await subscribe(chinese, "100", customer(0));
    expect(await app.refused("/trade/cancel-subscription", { id }, customer(0))).toBe(
      "subscription_not_cancellable",
    );
  });
});

describe("the draw", () => {
  let id: bigint;
  let verdict: Verdict;
  it("is what running it again finds, and each entrant's receipt is in it", async () => {
    id = await newOffering(app);
    const receipts = [];
    for (const one of customers) receipts.push((await subscribe(id, "200", one)).receipt);
    const before = await keptTexts(app);
    const saidBefore = JSON.stringify([await bundleOf(id), await shown(id)]);
    // Around the last millisecond: who was taken is in the list, and who came late was refused.
    await draw(id);
    const bundle = await bundleOf(id);
    verdict = await verifyBundle(bundle);
    expect(verdict).toMatchObject({ outcome: "proven", rootLateSeconds: 0 });
    if (verdict.outcome !== "proven") return;
    const { entries, terms_hash: termsHash, allotments, seed } = verdict.bundle;
    // Nobody could have read it before, neither in the database nor in what was said.
    for (const text of [seed, Buffer.from(seed, "hex").toString("base64")]) {
      expect(tablesWith(before, text)).toEqual([]);
      expect(saidBefore).not.toContain(text);
    }
    expect(tablesWith(await keptTexts(app), seed)).toEqual(["offering"]);
    for (const receipt of receipts) {
      expect(findReceipt({ receipt, termsHash, entries, keys: signingKeysOf(bundle) })).toBe(
        "entered",
      );
    }
    expect(allotments.map(({ lots }) => lots)).toEqual([1, 1, 1]);
    for (const one of customers) {
      const mine = await own(id, one);
      const won = allotments.some(({ number }) => number === mine?.number);
      expect(mine).toMatchObject(
        won
          ? { status: 4, allotted_quantity: "100", total_payable: "100000" }
          : { status: 3, waiting_place: verdict.waiting.indexOf(mine?.number ?? "") + 1 },
      );
    }
    expect(await app.refused("/trade/subscribe", ask(id, "100"), customer(0))).toBe(
      "subscription_not_open",
    );
    const told = async () => {
      const { items } = await app.accepted("/user/messages", {}, customer(0));
      return items.some(({ kind }) => /^new_share_(?:not_)?allotted$/.test(kind));
    };
    await expect.poll(told).toBe(true);
  });

  it("is sent compressed, and not again to a client that has it", async () => {
    const ask = (headers: Record<string, string>) =>
      app.context.http.fastify.inject({
        method: "GET",
        url: drawBundlePath(id.toString()),
        headers,
      });
    const plain = await ask({});
    const small = await ask({ "accept-encoding": "gzip, br" });
    expect(small.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(small.rawPayload).equals(plain.rawPayload)).toBe(true);
    const again = await ask({ "if-none-match": `W/${String(plain.headers["etag"])}` });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    expect((await ask({ "if-none-match": '"other"' })).statusCode).toBe(200);
  });

  it("cannot be changed: no entry, list, root, price or result, and its check would name it", async () => {
    const { reader } = app.context.database;
    for (const change of [
      sql`INSERT INTO new_share_subscription (id, offering_id, customer_id, number, lots, nonce,
          subscribed_at, signature)
        SELECT 10000 + id, ${id}, id, 'NSX' || id, 1, 'x', app_now(), 'x' FROM customer LIMIT 1`,
      sql`UPDATE new_share_subscription SET lots = 3 WHERE offering_id = ${id}`,
      sql`UPDATE new_share_subscription SET status = 0 WHERE offering_id = ${id}`,
      sql`DELETE FROM new_share_subscription WHERE offering_id = ${id}`,
      sql`UPDATE offering SET root = 'x' WHERE id = ${id}`,
      sql`UPDATE offering SET price = 1 WHERE id = ${id}`,
      sql`UPDATE offering SET result = NULL, seed = NULL, drawn_at = NULL WHERE id = ${id}`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow();
    }
    const bundle = await bundleOf(id);
    const entries = [...(bundle.entries ?? []), { number: "NS999999999999", lots: 1, nonce: "x" }];
    expect(await verifyBundle({ ...bundle, entries })).toMatchObject({
      outcome: "failed",
      step: "root",
    });
  });

  it("gives nobody what others drew by the server's role unnoticed", async () => {
    let faults: string[] = [];
    const forging = app.context.database.transaction(async (transaction) => {
      await sql`UPDATE new_share_subscription SET status = 4, allotted_lots = lots, amount = lots,
          pay_until = app_now() + interval '1 day'
        WHERE id = (SELECT id FROM new_share_subscription WHERE offering_id = ${id} AND status = 3
          ORDER BY waiting_place DESC LIMIT 1)`.execute(transaction);
      faults = await findBookFaults(transaction);
      throw new Error("undo");
    });
    await expect(forging).rejects.toThrow("undo");
    expect(faults.join("\n")).toMatch(
      /allotment lots: .*number NS\d+: expected 0 of 2, found 2 of 2/,
    );
    expect(faults.join("\n")).toMatch(new RegExp(`subscription quota: offering ${id}: expected`));
  });

  it("of a list that was changed behind the server's back is not made, and its check names the list", async () => {
    const changed = await newOffering(app);
    await subscribe(changed, "100", customer(0));
    const { closes_at: closes, draws_at: draws } = await shown(changed);
    const until = (time: string) => Math.ceil((Date.parse(time) - app.context.clock.now()) / 1_000);
    await app.advance(until(closes));
    const { reader } = app.context.database;
    const root = async () =>
      (
        await sql<{ root: string | null }>`SELECT root FROM offering WHERE id = ${changed}`.execute(
          reader,
        )
      ).rows[0]?.root ?? null;
    await expect.poll(root).not.toBeNull();
    // As the tables' owner could, with every guard switched off.
    const late = "NS999999999999";
    const tampered = (work: Parameters<typeof tamper>[2]) =>
      tamper(app, "new_share_subscription", work);
    await tampered((owner) =>
      sql`INSERT INTO new_share_subscription (id, offering_id, customer_id, number, lots, nonce,
          subscribed_at, signature)
        SELECT nextval('new_share_subscription_id'), ${changed}, id, ${late}, 1, 'x', app_now(), 'x'
        FROM customer WHERE account = ${customer(1).account}`.execute(owner),
    );
    const failed = { outcome: "failed", step: "root" };
    expect(await verifyBundle(await bundleOf(changed))).toMatchObject(failed);
    await app.advance(until(draws) + 1);
    await drawDue(app.context, offeringDraws);
    expect(await shown(changed)).toMatchObject({ status: 2 });
    expect(await verifyBundle(await bundleOf(changed))).toMatchObject(failed);
    // The list that was closed is drawn.
    await tampered((owner) =>
      sql`DELETE FROM new_share_subscription WHERE number = ${late}`.execute(owner),
    );
    await untilStatus(changed, 3);
    expect((await verifyBundle(await bundleOf(changed))).outcome).toBe("proven");
  });

  it("that fails keeps no other from its root and its result", async () => {
    const broken = await newOffering(app, { code: "9101" });
    const { reader } = app.owner;
    await sql`ALTER TABLE offering ADD CONSTRAINT broken CHECK (code <> '9101' OR root IS NULL) NOT VALID`.execute(
      reader,
    );
    await draw(await newOffering(app));
    expect((await bundleOf(broken)).root).toBeNull();
    await sql`ALTER TABLE offering DROP CONSTRAINT broken`.execute(reader);
    // Its seed is not what was sealed any more.
    const sealed = await sealedSeed(reader, broken);
    const keep = (bytes: Buffer) =>
      sql`UPDATE offering SET seed_sealed = ${bytes} WHERE id = ${broken}`.execute(reader);
    await keep(Buffer.from("nothing"));
    await draw(await newOffering(app));
    expect((await shown(broken)).status).toBe(2);
    await keep(sealed);
    await untilStatus(broken, 3);
  });

  it("goes on to paying, waiving and the waiting list in its order, whatever comes at once", async () => {
    if (verdict.outcome !== "proven") throw new Error("not drawn");
    const { allotments } = verdict.bundle;
    const byNumber = new Map<string, SignedIn>();
    for (const one of customers) byNumber.set((await own(id, one))?.number ?? "", one);
    const [payer, waiver, late] = allotments.map(({ number }) => byNumber.get(number));
    if (payer === undefined || waiver === undefined || late === undefined) throw new Error("who?");
    const mine = async (by: SignedIn) => (await own(id, by))?.id ?? "";
    // Paid twice and waived at once from two processes: one of them happens, once.
    const subscription = await mine(payer);
    const pay = () => ({ id: subscription, request_id: newRequestId() });
    // What a margin call is owed stays in the account.
    await openMarginCall(app, payer, "jpy");
    expect(await app.refused("/trade/pay-subscription", pay(), payer)).toBe("margin_call_open");
    await endMarginCalls(app);
    const answers = await Promise.all([
      app.refused("/trade/pay-subscription", pay(), payer),
      codeIn(other, "/trade/pay-subscription", pay(), payer),
      codeIn(other, "/trade/waive-subscription", { id: subscription }, payer),
      app.refused("/trade/pay-subscription", pay(), payer),
    ]);
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    await app.accepted("/trade/waive-subscription", { id: await mine(waiver) }, waiver);
    const [firstWaiting = "", secondWaiting = ""] = verdict.waiting;
    const statusOf = async (number: string) => {
      const by = byNumber.get(number);
      return by === undefined ? undefined : (await own(id, by))?.status;
    };
    await expect.poll(() => statusOf(firstWaiting)).toBe(4);
    await app.advance(36 * 3_600);
    await expect
      .poll(async () => (await own(id, late))?.status)
      .toBe(subscriptionStatuses.deadline_missed);
    expect(
      await app.refused(
        "/trade/pay-subscription",
        { id: await mine(late), request_id: newRequestId() },
        late,
      ),
    ).toBe("payment_deadline_passed");
    await expect.poll(() => statusOf(secondWaiting)).toBe(4);
    const { items } = await opsAccepted(app, "/api/ops/offerings", {}, author);
    const funnel = items.find((item) => item.id === id.toString())?.funnel;
    expect(funnel).toMatchObject({
      subscribed: { count: 8, lots: 16 },
      missed: { count: 1, lots: 1 },
    });
  });
});

/** Of two for one lot, the one who was not drawn gets it once the other waives it, and waives it as well. */
async function waivesFromWaiting(
  both: readonly [SignedIn, SignedIn],
  waived: (id: bigint, by: SignedIn) => Promise<boolean | undefined>,
): Promise<SignedIn> {
  const terms = { type: "cny", code: "600910", asks_money: false, quota: "100" } as const;
  const id = await newOffering(app, { ...terms, price_low: "10", price_high: "10" });
  for (const by of both) await subscribe(id, "100", by);
  await draw(id);
  const statusOf = async (by: SignedIn) => (await own(id, by))?.status;
  const isDrawn = (await statusOf(both[0])) === subscriptionStatuses.payable;
  const [drawn, waiting] = isDrawn ? both : [both[1], both[0]];
  expect(await waived(id, drawn)).toBe(true);
  await expect.poll(() => statusOf(waiting)).toBe(subscriptionStatuses.payable);
  expect(await waived(id, waiting)).toBe(false);
  return waiting;
}

describe("a draw by lot", () => {
  it("gives each lot to a place of its own, and nobody more than the quota", async () => {
    const id = await newOffering(app, { rule: "by_lot", quota: "500", asks_money: false });
    for (const one of customers) await subscribe(id, "300", one);
    await draw(id);
    const result = await verifyBundle(await bundleOf(id));
    expect(result.outcome).toBe("proven");
    if (result.outcome !== "proven") return;
    const lots = result.bundle.allotments.reduce((sum, one) => sum + one.lots, 0);
    expect(lots).toBe(5);
  });

  it("suspends in China a customer who leaves three payments within twelve months", async () => {
    const waived = async (id: bigint, by: SignedIn) => {
      const { id: mine = "", waiving_counts: counts } = (await own(id, by)) ?? {};
      await app.accepted("/trade/waive-subscription", { id: mine }, by);
      return counts;
    };
    // What others left came to it from the waiting list: nobody who was not drawn has to be there to pay.
    const one = await waivesFromWaiting([customer(6), customer(7)], waived);
    for (const code of ["600902", "600903", "600904"]) {
      const id = await newOffering(app, { type: "cny", code, asks_money: false, quota: "300" });
      await subscribe(id, "100", one);
      await draw(id);
      expect(await waived(id, one)).toBe(true);
    }
    const id = await newOffering(app, { type: "cny", code: "600905", asks_money: false });
    expect(await app.refused("/trade/subscribe", ask(id, "100"), one)).toBe(
      "subscription_suspended",
    );
  });

  it("suspends the person, whichever of two accounts left the payments", async () => {
    const passport = { isPassport: true, idNumber: "TZ7654399" };
    const first = await verifiedCustomer(app, passport);
    const second = await verifiedCustomer(app, passport);
    const left = [first, first, second];
    for (const [index, by] of left.entries()) {
      const code = `60091${index + 1}`;
      const id = await newOffering(app, { type: "cny", code, asks_money: false, quota: "300" });
      await subscribe(id, "100", by);
      await draw(id);
      const { id: mine = "" } = (await own(id, by)) ?? {};
      await app.accepted("/trade/waive-subscription", { id: mine }, by);
    }
    const id = await newOffering(app, { type: "cny", code: "600914", asks_money: false });
    for (const by of [first, second]) {
      expect(
        await app.refused("/trade/preview-subscription", { id: `${id}`, quantity: "100" }, by),
      ).toBe("subscription_suspended");
      expect(await app.refused("/trade/subscribe", ask(id, "100"), by)).toBe(
        "subscription_suspended",
      );
    }
    expect(await app.refused("/trade/subscribe", ask(id, "100"), customer(5))).toBe("ok");
  });

  it("does not suspend for what nobody could pay any more, as its withdrawal was announced", async () => {
    const one = customer(4);
    for (const code of ["600921", "600922", "600923"]) {
      const id = await newOffering(app, { type: "cny", code, asks_money: false, quota: "300" });
      await subscribe(id, "100", one);
      await draw(id);
      const at = app.context.clock.now();
      const reason = { jp: "中止", cn: "中止", us: "Withdrawn" };
      await app.owner.transaction((transaction) =>
        announceWithdrawal(transaction, id, { reason, at, takesEffectAt: at + 86_400_000 }),
      );
      const { id: mine = "", ...said } = (await own(id, one)) ?? {};
      expect(said).toMatchObject({ can_pay: false, waiving_counts: false });
      await app.accepted("/trade/waive-subscription", { id: mine }, one);
    }
    const id = await newOffering(app, { type: "cny", code: "600924", asks_money: false });
    expect(await app.refused("/trade/subscribe", ask(id, "100"), one)).toBe("ok");
  });
});
