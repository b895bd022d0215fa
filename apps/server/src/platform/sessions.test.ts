import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { createSessions, hashToken } from "./sessions.ts";
import { sql } from "./sql/database.ts";
import type { Listener } from "./sql/listener.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

/** Notifications come exactly when the test says so. */
function scriptedListener() {
  const deliveries = new Map<string, (payload: string) => void>();
  const listener: Listener = {
    connected: () => true,
    on: (channel, deliver) => void deliveries.set(channel, deliver),
    onReconnected: () => undefined,
    close: async () => undefined,
  };
  return { listener, notify: (channel: string, text: string) => deliveries.get(channel)?.(text) };
}

it("a session that ends while it is being looked up is not remembered", async () => {
  const { listener, notify } = scriptedListener();
  const { database } = app.context;
  const sessions = createSessions(database, listener);
  const lookedUp = sessions.resolve(customer.token, customer.account);
  // The news overtakes the answer that was read before it.
  notify("session_changed", hashToken(customer.token));
  expect(await lookedUp).not.toBeNull();
  await sql`UPDATE session SET revoked_at = now()`.execute(database.reader);
  expect(await sessions.resolve(customer.token, customer.account)).toBeNull();
});
