import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ask, callsOf, signUp, type Call, type Customer } from "../../../bench/growth/calls.ts";
import { fillWithHistory } from "../../../bench/growth/history.ts";
import { sentDuring } from "../../../tests/support/sent-statements.ts";
import {
  startTestApplicationOn,
  type TestApplication,
} from "../../../tests/support/test-application.ts";
import { demoCompanies } from "./market-feed/companies/companies.ts";
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
  await publishSimulatedProducts(context);
  await app.settle();
  reading = await callsOf(context, customer);
});
afterAll(() => app.stop());

const isPlanned = /^\s*(?:select|insert|update|delete|with)\b/i;

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  Plans?: Plan[];
};

/** The growing tables that a plan reads from end to end; one that stops at its first rows reads a few. */
function readWhole(plan: Plan, isLimited = false): string[] {
  const { "Node Type": kind, "Relation Name": table = "", Plans: parts = [] } = plan;
  const isScan = kind === "Seq Scan" || (/^Index (?:Only )?Scan/.test(kind) && !plan["Index Cond"]);
  const own = isScan && !(isLimited && kind !== "Seq Scan") && growing.has(table) ? [table] : [];
  return [...own, ...parts.flatMap((part) => readWhole(part, isLimited || kind === "Limit"))];
}

it("reads nobody else's history for any call of a customer", async () => {
  const found: string[] = [];
  let planned = 0;
  for (const call of reading) {
    const sent = await sentDuring(async () => {
      const { refused } = await ask(app.context, call, customer);
      expect(`${call.name}: ${refused}`).toBe(`${call.name}: `);
    });
    const statements = new Map(sent.map((one) => [one.text, one]));
    for (const { text, values } of statements.values()) {
      if (!isPlanned.test(text)) continue;
      const { rows } = await app.owner.reader.executeQuery<{ "QUERY PLAN": [{ Plan: Plan }] }>(
        CompiledQuery.raw(`EXPLAIN (FORMAT JSON) ${text}`, values),
      );
      planned += 1;
      const tables = readWhole(rows[0]!["QUERY PLAN"][0].Plan);
      if (tables.length > 0) found.push(`${call.name} reads all of ${tables.join()}: ${text}`);
    }
  }
  expect(found).toEqual([]);
  expect(planned).toBeGreaterThan(2 * reading.length);
});
