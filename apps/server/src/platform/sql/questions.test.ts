import { afterAll, beforeAll, expect, it } from "vitest";
import { plans } from "../../../../../tests/support/kept-plans.ts";
import { sentDuring } from "../../../../../tests/support/sent-statements.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createDatabase, sql, timestamp, type Database } from "./database.ts";
import { askTogether, type Question } from "./questions.ts";

let testDatabase: TestDatabase;
let database: Database;
const { areKept } = plans;
beforeAll(async () => {
  // That a plan is kept is a point of these tests.
  plans.areKept = false;
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connectionString, { poolMax: 1 });
});
afterAll(async () => {
  plans.areKept = areKept;
  await database.close();
  await testDatabase.drop();
});

const isPast =
  (at: () => number): Question =>
  () =>
    sql`SELECT EXISTS (SELECT WHERE ${timestamp(at())} < ${timestamp(1_000)}) AS due`;
const isAbove =
  (count: () => number): Question =>
  () =>
    sql`SELECT ${count()}::int > 3 AS due`;

it("answers all questions in their order in one statement, with the values of the moment and one plan", async () => {
  let at = 500;
  const questions = [isPast(() => at), isAbove(() => at), isPast(() => 2 * at)];
  const answers: (readonly boolean[])[] = [];
  const sent = await sentDuring(async () => {
    answers.push(await askTogether(database.reader, questions));
    at = 2;
    answers.push(await askTogether(database.reader, questions));
  });
  expect(answers).toEqual([
    [true, true, false],
    [true, false, true],
  ]);
  expect(sent).toHaveLength(2);
  const kept = await sql`SELECT count(*)::int AS count FROM pg_prepared_statements`.execute(
    database.reader,
  );
  expect(kept.rows).toEqual([{ count: 1 }]);
});

it("asks nothing where there is no question", async () => {
  const sent = await sentDuring(async () => {
    expect(await askTogether(database.reader, [])).toEqual([]);
  });
  expect(sent).toEqual([]);
});

it("fails as a whole where one question does", async () => {
  const broken: Question = () => sql`SELECT 1 / 0 = 1 AS due`;
  await expect(askTogether(database.reader, [isAbove(() => 5), broken])).rejects.toThrow("zero");
});
