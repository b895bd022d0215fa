import { createPublicKey, verify } from "node:crypto";
import { minuteMs, type CopyProductForm } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
import {
  closesUntilToday,
  lookAfter,
  offeredAccount,
  productOf,
  testProduct,
} from "../../../../../tests/support/test-copy-products.ts";
import { testFundPassword } from "../../../../../tests/support/test-money.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import type { Application } from "../../application.ts";
import { orderPathOf } from "../../features.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { heldRecords } from "../../trading/portfolio/portfolio.ts";
import { revokeConsent } from "./consenting.ts";
import { scheduleOf } from "./copy-trading.answers.ts";
import { valuationsAround } from "./copy-trading.rules.ts";
import { lookAfterPools } from "./copy-trading.jobs.ts";
import { mirror, mirrorRule } from "./strategies/mirror.ts";
import type { PastStock } from "./strategies/index.ts";
import { findDecision } from "./valuations.store.ts";

let app: TestApplication;
let other: Application;
let otherFeed: ScriptedFeed;
let customers: readonly SignedIn[];
let author: OperatorSession;
let approver: OperatorSession;
const prices = { "7203": "2500", "6758": "1000" };

beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:10000000" });
  // Jobs run in both processes, as on an instance with two.
  other = await app.startAnother((clock) => (otherFeed = createScriptedFeed(clock)));
  customers = await verifiedCustomers(app, 9);
  for (const customer of customers) {
    await app.accepted(
      "/user/set-fund-password",
      {
        login_password: testPassword,
        new_password: testFundPassword,
        new_password2: testFundPassword,
      },
      customer,
    );
  }
  author = await newOperator(app, "approver");
  approver = await newOperator(app, "approver");
  // A billion yen a day: what a pool may hold of a stock is ten million.
  const turnover = 1_000_000_000n;
  closesUntilToday(app, prices, { turnover });
  for (const [code, last] of Object.entries(prices)) {
    const now = app.context.clock.now();
    for (let ago = 30; ago > 0; ago -= 1) {
      otherFeed.close("jpy", code, now - ago * 86_400_000, last, turnover);
    }
  }
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const terms = (more: object = {}) => ({
  type: "jpy" as const,
  shown_as: "兜町の猫",
  capacity_most: "10000000",
  fund_password: testFundPassword,
  request_id: newRequestId(),
  ...more,
});
const consent = (holder: SignedIn) => app.accepted("/trade/consent-copy", terms(), holder);
const own = async (holder: SignedIn) =>
  (await app.accepted("/trade/copy-consents", { type: "jpy" }, holder))[0];
const formOf = (id: string, more: Partial<CopyProductForm> = {}): CopyProductForm =>
  testProduct(app.context.clock.now(), {
    ...{ strategy: "mirror", consent: id, issuer: "兜町の猫", lock_up_days: 30 },
    ...{ management_basis_points: 0, performance_basis_points: 0 },
    ...more,
  });
const offered = (holder: SignedIn): Promise<bigint> =>
  offeredAccount(app, holder, [author, approver], {
    ...{ lock_up_days: 30, management_basis_points: 0, performance_basis_points: 0 },
  });

const buy = (holder: SignedIn, code: string, quantity: string, more: object = {}) =>
  app.accepted("/trade/place-order", testOrder({ type: "jpy", code, quantity, ...more }), holder);
const quoted = () => {
  for (const [code, last] of Object.entries(prices)) {
    app.feed.quote("jpy", code, last);
    otherFeed.quote("jpy", code, last);
  }
};
async function heldBy(id: bigint): Promise<Record<string, number>> {
  const { pool_id: pool } = await productOf(app, id);
  const held: Record<string, number> = {};
  for (const one of await heldRecords(app.context.database.reader, pool, "jpy")) {
    held[one.code] = (held[one.code] ?? 0) + Number(one.opened - one.closed);
  }
  return held;
}
const messagesOf = async (customer: SignedIn) =>
  (await app.accepted("/user/messages", {}, customer)).items.map(({ kind }) => kind);

describe("the consent", () => {
  it("is the holder's own, with the fund password, one a market, and proven by a receipt", async () => {
    const [holder, stranger] = [customers[0]!, customers[1]!];
    for (const [more, code] of [
      [{ fund_password: "000000" }, "wrong_fund_password"],
      [{ capacity_most: "0" }, "amount_not_positive"],
      [{ capacity_most: "1.5" }, "amount_too_precise"],
      [{ shown_as: "" }, "invalid_request"],
      [{ shown_as: "<b>cat</b>" }, "invalid_request"],
      [{ shown_as: "x".repeat(41) }, "invalid_request"],
    ] as const) {
      expect((await app.post("/trade/consent-copy", terms(more), holder)).body.msg).toBe(code);
    }
    const unverified = await app.newCustomer();
    expect(await app.refused("/trade/consent-copy", terms(), unverified)).toBe("not_verified");
    const both = await Promise.all(
      [1, 2].map(() => app.refused("/trade/consent-copy", terms(), holder)),
    );
    expect(both.toSorted()).toEqual(["copy_consent_exists", "ok"]);
    const kept = await own(holder);
    if (kept === undefined) throw new Error("no consent");
    const { signature, ...signed } = kept.receipt;
    expect(kept).toMatchObject({ state: "consented", shown_as: "兜町の猫", product: null });
    const { keys } = (
      await app.context.http.fastify.inject({ method: "GET", url: "/api/signing-keys.json" })
    ).json<{ keys: { public_key: string }[] }>();
    const text = Buffer.from(JSON.stringify(signed, Object.keys(signed).toSorted()));
    const isSigned = keys.some(({ public_key: x }) => {
      const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
      return verify(null, text, key, Buffer.from(signature, "base64url"));
    });
    expect(isSigned).toBe(true);
    const revoke = (by: SignedIn) =>
      app.refused("/trade/revoke-copy-consent", { id: kept.id, request_id: newRequestId() }, by);
    expect(await revoke(stranger)).toBe("copy_consent_not_found");
    expect(await revoke(holder)).toBe("ok");
    expect(await revoke(holder)).toBe("copy_consent_ended");
    // Nothing is published of what was revoked.
    const propose = "/api/ops/copy-products/propose" as const;
    expect(await opsRefused(app, propose, { form: formOf(kept.id) }, author)).toBe(
      "copy_beyond_consent",
    );
  });

  it("is revoked where a process is asked whose clock is behind the one that was consented at", async () => {
    const holder = customers[2]!;
    const { id, consented_at: at } = await consent(holder);
    const { rows: found } = await sql<{ customer_id: bigint }>`SELECT customer_id FROM copy_consent
      WHERE id = ${BigInt(id)}`.execute(app.owner.reader);
    const { database, clock } = other.context;
    const behind = { database, clock: { ...clock, now: () => Date.parse(at) - 200 } };
    const { account } = holder;
    const asked = {
      customerId: found[0]!.customer_id,
      account,
      sessionId: "",
      state: "active",
    } as const;
    const revoked = await revokeConsent(behind, asked, BigInt(id), newRequestId());
    expect(revoked).toMatchObject({ ok: true, value: { state: "revoked", revoked_at: at } });
  });

  it("is the bound of what two operators publish, and the database keeps it", async () => {
    const holder = customers[0]!;
    const { id } = await consent(holder);
    const propose = "/api/ops/copy-products/propose" as const;
    for (const [more, code] of [
      [{ capacity: "10000001" }, "copy_beyond_consent"],
      [{ issuer: "三市アセット" }, "copy_beyond_consent"],
      [{ consent: "999999999" }, "copy_beyond_consent"],
      [{ strategy: "momentum" }, "copy_terms_wrong"],
      [{ consent: undefined }, "copy_terms_wrong"],
    ] as const) {
      expect(await opsRefused(app, propose, { form: formOf(id, more as never) }, author)).toBe(
        code,
      );
    }
    const { items } = await opsAccepted(app, "/api/ops/copy-consents", {}, author);
    expect(items.find((one) => one.id === id)).toMatchObject({
      account: holder.account,
      capacity_most: "10000000",
      product: null,
    });
    // Revoked between the proposal and its approval: nothing is published.
    const proposed = await opsAccepted(app, propose, { form: formOf(id) }, author);
    await app.accepted("/trade/revoke-copy-consent", { id, request_id: newRequestId() }, holder);
    expect(
      await opsRefused(
        app,
        "/api/ops/proposals/:id/decision",
        { id: proposed.id, decision: "approve" },
        approver,
      ),
    ).toBe("copy_beyond_consent");
    await expect(
      sql`UPDATE copy_consent SET capacity_most = 1 WHERE id = ${BigInt(id)}`.execute(
        app.owner.reader,
      ),
    ).rejects.toThrow("does not change");
  });
});

it("is revoked in one process and published in another at the same moment, and nobody follows without a consent", async () => {
  const holder = customers[7]!;
  for (let round = 0; round < 4; round += 1) {
    const { id } = await consent(holder);
    const propose = "/api/ops/copy-products/propose" as const;
    const proposed = await opsAccepted(app, propose, { form: formOf(id) }, author);
    const approval = { id: proposed.id, decision: "approve" as const };
    const request = new URLSearchParams({ id, request_id: newRequestId() }).toString();
    const [published, revoked] = await Promise.all([
      opsRefused(app, "/api/ops/proposals/:id/decision", approval, approver),
      other.context.http.fastify.inject({
        method: "POST",
        url: "/api/vue/trade/revoke-copy-consent",
        headers: { "content-type": "application/x-www-form-urlencoded", ...holder },
        payload: request,
      }),
    ]);
    expect(revoked.json().msg).toBe("ok");
    expect(["ok", "copy_beyond_consent"]).toContain(published);
    await lookAfter(app);
    const kept = await own(holder);
    expect(kept).toMatchObject({ state: "revoked" });
    expect(kept?.product?.state ?? "winding_down").toBe("winding_down");
    expect(kept?.product === null).toBe(published !== "ok");
  }
});

describe("an account that is mirrored", () => {
  it("is followed in its proportion by the pool's own later orders, never before it has borne a day, and never by a pending order", async () => {
    const [holder, follower] = [customers[1]!, customers[2]!];
    const id = await offered(holder);
    expect(await messagesOf(holder)).toContain("account_offered");
    quoted();
    // A tenth and a twentieth of ten million yen.
    await buy(holder, "7203", "400");
    await buy(holder, "6758", "500");
    await app.accepted(
      "/trade/follow",
      { id: `${id}`, amount: "1000000", request_id: newRequestId() },
      follower,
    );
    // What was bought since the product was published is not followed yet: nobody buys right before the pool does.
    await toValued(id);
    expect(await heldBy(id)).toEqual({});
    await buy(holder, "7203", "1000", { kind: "limit", price: "2400" });
    await toValued(id);
    // Of two million yen, 97 % of which are put into stocks: a tenth and a twentieth of it.
    expect(await heldBy(id)).toEqual({ "7203": 77, "6758": 97 });
    const [late] = await rows(
      app.owner.reader,
      sql<{ late: boolean }>`SELECT min(f.filled_at) FILTER (WHERE c.kind = 'pool')
          > max(f.filled_at) FILTER (WHERE c.account = ${holder.account}) AS late
        FROM fill f JOIN position p ON p.id = f.position_id JOIN customer c ON c.id = p.customer_id
        WHERE c.kind = 'pool' AND c.id = ${(await productOf(app, id)).pool_id} OR c.account = ${holder.account}`,
    );
    expect(late?.late).toBe(true);
    const offer = await own(holder);
    expect(offer).toMatchObject({
      state: "offered",
      product: { followers: 1, paid_in: "1000000" },
    });
    const shown = await app.accepted("/trade/product", { id: `${id}` }, follower);
    expect(shown.product).toMatchObject({ strategy: "mirror", issuer: "兜町の猫" });
    expect(JSON.stringify(shown)).not.toContain(holder.account);
    // The holder buys right before the cut-off, to sell to the pool: the pool does not buy.
    await moveToCutOff(id, -2 * minuteMs);
    quoted();
    const { id: bought } = await buy(holder, "6758", "4000");
    await toValued(id);
    expect((await heldBy(id))["6758"]).toBe(97);
    // And where the holder has sold before the next one, it never does.
    await app.accepted(
      "/trade/close-position",
      { id: bought, kind: "market", quantity: "4000", request_id: newRequestId() },
      holder,
    );
    await toValued(id);
    expect((await heldBy(id))["6758"]).toBe(97);
    // What the holder can do to the product is to end it; its terms and its orders are nobody's to change.
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is followed in what it has borne alone of an order that was filled in parts", async () => {
    const holder = customers[8]!;
    const id = await offered(holder);
    quoted();
    const limit = { kind: "limit" as const, price: "2450" };
    const thin = [{ price: price(24_500_000n), quantity: shares(200n) }];
    app.feed.quote("jpy", "7203", "2450", { asks: thin });
    const { id: order } = await buy(holder, "7203", "1800", limit);
    const filled = async () => {
      const { rows: found } = await sql<{ opened: string }>`SELECT opened::text FROM position
        WHERE id = ${order}`.execute(app.owner.reader);
      return found[0]?.opened;
    };
    await expect.poll(filled).toBe("200");
    await toValued(id);
    // The rest is bought right before the cut-off, to sell it to the pool.
    await moveToCutOff(id, -2 * minuteMs);
    app.feed.quote("jpy", "7203", "2450");
    await expect.poll(filled).toBe("1800");
    await toValued(id);
    // A twentieth of 97 % of a million yen, as of the 200 shares.
    expect(await heldBy(id)).toEqual({ "7203": 19 });
    // A day later all of them are borne, and the pool holds a quarter of itself, the most of one stock.
    await toValued(id);
    expect(await heldBy(id)).toEqual({ "7203": 97 });
  });

  it("has its orders placed once, by whichever process, also where one dies between two of them", async () => {
    const [holder, follower] = [customers[3]!, customers[4]!];
    const id = await offered(holder);
    quoted();
    await buy(holder, "7203", "500");
    await buy(holder, "6758", "500");
    await app.accepted(
      "/trade/follow",
      { id: `${id}`, amount: "1000000", request_id: newRequestId() },
      follower,
    );
    await toValued(id);
    const { context } = app;
    const due = await moveToCutOff(id, 1_000);
    quoted();
    const orders = orderPathOf(context);
    let placed = 0;
    const dying = {
      ...orders,
      place: (...order: Parameters<typeof orders.place>) => {
        placed += 1;
        if (placed === 2) throw new Error("killed");
        return orders.place(...order);
      },
    };
    await lookAfterPools(context, dying);
    await Promise.all([
      lookAfterPools(other.context, orderPathOf(other.context)),
      lookAfterPools(context, orders),
      lookAfterPools(other.context, orderPathOf(other.context)),
    ]);
    const held = async () => {
      quoted();
      await lookAfter(app);
      return heldBy(id);
    };
    await expect.poll(held).toEqual({ "7203": 97, "6758": 97 });
    const decision = await findDecision(context.database.reader, id, due);
    expect(decision?.answers).toEqual(["ok", "ok"]);
    expect(decision?.targets).toEqual([
      { code: "7203", basisPoints: expect.any(Number) },
      { code: "6758", basisPoints: expect.any(Number) },
    ]);
    // Whatever is published next is in the valuation of its day.
    await toValued(id);
  });

  it.each([
    ["revokes", "revoked"],
    ["is suspended", "over"],
  ])(
    "is wound down once its holder %s: everybody is paid one value at once",
    async (how, state) => {
      const [holder, one, two] =
        how === "revokes"
          ? [customers[5]!, customers[2]!, customers[4]!]
          : [customers[6]!, customers[2]!, customers[4]!];
      const id = await offered(holder);
      quoted();
      await buy(holder, "7203", "1000");
      for (const follower of [one, two]) {
        await app.accepted(
          "/trade/follow",
          { id: `${id}`, amount: "100000", request_id: newRequestId() },
          follower,
        );
      }
      await toValued(id);
      await toValued(id);
      expect((await heldBy(id))["7203"]).toBeGreaterThan(0);
      const offer = await own(holder);
      if (how === "revokes") {
        const form = { id: offer?.id ?? "", request_id: newRequestId() };
        await app.accepted("/trade/revoke-copy-consent", form, holder);
      } else {
        await sql`UPDATE customer SET state = 'frozen' WHERE account = ${holder.account}`.execute(
          app.owner.reader,
        );
      }
      await Promise.all([
        lookAfter(app),
        lookAfterPools(other.context, orderPathOf(other.context)),
      ]);
      const winding = await productOf(app, id);
      expect(winding.winds_down_at).not.toBeNull();
      const late = { id: `${id}`, amount: "10000", request_id: newRequestId() };
      expect(await app.refused("/trade/follow", late, one)).toBe("product_follow_expired");
      expect((await messagesOf(one)).filter((kind) => kind === "follow_winds_down").length).toBe(
        how === "revokes" ? 1 : 2,
      );
      await toValued(id);
      const ended = await productOf(app, id);
      expect(ended).toMatchObject({ units: 0n });
      expect(ended.ended_at).not.toBeNull();
      const profits = await Promise.all(
        [one, two].map(async (follower) => {
          const all = await app.accepted("/trade/userproductlist", { type: "jpy" }, follower);
          const found = all.find(({ product }) => product === `${id}`);
          expect(found).toMatchObject({ status: 1, end_cause: "wind_down" });
          return found?.total_profit;
        }),
      );
      expect(new Set(profits).size).toBe(1);
      await sql`UPDATE customer SET state = 'active' WHERE account = ${holder.account}`.execute(
        app.owner.reader,
      );
      expect(await own(holder)).toMatchObject({ state });
      expect(await app.ledgerFaults()).toEqual([]);
    },
  );
});

/** To the cut-off of the next valuation, or so long before it. */
async function moveToCutOff(id: bigint, by: number): Promise<number> {
  const product = await productOf(app, id);
  const { clock, hours } = app.context;
  const { next } = valuationsAround(scheduleOf(product), clock.now(), hours);
  if (next === null) throw new Error("there is no valuation ahead");
  const moment = next - product.cut_off_minutes * minuteMs + by;
  const seconds = Math.ceil((moment - clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
  return next;
}

/** Through the next valuation, at fresh quotes as often as a busy machine needs them. */
async function toValued(id: bigint): Promise<void> {
  const due = await moveToCutOff(id, 1_000);
  const { clock, database } = app.context;
  const isDecided = async () => {
    quoted();
    await lookAfter(app);
    return (await findDecision(database.reader, id, due))?.done_at ?? null;
  };
  await expect.poll(isDecided).not.toBeNull();
  const seconds = Math.ceil((due + 1_000 - clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
  const valuedFor = async () => {
    quoted();
    await lookAfter(app);
    return (await productOf(app, id)).valued_for;
  };
  await expect.poll(valuedFor).toBe(due);
}

describe("the rule of the mirror", () => {
  const stock = (code: string, turnover: number): PastStock => ({
    code,
    sector: "a",
    dividends: [],
    days: Array.from({ length: mirrorRule.turnoverDays }, (_, index) => ({
      date: `2026-01-${String(index + 1).padStart(2, "0")}`,
      ...{ open: 1, high: 1, low: 1, close: 1, turnover },
    })),
  });

  it("never asks for more than the pool, a quarter of it in a stock or a hundredth of what is traded", () => {
    const holding = fc.record({
      basisPoints: fc.integer({ min: -30_000, max: 30_000 }),
      turnover: fc.integer({ min: 0, max: 10 ** 12 }),
    });
    fc.assert(
      fc.property(
        fc.array(holding, { maxLength: 20 }),
        fc.integer({ min: 1, max: 10 ** 10 }),
        (all, pool) => {
          const stocks = all.map(({ turnover }, index) => stock(`${index}`, turnover));
          const holds = all.map(({ basisPoints }, index) => ({ code: `${index}`, basisPoints }));
          const targets = mirror.decide({ today: "2026-02-01", stocks, mirrored: { holds, pool } });
          const sum = targets.reduce((total, { basisPoints }) => total + Math.abs(basisPoints), 0);
          expect(sum).toBeLessThanOrEqual(10_000);
          for (const { code, basisPoints } of targets) {
            const of = all[Number(code)]!;
            expect(Math.abs(basisPoints)).toBeLessThanOrEqual(2_500);
            expect((Math.abs(basisPoints) * pool) / 10_000).toBeLessThanOrEqual(
              of.turnover / 100 + 1,
            );
            expect(Math.sign(basisPoints)).toBe(Math.sign(of.basisPoints));
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("leaves a stock that is hardly traded, newly listed or not of this market", () => {
    const young = { ...stock("young", 10 ** 9), days: stock("young", 10 ** 9).days.slice(1) };
    const stocks = [stock("liquid", 10 ** 9), stock("thin", 0), young];
    const holds = ["liquid", "thin", "young", "elsewhere"].map((code) => ({
      code,
      basisPoints: 1_000,
    }));
    const past = { today: "2026-02-01", stocks };
    expect(mirror.decide({ ...past, mirrored: { holds, pool: 1_000_000 } })).toEqual([
      { code: "liquid", basisPoints: 1_000 },
    ]);
    expect(mirror.decide({ ...past, mirrored: null })).toEqual([]);
  });
});
