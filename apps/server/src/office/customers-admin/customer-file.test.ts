import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { readyToWithdraw, verifiedCustomer } from "../../../../../tests/support/test-money.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { projectFolder } from "../../application.ts";
import { fillNameKeys } from "../../money/verification/verification.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let support: OperatorSession & { email: string };
let reviewer: OperatorSession & { email: string };
let viewer: OperatorSession;
let yamada: SignedIn;
let zhang: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  support = await newOperator(app, "support");
  reviewer = await newOperator(app, "reviewer");
  viewer = await newOperator(app, "viewer");
  yamada = await readyToWithdraw(app, { isPassport: true });
  zhang = await verifiedCustomer(app, { name: "张 伟", nameKana: "チョウ イ", isPassport: true });
  await app.newCustomer();
});
afterAll(() => app.stop());

const page = "/api/ops/customers/:account";
const found = async (q: string) =>
  (await opsAccepted(app, "/api/ops/customers", { q }, viewer)).items;
const looksAt = async (customer: SignedIn) =>
  (await app.accepted("/user/activity", {}, customer)).items
    .filter(({ kind }) => kind === "operator_viewed")
    .map(({ params }) => params["what"]);

describe("the search for customers by name", () => {
  it.each(["山田", "ヤマダ", "やまだ", "yamada", "Taro Yamada", "TAROU"])(
    "finds by “%s”",
    async (q) => {
      const items = await found(q);
      expect(items).toMatchObject([
        { account: yamada.account, name: "山田 太郎", name_kana: "ヤマダ タロウ", verification: 2 },
      ]);
    },
  );

  it("finds by the account, nobody by what is no name, and whom nobody knows not at all", async () => {
    expect((await found(yamada.account))[0]?.account).toBe(yamada.account);
    expect((await found("张伟")).map(({ account }) => account)).toEqual([zhang.account]);
    expect(await found("%")).toEqual([]);
    expect(await found("sakamoto")).toEqual([]);
    const all = await opsAccepted(app, "/api/ops/customers", {}, viewer);
    expect(all.items.find(({ name }) => name === null)).toMatchObject({ verification: 0 });
  });

  it("finds those of a former release once their names were read", async () => {
    const { reader } = app.context.database;
    await sql`UPDATE verification SET name_key = NULL`.execute(reader);
    expect(await found("yamada")).toEqual([]);
    expect(await fillNameKeys(app.context)).toBe(2);
    expect(await fillNameKeys(app.context)).toBe(0);
    expect(await found("yamada")).toHaveLength(1);
  });

  it.each([
    ["ファン ティナ", 1],
    ["ﾌｧﾝ ﾃｨﾅ", 1],
    ["ヤマダ タロウ", 0],
  ])("reads a name of a former release that is %s itself anew: %i", async (name, read) => {
    const file = "0820_names_in_kana_from_abroad.sql";
    const migration = readFileSync(join(projectFolder, "database", "migrations", file), "utf8");
    const undo = new Error("undo");
    let left: unknown;
    const reading = app.owner.transaction(async (transaction) => {
      await sql`UPDATE verification SET name = ${name}, name_kana = NULL, name_key = '|old|'`.execute(
        transaction,
      );
      await sql.raw(migration).execute(transaction);
      left = (await sql`SELECT FROM verification WHERE name_key IS NULL`.execute(transaction)).rows;
      throw undo;
    });
    await expect(reading).rejects.toBe(undo);
    expect(left).toHaveLength(read * 2);
  });
});

describe("a customer's file", () => {
  it("shows who it is and the accounts that money is paid to, whose numbers are masked", async () => {
    const { account } = yamada;
    const before = (await looksAt(yamada)).length;
    const identity = await opsAccepted(app, `${page}/identity`, { account }, viewer);
    expect(identity.verifications).toMatchObject([
      { status: 2, name: "山田 太郎", id_type: "passport" },
    ]);
    expect(identity.cards).toHaveLength(1);
    expect(identity.cards[0]?.card_number).toMatch(/^\D+\d{1,4}$/);
    expect(identity.verifications[0]?.id_number_masked).not.toContain(account.slice(-7));
    expect((await looksAt(yamada)).slice(0, 1)).toEqual(["identity"]);
    expect(await looksAt(yamada)).toHaveLength(before + 1);
  });

  it("shows the assets as the customer reads them", async () => {
    const { account } = yamada;
    const form = { account, currency: "USD" } as const;
    const shown = await opsAccepted(app, `${page}/assets`, form, viewer);
    const own = await app.accepted("/user/assets", { currency: "USD" }, yamada);
    expect(shown.currencies).toEqual(own.currencies);
    expect(shown.total?.currency).toBe("USD");
    expect((await looksAt(yamada))[0]).toBe("assets");
  });

  it("shows all that waits, each with what it is about and by when", async () => {
    const newcomer = await app.newCustomer();
    const { account } = newcomer;
    const cases = async () =>
      (await opsAccepted(app, `${page}/cases`, { account }, viewer)).items.map(
        ({ kind, about }) => about ?? kind,
      );
    expect(await cases()).toEqual([]);
    const question = { body: "Hello", request_id: newRequestId() };
    await app.accepted("/user/write-to-service", question, newcomer);
    await opsAccepted(
      app,
      `${page}/message`,
      {
        account,
        request_id: newRequestId(),
        texts: {
          jp: { title: "ご案内", body: "残高のご案内" },
          cn: { title: "通知", body: "余额" },
          us: { title: "Balance", body: "Your balance" },
        },
      },
      support,
    );
    expect(await cases()).toEqual(["conversation", "customer_message"]);
    expect(await opsRefused(app, `${page}/cases`, { account: "0000000001" }, viewer)).toBe(
      "customer_not_found",
    );
  });

  it("has notes that operators alone read, newest first, said once and never changed", async () => {
    const { account } = zhang;
    const add = (body: string, by = support, request_id = newRequestId()) =>
      opsAccepted(app, `${page}/notes/add`, { account, body, request_id }, by);
    const requestId = newRequestId();
    const first = await add("Prefers to be called after 17:00.", support, requestId);
    expect(await add("Prefers to be called after 17:00.", support, requestId)).toEqual(first);
    const again = { account, body: "Other", request_id: requestId };
    expect(await opsRefused(app, `${page}/notes/add`, again, support)).toBe("request_id_reused");
    await add("Called back.\nAll is well.", reviewer);
    const notes = await opsAccepted(app, `${page}/notes`, { account, limit: "1" }, viewer);
    expect(notes.items).toMatchObject([
      { body: "Called back.\nAll is well.", written_by: reviewer.email, role: "reviewer" },
    ]);
    const rest = await opsAccepted(
      app,
      `${page}/notes`,
      { account, limit: "1", cursor: notes.next_cursor ?? "" },
      viewer,
    );
    expect(rest).toEqual({ items: [first], next_cursor: null });

    const nobody = { account, body: "Hello", request_id: newRequestId() };
    expect(await opsRefused(app, `${page}/notes/add`, nobody, viewer)).toBe("forbidden");
    const empty = { ...nobody, body: " \n " };
    expect(await opsRefused(app, `${page}/notes/add`, empty, support)).toBe("note_says_nothing");
    const { reader } = app.context.database;
    for (const change of [
      sql`UPDATE customer_note SET body = 'x'`,
      sql`DELETE FROM customer_note`,
    ]) {
      await expect(change.execute(reader)).rejects.toThrow(/append-only|permission denied/);
    }
    const told = (await app.accepted("/user/activity", {}, zhang)).items;
    expect(JSON.stringify(told)).not.toContain("Called back");
    const acts = told.map(({ params }) => params["what"]);
    expect(acts.filter((what) => what === "note_added")).toHaveLength(2);
    expect(acts.filter((what) => what === "notes")).toHaveLength(2);
    const entries = await rows(
      reader,
      sql<{ body: string }>`SELECT details ->> 'body' AS body FROM audit_entry
        WHERE path = '/api/ops/customers/:account/notes/add' AND outcome = 'ok'
          AND details ->> 'note' IS NOT NULL ORDER BY number`,
    );
    expect(entries.map(({ body }) => body)).toEqual([
      "Prefers to be called after 17:00.",
      "Called back.\nAll is well.",
    ]);
  });
});
