import { hourMs, iso } from "@sanshi/contract";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, callsOf, signUp, type Call, type Customer } from "../../../bench/growth/calls.ts";
import { fillWithHistory } from "../../../bench/growth/history.ts";
import { sentDuring, type SentStatement } from "../../../tests/support/sent-statements.ts";
import { newBlock } from "../../../tests/support/test-blocks.ts";
import {
  startTestApplicationOn,
  type TestApplication,
} from "../../../tests/support/test-application.ts";
import { demoCompanies } from "./market-feed/companies/companies.ts";
import { firstRow, sql, type Reader } from "./platform/sql/database.ts";
import { createSimulatedFeed } from "./market-feed/simulated/simulated-feed.ts";
import { publishSimulatedBlocks } from "./products/block-trades/simulated-sellers.ts";
import { publishSimulatedProducts } from "./products/copy-trading/simulated-products.ts";

/** What grows with everybody's trading, and is filled here with the history of others. */
const growing = new Set([
  ...["fill", "ledger_account", "ledger_balance", "ledger_posting", "message", "position"],
  "trade_order",
]);
const othersMade = 100;

let app: TestApplication;
let customer: Customer;
let reading: Call[];
beforeAll(async () => {
  const companies = demoCompanies().filter(({ code }) => ["7203", "6758"].includes(code));
  app = (await startTestApplicationOn(
    (clock) =>
      createSimulatedFeed({ seed: "sanshi", hours: "always", clock, companies, newcomers: true }),
    { INVITATION_CODE: "BENCHED1", SIMULATED_GRANT: "JPY:11000000", DRAW_DELAY: "256" },
  )) as unknown as TestApplication;
  const { context, owner } = app;
  customer = await signUp(context, owner);
  const market = { database: owner, codes: companies.map(({ code }) => code) };
  await fillWithHistory(market, { account: customer.account });
  await fillWithHistory(market, { customers: othersMade });
  await publishSimulatedBlocks(context);
  // Whether one of those has a draw is chance.
  const settlesAt = iso(context.clock.now() + 2 * hourMs);
  await newBlock(app, { code: "6758", rule: "equal", settles_at: settlesAt });
  await publishSimulatedProducts(context);
  await app.settle();
  reading = await callsOf(context, customer);
});
afterAll(() => app.stop());

const isPlanned = /^\s*(?:select|insert|update|delete|with)\b/i;
/** What only reads can be run again, and says how much it has read. */
const writes = /\b(?:insert into|delete from|nextval|pg_notify|(?<!for |for no key )update)\b/i;
/** Others have a hundred times what the customer has: what reads its own a few times stays far below. */
const shareMax = 0.1;

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Actual Loops"?: number;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/** The growing tables that a plan reads from end to end; one that stops at its first rows reads a few. */
function readWhole(plan: Plan, isLimited = false): string[] {
  const { "Node Type": kind, "Relation Name": table = "", Plans: parts = [] } = plan;
  const isScan = kind === "Seq Scan" || (/^Index (?:Only )?Scan/.test(kind) && !plan["Index Cond"]);
  const own = isScan && !(isLimited && kind !== "Seq Scan") && growing.has(table) ? [table] : [];
  return [...own, ...parts.flatMap((part) => readWhole(part, isLimited || kind === "Limit"))];
}

/** Adds up how many rows of each growing table a plan that was run has read. */
function addRead(plan: Plan, read: Map<string, number>): Map<string, number> {
  const table = plan["Relation Name"] ?? "";
  if (growing.has(table)) {
    const removed = ["Rows Removed by Filter", "Rows Removed by Index Recheck"] as const;
    const each = removed.reduce((sum, name) => sum + (plan[name] ?? 0), plan["Actual Rows"] ?? 0);
    read.set(table, (read.get(table) ?? 0) + each * (plan["Actual Loops"] ?? 0));
  }
  for (const part of plan.Plans ?? []) addRead(part, read);
  return read;
}

async function explained(reader: Reader, options: string, { text, values }: SentStatement) {
  const { rows } = await reader.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    CompiledQuery.raw(`EXPLAIN (${options}) ${text}`, values),
  );
  return rows[0]!["QUERY PLAN"][0].Plan;
}

/** The growing tables of which a statement reads more than its share, by plan or by what it read. */
async function readTooMuch(
  sizes: ReadonlyMap<string, number>,
  statement: SentStatement,
): Promise<string[]> {
  if (writes.test(statement.text)) {
    return readWhole(await explained(app.owner.reader, "FORMAT JSON", statement));
  }
  const plan = await explained(app.owner.reader, "ANALYZE, FORMAT JSON", statement);
  const tooMuch = [...addRead(plan, new Map())].filter(
    ([table, count]) => count > sizes.get(table)! * shareMax,
  );
  return [...new Set([...readWhole(plan), ...tooMuch.map(([table]) => table)])];
}

it("reads nobody else's history for any call of a customer", async () => {
  const sizes = new Map<string, number>();
  for (const table of growing) {
    const counted = sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`;
    sizes.set(table, (await firstRow(app.owner.reader, counted))!.count);
  }
  const found: string[] = [];
  let planned = 0;
  for (const call of reading) {
    const sent = await sentDuring(async () => {
      const { refused } = await ask(app.context, call, customer);
      expect(`${call.name}: ${refused}`).toBe(`${call.name}: `);
    });
    const statements = new Map(sent.map((one) => [one.text, one]));
    for (const statement of statements.values()) {
      if (!isPlanned.test(statement.text)) continue;
      planned += 1;
      const tables = await readTooMuch(sizes, statement);
      if (tables.length > 0)
        found.push(`${call.name} reads too much of ${tables.join()}: ${statement.text}`);
    }
  }
  expect(found).toEqual([]);
  expect(planned).toBeGreaterThan(2 * reading.length);
});
