import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { overWholeTables, preparedStatements } from "./book-check.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

type Plan = { "Node Type": string; "Relation Name"?: string; Plans?: Plan[] };

/** What is read through for each row of the other side; the instance is one row. */
function readThrough({ Plans: parts = [], "Node Type": type }: Plan): string[] {
  const below = parts.flatMap(readThrough);
  const [, inner] = parts;
  if (type !== "Nested Loop" || inner === undefined) return below;
  const { "Node Type": innerType, "Relation Name": relation = "" } = inner;
  const isWhole = ["Seq Scan", "Materialize", "CTE Scan"].includes(innerType);
  return isWhole && relation !== "instance" ? [...below, `${innerType} ${relation}`] : below;
}

it("no check reads a table through for each row of another, however few rows it seems to have", async () => {
  await app.context.database.reader.transaction().execute(async (transaction) => {
    for (const { name, text } of preparedStatements) {
      const [{ "QUERY PLAN": plans } = { "QUERY PLAN": [] }] = await overWholeTables<{
        "QUERY PLAN": { Plan: Plan }[];
      }>(transaction, `EXPLAIN (FORMAT JSON) ${text}`);
      expect([name, plans.flatMap(({ Plan: plan }) => readThrough(plan))]).toEqual([name, []]);
    }
  });
});
