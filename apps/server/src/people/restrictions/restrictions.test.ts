import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closingBarredTotal, restrictionReviewDays, type CustomerState } from "@sanshi/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { createEmptyDatabase } from "../../../../../tests/support/test-database.ts";
import {
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { sql } from "../../platform/sql/database.ts";
import { migrate } from "../../platform/sql/migrate.ts";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";

const page = "/api/ops/customers/:account";
const day = 24 * 3600;
let app: TestApplication;
let reviewer: OperatorSession & { email: string };
let approver: OperatorSession & { email: string };
beforeAll(async () => {
  app = await startTestApplication();
  reviewer = await newOperator(app, "reviewer");
  approver = await newOperator(app, "approver");
});
afterAll(() => app.stop());

type Terms = { closing_barred_hours?: number; review_in_days?: number };
const restrict = (customer: SignedIn, state: CustomerState, terms: Terms = {}) =>
  ops(
    app,
    `${page}/state`,
    { account: customer.account, state, reason: "suspicious_activity", ...terms },
    reviewer,
  );
const approve = (id: string | null) =>
  opsRefused(app, "/api/ops/proposals/:id/decision", { id: id!, decision: "approve" }, approver);
const own = (customer: SignedIn) => app.accepted("/user/restrictions", {}, customer);
const shown = ({ account }: SignedIn) => opsAccepted(app, page, { account }, approver);
const hoursFromNow = (iso: string | null) =>
  (Date.parse(iso ?? "") - app.context.clock.now()) / 3_600_000;

async function holding(customer: SignedIn): Promise<string> {
  app.feed.quote("jpy", "7203", "2850");
  const order = { type: "jpy", code: "7203", side: "long", kind: "market" } as const;
  const more = { quantity: "100", leverage: "1", request_id: newRequestId() };
  const { id } = await app.accepted("/trade/place-order", { ...order, ...more }, customer);
  await app.advance(16 * 60);
  app.feed.quote("jpy", "7203", "2850");
  return id;
}
const close = (customer: SignedIn, id: string) =>
  app.post("/trade/close-position", { id, kind: "market", request_id: newRequestId() }, customer);
const obstacles = async (customer: SignedIn) =>
  (await app.accepted("/user/withdrawal-terms", {}, customer)).obstacles.map(({ code }) => code);

describe("a restriction", () => {
  it("is a fact that the customer reads: by which role, why, since when, and when it is reviewed", async () => {
    const customer = await app.newCustomer();
    expect(await own(customer)).toEqual({ current: null, ended: [] });
    expect((await restrict(customer, "frozen")).body.msg).toBe("ok");
    const { current } = await own(customer);
    expect(current).toMatchObject({
      state: "frozen",
      role: "reviewer",
      approved_role: null,
      until: null,
      ended_at: null,
      closing_barred_until: null,
      reason: {
        jp: "口座で通常と異なる動きが確認されたため",
        cn: "账户出现异常活动",
        us: "We noticed unusual activity on the account.",
      },
    });
    expect(hoursFromNow(current!.review_at)).toBeCloseTo(restrictionReviewDays * 24, 0);
    expect(JSON.stringify(current)).not.toContain("@");
    const { restriction } = await shown(customer);
    expect(restriction).toMatchObject({ by: reviewer.email, review_overdue: false });
    const [message] = (await app.accepted("/user/messages", {}, customer)).items;
    expect(message).toMatchObject({ kind: "account_state", link: "/mine/notices" });
    expect(message?.params).toMatchObject({ role: "reviewer", review_at: current!.review_at });
  });

  it("lets go of what is held, unless that is barred, for a day at most", async () => {
    const customer = await app.newCustomer();
    const [first, second] = [await holding(customer), await holding(customer)];
    await restrict(customer, "frozen");
    expect((await close(customer, first)).body.msg).toBe("ok");

    const other = await app.newCustomer();
    const kept = await holding(other);
    expect((await restrict(other, "frozen", { closing_barred_hours: 25 })).code).toBe(400);
    expect((await restrict(other, "frozen", { review_in_days: 31 })).code).toBe(400);
    await restrict(other, "frozen", { closing_barred_hours: 24 });
    const { current } = await own(other);
    expect(hoursFromNow(current!.closing_barred_until)).toBeCloseTo(24, 0);
    expect((await close(other, kept)).body).toMatchObject({
      msg: "closing_barred",
      params: { until: current!.closing_barred_until },
    });
    await app.advance(day);
    app.feed.quote("jpy", "7203", "2850");
    expect((await close(other, kept)).body.msg).toBe("ok");
    expect((await close(customer, second)).body.msg).toBe("ok");
  });

  it("that does not let a position go does not bar a withdrawal for it", async () => {
    const customer = await app.newCustomer();
    await holding(customer);
    expect(await obstacles(customer)).toContain("positions_held");
    await restrict(customer, "trading_disabled", { closing_barred_hours: 8 });
    expect(await obstacles(customer)).not.toContain("positions_held");
    expect(await obstacles(customer)).not.toContain("account_frozen");
    await app.advance(8 * 3600);
    expect(await obstacles(customer)).toContain("positions_held");
  });

  it("whose review is overdue is in the health's queues and the list, until two renew it", async () => {
    const customer = await app.newCustomer();
    await restrict(customer, "frozen", { review_in_days: 3 });
    const overdue = async () => {
      const { queues } = await opsAccepted(app, "/api/ops/health", {}, approver);
      const found = await opsAccepted(
        app,
        "/api/ops/customers",
        { review: "overdue", limit: "100" },
        approver,
      );
      const { waiting } = queues.find(({ name }) => name === "restriction_reviews")!;
      expect(waiting).toBe(found.items.length);
      return found.items.some(({ account }) => account === customer.account);
    };
    expect(await overdue()).toBe(false);
    await app.advance(3 * day);
    expect(await overdue()).toBe(true);
    expect((await shown(customer)).restriction?.review_overdue).toBe(true);

    const { body } = await restrict(customer, "frozen", { review_in_days: 7 });
    expect(body.data).toMatchObject({ state: "proposed" });
    expect(await overdue()).toBe(true);
    expect(await approve(body.data.id)).toBe("ok");
    expect(await overdue()).toBe(false);
    const { current, ended } = await own(customer);
    expect(current).toMatchObject({ state: "frozen", role: "reviewer", approved_role: "approver" });
    expect(ended).toMatchObject([{ state: "frozen", approved_role: null }]);
    expect((await restrict(customer, "frozen")).body.msg).toBe("customer_state_unchanged");
  });

  it("stays in the customer's list when it is lifted", async () => {
    const customer = await app.newCustomer();
    await restrict(customer, "frozen", { closing_barred_hours: 4 });
    const { body } = await restrict(customer, "active");
    expect(await approve(body.data.id)).toBe("ok");
    const { current, ended } = await own(customer);
    expect([current, ended.length]).toEqual([null, 1]);
    expect(ended[0]?.ended_at).not.toBeNull();
    const id = await holding(customer);
    expect((await close(customer, id)).body.msg).toBe("ok");
  });

  it("of two operators at once is one at a time, and every one is kept", async () => {
    const customer = await app.newCustomer();
    await Promise.all(
      (["trading_disabled", "frozen", "banned"] as const).map((state) => restrict(customer, state)),
    );
    const { rows } = await sql<{ state: string; own: string }>`
      SELECT customer.state, restriction.state AS own FROM customer
      JOIN restriction ON customer_id = customer.id AND ended_at IS NULL
      WHERE account = ${customer.account}`.execute(app.context.database.reader);
    expect(rows).toEqual([{ state: "banned", own: "banned" }]);
  });

  it("by the customer says so, and bars closing for a day alone", async () => {
    const customer = await app.newCustomer();
    const id = await holding(customer);
    await app.accepted("/user/freeze-account", { login_password: testPassword }, customer);
    const { current } = await own(customer);
    expect(current).toMatchObject({ state: "frozen", role: null });
    expect((await close(customer, id)).body.msg).toBe("closing_barred");
    await app.advance(day);
    app.feed.quote("jpy", "7203", "2850");
    expect((await close(customer, id)).body.msg).toBe("ok");
  });
});

describe("a pair of operators who bar closing again and again", () => {
  it("does so in the customer's sight each time, and for so long in all that it ends", async () => {
    const customer = await app.newCustomer();
    await restrict(customer, "frozen", { closing_barred_hours: 24 });
    for (let renewed = 1; renewed < closingBarredTotal.hoursMax / 24; renewed += 1) {
      await app.advance(day);
      const { body } = await restrict(customer, "frozen", { closing_barred_hours: 24 });
      expect(await approve(body.data.id)).toBe("ok");
    }
    const { ended } = await own(customer);
    expect(ended).toHaveLength(2);
    const told = (await app.accepted("/user/messages", {}, customer)).items;
    expect(told.filter(({ kind }) => kind === "account_state")).toHaveLength(3);

    await app.advance(day);
    const { body } = await restrict(customer, "frozen", { closing_barred_hours: 1 });
    expect(body).toMatchObject({ msg: "closing_barred_too_long", params: { left: "0" } });
    // Neither by way of another state, nor after it was lifted.
    const lifted = await restrict(customer, "active");
    expect(await approve(lifted.body.data.id)).toBe("ok");
    const anew = await restrict(customer, "trading_disabled", { closing_barred_hours: 1 });
    expect(anew.body.msg).toBe("closing_barred_too_long");
    await app.advance(closingBarredTotal.withinDays * day);
    expect(await opsRefused(app, `${page}/state`, barring(customer), reviewer)).toBe("ok");
  });

  it("finds the database of the same mind, where a restriction can only end", async () => {
    const { reader } = app.context.database;
    const customer = await app.newCustomer();
    const now = `'${new Date(app.context.clock.now()).toISOString()}'::timestamptz`;
    const insert = (hours: number, at = now) =>
      sql
        .raw(
          `INSERT INTO restriction (customer_id, state, reason, restricted_by, restricted_role, since, review_at,
            closing_barred_until, ended_at)
          SELECT c.id, 'frozen', 'suspicious_activity', o.id, o.role, ${at}, ${at} + interval '14 days',
            ${at} + interval '${hours} hours', ${at} + interval '${hours} hours'
          FROM customer c, operator o WHERE c.account = '${customer.account}' AND o.email = '${reviewer.email}'`,
        )
        .execute(reader);
    await expect(insert(25)).rejects.toThrow("restriction_bars_closing_shortly");
    for (const days of [3, 2, 1]) await insert(24, `(${now} - interval '${days} days')`);
    await expect(insert(1)).rejects.toThrow("72 hours in 30 days");
    await expect(sql`UPDATE restriction SET since = real_now()`.execute(reader)).rejects.toThrow(
      "can only end",
    );
    await expect(sql`DELETE FROM restriction`.execute(reader)).rejects.toThrow("append-only");
  });

  const barring = ({ account }: SignedIn) => {
    const reason = "suspicious_activity";
    return { account, state: "frozen", reason, closing_barred_hours: 24 } as const;
  };
});

describe("whoever is restricted when this version comes", () => {
  it("keeps it, with what they were told, by which role, and a review from now on", async () => {
    const before = await mkdtemp(join(tmpdir(), "sanshi-migrations-"));
    const database = await createEmptyDatabase();
    const client = sqlClient(database.ownerConnectionString);
    try {
      for (const name of await readdir(migrations)) {
        if (name < "0192") await copyFile(join(migrations, name), join(before, name));
      }
      await migrate(database.ownerConnectionString, before);
      await client.connect();
      await client.query(olderRelease);
      await migrate(database.ownerConnectionString, migrations);
      const { rows } = await client.query(`SELECT account, restriction.state, reason,
          texts ->> 'us' AS us, restricted_role AS role, review_at > app_now() AS reviewed,
          restriction.closing_barred_until AS barred
        FROM restriction JOIN customer ON customer.id = customer_id ORDER BY account`);
      const kept = { reviewed: true, barred: null };
      expect(rows).toEqual([
        {
          ...kept,
          account: "1000000001",
          state: "frozen",
          reason: "suspicious_activity",
          us: null,
          role: "reviewer",
        },
        {
          ...kept,
          account: "1000000002",
          state: "banned",
          reason: "other",
          us: "own words",
          role: null,
        },
        {
          ...kept,
          account: "1000000003",
          state: "frozen",
          reason: "customer_request",
          us: null,
          role: null,
        },
      ]);
    } finally {
      await client.end();
      await database.drop();
      await rm(before, { recursive: true });
    }
  });
});

const migrations = join(import.meta.dirname, "../../../../../database/migrations");

/** One restricted for a reason of the catalogue, one in own words, one by the customer, one not at all. */
const olderRelease = `
  INSERT INTO invitation_code (code) VALUES ('WELCOME1');
  INSERT INTO operator (email, password_hash, role) VALUES ('r@sanshi.example', 'x', 'reviewer');
  INSERT INTO customer (account, password_hash, invitation_code, state, registered_at) VALUES
    ('1000000001', 'x', 'WELCOME1', 'frozen', '2026-11-25 12:00+09'), ('1000000002', 'x', 'WELCOME1', 'banned', '2026-11-25 12:00+09'),
    ('1000000003', 'x', 'WELCOME1', 'frozen', '2026-11-25 12:00+09'), ('1000000004', 'x', 'WELCOME1', 'active', '2026-11-25 12:00+09');
  INSERT INTO activity (customer_id, kind, params, happened_at)
  SELECT id, CASE account WHEN '1000000003' THEN 'frozen_by_customer' ELSE 'state_changed' END,
    CASE account WHEN '1000000001' THEN '{"why": "suspicious_activity", "why_us": "x"}'::jsonb
      WHEN '1000000002' THEN '{"why": "other", "why_jp": "x", "why_cn": "x",
        "why_us": "The operator''s explanation: own words"}'::jsonb ELSE '{}'::jsonb END, '2026-11-25 12:00+09'
  FROM customer WHERE state <> 'active';
  ALTER TABLE audit_entry DISABLE TRIGGER USER;
  INSERT INTO audit_entry (number, at, operator_id, operator, role, address, method, path, subject, outcome,
    details, previous_hash, hash)
  SELECT 1, '2026-11-25 12:00+09', id, email, role, 'x', 'POST', '/api/ops/customers/:account/state', '1000000001', 'ok',
    '{}', '', '' FROM operator;
  ALTER TABLE audit_entry ENABLE TRIGGER USER;`;
