import { afterEach, beforeEach, expect, it } from "vitest";
import {
  startTestApplication,
  testOperator,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  signIn,
} from "../../../../../tests/support/test-operators.ts";
import { addOperatorCommand } from "../../../../../tools/add-operator.ts";
import { verifyAudit } from "../../../../../tools/verify-audit.ts";

const email = "second@sanshi.example";
let app: TestApplication;

beforeEach(async () => {
  app = await startTestApplication({}, { feedKind: "live" });
});
afterEach(() => app.stop());

const environment = () => ({
  DATABASE_URL: app.context.database.connectionString,
  DATA_DIR: app.context.settings.dataDir,
});

async function add(...parameters: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const code = await addOperatorCommand(environment(), print, parameters);
  const text = lines.join("\n");
  return { code, text, password: /one-time password: ([\w-]{20})$/m.exec(text)?.[1] ?? "" };
}

it("a live instance comes to its second administrator by a command, of which the first is told", async () => {
  const first = await firstOperator(app);
  const approver = await newOperator(app, "approver");
  const { code, password } = await add("--email", "Second@sanshi.example");
  expect(code).toBe(0);
  const second = await signIn(app, { email, password });
  expect(await opsAccepted(app, "/api/ops/me", {}, second)).toMatchObject({
    role: "administrator",
    password_change_required: true,
  });
  const told = await opsAccepted(app, "/api/ops/me", {}, first);
  expect(told.done_locally).toEqual([
    { at: expect.any(String), what: "add-operator", operator: email },
  ]);
  expect((await opsAccepted(app, "/api/ops/me", {}, approver)).done_locally).toEqual([]);

  const lines: string[] = [];
  expect(await verifyAudit(environment(), (line) => lines.push(line))).toBe(0);
  const { rows } = await app.context.database.pool.query(
    "SELECT operator, subject, outcome, details, e::text AS all FROM audit_entry e WHERE method = 'COMMAND'",
  );
  const details = { changed: "operator_created", role: "administrator" };
  expect(rows).toMatchObject([
    {
      operator: null,
      subject: email,
      details: { ...details, one_time_password: "printed" },
    },
  ]);
  expect(rows[0].all).not.toContain(password);
});

it("is refused where two administrators can sign in, and counts those who are disabled not", async () => {
  const second = await newOperator(app, "administrator");
  expect(await add("--email", email)).toMatchObject({ code: 1, password: "" });
  await app.context.database.pool.query(
    "UPDATE operator SET disabled_at = real_now() WHERE id = $1",
    [second.id],
  );
  expect((await add("--email", email)).code).toBe(0);
});

it("of several at once makes one", async () => {
  const made = await Promise.all(
    ["a", "b", "c"].map((name) => add("--email", `${name}@sanshi.example`)),
  );
  expect(made.filter(({ code }) => code === 0)).toHaveLength(1);
});

it.each([
  ["nobody", []],
  ["an address that is none", ["--email", "nobody"]],
  ["an option that there is not", ["--role", "viewer"]],
])("refuses %s, and who is there already", async (_name, parameters) => {
  expect((await add(...parameters)).code).toBe(2);
  expect((await add("--email", testOperator.email)).code).toBe(1);
  expect(await opsRefused(app, "/api/ops/sign-in", testOperator)).toBe("ok");
});
