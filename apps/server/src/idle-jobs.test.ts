import { afterAll, beforeAll, expect, it } from "vitest";
import { sentDuring } from "../../../tests/support/sent-statements.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../tests/support/test-application.ts";

/** Every process of an instance looks each second, day and night; some of it is read anew after a while alone. */
const transactionsMax = 2;
const statementsMax = 24;

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  await app.newCustomer();
  await app.settle();
});
afterAll(() => app.stop());

it("look for what is due in few statements, and begin few transactions where nothing is", async () => {
  const statements = await sentDuring(() => app.context.jobs.giveTurns());
  const begun = statements.filter(({ text }) => text === "begin").length;
  expect(begun).toBeGreaterThan(0);
  expect({ begun, statements: statements.length }).toEqual({
    begun: expect.toSatisfy((count: number) => count <= transactionsMax),
    statements: expect.toSatisfy((count: number) => count <= statementsMax),
  });
});
