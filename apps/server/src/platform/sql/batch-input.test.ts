import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { batchInput, ordinalColumn } from "./batch-input.ts";
import { sqlClient } from "../../../../../tests/support/sql-client.ts";

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = sqlClient(database.connectionString);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

type Row = {
  id: bigint | null;
  text: string | null;
  number: bigint | null;
  yes: boolean;
  kind: string | null;
};

describe("the rows of a batch", () => {
  const input = batchInput<Row>([
    ["id", "bigint", (row) => row.id],
    ["text", "text", (row) => row.text],
    ["number", "bigint", (row) => row.number],
    ["yes", "boolean", (row) => row.yes, false],
    ["kind", "text", (row) => row.kind, "usual"],
    ordinalColumn,
  ]);

  it("arrive as they are, in their order, whatever stands in them", async () => {
    const row = fc.record({
      id: fc.bigInt({ min: 1n, max: 9n }),
      text: fc.oneof(
        fc.constant(null),
        fc.string({ unit: "binary" }).map((text) => text.replaceAll("\u0000", "")),
        fc.constantFrom("NULL", "null", "", '"', "\\", "{", "},", '\\"', "a,b", " x "),
      ),
      number: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
      yes: fc.boolean(),
      kind: fc.constantFrom("usual", "other", null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 8 }), async (rows) => {
        const answer = await client.query<Record<keyof Row, unknown>>(
          `SELECT id, text, number, yes, kind FROM ${input.from} ORDER BY ordinal`,
          input.encode(rows),
        );
        expect(answer.rows).toEqual(
          rows.map(({ id, text, number, yes, kind }) => ({
            id: id.toString(),
            text: text === null ? null : text.toWellFormed(),
            number: number?.toString() ?? null,
            yes,
            kind: kind ?? "usual",
          })),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("that all say the usual send nothing for it", () => {
    const row = { id: 1n, text: "a", number: null, yes: false, kind: "usual" };
    expect(input.encode([row, row])).toEqual(["{1,1}", `{"a","a"}`, "{}", "{}", "{}", "{1,2}"]);
  });

  it("can be read by a few of their columns alone", async () => {
    const row = { text: null, yes: false, kind: null };
    const rows = [1n, 2n, 3n].map((id) => ({ ...row, id, number: id === 2n ? 7n : null }));
    const few = await client.query(
      `SELECT number, id FROM ${input.only("id", "number")} WHERE EXISTS (SELECT FROM ${input.from})`,
      input.encode(rows),
    );
    expect(few.rows).toEqual([
      { number: null, id: "1" },
      { number: "7", id: "2" },
      { number: null, id: "3" },
    ]);
  });

  it("are refused where one would be lost, because it says nothing", () => {
    const row = { id: null, text: null, number: null, yes: false, kind: null };
    expect(() => input.encode([row])).toThrow("without its first column");
  });
});
