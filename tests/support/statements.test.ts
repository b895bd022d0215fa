import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readStatements } from "../../tools/statements/statements.ts";
import { createTestDatabase } from "./test-database.ts";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** What is said of a server that has these files and nothing else. */
function read(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-statements-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, "apps/server/src/money/planted", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return readStatements(folder, withTestDatabase);
}

async function withTestDatabase<Result>(
  work: (connectionString: string) => Promise<Result>,
): Promise<Result> {
  const database = await createTestDatabase();
  try {
    return await work(database.ownerConnectionString);
  } finally {
    await database.drop();
  }
}

const head = `import { sql, type RawBuilder } from "../../platform/sql/database.ts";\n`;
const store = "apps/server/src/money/planted/planted.store.ts";

test("a statement that the tables do not fit is named by its file and line", async () => {
  const { problems, prepared } = await read({
    "planted.store.ts": `${head}
export const good = sql\`SELECT account FROM customer WHERE id = \${1n}\`;
export const column = sql\`SELECT nickname FROM customer\`;
export const table = sql\`DELETE FROM customers\`;
export const type = sql\`SELECT id FROM customer WHERE registered_at = 5\`;
export const astray = sql\`WHERE id = 1\`;
export const few = (client) => client.query("SELECT id FROM customer WHERE id = $1 AND account = $2", [1n]);
// Not prepared: the table is read from the catalogue.
export const other = (table) => sql\`SELECT FROM \${sql.table(table)}\`;
`,
  });
  expect(problems).toEqual([
    `${store}:7: goes into no statement`,
    `${store}:8: has 2 parameters and is given 1 values`,
    `${store}:4: column "nickname" does not exist`,
    `${store}:5: relation "customers" does not exist`,
    `${store}:6: operator does not exist: timestamp with time zone = integer`,
  ]);
  expect(prepared).toBe(5);
});

test("a statement that is put together of parts is prepared in each of its ways", async () => {
  const { problems, prepared } = await read({
    "planted.store.ts": `${head}
import { ownIn } from "./parts.ts";
const columns = sql\`id, account\`;
function conditions({ state, from }) {
  return sql.join([
    ...(state === null ? [] : [sql\`AND state = \${state}\`]),
    ...(from === null ? [] : [sql\`AND registered >= \${from}\`]),
    sql\`\`,
  ], sql\` \`);
}
export const list = (filter, sort: "newest" | "oldest") => {
  const order = { newest: sql\`id DESC\`, oldest: sql\`idd\` }[sort];
  return sql\`SELECT \${columns} FROM customer WHERE true \${conditions(filter)} ORDER BY \${order}\`;
};
const locked = (of: RawBuilder<unknown>, isLocked: boolean) =>
  sql\`SELECT id FROM customer WHERE \${of} \${isLocked ? sql\`FOR UPDATE\` : sql\`FOR NOBODY\`}\`;
export const locks = locked(sql\`account = \${"1"}\`, true);
export const own = sql\`SELECT id FROM (\${ownIn({ records: sql\`SELECT ident AS id FROM customer\` })}) own\`;
`,
    "parts.ts": `${head}
export type Part = { records: RawBuilder<unknown> };
export const ownIn = (part: Part) => sql\`SELECT id FROM (\${part.records}) records\`;
`,
  });
  expect(problems).toEqual(
    expect.arrayContaining([
      `${store}:14: column "idd" does not exist`,
      `${store}:14: column "registered" does not exist`,
      `${store}:17: syntax error at or near "NOBODY"`,
      `${store}:19: column "ident" does not exist`,
    ]),
  );
  expect(prepared).toBe(5);
});

test("row types say what can be null, and what the values are in the domain", async () => {
  const { problems, files, byHand } = await read({
    "planted.store.ts": `${head}
import type { Found, Counted } from "./planted.sql-types.ts";
type Known = Narrowed<Counted, { total: Minor }>;
export const found = (id) => sql<Found>\`SELECT w.id, w.amount, w.status = 1 AS is_paid, c.bank_name,
    w.ended_at, coalesce(w.reason_code, 'none') AS reason, o.email, o.role,
    (SELECT max(d.amount) FROM deposit d WHERE d.customer_id = w.customer_id) AS largest,
    CASE WHEN w.status = 0 THEN w.currency END AS waiting, to_jsonb(w) AS whole
  FROM withdrawal w JOIN bank_card c ON c.id = w.card_id LEFT JOIN operator o ON o.id = w.approved_by
  WHERE w.id = \${id}\`;
export const counted = sql<Known>\`WITH own AS (SELECT * FROM withdrawal)
  SELECT currency, count(*) AS count, sum(amount)::bigint AS total, max(ended_at) AS latest
  FROM own GROUP BY currency UNION ALL SELECT currency, 0, NULL, NULL FROM deposit\`;
export const unsaid = sql<Found2>\`SELECT id FROM withdrawal\`;
// Typed by hand: its rows are another feature's.
export const ended = sql<Found2>\`SELECT ended_at FROM withdrawal WHERE ended_at IS NOT NULL\`;
`,
  });
  expect(problems).toEqual([
    expect.stringContaining(`${store}:14: its row type is written by hand`),
  ]);
  expect(byHand).toEqual([`${store}:16`]);
  expect([...files.values()]).toEqual([
    `// Written by \`npm run types\` from the migrations and the statements: not by hand.
import type { OperatorRole } from "@sanshi/contract";
import type { Currency, Minor } from "@sanshi/money";

export type Counted = {
  currency: Currency;
  count: bigint;
  total: bigint | null;
  latest: number | null;
};

export type Found = {
  id: bigint;
  amount: Minor;
  is_paid: boolean;
  bank_name: string;
  ended_at: number | null;
  reason: string;
  /** The operator's address, for the back office alone. */
  email: string | null;
  role: OperatorRole | null;
  largest: Minor | null;
  waiting: Currency | null;
  whole: unknown;
};
`,
  ]);
});

test("what two statements answer under one name is what both can answer", async () => {
  const { problems, files } = await read({
    "planted.store.ts": `${head}
import type { Ended, Mixed } from "./planted.sql-types.ts";
export const ended = sql<Ended>\`SELECT ended_at FROM withdrawal WHERE ended_at IS NOT NULL\`;
export const all = sql<Ended>\`SELECT ended_at FROM withdrawal\`;
export const mixed = sql<Mixed>\`SELECT id FROM withdrawal\`;
export const other = sql<Mixed>\`SELECT id, amount FROM withdrawal\`;
`,
  });
  expect([...files.values()].join("")).toContain("ended_at: number | null;");
  expect(problems).toEqual([
    `${store}:7: answers other columns than ${store}:6, and both say Mixed: name them apart`,
  ]);
});

test("what a recursion takes over from another of its columns can be null where that one can", async () => {
  const { problems, files } = await read({
    "planted.store.ts": `${head}
import type { Step } from "./planted.sql-types.ts";
export const steps = sql<Step>\`WITH RECURSIVE step(number, before, count) AS (
    SELECT 1, NULL::int, 1 UNION ALL SELECT before, 2, count + 1 FROM step WHERE count < 3)
  SELECT number, before, count FROM step\`;
`,
  });
  expect(problems).toEqual([]);
  const [types] = files.values();
  expect(types).toContain(`number: number | null;
  before: number | null;
  count: number;`);
});
