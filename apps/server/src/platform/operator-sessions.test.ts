import { operatorSessionEnds } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { newOperator } from "../../../../tests/support/test-operators.ts";
import {
  createOperatorSessions,
  endOperatorSessions,
  endOtherOperatorProofs,
  noteOperatorProof,
  operatorProvedUntil,
  type OperatorSessions,
} from "./operator-sessions.ts";
import { firstRow, sql } from "./sql/database.ts";

let app: TestApplication;
let sessions: OperatorSessions;
let operatorId: bigint;
beforeAll(async () => {
  app = await startTestApplication();
  sessions = createOperatorSessions(app.context.database);
});
beforeEach(async () => {
  const { email } = await newOperator(app, "reviewer");
  const found = await firstRow(
    app.context.database.reader,
    sql<{ id: bigint }>`SELECT id FROM operator WHERE email = ${email}`,
  );
  operatorId = found?.id ?? 0n;
});
afterAll(() => app.stop());

async function opened(): Promise<string> {
  return (await sessions.open(app.context.database.reader, operatorId)).token;
}
const isIn = async (token: string) => (await sessions.resolve(token)) !== null;
const shift = (column: "last_seen_at" | "created_at", ago: string) =>
  sql`UPDATE operator_session SET ${sql.ref(column)} = real_now() - ${ago}::interval
    WHERE operator_id = ${operatorId}`.execute(app.context.database.reader);

it("a session that was signed out of is over, and another of the operator goes on", async () => {
  const [here, elsewhere] = [await opened(), await opened()];
  await sessions.end(here);
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([false, true]);
});

it("a new password ends all sessions but the one that set it, and nobody else's", async () => {
  const [here, elsewhere] = [await opened(), await opened()];
  const former = operatorId;
  const other = await newOperator(app, "viewer");
  await endOperatorSessions(app.context.database.reader, former, here);
  expect([await isIn(here), await isIn(elsewhere)]).toEqual([true, false]);
  expect(await isIn(other.cookie.replace(/^[^=]*=([^;]*).*$/, "$1"))).toBe(true);
  await endOperatorSessions(app.context.database.reader, former);
  expect(await isIn(here)).toBe(false);
});

it("a session is over after so many minutes without a call, and after so many hours with them", async () => {
  const { idleMinutes, ageHours } = operatorSessionEnds;
  const token = await opened();
  await shift("last_seen_at", `${idleMinutes * 60 - 30} seconds`);
  expect(await isIn(token)).toBe(true);
  await shift("last_seen_at", `${idleMinutes} minutes`);
  expect(await isIn(token)).toBe(false);
  await shift("last_seen_at", "0 seconds");
  await shift("created_at", `${ageHours * 3_600 - 30} seconds`);
  expect(await isIn(token)).toBe(true);
  await shift("created_at", `${ageHours} hours`);
  expect(await isIn(token)).toBe(false);
});

it("a proof holds for its minutes, in the session that gave it", async () => {
  const { reader } = app.context.database;
  const [here, elsewhere] = [await opened(), await opened()];
  const until = await noteOperatorProof(reader, here, 5);
  const now = await firstRow(reader, sql<{ now: number }>`SELECT real_now() AS now`);
  expect(Math.ceil((until - (now?.now ?? 0)) / 60_000)).toBe(5);
  expect(await operatorProvedUntil(reader, here, 5)).toBe(until);
  expect(await operatorProvedUntil(reader, elsewhere, 5)).toBeNull();
  await app.advanceReal(5 * 60);
  expect(await operatorProvedUntil(reader, here, 5)).toBeNull();
});

it("a changed factor leaves the proof of the session where it was changed, and of no other", async () => {
  const { reader } = app.context.database;
  const tokens: string[] = [];
  while (tokens.length < 5) tokens.push(await opened());
  for (const token of tokens) await noteOperatorProof(reader, token, 5);
  const [here = ""] = tokens;
  await endOtherOperatorProofs(reader, operatorId, here);
  const proved = await Promise.all(tokens.map((token) => operatorProvedUntil(reader, token, 5)));
  expect(proved.map((until) => until !== null)).toEqual([true, false, false, false, false]);
});
