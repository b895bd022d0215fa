import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { drawBundlePath } from "@sanshi/contract";
import { verifyBundle } from "@sanshi/draw";
import { isDrandRound, quicknet, quicknetRoundFrom } from "@sanshi/draw/drand";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOffering,
  testOffering,
  verifiedCustomers,
} from "../../../../../tests/support/test-offerings.ts";
import { sql } from "../../platform/sql/database.ts";
import { fetchRound } from "../../platform/draws/beacon.ts";
import { publishRoots } from "../../platform/draws/drawing.ts";
import { lacksBeacon } from "../../platform/draws/new-draw.ts";
import { offeringDraws } from "./drawing.ts";
import { giveUpLateList, publishOffering } from "./publishing.ts";

/** Round 1000 as drand published it. */
const signed = {
  round: 1000,
  randomness: "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
  signature:
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
};

let answers: { status: number; body: string };
let asked: string[] = [];
let drand: Server;
let app: TestApplication;
beforeAll(async () => {
  drand = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answers.status).end(answers.body);
  }).listen(0, "127.0.0.1");
  await once(drand, "listening");
  app = await startTestApplication({ DRAW_DELAY: "256", DRAND_URL: address() });
});
afterAll(async () => {
  await app.stop();
  drand.close();
});

function address(): string {
  const at = drand.address();
  if (at === null || typeof at === "string") throw new Error("not listening");
  return `http://127.0.0.1:${at.port}`;
}
const bundleOf = async (id: bigint) =>
  (
    await app.context.http.fastify.inject({ method: "GET", url: drawBundlePath(id.toString()) })
  ).json();
const yen = async (by: SignedIn) => {
  const { currencies } = await app.accepted("/user/assets", {}, by);
  const found = currencies.find(({ currency }) => currency === "JPY");
  if (found === undefined) throw new Error("there are no yen");
  return found;
};
const publish = (code: string, beacon?: { network: string; round: number }) => {
  const at = app.context.clock.now();
  const options = { proposalId: null, at, ...(beacon && { beacon }) };
  return app.context.database.transaction((transaction) =>
    publishOffering(app.context, transaction, testOffering(at, { code }), options),
  );
};

it("names a round of the real time of the draw, and draws with what its network signed alone", async () => {
  // Whatever the app's clock says, drand lives in real time.
  await app.advance(80 * 86_400);
  const named = (await bundleOf((await publish("9801")) ?? 0n)).terms.beacon;
  const inTwoHours = quicknetRoundFrom(app.context.clock.realNow() + 7_200_000);
  expect(named.network).toBe(quicknet.chainHash);
  expect(Math.abs(named.round - inTwoHours)).toBeLessThan(20);
  answers = { status: 404, body: "" };
  const id = (await publish("9802", { network: quicknet.chainHash, round: 1000 })) ?? 0n;
  await app.advance(3_602);
  await expect.poll(async () => (await bundleOf(id)).root).not.toBeNull();
  await app.advance(3_600);
  const path = `/${quicknet.chainHash}/public/1000`;
  await expect.poll(() => asked).toContain(path);
  expect((await bundleOf(id)).result).toBeNull();
  // What somebody else made up is not taken, and the draw waits on.
  answers = { status: 200, body: JSON.stringify({ ...signed, randomness: "00".repeat(32) }) };
  asked = [];
  await expect.poll(() => asked).toContain(path);
  expect((await bundleOf(id)).beacon).toBeNull();
  answers = { status: 200, body: JSON.stringify(signed) };
  await expect.poll(async () => (await bundleOf(id)).result).not.toBeNull();
  const bundle = await bundleOf(id);
  expect(await verifyBundle(bundle, { isBeacon: isDrandRound })).toMatchObject({
    outcome: "proven",
  });
  const other = { ...bundle, beacon: { ...bundle.beacon, round: 1001 } };
  expect(await verifyBundle(other, { isBeacon: isDrandRound })).toMatchObject({
    outcome: "failed",
    step: "beacon",
  });
});

it("has the delays of all closed lists worked out in one turn", async () => {
  const ids = [await newOffering(app), await newOffering(app), await newOffering(app)];
  await app.advance(3_700);
  await app.context.jobs.giveTurns();
  const { rows } = await sql<{ count: number }>`SELECT jsonb_array_length(checkpoints) AS count
    FROM offering WHERE id = ANY (${ids}::bigint[])`.execute(app.owner.reader);
  expect(rows.map(({ count }) => count)).toEqual([257, 257, 257]);
});

it("takes from an address no more than a round has, and nothing that leads elsewhere", async () => {
  const named = { network: quicknet.chainHash, round: 1000 };
  const fetched = () => fetchRound(address(), named, AbortSignal.timeout(5_000));
  answers = { status: 200, body: JSON.stringify(signed) };
  expect(await fetched()).toEqual({ ...named, ...signed });
  for (const body of [
    "x".repeat(20_000),
    "[]",
    "null",
    '{"randomness":1,"signature":2}',
    "<html>",
  ]) {
    answers = { status: 200, body };
    await expect(fetched()).rejects.toThrow();
  }
  answers = { status: 302, body: "" };
  await expect(fetched()).rejects.toThrow();
});

it("gives up a draw on a live instance whose list with entries comes later than ten seconds, and pays everybody back", async () => {
  const live = { ...app.context, feed: { ...app.context.feed, kind: "live" as const } };
  const [entrant] = await verifiedCustomers(app, 1);
  if (entrant === undefined) throw new Error("there is no customer");
  const [id, empty] = [await newOffering(app), await newOffering(app)];
  const form = { id: id.toString(), quantity: "100", request_id: newRequestId() };
  await app.accepted("/trade/subscribe", form, entrant);
  const { available: before } = await yen(entrant);
  // No job has its turn meanwhile: the server was away when the lists closed.
  await app.advance(3_600 + 11);
  await publishRoots(live, offeringDraws, giveUpLateList);
  expect((await bundleOf(empty)).root).not.toBeNull();
  const { root, withdrawn } = await bundleOf(id);
  expect(root ?? null).toBeNull();
  expect(withdrawn.reason.us).toBe(
    "The draw's list was not published within 10 seconds of the close",
  );
  expect(Number((await yen(entrant)).available)).toBeGreaterThanOrEqual(Number(before));
  // Everybody is notified, and nobody is drawn afterwards.
  await app.settle();
  const told = await app.accepted("/user/messages", {}, entrant);
  expect(told.items.map(({ kind }) => kind)).toContain("new_share_withdrawn");
  expect((await bundleOf(id)).root ?? null).toBeNull();
});

it("publishes no draw on a live instance without public randomness", () => {
  const without = { ...app.context.settings, drandUrl: null };
  const live = { kind: "live" as const };
  expect(lacksBeacon({ settings: without, feed: live })).toBe(true);
  expect(lacksBeacon({ settings: app.context.settings, feed: live })).toBe(false);
  expect(lacksBeacon({ settings: without, feed: { kind: "simulated" } })).toBe(false);
});
