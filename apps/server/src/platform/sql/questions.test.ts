import { afterAll, beforeAll, expect, it } from "vitest";
import { plans } from "../../../../../tests/support/kept-plans.ts";
import { sentDuring } from "../../../../../tests/support/sent-statements.ts";
import {
  createTestDatabase,
  type TestDatabase,
} from "../../../../../tests/support/test-database.ts";
import { createBatchConnections, type BatchConnections } from "./batch-connections.ts";
import { createDatabase, sql, timestamp, type Database } from "./database.ts";
import { askTogether, type Question } from "./questions.ts";

let testDatabase: TestDatabase;
let database: Database;
let connections: BatchConnections;
const { areKept } = plans;
beforeAll(async () => {
  // That a plan is kept is a point of these tests.
  plans.areKept = false;
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.connectionString, { poolMax: 1 });
  connections = createBatchConnections(testDatabase.connectionString, 1);
});
afterAll(async () => {
  plans.areKept = areKept;
  await connections.end();
  await database.close();
  await testDatabase.drop();
});

const ask = (questions: readonly Question[]) =>
  askTogether(connections, database.reader, questions);
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
    answers.push(await ask(questions));
    at = 2;
    answers.push(await ask(questions));
  });
  expect(answers).toEqual([
    [true, true, false],
    [true, false, true],
  ]);
  expect(sent).toHaveLength(2);
  const kept = await connections.run((client) =>
    client.query("SELECT generic_plans, custom_plans FROM pg_prepared_statements"),
  );
  expect(kept.rows).toEqual([{ generic_plans: "2", custom_plans: "0" }]);
});

it("asks nothing where there is no question", async () => {
  const sent = await sentDuring(async () => {
    expect(await ask([])).toEqual([]);
  });
  expect(sent).toEqual([]);
});

it("fails as a whole where one question does", async () => {
  const broken: Question = () => sql`SELECT 1 / 0 = 1 AS due`;
  await expect(ask([isAbove(() => 5), broken])).rejects.toThrow("zero");
});
