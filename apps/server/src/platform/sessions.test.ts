import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { createSessions, hashToken, sessionAgeDaysMax, sessionIdleDaysMax } from "./sessions.ts";
import { sql } from "./sql/database.ts";
import type { Listener } from "./sql/listener.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

/** Notifications come exactly when the test says so, and the connection is there when it says so. */
function scriptedListener() {
  const deliveries = new Map<string, (payload: string) => void>();
  const reconnections: (() => void)[] = [];
  let isConnected = true;
  const listener: Listener = {
    connected: () => isConnected,
    on: (channel, deliver) => void deliveries.set(channel, deliver),
    onReconnected: (deliver) => void reconnections.push(deliver),
    close: async () => undefined,
  };
  return {
    listener,
    notify: (channel: string, text: string) => deliveries.get(channel)?.(text),
    disconnect: () => void (isConnected = false),
    reconnect() {
      isConnected = true;
      for (const deliver of reconnections) deliver();
    },
  };
}

const { listener: quiet } = scriptedListener();
/** Asks the database, and not what was remembered. */
const resolveAnew = ({ token, account }: SignedIn) =>
  createSessions(app.context.database, quiet).resolve(token, account);

it("a session that nobody used for seven days is over, and one that was used a moment before is not", async () => {
  expect(sessionIdleDaysMax).toBe(7);
  const seen = (ago: string) =>
    sql`UPDATE session SET last_seen_at = clock_timestamp() - ${ago}::interval`.execute(
      app.context.database.reader,
    );
  await seen("6 days 23 hours 59 minutes");
  expect(await resolveAnew(customer)).not.toBeNull();
  // Being used counts from now on.
  await seen("1 minute");
  expect(await resolveAnew(customer)).not.toBeNull();
  await seen("7 days 1 second");
  expect(await resolveAnew(customer)).toBeNull();
  await seen("8 days");
  expect(await resolveAnew(customer)).toBeNull();
});

it("a session is over after thirty days, however much it is used", async () => {
  expect(sessionAgeDaysMax).toBe(30);
  const other = await app.newCustomer();
  const opened = (ago: string) =>
    sql`UPDATE session SET created_at = clock_timestamp() - ${ago}::interval`.execute(
      app.context.database.reader,
    );
  await opened("29 days 23 hours 59 minutes");
  expect(await resolveAnew(other)).not.toBeNull();
  await opened("30 days 1 second");
  expect(await resolveAnew(other)).toBeNull();
  await opened("31 days");
  expect(await resolveAnew(other)).toBeNull();
});

it("a session that ends while nobody can be told is not remembered, then or later", async () => {
  const other = await app.newCustomer();
  const { database } = app.context;
  const { listener, disconnect, reconnect } = scriptedListener();
  const sessions = createSessions(database, listener);
  const resolve = () => sessions.resolve(other.token, other.account);
  expect(await resolve()).not.toBeNull();
  const revoke = (at: Date | null) =>
    sql`UPDATE session SET revoked_at = ${at}`.execute(database.reader);
  disconnect();
  await revoke(new Date());
  expect(await resolve()).toBeNull();
  // What was remembered before the connection was lost is forgotten once it is there again.
  await revoke(null);
  expect(await resolve()).not.toBeNull();
  await revoke(new Date());
  reconnect();
  expect(await resolve()).toBeNull();
});

it("a session that ends while it is being looked up is not remembered", async () => {
  const { listener, notify } = scriptedListener();
  const { database } = app.context;
  const sessions = createSessions(database, listener);
  customer = await app.newCustomer();
  const lookedUp = sessions.resolve(customer.token, customer.account);
  // The news overtakes the answer that was read before it.
  notify("session_changed", hashToken(customer.token));
  expect(await lookedUp).not.toBeNull();
  await sql`UPDATE session SET revoked_at = now()`.execute(database.reader);
  expect(await sessions.resolve(customer.token, customer.account)).toBeNull();
});
