import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { messageTitles } from "@sanshi/contract/message-titles/us";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let customer: SignedIn;
let approver: OperatorSession;
let other: OperatorSession;
let viewer: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  // No market opens then: its article would stand before those of the tests.
  await advanceToWednesday(app, "12:00");
  customer = await app.newCustomer();
  approver = await newOperator(app, "approver");
  other = await newOperator(app, "approver");
  viewer = await newOperator(app, "viewer");
});
afterAll(() => app.stop());

const save = "/api/ops/news/save";
const publish = "/api/ops/news/:id/publish";
const withdraw = "/api/ops/news/:id/withdraw";
const texts = (us = "Fees") => ({
  jp: { title: "手数料", body: "一行目\n二行目" },
  cn: { title: "费用", body: "正文" },
  us: { title: us, body: "<b>text</b>" },
});
const draft = async (more: object = {}) =>
  (await opsAccepted(app, save, { texts: texts(), ...more }, approver)).id;
const listed = async (type?: "jpy" | "usd" | "cny") =>
  (await app.accepted("/news/list", type === undefined ? {} : { type }, customer)).items;

describe("an article of the broker's own", () => {
  it("is published by another than its writer", async () => {
    const bodies = [
      "The market was calm.",
      "Transfer your maintenance margin to account 1234567.",
      "t\u200brans\u200bfer today",
      "Write to us at help@sanshi-support.example",
    ];
    for (const body of bodies) {
      const asking = { ...texts(), us: { title: "Notice", body } };
      const id = await draft({ texts: asking });
      expect(await opsRefused(app, publish, { id }, approver), body).toBe("own_proposal");
      expect((await listed()).map((one) => one.id)).not.toContain(`article-${id}`);
      await opsAccepted(app, publish, { id }, other);
      await opsAccepted(app, withdraw, { id }, approver);
    }
  });

  it("has no title of the system's messages", async () => {
    for (const title of [messageTitles.title_withdrawal_paid, "Your account\u200b is OPEN"]) {
      const form = { texts: texts(title) };
      expect(await opsRefused(app, save, form, approver), title).toBe("title_is_the_systems");
    }
  });

  it("is a draft that nobody reads until it is published", async () => {
    const id = await draft({ type: "usd" });
    expect((await listed()).map((one) => one.id)).not.toContain(`article-${id}`);
    expect(await app.refused("/news/info", { id: `article-${id}` }, customer)).toBe(
      "news_not_found",
    );
    await opsAccepted(app, save, { id, texts: texts("Changed"), type: "usd" }, approver);
    await opsAccepted(app, publish, { id }, other);
    const [first] = await listed("usd");
    expect(first).toMatchObject({
      id: `article-${id}`,
      kind: "article",
      source: "editor",
      type: "usd",
      texts: texts("Changed"),
    });
    expect((await listed("jpy")).map((one) => one.id)).not.toContain(`article-${id}`);
    const info = await app.accepted("/news/info", { id: `article-${id}` }, customer);
    expect(info).toMatchObject({ texts: texts("Changed"), tables: [] });
  });

  it("about no market stands in every list, and pages go on behind it", async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      const id = await draft();
      await opsAccepted(app, publish, { id }, other);
      ids.unshift(`article-${id}`);
    }
    expect((await listed("jpy")).slice(0, 3).map((one) => one.id)).toEqual(ids);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 3; page += 1) {
      const answer = await app.accepted(
        "/news/list",
        { type: "jpy", limit: "1", ...(cursor !== undefined && { cursor }) },
        customer,
      );
      seen.push(...answer.items.map((one) => one.id));
      cursor = answer.next_cursor ?? undefined;
    }
    expect(seen).toEqual(ids);
    const middle = await app.accepted("/news/info", { id: ids[1]! }, customer);
    expect([middle.newer?.id, middle.older?.id]).toEqual([ids[0], ids[2]]);
  });

  it("published in the same moment as others stands where its neighbours say", async () => {
    const { reader } = app.context.database;
    const at = new Date(app.context.clock.now());
    // Ids of two, three and four digits: as texts they would be in another order.
    const found = await rows(
      reader,
      sql<{
        id: bigint;
      }>`INSERT INTO news_article (id, market, texts, written_by, updated_at, state, published_at)
        OVERRIDING SYSTEM VALUE
        SELECT n, 'cny', ${JSON.stringify(texts())}, (SELECT min(id) FROM operator), ${at}, 'published', ${at}
        FROM unnest(ARRAY[99, 998, 1001]) n RETURNING id`,
    );
    const ids = found.map(({ id }) => `article-${id}`).toReversed();
    expect(ids).toHaveLength(3);
    expect((await listed("cny")).slice(0, 3).map((one) => one.id)).toEqual(ids);
    const middle = await app.accepted("/news/info", { id: ids[1]! }, customer);
    expect([middle.newer?.id, middle.older?.id]).toEqual([ids[0], ids[2]]);
    const page = { type: "cny", limit: "1", cursor: ids[0]! } as const;
    const { items } = await app.accepted("/news/list", page, customer);
    expect(items.map((one) => one.id)).toEqual([ids[1]]);
  });

  it("once published is never rewritten; withdrawn it is gone for customers", async () => {
    const id = await draft();
    await opsAccepted(app, publish, { id }, other);
    expect(await opsRefused(app, save, { id, texts: texts("Other") }, approver)).toBe(
      "news_article_not_draft",
    );
    expect(await opsRefused(app, publish, { id }, other)).toBe("news_article_not_draft");
    await expect(
      sql`UPDATE news_article SET texts = '{}' WHERE id = ${id}::bigint`.execute(
        app.context.database.reader,
      ),
    ).rejects.toThrow("was published");
    await opsAccepted(app, withdraw, { id }, approver);
    expect((await listed()).map((one) => one.id)).not.toContain(`article-${id}`);
    expect(await opsRefused(app, withdraw, { id }, approver)).toBe("news_article_withdrawn");
  });

  it("published ten times at once is published once", async () => {
    const id = await draft();
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => opsRefused(app, publish, { id }, other)),
    );
    expect(codes.filter((code) => code === "ok")).toHaveLength(1);
  });

  it("is not a viewer's to write; a viewer reads the list; all is in the audit log", async () => {
    expect(await opsRefused(app, save, { texts: texts() }, viewer)).toBe("forbidden");
    const { items } = await opsAccepted(app, "/api/ops/news", { limit: "2" }, viewer);
    expect(items).toHaveLength(2);
    expect(await opsRefused(app, publish, { id: "999999999" }, other)).toBe(
      "news_article_not_found",
    );
    const { rows } = await sql<{ subject: string }>`SELECT subject FROM audit_entry
      WHERE path = ${publish} AND outcome = 'ok'`.execute(app.context.database.reader);
    expect(rows.length).toBeGreaterThanOrEqual(5);
  });

  it("without one of its languages is refused", async () => {
    const { jp, cn } = texts();
    expect(await opsRefused(app, save, { texts: { jp, cn } }, approver)).toBe("invalid_request");
  });
});
