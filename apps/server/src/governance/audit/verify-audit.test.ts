import { createPublicKey, verify as checkSignature } from "node:crypto";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { tamper } from "../../../../../tests/support/tampering.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  opsAccepted,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { verifyAudit } from "../../../../../tools/verify-audit.ts";
import { hashOf, readAuditHead, type AuditEntry } from "../../platform/audit-log.ts";
import { sql } from "../../platform/sql/database.ts";
import { entriesAfter, everything } from "./audit.store.ts";
import { headFile, writeHeadFile } from "./head-file.ts";

let app: TestApplication;
let operator: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
  for (let count = 0; count < 4; count += 1) {
    await opsAccepted(app, "/api/ops/customers", {}, operator);
  }
});
afterAll(() => app.stop());

async function verify(...parameters: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const environment = {
    DATABASE_URL: app.context.database.connectionString,
    DATA_DIR: app.context.settings.dataDir,
  };
  const code = await verifyAudit(environment, (line) => lines.push(line), parameters);
  return { code, text: lines.join("\n") };
}

it("the command finds nothing in a log that is whole", async () => {
  expect(await verify()).toEqual({
    code: 0,
    text: expect.stringMatching(/^8 entries, 0 faults; head [0-9a-f]{64}$/),
  });
});

it("the command misses a head that is not there, and keeps one when it is told to", async () => {
  const { log } = await readAuditHead(app.context.database.reader);
  await rm(headFile(app.context.settings.dataDir, log));
  const missed = await verify();
  expect(missed.code).toBe(1);
  expect(missed.text).toContain("no head of this log is kept outside the database");
  expect((await verify("--accept")).code).toBe(0);
  expect((await verify()).code).toBe(0);
});

it("the command holds the log against the head that a customer was given", async () => {
  const customer = await app.newCustomer();
  const [session] = await app.accepted("/user/sessions", {}, customer);
  const held = session?.audit_head ?? "";
  expect(await verify("--head", held)).toEqual({
    code: 0,
    text: expect.stringMatching(/^entry \d+, signed at .*: 0 faults$/),
  });
  expect((await verify("--head", "sanshi-head-v1.x")).code).toBe(2);
  const later = held.replace(/\.(\d{13})\./, (_all, at: string) => `.${Number(at) + 1}.`);
  const forged = await verify("--head", later);
  expect(forged.code).toBe(1);
  expect(forged.text).toContain("no key of this instance has signed it");
});

it("the health page, every statement and the public keys belong together", async () => {
  const { audit_head } = await opsAccepted(app, "/api/ops/health", {}, operator);
  const published = await app.context.http.fastify.inject({ url: "/api/signing-keys.json" });
  const { keys } = published.json<{
    keys: { id: string; public_key: string; current: boolean }[];
  }>();
  expect(keys).toHaveLength(1);
  const customer = await app.newCustomer();
  const period = { from: "2026-01-01", to: "2026-01-31", format: "csv", language: "us" } as const;
  const { base64 } = await app.accepted("/user/statement", period, customer);
  const csv = Buffer.from(base64, "base64").toString();
  const [inStatement = ""] = /sanshi-head-v1\.[\w.-]+/.exec(csv) ?? [];
  for (const text of [audit_head, inStatement]) {
    const signed = text.slice(0, text.lastIndexOf("."));
    const signature = Buffer.from(text.slice(text.lastIndexOf(".") + 1), "base64url");
    // As anybody would check it, with nothing of ours.
    const key = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: keys[0]?.public_key ?? "" },
      format: "jwk",
    });
    expect(checkSignature(null, Buffer.from(signed), key, signature)).toBe(true);
    expect(signed.split(".").at(-1)).toBe(keys[0]?.id);
  }
});

it("a chain that was rewritten as a whole, hashes and kept head too, contradicts what a customer holds", async () => {
  const customer = await app.newCustomer();
  const [session] = await app.accepted("/user/sessions", {}, customer);
  const { reader } = app.owner;
  await sql`ALTER TABLE audit_entry DISABLE TRIGGER ALL`.execute(reader);
  const { log } = await readAuditHead(reader);
  const entries = await entriesAfter(reader, everything, { after: 0n, limit: 1_000 });
  const before = entries.map((entry) => ({ ...entry }));
  const rewrite = async (list: readonly AuditEntry[], subject?: string) => {
    let previousHash = "";
    for (const entry of list) {
      const changed = { ...entry, subject: subject ?? entry.subject };
      const hash = hashOf(changed, previousHash, log);
      await sql`UPDATE audit_entry SET subject = ${changed.subject},
        previous_hash = decode(${previousHash}, 'hex'), hash = decode(${hash}, 'hex')
        WHERE number = ${entry.number}`.execute(reader);
      previousHash = hash;
    }
    const last = list.at(-1)!.number;
    await sql`UPDATE audit_head SET hash = decode(${previousHash}, 'hex')`.execute(reader);
    await writeHeadFile(app.context.settings.dataDir, { log, number: last, hash: previousHash });
  };
  await rewrite(before, "nobody");
  expect((await verify()).code).toBe(0);
  const contradicted = await verify("--head", session?.audit_head ?? "");
  expect(contradicted.code).toBe(1);
  expect(contradicted.text).toContain("is not the one that was kept outside the database");
  await rewrite(before);
  await sql`ALTER TABLE audit_entry ENABLE TRIGGER ALL`.execute(reader);
  expect((await verify("--head", session?.audit_head ?? "")).code).toBe(0);
});

it("the command finds a planted change and a cut tail, and ends with 1", async () => {
  await tamper(app, "audit_entry", async (owner) => {
    await sql`UPDATE audit_entry SET subject = 'somebody else' WHERE number = 2`.execute(owner);
    await sql`DELETE FROM audit_entry WHERE number >= 5`.execute(owner);
  });
  const found = await verify();
  expect(found.code).toBe(1);
  expect(found.text).toContain("entry 2 was changed");
  expect(found.text).toContain("the log was cut");
});
