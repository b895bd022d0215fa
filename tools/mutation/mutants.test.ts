import { describe, expect, it } from "vitest";
import { withoutReplaced } from "./choose-mutants.ts";
import { mutantsOfCode } from "./code-mutants.ts";
import {
  applyMutant,
  describeMutant,
  lineOf,
  seededRandom,
  shuffle,
  type Mutant,
} from "./mutant.ts";
import { mutantsOfSql } from "./sql-mutants.ts";

/** What each fault makes of a text; blanks count once, as SQL reads them. */
const outcomes = (source: string, mutants: readonly Mutant[]) =>
  mutants.map((mutant) => applyMutant(source, mutant).replaceAll(/\s+/g, " ").trim());
const ofSql = (source: string) => outcomes(source, mutantsOfSql(source));
const ofCode = (source: string) => outcomes(source, mutantsOfCode("example.ts", source));

describe("faults in SQL", () => {
  it("leave out each condition by itself", () => {
    expect(ofSql("DELETE FROM passkey WHERE id = $1 AND customer_id = $2 RETURNING id")).toEqual([
      "DELETE FROM passkey WHERE customer_id = $2 RETURNING id",
      "DELETE FROM passkey WHERE id = $1 RETURNING id",
    ]);
    expect(ofSql("SELECT FROM a WHERE b = $1 ORDER BY c")).toEqual([
      "SELECT FROM a WHERE true ORDER BY c",
    ]);
    expect(ofSql("SELECT FROM a WHERE b OR (c AND d)")).toEqual([
      "SELECT FROM a WHERE true OR (c AND d)",
      "SELECT FROM a WHERE b",
      "SELECT FROM a WHERE b OR (c )",
    ]);
  });

  it("take what stands between two values as one condition, and a distinction as one", () => {
    expect(ofSql("SELECT FROM a WHERE b BETWEEN $1 AND $2 AND c IS DISTINCT FROM $3")).toEqual([
      "SELECT FROM a WHERE c IS DISTINCT FROM $3",
      "SELECT FROM a WHERE b BETWEEN $1 AND $2",
    ]);
  });

  it("weaken a comparison, but none with a running clock", () => {
    expect(ofSql("HAVING sum(amount) <> 0")).toEqual([
      "HAVING sum(amount) > 0",
      "HAVING sum(amount) <> 1",
    ]);
    expect(ofSql("SELECT now - $1 > clock_timestamp()")).toEqual([
      "SELECT now + $1 > clock_timestamp()",
    ]);
  });

  it("leave out a lock, and what passes over locked rows", () => {
    expect(ofSql("SELECT FROM a ORDER BY b LIMIT $1 FOR UPDATE OF a SKIP LOCKED")).toEqual([
      "SELECT FROM a ORDER BY b LIMIT $1",
      "SELECT FROM a ORDER BY b LIMIT $1 FOR UPDATE OF a",
    ]);
    expect(ofSql("SELECT (SELECT 1 FROM a FOR NO KEY UPDATE)")).toContain(
      "SELECT (SELECT 1 FROM a )",
    );
  });

  it("leave out what a table guards", () => {
    expect(ofSql("CREATE UNIQUE INDEX one ON a (b);")).toEqual(["CREATE INDEX one ON a (b);"]);
    expect(ofSql("CREATE TABLE a (b text UNIQUE, UNIQUE NULLS NOT DISTINCT (b, c))")).toEqual([
      "CREATE TABLE a (b text , UNIQUE NULLS NOT DISTINCT (b, c))",
      "CREATE TABLE a (b text UNIQUE, CHECK (true))",
    ]);
    expect(ofSql("ALTER TABLE a ADD CHECK (b >= c)")).toEqual([
      "ALTER TABLE a ADD CHECK (true)",
      "ALTER TABLE a ADD CHECK (b > c)",
    ]);
    expect(ofSql("INSERT INTO a VALUES ($1) ON CONFLICT (b) DO NOTHING RETURNING c")).toEqual([
      "INSERT INTO a VALUES ($1) RETURNING c",
    ]);
  });

  it("turn round what is null, what is not, order and rounding", () => {
    expect(ofSql("SELECT a IS NULL, b IS NOT NULL, NOT EXISTS (SELECT)")).toEqual([
      "SELECT a IS NOT NULL, b IS NOT NULL, NOT EXISTS (SELECT)",
      "SELECT a IS NULL, b IS NULL, NOT EXISTS (SELECT)",
      "SELECT a IS NULL, b IS NOT NULL, EXISTS (SELECT)",
    ]);
    expect(ofSql("SELECT floor(a) ORDER BY b DESC")).toEqual([
      "SELECT ceil(a) ORDER BY b DESC",
      "SELECT floor(a) ORDER BY b ASC",
    ]);
    expect(ofSql("SELECT balance - floor")).toEqual(["SELECT balance + floor"]);
  });

  it("are none in comments, texts, sizes of types and signs", () => {
    expect(ofSql("-- a AND b <> 1\nCREATE TABLE a (b numeric(20, 4) NOT NULL)")).toEqual([]);
    expect(ofSql("SELECT '1 AND 2 > 3', -¤::bigint, a->>'b'")).toEqual([]);
  });
});

it("leaves alone what a later migration has replaced", () => {
  const define = (name: string) =>
    `CREATE OR REPLACE FUNCTION ${name}() RETURNS int AS $$ BEGIN RETURN a <> 0; END $$;`;
  const source = `${define("one")}\n${define("other")}`;
  const left = withoutReplaced(source, [define("one")], mutantsOfSql(source));
  expect(left.map(({ start }) => source.slice(0, start).includes("other"))).toEqual([true, true]);
  expect(withoutReplaced(source, [], mutantsOfSql(source))).toHaveLength(4);
});

describe("faults in code", () => {
  it("weaken comparisons, turn operators round and move constants", () => {
    expect(ofCode("const a = b <= 3n;")).toEqual(["const a = b < 3n;", "const a = b <= 4n;"]);
    expect(ofCode("const a = b * 2;")).toEqual(["const a = b / 2;", "const a = b * 3;"]);
    expect(ofCode('const a = b + "text";')).toEqual([]);
  });

  it("leave out a part of a condition, or decide it", () => {
    expect(ofCode("if (a && b) go();")).toEqual([
      "if (true) go();",
      "if (false) go();",
      "if (a) go();",
      "if ((b)) go();",
      "if (a && b) ;",
    ]);
    expect(ofCode("const a = !b ? c : d;")).toEqual([
      "const a = (!b ? d : c);",
      "const a = b ? c : d;",
    ]);
  });

  it("round otherwise, and leave out calls and filters", () => {
    expect(ofCode('divide(a, b, "floor");')).toContain('divide(a, b, "ceiling");');
    expect(ofCode("const a = Math.min(b, c);")).toEqual(["const a = Math.max(b, c);"]);
    expect(ofCode("const a = list.filter(isOpen).length;")).toEqual(["const a = list.length;"]);
    expect(ofCode("await save(a);")).toEqual([";"]);
    expect(ofCode("log.info(1 + a);")).not.toContain(";");
    // What every object has is no function to take another one for.
    expect(ofCode('const a = id.toString() === "constructor";')).toEqual([
      'const a = id.toString() !== "constructor";',
    ]);
  });

  it("reach the SQL of a store, whatever its values hold", () => {
    const source = "const a = sql`DELETE FROM b WHERE c = ${d({ e })} AND f = ${g} `;";
    expect(ofCode(source)).toEqual([
      "const a = sql`DELETE FROM b WHERE f = ${g} `;",
      "const a = sql`DELETE FROM b WHERE c = ${d({ e })} `;",
    ]);
  });

  it("are none in types and imports, nor where only a fault of our own would show", () => {
    expect(ofCode('import a from "floor"; type B = 1 | 2; let c: B;')).toEqual([]);
    expect(ofCode('if (a) throw new Error("never");')).toEqual([
      'if (true) throw new Error("never");',
    ]);
  });
});

it("shows the lines that a fault changes", () => {
  const source = "one();\nif (a > 1) {\n  two();\n}\n";
  const mutant = mutantsOfCode("example.ts", source).find(({ kind }) => kind === "comparison")!;
  expect(lineOf(source, mutant.start)).toBe(2);
  expect(describeMutant(source, mutant)).toBe("  - if (a > 1) {\n  + if (a >= 1) {");
});

it("chooses the same for the same seed, and all in the end", () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const chosen = shuffle(numbers, seededRandom("one"));
  expect(chosen).toEqual(shuffle(numbers, seededRandom("one")));
  expect(chosen).not.toEqual(shuffle(numbers, seededRandom("other")));
  expect(chosen.toSorted((one, other) => one - other)).toEqual(numbers);
});
