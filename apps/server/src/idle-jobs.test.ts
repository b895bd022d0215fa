import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../tests/support/test-application.ts";

/** Every process of an instance looks each second, day and night; some of it is read anew after a while alone. */
const transactionsMax = 9;
const statementsMax = 78;

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  await app.newCustomer();
  await app.settle();
});
afterAll(() => app.stop());

it("look for what is due in few statements, and begin few transactions where nothing is", async () => {
  const statements: string[] = [];
  const client = pg.Client.prototype;
  const { query } = client;
  const listening = function (this: pg.Client, ...given: unknown[]): never {
    const [asked] = given as [string | { text: string }];
    statements.push(typeof asked === "string" ? asked : asked.text);
    return Reflect.apply(query, this, given) as never;
  };
  Object.assign(client, { query: listening });
  try {
    await app.context.jobs.giveTurns();
  } finally {
    Object.assign(client, { query });
  }
  const begun = statements.filter((text) => text === "begin").length;
  expect(begun).toBeGreaterThan(0);
  expect({ begun, statements: statements.length }).toEqual({
    begun: expect.toSatisfy((count: number) => count <= transactionsMax),
    statements: expect.toSatisfy((count: number) => count <= statementsMax),
  });
});
