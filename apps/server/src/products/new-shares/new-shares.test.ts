import { createHash } from "node:crypto";
import {
  drawBundlePath,
  framedWords,
  hourMs,
  iso,
  prospectusBytesMax,
  prospectusHash,
  prospectusPath,
  subscriptionStatuses,
  type CallOutput,
  type Calls,
} from "@sanshi/contract";
import { gunzipSync } from "node:zlib";
import { verifyBundle, type DrawBundle, type Verdict } from "@sanshi/draw";
import { findReceipt, signingKeysOf } from "@sanshi/draw/receipt";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findBookFaults } from "../../../../../tests/support/book-faults.ts";
import { debtOf, owe } from "../../../../../tests/support/test-debts.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOffering,
  testOffering,
  verifiedCustomers,
} from "../../../../../tests/support/test-offerings.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { endMarginCalls, openMarginCall } from "../../../../../tests/support/test-margin-calls.ts";
import { keptTexts, tablesWith } from "../../../../../tests/support/kept-texts.ts";
import { tamper } from "../../../../../tests/support/tampering.ts";
import {
  advanceToWednesday,
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import type { Application } from "../../application.ts";
import { drawDue } from "../../platform/draws/drawing.ts";
import { sql } from "../../platform/sql/database.ts";
import { offeringDraws } from "./drawing.ts";
import { announceWithdrawal, lockOffering, sealedSeed, setWithdrawn } from "./offerings.store.ts";
import { releaseAll } from "./paying.ts";

let app: TestApplication;
let other: Application;
let customers: readonly SignedIn[];
let author: OperatorSession;
let approver: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother();
  customers = await verifiedCustomers(app, 8);
  author = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const customer = (index: number): SignedIn => {
  const found = customers[index];
  if (found === undefined) throw new Error("there are not so many customers");
  return found;
};
type Subscription = CallOutput<Calls["/trade/subscribe"]>;
const ask = (id: bigint, quantity: string, requestId = newRequestId()) => ({
  id: id.toString(),
  quantity,
  request_id: requestId,
});
const subscribe = (id: bigint, quantity: string, by: SignedIn): Promise<Subscription> =>
  app.accepted("/trade/subscribe", ask(id, quantity), by);
const shown = (id: bigint, by = customer(0)) =>
  app.accepted("/trade/newstock", { id: id.toString() }, by);
const own = async (id: bigint, by: SignedIn) => (await shown(id, by)).mine;
const bundleOf = async (id: bigint): Promise<DrawBundle> =>
  (
    await app.context.http.fastify.inject({ method: "GET", url: drawBundlePath(id.toString()) })
  ).json();
const untilStatus = (id: bigint, status: number) =>
  expect.poll(async () => (await shown(id)).status).toBe(status);
async function draw(id: bigint): Promise<void> {
  const { closes_at: closes, draws_at: draws } = await shown(id);
  const until = (time: string) => Math.ceil((Date.parse(time) - app.context.clock.now()) / 1_000);
  if (until(closes) > 0) await app.advance(until(closes));
  await expect.poll(async () => (await bundleOf(id)).root ?? null).not.toBeNull();
  if (until(draws) > 0) await app.advance(until(draws));
  await untilStatus(id, 3);
}
/** Whoever asks first of the two processes. */
const inOther = async (path: string, form: Record<string, string>, by: SignedIn) => {
  const answer = await other.context.http.fastify.inject({
    method: "POST",
    url: `/api/vue${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...by },
    payload: new URLSearchParams(form).toString(),
  });
  return answer.json().msg as string;
};

let withdrawnId: bigint;
describe("an offering", () => {
  it("is drafted, proposed and published by two operators, and nothing of it changes then", async () => {
    const now = app.context.clock.now();
    const range = { price_low: "900", price_high: "1100", priced_at: testOffering(now).closes_at };
    const upload = "/api/ops/offerings/prospectus";
    const content = (text: string) => Buffer.from(text, "latin1").toString("base64");
    for (const [file, why] of [
      ["<html>%PDF-1.7 %%EOF", "prospectus_not_pdf"],
      ["%PDF-1.7 cut off", "prospectus_not_pdf"],
      [`%PDF-1.7${"x".repeat(prospectusBytesMax)}%%EOF`, "prospectus_too_large"],
    ] as const) {
      expect(await opsRefused(app, upload, { content: content(file) }, author)).toBe(why);
    }
    const whole = `%PDF-1.7${"x".repeat(prospectusBytesMax - 13)}%%EOF`;
    expect(await opsRefused(app, upload, { content: content(whole) }, author)).toBe("ok");
    const pdf = "%PDF-1.7 a company %%EOF\n";
    const { prospectus } = await opsAccepted(app, upload, { content: content(pdf) }, author);
    const sha256 = prospectusHash(prospectus) ?? "";
    expect(sha256).toBe(createHash("sha256").update(pdf, "latin1").digest("hex"));
    const publicly = (path = prospectus) =>
      app.context.http.fastify.inject({ method: "GET", url: path });
    expect((await publicly()).statusCode).toBe(404);
    // Two operators take their time.
    const opens_at = new Date(now + 600_000).toISOString();
    const form = testOffering(now, { code: "8801", opens_at, ...range, prospectus });
    const draft = { form: { ...form, quota: "350" } };
    const { id } = await opsAccepted(app, "/api/ops/offerings/draft", draft, author);
    const propose = "/api/ops/offerings/propose";
    expect(await opsRefused(app, propose, { id }, author)).toBe("offering_terms_wrong");
    const without = { ...form, prospectus: prospectusPath("0".repeat(64)) };
    await opsAccepted(app, "/api/ops/offerings/draft", { id, form: without }, author);
    expect(await opsRefused(app, propose, { id }, author)).toBe("offering_terms_wrong");
    await opsAccepted(app, "/api/ops/offerings/draft", { id, form }, author);
    const proposed = await opsAccepted(app, propose, { id }, author);
    expect(proposed.state).toBe("proposed");
    const decision = "/api/ops/proposals/:id/decision" as const;
    const approve = { id: proposed.id, decision: "approve" } as const;
    expect(await opsRefused(app, decision, approve, author)).toBe("own_proposal");
    expect(await app.accepted("/trade/newstocklist", { type: "jpy" }, customer(0))).toEqual([]);
    await opsAccepted(app, decision, approve, approver);
    const [listed] = await app.accepted("/trade/newstocklist", { type: "jpy" }, customer(0));
    expect(listed?.prospectus).toBe(prospectus);
    const served = await publicly();
    expect(served.rawPayload.toString("latin1")).toBe(pdf);
    expect(served.headers).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringContaining("attachment"),
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
    });
    // Whoever exchanges the file on the disk has it handed out to nobody.
    await app.context.objects.put(sha256, Buffer.from("%PDF-1.7 another %%EOF"));
    expect((await publicly()).statusCode).toBe(500);
    await app.context.objects.put(sha256, Buffer.from(pdf, "latin1"));
    expect((await publicly()).statusCode).toBe(200);
    expect(listed).toMatchObject({
      written_by_staff: true,
      code: "8801",
      status: 0,
      subscription_price: null,
      per: "22.00",
    });
    const offering = BigInt(listed?.id ?? 0);
    const { terms, terms_hash, entries } = await bundleOf(offering);
    expect(terms).toMatchObject({ price: "1100", delay: 2560, beacon: null });
    expect(terms_hash).toBe(listed?.terms_hash);
    expect(entries).toBeNull();
    for (const change of [
      sql`UPDATE offering SET quota_lots = 9 WHERE id = ${offering}`,
      sql`UPDATE offering SET terms = '{}' WHERE id = ${offering}`,
      sql`UPDATE offering SET prospectus = 'https://example.com' WHERE id = ${offering}`,
      sql`UPDATE prospectus SET bytes = 1`,
      sql`DELETE FROM offering WHERE id = ${offering}`,
    ]) {
      await expect(change.execute(app.context.database.reader)).rejects.toThrow();
    }
    // Its final price comes once, after the close, within the market's rule.
    const price = (text: string) =>
      opsRefused(
        app,
        "/api/ops/offerings/:id/price",
        { id: offering.toString(), price: text },
        author,
      );
    expect(await price("1200")).toBe("offering_not_closed");
    await app.advance(3_700);
    expect(await price("719")).toBe("offering_price_wrong");
    expect(await price("1320")).toBe("ok");
    const { items } = await opsAccepted(app, "/api/ops/proposals", {}, approver);
    await opsAccepted(app, decision, { id: items[0]?.id ?? "", decision: "approve" }, approver);
    expect(await price("1200")).toBe("offering_price_set");
    await app.advance(3_600);
    await untilStatus(offering, 3);
    expect(await shown(offering)).toMatchObject({ subscription_price: "1320", applicants: 0 });
  });

  it("is withdrawn in public with its reason, and everything is released", async () => {
    const id = await newOffering(app, { quota: "200" });
    const three = [customer(0), customer(1), customer(2)];
    for (const entrant of three) await subscribe(id, "100", entrant);
    await draw(id);
    const statuses = await Promise.all(
      three.map(async (entrant) => (await own(id, entrant))?.status),
    );
    const loser = three[statuses.indexOf(subscriptionStatuses.not_allotted)] as SignedIn;
    const [one, two] = three.filter((entrant) => entrant !== loser) as [SignedIn, SignedIn];
    const mine = (await own(id, one))?.id ?? "";
    const paid = await app.accepted(
      "/trade/pay-subscription",
      { id: mine, request_id: newRequestId() },
      one,
    );
    expect(paid).toMatchObject({ status: 1, rjmoney: "100000" });
    withdrawnId = id;
    const before = await app.accepted("/user/assets", { currency: "JPY" }, one);
    expect(before.currencies.find(({ currency }) => currency === "JPY")).toMatchObject({
      frozen: "100000",
      available: "900000",
    });
    // A gap leaves a debt while the money is frozen: what comes back repays it first.
    await owe(app, one, 30_000n);
    const withdraw = { id: id.toString(), reason: ownSentences };
    const { id: proposal, pending } = await opsAccepted(
      app,
      "/api/ops/offerings/:id/withdraw",
      withdraw,
      author,
    );
    // Who approves reads every word of it.
    expect(pending?.reason?.texts).toEqual(ownSentences);
    const approve = { id: proposal, decision: "approve" } as const;
    await opsAccepted(app, "/api/ops/proposals/:id/decision", approve, approver);
    // Its list is public: everybody in it is told, and nothing comes of it for a day.
    await app.settle();
    const announced = await shown(id);
    expect([announced.withdrawn, announced.withdraws?.reason]).toEqual([
      null,
      framedWords(ownSentences),
    ]);
    const takesEffect = Date.parse(announced.withdraws?.at ?? "") - app.context.clock.now();
    expect(takesEffect).toBeGreaterThan(86_300_000);
    expect(await messagesOf(two)).toContain("new_share_withdrawal_announced");
    const payable = { id: (await own(id, two))?.id ?? "", request_id: newRequestId() };
    expect(await app.refused("/trade/pay-subscription", payable, two)).toBe(
      "product_not_available",
    );
    expect(await opsRefused(app, "/api/ops/offerings/:id/withdraw", withdraw, author)).toBe(
      "offering_ended",
    );
    await expect(
      sql`UPDATE offering SET withdrawn_at = app_now(), withdrawn_reason = '{}' WHERE id = ${id}`.execute(
        app.context.database.reader,
      ),
    ).rejects.toThrow("never changes");
    await app.advance(86_400);
    await app.settle();
    expect((await own(id, loser))?.status).toBe(subscriptionStatuses.not_allotted);
    for (const entrant of [one, two, loser]) {
      expect((await messagesOf(entrant)).filter((kind) => kind === "new_share_withdrawn")).toEqual([
        "new_share_withdrawn",
      ]);
    }
    const bundle = (await bundleOf(id)) as DrawBundle & { withdrawn?: { reason: object } };
    expect(bundle.withdrawn?.reason).toEqual(announced.withdraws?.reason);
    expect((await verifyBundle(bundle)).outcome).toBe("proven");
    expect((await shown(id)).withdrawn?.reason).toEqual(framedWords(ownSentences));
    expect((await own(id, one))?.status).toBe(subscriptionStatuses.cancelled);
    const after = await app.accepted("/user/assets", { currency: "JPY" }, one);
    expect(after.currencies.find(({ currency }) => currency === "JPY")?.available).toBe("970000");
    expect(await debtOf(app, one)).toBe(0n);
    expect(
      await app.refused("/trade/pay-subscription", { id: mine, request_id: newRequestId() }, one),
    ).toBe("subscription_not_payable");
  });
});

const available = async (one: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", { currency: "JPY" }, one);
  return currencies.find(({ currency }) => currency === "JPY")?.available;
};
/** Each language says a little more than the others. */
const ownSentences = {
  jp: "発行会社の決算発表が延期されたため、募集を中止します。",
  cn: "发行公司推迟公布财报，因此中止发行。",
  us: "The issuer postponed its results, so the offering is withdrawn.",
};

/** Of the newest messages the kinds. */
const messagesOf = async (by: SignedIn) =>
  (await app.accepted("/user/messages", { limit: "100" }, by)).items.map(({ kind }) => kind);

it("has no second draw for thirty days, which leads to the first one", async () => {
  const { code } = await shown(withdrawnId);
  const now = () => app.context.clock.now();
  const form = () =>
    testOffering(now(), { code, opens_at: new Date(now() + 60_000).toISOString() });
  const propose = async () => {
    const draft = { form: form() };
    const { id } = await opsAccepted(app, "/api/ops/offerings/draft", draft, author);
    return opsRefused(app, "/api/ops/offerings/propose", { id }, author);
  };
  expect(await propose()).toBe("offering_drawn_lately");
  await app.advance(30 * 86_400);
  await advanceToWednesday(app, "12:00");
  expect(await propose()).toBe("ok");
  const { items } = await opsAccepted(app, "/api/ops/proposals", {}, approver);
  const approve = { id: items[0]?.id ?? "", decision: "approve" } as const;
  await opsAccepted(app, "/api/ops/proposals/:id/decision", approve, approver);
  const offered = await app.accepted("/trade/newstocklist", { type: "jpy" }, customer(0));
  const again = offered.find((one) => one.code === code && one.withdrawn === null);
  const id = BigInt(again?.id ?? 0);
  expect((await shown(id)).earlier_draws).toMatchObject([
    { offering: withdrawnId.toString(), reason: framedWords(ownSentences) },
  ]);
  expect(await bundleOf(id)).toMatchObject({
    earlier_draws: [{ address: drawBundlePath(withdrawnId.toString()) }],
  });
});

it("without a final price at the time of its draw is withdrawn, and nobody prices it any more", async () => {
  // Between the close and the draw, also where the next second has begun before it is published.
  const priced_at = iso(app.context.clock.now() + 1.5 * hourMs);
  const id = await newOffering(app, { price_low: "900", price_high: "1100", priced_at });
  await subscribe(id, "100", customer(0));
  await app.advance(7_300);
  const price = { id: id.toString(), price: "1000" };
  expect(await opsRefused(app, "/api/ops/offerings/:id/price", price, author)).toMatch(
    /^offering_(price_late|ended)$/,
  );
  await app.settle();
  expect((await shown(id)).withdrawn?.reason.us).toBe("No final price was set before the draw");
  expect((await own(id, customer(0)))?.status).toBe(subscriptionStatuses.cancelled);
});

it("that is drawn late leaves as much time to pay as was published", async () => {
  const id = await newOffering(app);
  const before = await shown(id);
  await subscribe(id, "100", customer(0));
  await app.advance(3 * 86_400);
  await untilStatus(id, 3);
  const after = await shown(id);
  const late = Date.parse(after.pays_until) - Date.parse(before.pays_until);
  expect(late).toBeGreaterThanOrEqual(3 * 86_400_000);
  for (const time of ["waiting_until", "allocates_at", "lists_at"] as const) {
    expect(Date.parse(after[time]) - Date.parse(before[time])).toBe(late);
  }
  expect(await own(id, customer(0))).toMatchObject({ can_pay: true, pay_until: after.pays_until });
});

it("under a freeze is paid for, and what is missed under it counts for nothing", async () => {
  const [paying, missing] = [await newOffering(app), await newOffering(app)];
  const frozen = customer(7);
  for (const id of [paying, missing]) await subscribe(id, "100", frozen);
  for (const id of [paying, missing]) await draw(id);
  const cases = await opsAccepted(
    app,
    "/api/ops/customers/:account/cases",
    { account: frozen.account },
    approver,
  );
  expect(cases.items.filter(({ kind }) => kind === "new_share_payment")).toHaveLength(2);
  await sql`UPDATE customer SET state = 'frozen' WHERE account = ${frozen.account}`.execute(
    app.owner.reader,
  );
  const form = { id: (await own(paying, frozen))?.id ?? "", request_id: newRequestId() };
  expect(await app.refused("/trade/pay-subscription", form, frozen)).toBe("ok");
  await app.advance(2 * 86_400);
  await app.settle();
  expect((await own(missing, frozen))?.status).toBe(subscriptionStatuses.deadline_missed);
  const counted = await sql<{ missed_restricted: boolean }>`SELECT missed_restricted
    FROM new_share_subscription WHERE offering_id = ${missing}`.execute(app.owner.reader);
  expect(counted.rows).toEqual([{ missed_restricted: true }]);
  await sql`UPDATE customer SET state = 'active' WHERE account = ${frozen.account}`.execute(
    app.owner.reader,
  );
});

describe("a large offering that is withdrawn", () => {
  it("gives back to some at once, and to the others by whoever comes next", async () => {
    const id = await newOffering(app);
    const payers = [customer(2), customer(3), customer(4)];
    for (const one of payers) await subscribe(id, "100", one);
    await draw(id);
    for (const one of payers) {
      const form = { id: (await own(id, one))?.id ?? "", request_id: newRequestId() };
      await app.accepted("/trade/pay-subscription", form, one);
    }
    const { clock, database } = app.context;
    const reason = { jp: "中止", cn: "撤回", us: "Withdrawn" };
    await database.transaction(async (transaction) => {
      const offering = await lockOffering(transaction, id);
      const at = clock.now();
      await announceWithdrawal(transaction, id, { reason, at, takesEffectAt: at });
      await setWithdrawn(transaction, id, { reason, at });
      await releaseAll(transaction, offering!, { at, atOnce: 1 });
    });
    for (const one of payers) {
      await expect.poll(async () => (await own(id, one))?.status).toBe(7);
      expect(await available(one)).toBe("1000000");
    }
  });
});

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
          : inOther("/trade/subscribe", ask(id, "100"), one),
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
  it("is what anybody finds who runs it again, and each entrant's receipt is in it", async () => {
    id = await newOffering(app);
    const receipts = [];
    for (const one of customers) receipts.push((await subscribe(id, "200", one)).receipt);
    const before = await keptTexts(app);
    const saidBefore = JSON.stringify([await bundleOf(id), await shown(id)]);
    // Around the last millisecond: whoever was taken is in the list, whoever came late was told.
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

  it("is handed out once compressed, and not again to whoever has it", async () => {
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
    // As whoever owns the tables could, with every guard switched off.
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
      inOther("/trade/pay-subscription", pay(), payer),
      inOther("/trade/waive-subscription", { id: subscription }, payer),
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

describe("paying", () => {
  it("beside a withdrawal of the same money in another process lets one of them have it", async () => {
    await setSetting(app, "withdrawal_hours", "00:00-24:00");
    await setSetting(app, "withdrawal_days", "every");
    const one = await readyToWithdraw(app);
    const id = await newOffering(app);
    await subscribe(id, "100", one);
    await draw(id);
    const before = await app.accepted("/user/assets", { currency: "JPY" }, one);
    const yen = ({ currencies }: typeof before) => {
      const found = currencies.find(({ currency }) => currency === "JPY");
      return { available: Number(found?.available), frozen: Number(found?.frozen) };
    };
    const { available } = yen(before);
    const withdrawal = {
      currency: "JPY",
      // All but half of what is to be paid.
      amount: String(available - 50_000),
      card_id: one.cardId,
      fund_password: testFundPassword,
    };
    const mine = (await own(id, one))?.id ?? "";
    const answers = await Promise.all([
      app.refused("/trade/pay-subscription", { id: mine, request_id: newRequestId() }, one),
      inOther("/user/withdraw", { ...withdrawal, request_id: newRequestId() }, one),
    ]);
    expect(answers.toSorted()).toEqual(["insufficient_balance", "ok"]);
    const after = yen(await app.accepted("/user/assets", { currency: "JPY" }, one));
    expect(after.available + after.frozen).toBe(available);
    expect([50_000, available - 100_000]).toContain(after.available);
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

  it("suspends in China whoever leaves three payments within twelve months", async () => {
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
});
