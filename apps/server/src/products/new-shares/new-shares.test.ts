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
} from "@sanshi/contract";
import { verifyBundle, type DrawBundle } from "@sanshi/draw";
import { describe, expect, it } from "vitest";
import { debtOf, owe } from "../../../../../tests/support/test-debts.ts";
import {
  codeIn,
  newRequestId,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { newOffering, testOffering } from "../../../../../tests/support/test-offerings.ts";
import { opsAccepted, opsRefused } from "../../../../../tests/support/test-operators.ts";
import {
  advanceToWednesday,
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import { sql } from "../../platform/sql/database.ts";
import { announceWithdrawal, lockOffering, setWithdrawn } from "./offerings.store.ts";
import { releaseAll } from "./paying.ts";
import {
  allTestsOnOfferings,
  app,
  other,
  author,
  approver,
  customer,
  subscribe,
  shown,
  own,
  bundleOf,
  untilStatus,
  draw,
  available,
  messagesOf,
} from "./new-shares.fixture.ts";

allTestsOnOfferings();

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
    // A file that was exchanged on the disk is sent to nobody.
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

/** Each language says a little more than the others. */
const ownSentences = {
  jp: "発行会社の決算発表が延期されたため、募集を中止します。",
  cn: "发行公司推迟公布财报，因此中止发行。",
  us: "The issuer postponed its results, so the offering is withdrawn.",
};

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
  it("gives back to some at once, and to the others in the next turns", async () => {
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
      currency: "JPY" as const,
      // All but half of what is to be paid.
      amount: String(available - 50_000),
      card_id: one.cardId,
      fund_password: testFundPassword,
    };
    const mine = (await own(id, one))?.id ?? "";
    const answers = await Promise.all([
      app.refused("/trade/pay-subscription", { id: mine, request_id: newRequestId() }, one),
      codeIn(other, "/user/withdraw", { ...withdrawal, request_id: newRequestId() }, one),
    ]);
    expect(answers.toSorted()).toEqual(["insufficient_balance", "ok"]);
    const after = yen(await app.accepted("/user/assets", { currency: "JPY" }, one));
    expect(after.available + after.frozen).toBe(available);
    expect([50_000, available - 100_000]).toContain(after.available);
  });
});
