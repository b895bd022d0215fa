import { dayMs, hourMs, type BlockOfferForm, type CallOutput, type Calls } from "@sanshi/contract";
import { formatPrice, price } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endMarginCalls, openMarginCall } from "../../../../../tests/support/test-margin-calls.ts";
import { keptTexts, tablesWith } from "../../../../../tests/support/kept-texts.ts";
import { newBlock, testBlock } from "../../../../../tests/support/test-blocks.ts";
import { debtOf, owe } from "../../../../../tests/support/test-debts.ts";
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
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import type { Application } from "../../application.ts";
import { sql } from "../../platform/sql/database.ts";
import { blockProposals } from "./publishing.ts";
import { settleDue } from "./settling.ts";

let app: TestApplication;
let other: Application;
let otherFeed: ScriptedFeed;
let author: OperatorSession;
let approver: OperatorSession;
let third: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother((clock) => (otherFeed = createScriptedFeed(clock)));
  author = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
  third = await newOperator(app, "approver");
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

type Applied = CallOutput<Calls["/trade/apply-block"]>;
const ask = (id: bigint, quantity: string, more: object = {}) => ({
  id: id.toString(),
  quantity,
  request_id: newRequestId(),
  ...more,
});
const apply = (id: bigint, quantity: string, by: SignedIn): Promise<Applied> =>
  app.accepted("/trade/apply-block", ask(id, quantity), by);
const refused = async (id: bigint, quantity: string, by: SignedIn, more: object = {}) =>
  (await app.post("/trade/apply-block", ask(id, quantity, more), by)).body.msg;
const shown = (id: bigint, by: SignedIn) => app.accepted("/trade/block", { id: id.toString() }, by);
async function moneyOf(customer: SignedIn) {
  const { currencies } = await app.accepted("/user/assets", {}, customer);
  const yen = currencies.find(({ currency }) => currency === "JPY");
  return { available: Number(yen?.available), frozen: Number(yen?.frozen) };
}
/** Past the close, and settled. */
async function settle(id: bigint, by: SignedIn): Promise<void> {
  const { settles_at: settles } = await shown(id, by);
  const seconds = Math.ceil((Date.parse(settles) - app.context.clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
  for (const code of ["7203", "6758"]) app.feed.quote("jpy", code, "2850");
  await expect.poll(async () => (await shown(id, by)).status).toBe(3);
}
const ownApplication = async (by: SignedIn) => {
  const [newest] = await app.accepted("/trade/ustockslist", { type: "jpy" }, by);
  if (newest?.kind !== "block") throw new Error("nothing was applied for");
  return newest;
};
const positionsOf = async (by: SignedIn) =>
  Object.values(await app.accepted("/trade/userstocklist", { type: "jpy" }, by)).filter(
    (one) => typeof one !== "string",
  );

describe("an offer", () => {
  it("is drafted, proposed and published by two operators, and nothing of it changes then", async () => {
    const customer = await app.newCustomer();
    const now = app.context.clock.now();
    const form = testBlock(now, { opens_at: new Date(now + hourMs / 2).toISOString() });
    const propose = "/api/ops/block-offers/propose";
    const draft = "/api/ops/block-offers/draft";
    const { id } = await opsAccepted(app, draft, { form: { ...form, total: "1005" } }, author);
    expect(await opsRefused(app, propose, { id }, author)).toBe("block_terms_wrong");
    // 7 % below the last close of 2,850 yen is 2,650.50.
    await opsAccepted(app, draft, { id, form: { ...form, price: "2650" } }, author);
    expect(await opsRefused(app, propose, { id }, author)).toBe("block_price_outside_band");
    await opsAccepted(app, draft, { id, form: { ...form, price: "2651" } }, author);
    const proposed = await opsAccepted(app, propose, { id }, author);
    const decision = "/api/ops/proposals/:id/decision" as const;
    const approve = { id: proposed.id, decision: "approve" } as const;
    expect(await opsRefused(app, decision, approve, author)).toBe("own_proposal");
    await opsAccepted(app, decision, approve, approver);
    const listed = await app.accepted("/trade/blocklist", { type: "jpy" }, customer);
    const offer = listed.find(({ seller }) => seller === "house");
    expect(offer).toMatchObject({
      status: 0,
      price: "2651",
      left: "1000",
      written_by_staff: true,
      band: { rule: "tostnet_single_stock", low: "2650.5" },
    });
    const offered = BigInt(offer?.id ?? 0);
    expect(await refused(offered, "10", customer)).toBe("block_not_open");
    for (const change of [
      sql`UPDATE block_offer SET price = 1 WHERE id = ${offered}`,
      sql`UPDATE block_offer SET closes_at = closes_at + interval '1 day' WHERE id = ${offered}`,
      sql`DELETE FROM block_offer WHERE id = ${offered}`,
      sql`UPDATE block_quota SET left_lots = -1 WHERE offer_id = ${offered}`,
    ]) {
      await expect(change.execute(app.context.database.reader)).rejects.toThrow();
    }
  });

  it("that cannot be published any more as it is approved ends with its reason, and its stock is free", async () => {
    const decision = "/api/ops/proposals/:id/decision" as const;
    const draft = "/api/ops/block-offers/draft" as const;
    const propose = "/api/ops/block-offers/propose" as const;
    const drafted = async () => {
      const now = app.context.clock.now();
      const form = testBlock(now, { opens_at: new Date(now + hourMs / 2).toISOString() });
      return (await opsAccepted(app, draft, { form }, author)).id;
    };
    const id = await drafted();
    const { id: late } = await opsAccepted(app, propose, { id }, author);
    const another = await drafted();
    expect(await opsRefused(app, propose, { id: another }, author)).toBe("proposal_pending");
    // Its window began before anybody approved it.
    await app.advance(hourMs / 1_000);
    app.feed.quote("jpy", "7203", "2850");
    const refusal = { code: "block_terms_wrong", params: { field: "opens_at" } };
    const approve = { id: late, decision: "approve" } as const;
    const approved = await Promise.all(
      [approver, third].map((by) => ops(app, decision, approve, by)),
    );
    expect(approved.map(({ body }) => body.msg).toSorted()).toEqual([
      "ok",
      "review_already_decided",
    ]);
    const [ended] = (await opsAccepted(app, "/api/ops/proposals", { state: "refused" }, author))
      .items;
    expect(ended).toMatchObject({ id: late, state: "refused", refusal, pending: null });
    const one = await opsAccepted(app, "/api/ops/proposals/:id", { id: late }, author);
    expect(one).toMatchObject({ state: "refused", refusal });
    expect(one.decided_by).not.toBeNull();
    const kept = sql`UPDATE proposal SET state = 'approved' WHERE id = ${BigInt(late)}`;
    await expect(kept.execute(app.context.database.reader)).rejects.toThrow("decided once");
    // What was written stays a draft, to be put right and proposed anew; others are free.
    const next = await opsAccepted(app, propose, { id: await drafted() }, author);
    expect(
      await opsAccepted(app, decision, { id: next.id, decision: "approve" }, approver),
    ).toMatchObject({ state: "approved" });
    const { items } = await opsAccepted(app, "/api/ops/block-offers/drafts", {}, author);
    expect(items.map((kept) => kept.id)).toContain(id);
  });

  it("has one end, of operators who approve, reject and withdraw it at once in two processes", async () => {
    const decision = "/api/ops/proposals/:id/decision" as const;
    const inOtherProcess = async (id: string, form: object, by: OperatorSession) => {
      const answer = await other.context.http.fastify.inject({
        method: "POST",
        url: `/api/ops/proposals/${id}/decision`,
        headers: { "content-type": "application/json", ...by },
        payload: JSON.stringify(form),
      });
      return answer.json().msg as string;
    };
    const { reader } = app.context.database;
    const seen = new Set<string>();
    for (const round of [0, 1, 2, 3, 4, 5]) {
      const now = app.context.clock.now();
      // Every other one has begun before anybody decides.
      const opens_at = new Date(now + (round % 2 === 0 ? 60_000 : hourMs / 2)).toISOString();
      const form = testBlock(now, { code: "6758", price: "3250", opens_at });
      const { id: draft } = await opsAccepted(app, "/api/ops/block-offers/draft", { form }, author);
      const proposed = await opsAccepted(
        app,
        "/api/ops/block-offers/propose",
        { id: draft },
        author,
      );
      if (round % 2 === 0) await app.advance(120);
      for (const feed of [app.feed, otherFeed]) feed.quote("jpy", "6758", "3300");
      const { id } = proposed;
      const answers = await Promise.all([
        ops(app, decision, { id, decision: "approve" }, approver).then(({ body }) => body.msg),
        inOtherProcess(id, { decision: "approve" }, third),
        inOtherProcess(id, { decision: "reject", reason: "Not at this price any more" }, approver),
        ops(app, "/api/ops/proposals/:id/withdraw", { id }, author).then(({ body }) => body.msg),
      ]);
      expect(answers.filter((msg) => msg === "ok")).toHaveLength(1);
      expect(answers.filter((msg) => msg === "review_already_decided")).toHaveLength(3);
      const ends = await sql<{ state: string; offers: number }>`SELECT state, (SELECT count(*)::int
          FROM block_offer WHERE proposal_id = proposal.id) AS offers
        FROM proposal WHERE id = ${BigInt(id)}`.execute(reader);
      const [end] = ends.rows;
      expect(end?.offers).toBe(end?.state === "approved" ? 1 : 0);
      expect(end?.state).not.toBe(round % 2 === 0 ? "approved" : "refused");
      seen.add(end?.state ?? "");
    }
    expect(seen).not.toContain("pending");
  });

  it("comes from the simulated market's institutions by the clock, within the band, in both processes once", async () => {
    const customer = await app.newCustomer();
    const institutional = async () =>
      (await app.accepted("/trade/blocklist", { type: "jpy" }, customer)).filter(
        ({ seller }) => seller === "institution",
      );
    await expect.poll(institutional).not.toEqual([]);
    const before = await institutional();
    for (const { discount, price, band } of before) {
      expect(Number(discount)).toBeGreaterThanOrEqual(1.4);
      expect(Number(price)).toBeGreaterThanOrEqual(Number(band?.low));
    }
    await app.advance((4 * dayMs) / 1_000);
    app.feed.quote("jpy", "7203", "2850");
    const isNew = async () =>
      (await institutional()).some(({ id }) => before.every((one) => one.id !== id));
    await expect.poll(isNew).toBe(true);
  });
});

describe("an application", () => {
  it("freezes what it costs, is cancelled while the window is open, and its lots can be applied for again", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app, { total: "100" });
    const before = await moneyOf(customer);
    const form = { id: id.toString(), quantity: "100" };
    const preview = await app.accepted("/trade/preview-block", form, customer);
    expect(preview).toMatchObject({ price: "2700", below_market: "5.26", cost: "270000" });
    const request = ask(id, "100");
    const application = await app.accepted("/trade/apply-block", request, customer);
    expect(application).toMatchObject({ status: 0, credit: preview.total, can_cancel: true });
    // The same request again is the same application.
    expect((await app.accepted("/trade/apply-block", request, customer)).id).toBe(application.id);
    const frozen = Number(preview.total);
    expect(await moneyOf(customer)).toEqual({
      available: before.available - frozen,
      frozen: before.frozen + frozen,
    });
    expect(await refused(id, "10", await app.newCustomer())).toBe("insufficient_quota");
    const cancel = { id: application.id, request_id: newRequestId() };
    expect(await app.accepted("/trade/cancel-block", cancel, customer)).toMatchObject({
      status: 3,
      credit: "-",
    });
    const again = { ...cancel, request_id: newRequestId() };
    const twice = await app.post("/trade/cancel-block", again, customer);
    expect(twice.body.msg).toBe("application_not_cancellable");
    expect(await moneyOf(customer)).toEqual(before);
    expect((await apply(id, "10", await app.newCustomer())).status).toBe(0);
  });

  it("repays first, with the money that comes back, what a closing could not pay meanwhile", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app, { total: "20", maximum: "20" });
    const first = await apply(id, "10", customer);
    const before = await moneyOf(customer);
    const frozen = before.frozen;
    await owe(app, customer, BigInt(frozen + 1));
    const cancel = { id: first.id, request_id: newRequestId() };
    await app.accepted("/trade/cancel-block", cancel, customer);
    expect(await moneyOf(customer)).toEqual({ available: before.available, frozen: 0 });
    expect(await debtOf(app, customer)).toBe(-1n);
    // Of what is bought the price is paid first, and nothing of it is a debt's.
    const buyer = await app.newCustomer();
    await apply(id, "10", buyer);
    const held = await moneyOf(buyer);
    await owe(app, buyer, 500n);
    await settle(id, buyer);
    await expect.poll(async () => (await ownApplication(buyer)).status).toBe(1);
    expect((await moneyOf(buyer)).available).toBe(held.available);
    expect(await debtOf(app, buyer)).toBe(-500n);
  });

  it("is refused in the order of the contract", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app, { total: "1000", minimum: "20", maximum: "500" });
    expect(await refused(9_999_999n, "10", customer)).toBe("product_not_available");
    expect(await refused(id, "0", customer)).toBe("quantity_not_positive");
    expect(await refused(id, "25", customer)).toBe("quantity_not_in_lots");
    expect(await refused(id, "10", customer)).toBe("quantity_below_minimum");
    expect(await refused(id, "510", customer)).toBe("quantity_above_maximum");
    expect(await refused(id, "400", customer)).toBe("insufficient_balance");
    await apply(id, "300", customer);
    expect(await refused(id, "210", customer)).toBe("quantity_above_maximum");
    const stranger = await app.newCustomer();
    const theirs = { id: (await ownApplication(customer)).id, request_id: newRequestId() };
    const answer = await app.post("/trade/cancel-block", theirs, stranger);
    expect(answer.body.msg).toBe("application_not_found");
    await settle(id, customer);
    expect(await refused(id, "20", stranger)).toBe("block_closed");
  });

  it("waits for a margin call in its market: the money has to stay", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app);
    await openMarginCall(app, customer, "usd");
    const form = { id: id.toString(), quantity: "10" };
    await app.accepted("/trade/preview-block", form, customer);
    await openMarginCall(app, customer, "jpy");
    const before = await moneyOf(customer);
    expect(await app.refused("/trade/preview-block", form, customer)).toBe("margin_call_open");
    expect(await refused(id, "10", customer)).toBe("margin_call_open");
    expect(await moneyOf(customer)).toEqual(before);
    await endMarginCalls(app);
  });

  it("takes exactly the quota, of many at once in two processes", async () => {
    const id = await newBlock(app, { total: "50", maximum: "50" });
    const first = await app.newCustomer();
    const customers: SignedIn[] = [first];
    while (customers.length < 24) customers.push(await app.newCustomer());
    const answers = await Promise.all(
      customers.map((customer, index) =>
        index % 2 === 0
          ? codeIn(other, "/trade/apply-block", ask(id, "10"), customer)
          : app.post("/trade/apply-block", ask(id, "10"), customer).then(({ body }) => body.msg),
      ),
    );
    expect(answers.filter((msg) => msg === "ok")).toHaveLength(5);
    expect(answers.filter((msg) => msg === "insufficient_quota")).toHaveLength(19);
    expect((await shown(id, first)).left).toBe("0");
  });

  it("is cancelled or settled, whichever comes first, and never both", async () => {
    const first = await app.newCustomer();
    const customers = [first, await app.newCustomer(), await app.newCustomer()];
    const before = await moneyOf(first);
    const id = await newBlock(app);
    const own = await Promise.all(customers.map((customer) => apply(id, "10", customer)));
    const cancel = (index: number) => ({ id: own[index]?.id ?? "", request_id: newRequestId() });
    const { closes_at: closes } = await shown(id, first);
    await app.advance(Math.floor((Date.parse(closes) - app.context.clock.now()) / 1_000) - 1);
    app.feed.quote("jpy", "7203", "2850");
    await Promise.all([
      ...customers.map((customer, index) =>
        codeIn(other, "/trade/cancel-block", cancel(index), customer),
      ),
      ...customers.map((customer, index) =>
        app.post("/trade/cancel-block", cancel(index), customer),
      ),
      app.advance(2),
    ]);
    await settle(id, first);
    for (const customer of customers) {
      const { status } = await ownApplication(customer);
      expect(await positionsOf(customer)).toHaveLength(status === 1 ? 1 : 0);
      const { available, frozen } = await moneyOf(customer);
      expect(available + frozen <= before.available).toBe(true);
      if (status === 3) expect({ available, frozen }).toEqual(before);
    }
  });
});

describe("a channel password", () => {
  it("lets in whoever is invited, is shown once, and every use is recorded", async () => {
    const [customer, stranger] = [await app.newCustomer(), await app.newCustomer()];
    const id = await newBlock(app, { invited_only: true });
    const invite = { id: id.toString(), account: customer.account };
    const path = "/api/ops/block-offers/:id/invite" as const;
    const { channel_password: password } = await opsAccepted(app, path, invite, author);
    expect(await refused(id, "10", customer)).toBe("channel_password_required");
    const wrong = { channel_password: "WRONG" };
    expect(await refused(id, "10", customer, wrong)).toBe("wrong_channel_password");
    const theirs = { channel_password: password };
    expect(await refused(id, "10", stranger, theirs)).toBe("wrong_channel_password");
    await app.accepted("/trade/apply-block", ask(id, "10", theirs), customer);
    const invitations = "/api/ops/block-offers/:id/invitations" as const;
    const { items } = await opsAccepted(app, invitations, { id: id.toString() }, author);
    expect(items).toMatchObject([
      { account: customer.account, applications: 1, wrong_passwords: 1 },
    ]);
    expect((await shown(id, customer)).invited).toBe(true);
    // Neither the invitation nor a record of what operators and customers did has it.
    expect(tablesWith(await keptTexts(app), password)).toEqual([]);
  });

  it("is looked at five times within an hour in all processes together, the right one too from then on", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app, { invited_only: true });
    const invite = { id: id.toString(), account: customer.account };
    const path = "/api/ops/block-offers/:id/invite" as const;
    const { channel_password: password } = await opsAccepted(app, path, invite, author);
    const attempts = await Promise.all(
      Array.from({ length: 8 }, (_, index) => {
        const wrong = { channel_password: "WRONG" };
        return index % 2 === 0
          ? refused(id, "10", customer, wrong)
          : codeIn(other, "/trade/apply-block", ask(id, "10", wrong), customer);
      }),
    );
    expect(attempts.filter((msg) => msg === "wrong_channel_password")).toHaveLength(5);
    const right = { channel_password: password };
    expect(await refused(id, "10", customer, right)).toBe("too_many_tries");
  });
});

describe("a filled application", () => {
  it("is a position that is locked until its day, everywhere, and a holding from then on", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app);
    await apply(id, "20", customer);
    await settle(id, customer);
    const application = await ownApplication(customer);
    expect(application).toMatchObject({
      status: 1,
      credit: "-",
      filled_quantity: "20",
      is_locked: true,
    });
    const [position] = await positionsOf(customer);
    expect(position).toMatchObject({
      id: application.position,
      status: 5,
      stock_num: "20",
      buy_price: "2700",
      sellable_at: application.locked_until,
    });
    const close = {
      id: application.position ?? "",
      kind: "market",
      request_id: newRequestId(),
    } as const;
    const locked = await app.post("/trade/close-position", close, customer);
    expect(locked.body).toMatchObject({
      msg: "position_locked",
      params: { time: application.locked_until },
    });
    const { items } = await app.accepted("/trade/holdings", { type: "jpy" }, customer);
    expect(JSON.stringify(items)).toContain(application.locked_until);
    await app.advance((2 * dayMs) / 1_000);
    app.feed.quote("jpy", "7203", "2850");
    const status = async () => (await positionsOf(customer))[0]?.status;
    await expect.poll(status).toBe(0);
    await app.accepted("/trade/close-position", { ...close, request_id: newRequestId() }, customer);
    expect(await positionsOf(customer)).toEqual([]);
    const { items: messages } = await app.accepted("/user/messages", {}, customer);
    expect(messages.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["block_filled", "block_unlocked"]),
    );
  });

  it("is reached by a split and a dividend while it is locked", async () => {
    const customer = await app.newCustomer();
    const id = await newBlock(app, { code: "6758", price: "3200", lock_up_days: 30 });
    await apply(id, "20", customer);
    await settle(id, customer);
    const exDate = new Date(app.context.clock.now() + 2 * dayMs).toISOString().slice(0, 10);
    const split = { kind: "split", exDate, numerator: 3n, denominator: 1n } as const;
    for (const feed of [app.feed, otherFeed]) feed.act("jpy", "6758", split);
    await app.advance((3 * dayMs) / 1_000);
    app.feed.quote("jpy", "6758", "1100");
    const held = async () => (await positionsOf(customer))[0];
    await expect.poll(async () => (await held())?.stock_num).toBe("60");
    expect((await held())?.status).toBe(5);
    const before = await moneyOf(customer);
    const paysOn = new Date(app.context.clock.now() + 2 * dayMs).toISOString().slice(0, 10);
    const dividend = { kind: "dividend", exDate: paysOn, perShare: price(100_000n) } as const;
    for (const feed of [app.feed, otherFeed]) feed.act("jpy", "6758", dividend);
    await app.advance((3 * dayMs) / 1_000);
    app.feed.quote("jpy", "6758", "1090");
    // Ten yen a share of the split's sixty, less the tax.
    const paid = async () => (await moneyOf(customer)).available - before.available;
    await expect.poll(paid).toBeGreaterThan(400);
    expect(await paid()).toBeLessThanOrEqual(600);
    expect((await held())?.status).toBe(5);
  });
});

describe("an offer that cannot be filled", () => {
  it("is withdrawn by two operators with a reason, and everything is released", async () => {
    const customer = await app.newCustomer();
    const before = await moneyOf(customer);
    const id = await newBlock(app);
    await apply(id, "20", customer);
    const path = "/api/ops/block-offers/:id/withdraw" as const;
    const withdraw = { id: id.toString(), reason: "seller_withdrew" };
    const proposed = await opsAccepted(app, path, withdraw, author);
    const decision = "/api/ops/proposals/:id/decision" as const;
    await opsAccepted(app, decision, { id: proposed.id, decision: "approve" }, approver);
    expect(await ownApplication(customer)).toMatchObject({ status: 2, failure: "offer_withdrawn" });
    expect(await moneyOf(customer)).toEqual(before);
    expect((await shown(id, customer)).withdrawn?.reason.us).toContain("seller withdrew");
    expect(await refused(id, "20", customer)).toBe("product_not_available");
  });

  it("fails after a split in its window, and the money comes back", async () => {
    const customer = await app.newCustomer();
    const before = await moneyOf(customer);
    const now = app.context.clock.now();
    const closes = new Date(now + 72 * hourMs).toISOString();
    const id = await newBlock(app, { closes_at: closes, settles_at: closes });
    await apply(id, "20", customer);
    const exDate = new Date(now + 36 * hourMs).toISOString().slice(0, 10);
    const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
    for (const feed of [app.feed, otherFeed]) feed.act("jpy", "7203", split);
    await settle(id, customer);
    expect(await ownApplication(customer)).toMatchObject({ status: 2, failure: "split" });
    expect(await moneyOf(customer)).toEqual(before);
  });
});

describe("a settlement", () => {
  const past = async (id: bigint, by: SignedIn) => {
    const { settles_at: settles } = await shown(id, by);
    await app.advance(Math.ceil((Date.parse(settles) - app.context.clock.now()) / 1_000));
  };

  it("fails an offer whose price left the band, with its reason, and the money comes back", async () => {
    const customer = await app.newCustomer();
    const before = await moneyOf(customer);
    const id = await newBlock(app);
    await apply(id, "20", customer);
    await past(id, customer);
    // 2,700 yen are more than 7 % below the newest close.
    const more = { previousClose: price(29_100_000n) };
    for (const feed of [otherFeed, app.feed]) feed.quote("jpy", "7203", "2950", more);
    await expect.poll(async () => (await shown(id, customer)).status).toBe(3);
    expect(await ownApplication(customer)).toMatchObject({ status: 2, failure: "outside_band" });
    expect(await moneyOf(customer)).toEqual(before);
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items.map(({ kind }) => kind)).toContain("block_outside_band");
    const back = { previousClose: price(28_500_000n) };
    for (const feed of [otherFeed, app.feed]) feed.quote("jpy", "7203", "2850", back);
  });

  it("waits for a quote from after a dividend's ex-date", async () => {
    const customer = await app.newCustomer();
    const now = app.context.clock.now();
    const closes = new Date(now + 72 * hourMs).toISOString();
    const id = await newBlock(app, { closes_at: closes, settles_at: closes });
    await apply(id, "20", customer);
    const exDate = new Date(now + 36 * hourMs).toISOString().slice(0, 10);
    const dividend = { kind: "dividend", exDate, perShare: price(100_000n) } as const;
    for (const feed of [app.feed, otherFeed]) feed.act("jpy", "7203", dividend);
    await past(id, customer);
    await settleDue(app.context);
    expect(await ownApplication(customer)).toMatchObject({ status: 0 });
    await settle(id, customer);
    expect(await ownApplication(customer)).toMatchObject({ status: 1 });
  });

  it("of one offer that fails, and of many without a price, does not stand in the way of the next", async () => {
    const [broken, customer] = [await app.newCustomer(), await app.newCustomer()];
    const { reader } = app.context.database;
    const first = await newBlock(app);
    await apply(first, "10", broken);
    for (const failing of [
      "CREATE FUNCTION refuse_sold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$",
      `CREATE TRIGGER refuse_sold BEFORE UPDATE ON block_offer FOR EACH ROW WHEN (OLD.id = ${first})
        EXECUTE FUNCTION refuse_sold()`,
    ]) {
      await sql.raw(failing).execute(app.owner.reader);
    }
    await sql`WITH made AS (INSERT INTO block_offer (market, code, seller, seller_names, price, reference_price,
        lot_size, quota_lots, min_lots, max_lots, invited_only, cancellable, opens_at, closes_at, settles_at,
        locked_until, published_at)
      SELECT market, '0000', seller, seller_names, price, reference_price, lot_size, quota_lots, min_lots, max_lots,
        invited_only, cancellable, opens_at, closes_at, settles_at, locked_until, published_at
      FROM block_offer, generate_series(1, 101) WHERE id = ${first} RETURNING id)
      SELECT id FROM made`.execute(reader);
    await sql`INSERT INTO block_quota SELECT id, quota_lots FROM block_offer o
      WHERE NOT EXISTS (SELECT FROM block_quota q WHERE q.offer_id = o.id)`.execute(reader);
    const id = await newBlock(app);
    await apply(id, "20", customer);
    await settle(id, customer);
    expect(await ownApplication(customer)).toMatchObject({ status: 1 });
    expect(await ownApplication(broken)).toMatchObject({ status: 0 });
    await sql.raw("DROP TRIGGER refuse_sold ON block_offer").execute(app.owner.reader);
    await settle(first, broken);
  });
});

describe("the seller", () => {
  const draftPath = "/api/ops/block-offers/draft";
  const differences = (form: BlockOfferForm, kind: "simulated" | "live" = "simulated") =>
    app.context.database.transaction((transaction) =>
      blockProposals.block_offer.differences(
        { ...app.context, feed: { ...app.feed, kind } },
        transaction,
        form,
      ),
    );

  it("is never a customer: operators cannot name one, and the database keeps none", async () => {
    const form = testBlock(app.context.clock.now());
    const named = { ...form, seller: "customer", seller_account: "1", seller_position: "1" };
    // An input of before: the types have no such seller any more.
    const forged = JSON.parse(JSON.stringify(named));
    expect(await opsRefused(app, draftPath, { form: forged }, author)).toBe("invalid_request");
    expect(await differences(forged)).toMatchObject({ refusal: { code: "block_terms_wrong" } });
    const id = await newBlock(app);
    const copied = sql`INSERT INTO block_offer (market, code, seller, seller_names, seller_position_id, price,
        reference_price, lot_size, quota_lots, min_lots, max_lots, invited_only, cancellable, opens_at, closes_at,
        settles_at, locked_until, published_at)
      SELECT market, code, 'customer', seller_names, 1, price, reference_price, lot_size, quota_lots, min_lots,
        max_lots, invited_only, cancellable, opens_at, closes_at, settles_at, locked_until, published_at
      FROM block_offer WHERE id = ${id}`;
    await expect(copied.execute(app.context.database.reader)).rejects.toThrow("own consent");
  });

  it("is not the house where money is real: it has no shares", async () => {
    const form = testBlock(app.context.clock.now());
    expect(await differences(form)).toMatchObject({ ok: true });
    expect(await differences(form, "live")).toMatchObject({
      refusal: { code: "block_seller_lacks_shares" },
    });
  });

  it("hands nobody a profit in New York: at most 10 % below the last close", async () => {
    const at = (price: string) =>
      differences(testBlock(app.context.clock.now(), { type: "usd", code: "AAPL", price }));
    const close = app.feed.quote("usd", "AAPL", "200").previousClose;
    const shown = (percent: bigint) => formatPrice(price((close * percent) / 100n), "USD");
    expect(await at(shown(90n))).toMatchObject({ ok: true });
    for (const percent of [51n, 89n, 111n]) {
      expect(await at(shown(percent))).toMatchObject({
        refusal: { code: "block_price_outside_band", params: { rule: "site_block_trade" } },
      });
    }
  });
});

describe("what the database keeps", () => {
  it("is a quota that only applications change, and each use of an invitation", async () => {
    const id = await newBlock(app);
    await apply(id, "20", await app.newCustomer());
    await sql`INSERT INTO block_invitation_use (offer_id, customer_id, used_at)
      SELECT offer_id, customer_id, app_now() FROM block_application WHERE offer_id = ${id}`.execute(
      app.context.database.reader,
    );
    for (const change of [
      sql`UPDATE block_quota SET left_lots = left_lots + 1 WHERE offer_id = ${id}`,
      sql`DELETE FROM block_quota WHERE offer_id = ${id}`,
      sql`UPDATE block_invitation_use SET used_at = app_now() WHERE offer_id = ${id}`,
      sql`DELETE FROM block_invitation_use WHERE offer_id = ${id}`,
    ]) {
      await expect(change.execute(app.context.database.reader)).rejects.toThrow();
    }
    expect((await shown(id, await app.newCustomer())).left).toBe("980");
  });
});
