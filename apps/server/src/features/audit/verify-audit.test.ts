import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
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
import { readAuditHead } from "../../platform/audit-log.ts";
import { sql } from "../../platform/sql/database.ts";
import { headFile } from "./head-file.ts";

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
    text: expect.stringMatching(/^5 entries, 0 faults; head [0-9a-f]{64}$/),
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

it("the command finds a planted change and a cut tail, and ends with 1", async () => {
  const reader = app.context.database.reader;
  await sql`ALTER TABLE audit_entry DISABLE TRIGGER ALL`.execute(reader);
  await sql`UPDATE audit_entry SET subject = 'somebody else' WHERE number = 2`.execute(reader);
  await sql`DELETE FROM audit_entry WHERE number = 5`.execute(reader);
  const found = await verify();
  expect(found.code).toBe(1);
  expect(found.text).toContain("entry 2 was changed");
  expect(found.text).toContain("the log was cut");
});
