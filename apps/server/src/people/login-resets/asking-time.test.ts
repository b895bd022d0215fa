import { afterAll, beforeAll, expect, it } from "vitest";
import { replacePauses } from "../../../../../tests/support/pauses.ts";
import {
  newRequestId,
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { hashPassword } from "../../platform/passwords.ts";
import { answerMs } from "./login-resets.ts";

/** What has happened, in its order. */
const happened: string[] = [];

let app: TestApplication;
let restorePauses: () => void;
beforeAll(async () => {
  app = await startTestApplication();
  restorePauses = replacePauses((ms) => {
    if (ms === answerMs) happened.push("pause");
    return ms;
  });
});
afterAll(async () => {
  restorePauses();
  await app.stop();
});

it("hides what is done for an account that exists behind a pause, also where passwords are hashed late", async () => {
  const { account } = await app.newCustomer();
  const password = "remembered better this time";
  const form = { account, new_password: password, new_password2: password };
  happened.length = 0;
  // Whoever asks with many others knows how long they wait, and would hear what comes on top of it.
  const others = Array.from({ length: 40 }, async () => {
    await hashPassword(password);
    happened.push("hashed");
  });
  await app.accepted("/user/forgotten-login-password", { ...form, request_id: newRequestId() });
  await Promise.all(others);
  // They are hashed in turn, two at a time.
  expect(happened.indexOf("pause")).toBeGreaterThanOrEqual(others.length - 1);
});
