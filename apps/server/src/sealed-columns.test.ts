import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readyToWithdraw } from "../../../tests/support/test-money.ts";
import {
  firstOperator,
  ops,
  opsAccepted,
  type OperatorSession,
} from "../../../tests/support/test-operators.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../tests/support/test-application.ts";
import { rotateDocumentKey } from "../../../tools/rotate-document-key.ts";
import { cardNumberOf, findCard } from "./money/cards/cards.ts";
import { keyFilePath, readKeyFile } from "./platform/sealing/key-ring.ts";
import { rows, sql } from "./platform/sql/database.ts";
import { sealedColumns } from "./sealed-columns.ts";

let app: TestApplication;
let operator: OperatorSession;
let customer: SignedIn & { cardId: string };
beforeAll(async () => {
  // The keys of a file, as a newcomer's instance has them.
  app = await startTestApplication({ DOCUMENT_KEY: "" });
  operator = await firstOperator(app);
});
beforeEach(async () => {
  customer = await readyToWithdraw(app, { isPassport: true });
});
afterAll(() => app.stop());

const keys = () => readKeyFile(keyFilePath(app.context.settings.dataDir));

async function rotate(...parameters: string[]): Promise<string[]> {
  const said: string[] = [];
  const code = await rotateDocumentKey(
    {
      DATABASE_URL: app.context.database.connectionString,
      DATA_DIR: app.context.settings.dataDir,
    },
    (text) => said.push(text),
    parameters,
  );
  expect(code).toBe(0);
  return said;
}

/** What only the right key opens: an ID's photo and number, and a bank account's number. */
async function expectAllOpens(who: SignedIn & { cardId: string }): Promise<void> {
  const { items } = await opsAccepted(
    app,
    "/api/ops/verifications",
    { q: who.account, state: "all" },
    operator,
  );
  const [one] = items;
  const photo = await ops(
    app,
    "/api/ops/documents/:id",
    { id: one?.front_document_id ?? "" },
    operator,
  );
  expect(photo.code).toBe(200);
  const number = await opsAccepted(
    app,
    "/api/ops/verifications/:id/number",
    { id: one?.id ?? "" },
    operator,
  );
  expect(number.id_number).toBe(`TZ${who.account.slice(-7)}`);
  const card = await findCard(app.context.database.reader, BigInt(who.cardId));
  expect(card && cardNumberOf(app.context, card)).toBe(who.account.slice(-7));
}

describe("a new document key", () => {
  it("seals everything anew while the server runs, and the old one can then be forgotten", async () => {
    const before = customer;
    expect(keys()).toHaveLength(1);
    const [first] = keys();
    const [count = ""] = await rotate();
    expect(Number.parseInt(count, 10)).toBeGreaterThan(4);
    expect(keys()).toHaveLength(2);
    await expectAllOpens(before);
    const meanwhile = await readyToWithdraw(app, { isPassport: true });
    await rotate("--forget");
    expect(keys()).toHaveLength(1);
    expect(keys().some((key) => first?.equals(key))).toBe(false);
    await expectAllOpens(before);
    await expectAllOpens(meanwhile);
    // What tells that an account is the same one stays what it was.
    const { items } = await app.accepted("/user/bank-cards", {}, before);
    expect(items).toHaveLength(1);
    const again = {
      holder_name: "ヤマダ タロウ",
      card_number: before.account.slice(-7),
      bank_name: "三菱UFJ銀行",
      branch_name: "本店",
      branch_code: "001",
      card_type: "ordinary" as const,
    };
    expect(await app.refused("/user/add-bank-card", again, before)).toBe("card_exists");
  });

  it("leaves the old one where anything at all still needs it", async () => {
    const [old] = keys();
    const { reader } = app.context.database;
    // As a column would that somebody forgot to list.
    await sql`UPDATE document SET upload_digest = ${app.context.sealer.seal(Buffer.from("x"), "forgotten")}
      WHERE id = (SELECT max(id) FROM document)`.execute(reader);
    await rotate();
    await rotate("--forget");
    expect(keys().some((key) => old?.equals(key))).toBe(true);
    await sql`UPDATE document SET upload_digest = '' WHERE id = (SELECT max(id) FROM document)`.execute(
      reader,
    );
    await rotate("--forget");
    expect(keys()).toHaveLength(1);
    await expectAllOpens(customer);
  });

  it("opens second factors too: every sealed column is one that exists", async () => {
    const { reader } = app.context.database;
    const { sealer } = app.context;
    const [found] = await rows(
      reader,
      sql<{ customer: bigint; operator: bigint }>`SELECT (SELECT max(id) FROM customer) AS customer,
        (SELECT min(id) FROM operator) AS operator`,
    );
    const of = { customer: found?.customer ?? 0n, operator: found?.operator ?? 0n };
    await sql`INSERT INTO customer_totp (customer_id, secret)
      VALUES (${of.customer}, ${sealer.seal(Buffer.from("c"), `customer_totp:${of.customer}`)})`.execute(
      reader,
    );
    await sql`UPDATE operator SET totp_secret = ${sealer.seal(Buffer.from("o"), `operator_totp:${of.operator}`)}
      WHERE id = ${of.operator}`.execute(reader);
    await rotate();
    await rotate("--forget");
    const [kept] = await rows(
      reader,
      sql<{
        c: Buffer;
        o: Buffer;
      }>`SELECT secret AS c, totp_secret AS o FROM customer_totp, operator
        WHERE customer_id = ${of.customer} AND operator.id = ${of.operator}`,
    );
    expect(kept && sealer.open(kept.c, `customer_totp:${of.customer}`).toString()).toBe("c");
    expect(kept && sealer.open(kept.o, `operator_totp:${of.operator}`).toString()).toBe("o");
    await sql`UPDATE operator SET totp_secret = NULL`.execute(reader);
    expect(new Set(sealedColumns.map(({ table, column }) => join(table, column))).size).toBe(
      sealedColumns.length,
    );
  });
});
