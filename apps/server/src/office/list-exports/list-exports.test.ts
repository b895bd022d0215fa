import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
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
import { cellsOfWorkbook, linesOfCsv, spelledAs } from "../../../../../tests/support/workbooks.ts";
import { sql } from "../../platform/sql/database.ts";

const path = "/api/ops/lists/export";

let app: TestApplication;
let approver: OperatorSession;
const customers: SignedIn[] = [];
beforeAll(async () => {
  app = await startTestApplication();
  approver = await newOperator(app, "approver");
  for (let count = 0; count < 3; count += 1) customers.push(await app.newCustomer());
});
afterAll(() => app.stop());

async function fileOf(list: string, filter = ""): Promise<string[]> {
  const { code, text } = await ops(app, path, { list, filter }, approver);
  expect(code).toBe(200);
  return text
    .replace(/^\ufeff/, "")
    .trimEnd()
    .split("\r\n");
}

describe("a list as a file", () => {
  it("has the columns of the contract and the rows that the screen has, with its filter", async () => {
    const [simulated, head, ...rows] = await fileOf("/api/ops/customers", "sort=oldest");
    expect(simulated).toBe("SIMULATED");
    expect(head?.split(",").slice(0, 3)).toEqual(["account", "name", "name_kana"]);
    const listed = await opsAccepted(app, "/api/ops/customers", { sort: "oldest" }, approver);
    expect(rows.map((row) => row.split(",")[0])).toEqual(
      listed.items.map(({ account }) => account),
    );
    const account = customers[1]?.account ?? "";
    const [, , ...found] = await fileOf("/api/ops/customers", `q=${account}`);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(account);
  });

  it("is a table of an answer that says more, too", async () => {
    const account = customers[0]?.account ?? "";
    const filter = `account=${account}`;
    const [, head, ...rows] = await fileOf("/api/ops/customers/:account#balances", filter);
    const file = await opsAccepted(app, "/api/ops/customers/:account", { account }, approver);
    const columns = head?.split(",") ?? [];
    const cell = (row: string, name: string) => row.split(",")[columns.indexOf(name)];
    expect(rows.map((row) => [cell(row, "ledger_account"), cell(row, "balance")])).toEqual(
      file.balances.map((row) => [row.ledger_account, row.balance]),
    );
    const [, , ...fees] = await fileOf("/api/ops/fees#statutory", "type=cny");
    const { statutory } = await opsAccepted(app, "/api/ops/fees", { type: "cny" }, approver);
    expect(fees).toHaveLength(statutory.length);
    expect(statutory.length).toBeGreaterThan(0);
    const [, , ...waiting] = await fileOf("/api/ops/dashboard#queues", "days=7");
    const { queues } = await opsAccepted(app, "/api/ops/dashboard", { days: "7" }, approver);
    expect(waiting.map((row) => row.split(",")[0])).toEqual(queues.map(({ name }) => name));
  });

  it("has its columns where the answer has no rows, or not even the field that they stand in", async () => {
    const file = await fileOf("/api/ops/books/trial-balance#check.differences");
    expect(file).toEqual(["SIMULATED", "check,figure,ids,expected,found"]);
  });

  it("goes on page after page", async () => {
    const account = customers[0]?.account ?? "";
    const note = {
      account,
      body: `=HYPERLINK("https://evil.example")`,
      request_id: newRequestId(),
    };
    await opsAccepted(app, "/api/ops/customers/:account/notes/add", note, approver);
    await sql`INSERT INTO customer_note (customer_id, body, written_by, role, request_id, written_at)
      SELECT customer_id, 'Note ' || number, written_by, role, gen_random_uuid(), written_at
      FROM customer_note, generate_series(1, 103) AS number`.execute(app.context.database.reader);
    const [, head, ...rows] = await fileOf(
      "/api/ops/customers/:account/notes",
      `account=${account}`,
    );
    expect(rows).toHaveLength(104);
    // A spreadsheet takes what an operator typed for text.
    const body = head?.split(",").indexOf("body") ?? -1;
    expect(rows.at(-1)?.split(",")[body]).toBe(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(new Set(rows).size).toBe(104);
  });

  it.each([
    ["/api/ops/customers", "sort=oldest"],
    ["/api/ops/customers/:account/notes", "account="],
    ["/api/ops/customers/:account#balances", "account="],
    ["/api/ops/fees#statutory", "type=cny"],
  ] as const)("%s is a workbook with the rows of its CSV", async (list, asked) => {
    const filter = asked.endsWith("=") ? `${asked}${customers[0]?.account}` : asked;
    const csv = await ops(app, path, { list, filter }, approver);
    const xlsx = await ops(app, path, { list, filter, format: "xlsx" }, approver);
    expect([csv.code, xlsx.code]).toEqual([200, 200]);
    const [lines, cells] = [linesOfCsv(csv.text), await cellsOfWorkbook(xlsx.bytes)];
    expect(lines.length).toBeGreaterThan(2);
    expect(spelledAs(lines, cells)).toEqual(lines);
    expect(cells).toHaveLength(lines.length);
  });

  it("has figures as numbers and accounts as text in a workbook", async () => {
    const filter = `account=${customers[0]?.account}`;
    const form = { list: "/api/ops/customers/:account#balances", filter, format: "xlsx" } as const;
    const [, heads = [], first = []] = await cellsOfWorkbook(
      (await ops(app, path, form, approver)).bytes,
    );
    const cell = (name: string) => first[heads.indexOf(name)];
    expect([typeof cell("balance"), typeof cell("ledger_account")]).toEqual(["number", "string"]);
  });

  it("tells the customer whom it is about of the look, as the screen does", async () => {
    const account = customers[2]?.account ?? "";
    await fileOf("/api/ops/customers/:account/sessions", `account=${account}`);
    const [act] = (await app.accepted("/user/activity", {}, customers[2])).items;
    expect(act).toMatchObject({ kind: "operator_viewed", params: { what: "sessions" } });
  });

  it("is in the audit log with its filter", async () => {
    await fileOf("/api/ops/customers", "state=frozen");
    const { items } = await opsAccepted(app, "/api/ops/audit", { path, limit: "1" }, approver);
    expect(items[0]).toMatchObject({
      subject: "/api/ops/customers",
      outcome: "ok",
      details: { filter: "state=frozen" },
    });
  });

  it.each([
    ["a field that the list has not", "colour=red"],
    ["a value that the list does not know", "state=happy"],
    ["a cursor", "cursor=abc"],
    ["a limit of its own", "limit=1&limit=2"],
    ["a broken encoding", "q=%ff"],
  ])("refuses %s", async (_what, filter) => {
    expect(await opsRefused(app, path, { list: "/api/ops/customers", filter }, approver)).toBe(
      "invalid_request",
    );
  });

  it("refuses as the list does, before there is a file", async () => {
    const list = "/api/ops/customers/:account/fills";
    const form = { list, filter: "account=0000000009" };
    expect(await opsRefused(app, path, form, approver)).toBe("customer_not_found");
  });

  it("needs the right to take lists home", async () => {
    for (const role of ["viewer", "support", "reviewer"] as const) {
      const operator = await newOperator(app, role);
      const form = { list: "/api/ops/customers", filter: "" };
      expect(await opsRefused(app, path, form, operator), role).toBe("forbidden");
    }
  });
});
