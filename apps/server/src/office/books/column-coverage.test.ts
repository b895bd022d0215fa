import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookChecks } from "@sanshi/contract";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { columnCoverage, reasons } from "./data/column-coverage.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

type Writable = { table: string; column: string; isGuarded: boolean; isChanged: boolean };

/** As the server's role has them, whatever is written down about it. */
const writable = () =>
  rows(
    app.context.database.reader,
    sql<Writable>`SELECT c.relname AS table, a.attname AS column,
        has_column_privilege(c.oid, a.attnum, 'UPDATE') AS "isChanged",
        EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
          AND t.tgtype & 2 = 2 AND t.tgtype & 16 = 16) AS "isGuarded"
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attgenerated = ''
        AND (has_column_privilege(c.oid, a.attnum, 'INSERT') OR has_column_privilege(c.oid, a.attnum, 'UPDATE'))`,
  );

const covered = Object.entries(columnCoverage).flatMap(([table, of]) =>
  Object.entries(of).flatMap(([by, columns]) =>
    columns.split(" ").map((column) => ({ name: `${table}.${column}`, by })),
  ),
);

describe("a column that the server's role can write", () => {
  it("has one check that covers it, or a reason why none is needed", async () => {
    const expected = (await writable()).map(({ table, column }) => `${table}.${column}`);
    // Is a new column missing here? Say in column-coverage.ts which check finds another value in it.
    expect(covered.map(({ name }) => name).toSorted()).toEqual(expected.toSorted());
  });

  it("is covered by a check that runs, or a reason that is written down", () => {
    const known = new Set<string>([...bookChecks, ...Object.keys(reasons)]);
    expect(covered.filter(({ by }) => !known.has(by))).toEqual([]);
  });

  it("is said to stay as it was written only where a trigger or the privileges see to it", async () => {
    const fixed = new Set(covered.filter(({ by }) => by === "fixed").map(({ name }) => name));
    const free = (await writable()).filter(
      ({ table, column, isGuarded, isChanged }) =>
        fixed.has(`${table}.${column}`) && isChanged && !isGuarded,
    );
    expect(free.map(({ table, column }) => `${table}.${column}`)).toEqual([]);
  });
});
