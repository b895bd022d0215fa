import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  ops,
  opsAccepted,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { cellsOfWorkbook, linesOfCsv, spelledAs } from "../../../../../tests/support/workbooks.ts";
import { readAuditHead } from "../../platform/audit-log.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";
import { keepAuditHead } from "./audit.ts";
import { headFile, readHeadFile } from "./head-file.ts";

let app: TestApplication;
let operator: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
});
afterAll(() => app.stop());

const check = () => opsAccepted(app, "/api/ops/audit/check", {}, operator);
const look = () => opsAccepted(app, "/api/ops/customers", {}, operator);

async function last() {
  const { items } = await opsAccepted(app, "/api/ops/audit", { limit: "2" }, operator);
  return items[0]!;
}

describe("the audit log", () => {
  it("has every call: who, from where, on what, and how it ended", async () => {
    await ops(app, "/api/ops/customers/:account", { account: "0000000009" }, operator);
    expect(await last()).toMatchObject({
      operator: "operator@sanshi.example",
      role: "administrator",
      address: "127.0.0.1",
      method: "GET",
      path: "/api/ops/customers/:account",
      subject: "0000000009",
      outcome: "customer_not_found",
    });
  });

  it("shows changes alone where it is asked to, and what was refused of them besides", async () => {
    const viewer = await newOperator(app, "viewer");
    const create = "/api/ops/invitations/create";
    await opsAccepted(app, create, { code: "CHANGES1" }, operator);
    await look();
    await ops(app, create, { code: "CHANGES2" }, viewer);
    const list = async (form: object) =>
      (await opsAccepted(app, "/api/ops/audit", { limit: "3", ...form }, operator)).items;
    const changes = await list({ changes: "only" });
    expect(changes[0]).toMatchObject({ method: "POST", path: create, outcome: "ok" });
    expect(changes.every(({ method, outcome }) => method === "POST" && outcome === "ok")).toBe(
      true,
    );
    const [refused] = await list({ changes: "only", outcome: "refused" });
    expect(refused).toMatchObject({ method: "POST", path: create, outcome: "forbidden" });
    const [newest] = await list({ changes: "" });
    expect(newest?.method).toBe("GET");
    const file = { changes: "only", path: create, format: "jsonl" } as const;
    const { text } = await ops(app, "/api/ops/audit/export", file, operator);
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome)).toEqual(["ok"]);
  });

  it("has refused calls: of nobody, without the CSRF token, of a role that may not, malformed, too large", async () => {
    const viewer = await newOperator(app, "viewer");
    const path = "/api/ops/invitations/create";
    const outcomes: [string | null, string][] = [];
    const noted = async () => {
      const { operator: who, outcome } = await last();
      outcomes.push([who, outcome]);
    };
    await ops(app, path, {}, {});
    await noted();
    await ops(app, path, {}, { cookie: operator.cookie });
    await noted();
    await ops(app, path, {}, viewer);
    await noted();
    await ops(app, path, { surprise: "1" }, operator);
    await noted();
    await ops(app, path, { code: "x".repeat(70_000) }, operator);
    await noted();
    expect(outcomes).toEqual([
      [null, "sign_in_again"],
      ["operator@sanshi.example", "forbidden"],
      [viewer.email, "forbidden"],
      ["operator@sanshi.example", "invalid_request"],
      ["operator@sanshi.example", "payload_too_large"],
    ]);
  });

  it("has sign-ins, good and bad, by the address that was typed, and never a password", async () => {
    const form = { email: "Operator@Sanshi.example", password: "not the pass phrase" };
    await ops(app, "/api/ops/sign-in", form);
    expect(await last()).toMatchObject({
      operator: null,
      subject: "operator@sanshi.example",
      outcome: "wrong_account_or_password",
    });
    await firstOperator(app);
    expect(await last()).toMatchObject({ operator: "operator@sanshi.example", outcome: "ok" });
    const { text } = await ops(app, "/api/ops/audit/export", {}, operator);
    expect(text).not.toContain("pass phrase");
    expect(text).not.toContain("horse");
  });

  it("is whole while calls come in parallel", async () => {
    await Promise.all(Array.from({ length: 30 }, look));
    const { faults, entries } = await check();
    expect(faults).toEqual([]);
    expect(entries).toBeGreaterThan(30);
  });

  it("keeps its newest head outside the database", async () => {
    await look();
    const head = await readAuditHead(app.context.database.reader);
    expect(await readHeadFile(app.context.settings.dataDir, head.log)).toEqual(head);
  });

  it("is found by operator, subject, path, outcome and time, page after page", async () => {
    const asked = sql<{ now: number }>`SELECT real_now() AS now`;
    const { now } = (await firstRow(app.owner.reader, asked))!;
    // The server's clock is behind the database's, by which entries are dated.
    const begun = now + 1;
    await expect.poll(() => app.context.clock.realNow()).toBeGreaterThan(begun);
    const before = new Date(begun).toISOString();
    for (let count = 0; count < 5; count += 1) await look();
    const filter = { path: "/api/ops/customers", outcome: "ok", from: before } as const;
    const first = await opsAccepted(app, "/api/ops/audit", { ...filter, limit: "3" }, operator);
    const cursor = first.next_cursor!;
    const second = await opsAccepted(
      app,
      "/api/ops/audit",
      { ...filter, limit: "3", cursor },
      operator,
    );
    const numbers = [...first.items, ...second.items].map(({ number }) => Number(number));
    expect(numbers).toHaveLength(5);
    expect(numbers.toSorted((one, other) => other - one)).toEqual(numbers);
    const none = await opsAccepted(
      app,
      "/api/ops/audit",
      { operator: "nobody@x.example" },
      operator,
    );
    expect(none.items).toEqual([]);
  });
});

describe("the exported log", () => {
  it("is verified by whoever has it, as JSON lines", async () => {
    const { text } = await ops(app, "/api/ops/audit/export", { format: "jsonl" }, operator);
    const { log } = await readAuditHead(app.context.database.reader);
    const sorted = (value: unknown): unknown =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, inner]) => [name, sorted(inner)]),
          )
        : value;
    let previous = "";
    for (const line of text.trimEnd().split("\n")) {
      const entry = JSON.parse(line);
      const said = [
        ...[log, previous, entry.number, entry.at, entry.operator_id, entry.operator, entry.role],
        ...[entry.address, entry.method, entry.path, entry.subject, entry.outcome],
        sorted(entry.details),
      ];
      expect(createHash("sha256").update(JSON.stringify(said)).digest("hex")).toBe(entry.hash);
      previous = entry.hash;
    }
  });

  it("runs no formula in a spreadsheet", async () => {
    await ops(app, "/api/ops/sign-in", { email: `=HYPERLINK("http://evil")`, password: "x" });
    const { text } = await ops(app, "/api/ops/audit/export", { format: "csv" }, operator);
    expect(text.split("\r\n")[0]).toMatch(/^number,at,operator_id,/);
    expect(text).toContain(`"'=hyperlink(""http://evil"")"`);
    expect(text).not.toMatch(/(^|,)"?=hyper/m);
  });

  it("is a workbook with the entries of the CSV file", async () => {
    const form = { subject: "audit" } as const;
    const asked = await ops(app, "/api/ops/audit/export", { ...form, format: "csv" }, operator);
    const lines = linesOfCsv(asked.text);
    const { bytes } = await ops(
      app,
      "/api/ops/audit/export",
      { ...form, format: "xlsx" },
      operator,
    );
    const cells = (await cellsOfWorkbook(bytes)).slice(0, lines.length);
    expect(lines.length).toBeGreaterThan(2);
    expect(spelledAs(lines, cells)).toEqual(lines);
    expect(cells[1]?.[1]).toBeInstanceOf(Date);
  });
});

describe("whoever tampers with the log in the database", () => {
  /** As somebody who owns the database. */
  const reader = () => app.owner.reader;
  async function unguarded(work: () => Promise<unknown>): Promise<void> {
    await sql`ALTER TABLE audit_entry DISABLE TRIGGER ALL`.execute(reader());
    await work();
    await sql`ALTER TABLE audit_entry ENABLE TRIGGER ALL`.execute(reader());
  }
  beforeEach(async () => {
    for (let count = 0; count < 5; count += 1) await look();
    await sql`DROP TABLE IF EXISTS kept_entry, kept_head`.execute(reader());
    await sql`CREATE TABLE kept_entry AS TABLE audit_entry`.execute(reader());
    await sql`CREATE TABLE kept_head AS TABLE audit_head`.execute(reader());
    const { log } = await readAuditHead(reader());
    keptFile = await readFile(headFile(app.context.settings.dataDir, log), "utf8");
  });
  let keptFile = "";
  afterEach(async () => {
    await unguarded(async () => {
      await sql`DELETE FROM audit_entry`.execute(reader());
      await sql`INSERT INTO audit_entry SELECT * FROM kept_entry`.execute(reader());
    });
    await sql`DELETE FROM audit_head`.execute(reader());
    await sql`INSERT INTO audit_head SELECT * FROM kept_head`.execute(reader());
    const { log } = await readAuditHead(reader());
    await writeFile(headFile(app.context.settings.dataDir, log), keptFile);
    expect((await check()).faults).toEqual([]);
  });

  it("is refused by the database itself", async () => {
    for (const change of [
      sql`UPDATE audit_entry SET outcome = 'ok'`,
      sql`DELETE FROM audit_entry WHERE number = 2`,
      sql`TRUNCATE audit_entry`,
    ]) {
      await expect(change.execute(reader())).rejects.toThrow("append-only");
      await expect(change.execute(app.context.database.reader)).rejects.toThrow("denied");
    }
    await expect(
      sql`INSERT INTO audit_entry SELECT number + 2, at, operator_id, operator, role, address, method,
        path, subject, outcome, details, previous_hash, hash FROM audit_entry
        ORDER BY number DESC LIMIT 1`.execute(reader()),
    ).rejects.toThrow("does not follow");
  });

  it.each([
    ["an outcome", sql`outcome = 'ok!'`],
    ["an operator", sql`operator = 'somebody@else.example'`],
    ["a time", sql`at = at + interval '1 second'`],
    ["an address", sql`address = '10.0.0.1'`],
    ["a detail", sql`details = '{"note": "nothing to see"}'`],
    ["a subject", sql`subject = 'x'`],
  ])("is found where %s was changed", async (_name, change) => {
    await unguarded(() => sql`UPDATE audit_entry SET ${change} WHERE number = 3`.execute(reader()));
    expect((await check()).faults).toEqual(["entry 3 was changed"]);
  });

  it("is found where an entry was taken out", async () => {
    await unguarded(() => sql`DELETE FROM audit_entry WHERE number = 3`.execute(reader()));
    expect((await check()).faults).toEqual([
      "entries 3 to 3 are missing",
      "entry 4 does not follow the entry before it",
    ]);
  });

  it("is found where two entries changed places", async () => {
    await unguarded(async () => {
      await sql`UPDATE audit_entry SET number = -3 * sign(number) WHERE false`.execute(reader());
      await sql`UPDATE audit_entry SET hash = other.hash, previous_hash = other.previous_hash,
          subject = other.subject, path = other.path, at = other.at
        FROM kept_entry other WHERE audit_entry.number IN (2, 3)
          AND other.number = 5 - audit_entry.number`.execute(reader());
    });
    expect((await check()).faults.length).toBeGreaterThan(1);
  });

  it("is found where the tail was cut, also when the log goes on from there", async () => {
    await unguarded(() =>
      sql`DELETE FROM audit_entry WHERE number > (SELECT max(number) - 3 FROM audit_entry)`.execute(
        reader(),
      ),
    );
    await sql`UPDATE audit_head SET (number, hash) =
      (SELECT number, hash FROM audit_entry ORDER BY number DESC LIMIT 1)`.execute(reader());
    expect((await check()).faults.join()).toMatch(/was cut|is not the one/);
    for (let count = 0; count < 5; count += 1) await look();
    expect((await check()).faults.join()).toMatch(/is not the one/);
  });

  it("is found where the whole log was written anew", async () => {
    await unguarded(() => sql`DELETE FROM audit_entry`.execute(reader()));
    await sql`UPDATE audit_head SET number = 0, hash = ''`.execute(reader());
    expect((await check()).faults.join()).toContain("was cut");
    // A restart does not forget what it knew.
    await keepAuditHead(app.context);
    await look();
    expect((await check()).faults.join()).toContain("was cut");
  });

  it("is found where the log got another name, so that no head fits it", async () => {
    await sql`UPDATE audit_head SET log = gen_random_uuid()`.execute(reader());
    const { faults } = await check();
    expect(faults).toContain("no head of this log is kept outside the database");
  });

  it("is found where the head in the database was moved", async () => {
    await sql`UPDATE audit_head SET hash = decode('00', 'hex')`.execute(reader());
    const before = await firstRow(
      reader(),
      sql<{ number: bigint }>`SELECT max(number) AS number FROM audit_entry`,
    );
    const { faults } = await check();
    expect(faults.join()).toContain("its head says");
    expect(before?.number).toBeGreaterThan(0n);
  });
});
