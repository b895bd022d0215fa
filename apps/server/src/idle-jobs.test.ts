import { afterAll, beforeAll, expect, it } from "vitest";
import { sentDuring } from "../../../tests/support/sent-statements.ts";
import {
  startTestApplication,
  type TestApplication,
} from "../../../tests/support/test-application.ts";

/** Every process of an instance looks each second, day and night. */
const statementsMax = 5;

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
  await app.newCustomer();
  await app.settle();
});
afterAll(() => app.stop());

it("look for what is due in few statements, and begin no transaction where nothing is", async () => {
  const turns = [];
  for (let turn = 0; turn < 3; turn += 1) {
    turns.push(await sentDuring(() => app.context.jobs.giveTurns()));
  }
  // Some of it is read anew after a while: not in each turn.
  const [fewest = []] = turns.toSorted((a, b) => a.length - b.length);
  const texts = fewest.map(({ text }) => text.trim());
  expect(texts.some((text) => text.startsWith("SELECT ARRAY["))).toBe(true);
  expect(texts.length).toBeLessThanOrEqual(statementsMax);
  expect(texts).not.toContain("begin");
});
