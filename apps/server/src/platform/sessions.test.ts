import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { newOperator } from "../../../../tests/support/test-operators.ts";
import { changeState } from "../office/customers-admin/customers-admin.ts";
import { changePassword, revokeSession, signOut } from "../people/accounts/accounts.ts";
import {
  createSessions,
  endOtherProofs,
  endSessions,
  hashToken,
  noteProof,
  sessionAgeDaysMax,
  sessionIdleDaysMax,
} from "./sessions.ts";
import { firstRow, rows, sql } from "./sql/database.ts";
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
  createSessions(app.context.database, quiet, app.context.clock).resolve(token, account);

it("a session that nobody used for seven days is over, and one that was used a moment before is not", async () => {
  expect(sessionIdleDaysMax).toBe(7);
  const seen = (ago: string) =>
    sql`UPDATE session SET last_seen_at = real_now() - ${ago}::interval`.execute(
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
    sql`UPDATE session SET created_at = real_now() - ${ago}::interval`.execute(
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
  const { clock, database } = app.context;
  const { listener, disconnect, reconnect } = scriptedListener();
  const sessions = createSessions(database, listener, clock);
  const resolve = () => sessions.resolve(other.token, other.account);
  expect(await resolve()).not.toBeNull();
  const revoke = (at: Date | null) =>
    sql`UPDATE session SET revoked_at = ${at}`.execute(database.reader);
  disconnect();
  await revoke(new Date(clock.realNow()));
  expect(await resolve()).toBeNull();
  // What was remembered before the connection was lost is forgotten once it is there again.
  await revoke(null);
  expect(await resolve()).not.toBeNull();
  await revoke(new Date(clock.realNow()));
  reconnect();
  expect(await resolve()).toBeNull();
});

it("a session that ends while it is being looked up is not remembered", async () => {
  const { listener, notify } = scriptedListener();
  const { clock, database } = app.context;
  const sessions = createSessions(database, listener, clock);
  customer = await app.newCustomer();
  const lookedUp = sessions.resolve(customer.token, customer.account);
  // The news overtakes the answer that was read before it.
  notify("session_changed", hashToken(customer.token));
  expect(await lookedUp).not.toBeNull();
  await sql`UPDATE session SET revoked_at = real_now()`.execute(database.reader);
  expect(await sessions.resolve(customer.token, customer.account)).toBeNull();
});

it("a session that is looked up while nobody can be told of its end is not remembered", async () => {
  const { listener, disconnect, reconnect } = scriptedListener();
  const { clock, database } = app.context;
  const sessions = createSessions(database, listener, clock);
  const other = await app.newCustomer();
  disconnect();
  const lookedUp = sessions.resolve(other.token, other.account);
  reconnect();
  expect(await lookedUp).not.toBeNull();
  await sql`UPDATE session SET revoked_at = real_now()`.execute(database.reader);
  expect(await sessions.resolve(other.token, other.account)).toBeNull();
});

it("calls that come together find their own sessions, by one statement for the first and one for all others", async () => {
  const { clock, database } = app.context;
  const sessions = createSessions(database, quiet, clock);
  const [one, other] = [await app.newCustomer(), await app.newCustomer()];
  const calls = [
    { ...one, expected: one.account },
    { ...other, expected: other.account },
    { token: one.token, account: other.account, expected: undefined },
    { token: "nobody's", account: one.account, expected: undefined },
  ];
  const asked = Array.from({ length: 50 }, () => calls).flat();
  const sent = vi.spyOn(pg.Client.prototype, "query");
  const found = await Promise.all(
    asked.map(({ token, account }) => sessions.resolve(token, account)),
  );
  const lookups = sent.mock.calls.filter(([text]) => JSON.stringify(text).includes("FROM session"));
  sent.mockRestore();
  expect(lookups).toHaveLength(2);
  expect(found.map((customer) => customer?.account)).toEqual(asked.map(({ expected }) => expected));
});

it("nobody waits for another process that notes when the same session was used", async () => {
  const other = await app.newCustomer();
  const seenAt = async () => {
    const { rows: found } = await sql<{ seen: number }>`SELECT last_seen_at AS seen FROM session
      WHERE token_hash = decode(${hashToken(other.token)}, 'hex')`.execute(
      app.context.database.reader,
    );
    return found[0]!.seen;
  };
  await sql`UPDATE session SET last_seen_at = real_now() - interval '1 hour'`.execute(
    app.context.database.reader,
  );
  const before = await seenAt();
  await app.context.database.transaction(async (transaction) => {
    await sql`SELECT FROM session WHERE token_hash = decode(${hashToken(other.token)}, 'hex') FOR UPDATE`.execute(
      transaction,
    );
    expect(await resolveAnew(other)).not.toBeNull();
  });
  expect(await seenAt()).toBe(before);
  expect(await resolveAnew(other)).not.toBeNull();
  expect(await seenAt()).toBeGreaterThan(before);
});

it("a session that its customer ends is over here before anybody has heard of it", async () => {
  const { clock, database } = app.context;
  const sessions = createSessions(database, quiet, clock);
  const context = { ...app.context, sessions };
  const { token, account } = await app.newCustomer();
  const login = () => app.accepted("/user/login", { account, password: testPassword });
  const resolve = (of: string) => sessions.resolve(of, account);
  const own = (await resolve(token))!;
  const other = await login();
  const { sessionId } = (await resolve(other.token))!;
  const mayAlways = { objectToSendingAway: async () => null };
  expect(await revokeSession(context, own, sessionId, mayAlways)).toMatchObject({ ok: true });
  expect(await resolve(other.token)).toBeNull();
  expect(await resolve(token)).not.toBeNull();
  const third = await login();
  expect(await resolve(third.token)).not.toBeNull();
  const newPassword = `${testPassword} anew`;
  const form = { oldPassword: testPassword, newPassword, newPassword2: newPassword, kept: [] };
  const noFactors = {
    ...mayAlways,
    lacksProof: async () => false,
    endReset: async () => undefined,
    endPasskeysBut: async () => undefined,
  };
  expect(await changePassword(context, own, form, noFactors)).toMatchObject({ ok: true });
  expect(await resolve(third.token)).toBeNull();
  await signOut(context, own);
  expect(await resolve(token)).toBeNull();
});

it("a session of a customer whom an operator bans is over here before anybody has heard of it", async () => {
  const { clock, database } = app.context;
  const sessions = createSessions(database, quiet, clock);
  const { token, account } = await app.newCustomer();
  expect(await sessions.resolve(token, account)).not.toBeNull();
  const { email } = await newOperator(app, "reviewer");
  const { id: operatorId } = (await firstRow(
    database.reader,
    sql<{ id: bigint }>`SELECT id FROM operator WHERE email = ${email}`,
  ))!;
  const may = { passwordChangeRequired: false, hasSecondFactor: true, signedInAt: clock.now() };
  const operator = { operatorId, email, role: "reviewer", ...may } as const;
  const audit = { by: () => undefined, about: () => undefined, within: async () => undefined };
  const form = { account, state: "banned", reason: "suspicious_activity" } as const;
  const banned = await changeState({ ...app.context, sessions }, operator, audit, form);
  expect(banned).toMatchObject({ ok: true });
  expect(await sessions.resolve(token, account)).toBeNull();
});

it("a customer who changed is looked up anew on every device, and whoever listens is told", async () => {
  const { listener, notify } = scriptedListener();
  const { clock, database } = app.context;
  const sessions = createSessions(database, listener, clock);
  const [changed, other] = [await app.newCustomer(), await app.newCustomer()];
  const stateOf = async ({ token, account }: SignedIn) =>
    (await sessions.resolve(token, account))?.state;
  expect([await stateOf(changed), await stateOf(other)]).toEqual(["active", "active"]);
  const told: unknown[] = [];
  sessions.onEnded((ended) => told.push(ended));
  await sql`UPDATE customer SET state = 'frozen'`.execute(app.owner.reader);
  expect([await stateOf(changed), await stateOf(other)]).toEqual(["active", "active"]);
  const { customerId } = (await sessions.resolve(changed.token, changed.account))!;
  notify("customer_changed", String(customerId));
  expect([await stateOf(changed), await stateOf(other)]).toEqual(["frozen", "active"]);
  notify("session_changed", hashToken(other.token));
  expect(await stateOf(other)).toBe("frozen");
  expect(told).toEqual([{ customerId }, { tokenHash: hashToken(other.token) }]);
  await sql`UPDATE customer SET state = 'active'`.execute(app.owner.reader);
});

it("a session is nobody's but its account's, remembered or not", async () => {
  const { clock, database } = app.context;
  const sessions = createSessions(database, scriptedListener().listener, clock);
  const [own, other] = [await app.newCustomer(), await app.newCustomer()];
  expect(await sessions.resolve(own.token, other.account)).toBeNull();
  expect(await sessions.resolve(own.token, own.account)).toMatchObject({ account: own.account });
  expect(await sessions.resolve(own.token, other.account)).toBeNull();
});

it("a changed factor leaves the proof of the session where it was changed, and of no other", async () => {
  const { database } = app.context;
  const owner = await app.newCustomer();
  const { account } = owner;
  const devices = [owner];
  while (devices.length < 6) {
    devices.push(await app.accepted("/user/login", { account, password: testPassword }));
  }
  const known = await Promise.all(devices.map((device) => resolveAnew(device)));
  const sessionIds = known.map((one) => one?.sessionId ?? "").toSorted();
  for (const id of sessionIds) await noteProof(database.reader, id, 5);
  // Ids are drawn by lot: the one in the middle has others on both sides.
  const [here, customerId] = [sessionIds[3] ?? "", known[0]?.customerId ?? 0n];
  await database.transaction((transaction) => endOtherProofs(transaction, customerId, here));
  const proved = await rows(
    database.reader,
    sql<{ id: string }>`SELECT id FROM session
      WHERE customer_id = ${customerId} AND proved_at IS NOT NULL`,
  );
  expect(proved).toEqual([{ id: here }]);
});

it("sessions are ended one alone, all but one, or all of them, and nobody else's", async () => {
  const { database } = app.context;
  const owner = await app.newCustomer();
  const other = await app.newCustomer();
  const { account } = owner;
  const devices = [owner];
  while (devices.length < 4) {
    devices.push(await app.accepted("/user/login", { account, password: testPassword }));
  }
  const found = await Promise.all(devices.map((device) => resolveAnew(device)));
  const [customerId, ids] = [found[0]?.customerId ?? 0n, found.map((one) => one?.sessionId ?? "")];
  const end = (which: Parameters<typeof endSessions>[2]) =>
    database.transaction((transaction) => endSessions(transaction, customerId, which));
  const left = async () => {
    const known = await Promise.all([...devices, other].map((device) => resolveAnew(device)));
    return known.map((one) => one !== null);
  };
  expect(await end({ only: ids[1] ?? "" })).toBe(1);
  expect(await left()).toEqual([true, false, true, true, true]);
  expect(await end({ allBut: ids[2] ?? "" })).toBe(2);
  expect(await left()).toEqual([false, false, true, false, true]);
  expect(await end("all")).toBe(1);
  expect(await left()).toEqual([false, false, false, false, true]);
});

it("a session that a process remembers ends at its time too, and not by the operators' clock", async () => {
  const owner = await app.newCustomer();
  const look = () => app.refused("/user/security", {}, owner);
  const days = 86_400;
  expect(await look()).toBe("ok");
  await app.advance(sessionIdleDaysMax * days);
  expect(await look()).toBe("ok");
  await app.advanceReal(sessionIdleDaysMax * days - 60);
  expect(await look()).toBe("ok");
  await app.advanceReal(sessionIdleDaysMax * days);
  expect(await look()).toBe("sign_in_again");
});
