import { drawBundlePath, iso, subscriptionStatuses } from "@sanshi/contract";
import { verifyBundle } from "@sanshi/draw";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApplication, type Application } from "../../apps/server/src/application.ts";
import { demoCompanies } from "../../apps/server/src/market-feed/companies/companies.ts";
import { createSimulatedFeed } from "../../apps/server/src/market-feed/simulated/simulated-feed.ts";
import type { Clock } from "../../apps/server/src/platform/clock.ts";
import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import {
  offeringProposals,
  publishOffering,
} from "../../apps/server/src/products/new-shares/publishing.ts";
import {
  newRequestId,
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../support/test-application.ts";
import { testOffering, verifiedCustomers } from "../support/test-offerings.ts";
import { randomSource } from "./random-source.ts";

/**
 * Everything of new shares at once, in two processes and in real milliseconds: subscriptions around the first and
 * the last one of the window, cancels, payments beside waivers, deadlines and an exchange of the same money, offerings
 * that two operators withdraw beside any of it, listing beside all of it. Afterwards what customers were told is held
 * against list, draw, positions and books. NEW_SHARE_RACES says how many races, SIMULATION_SEED repeats a run's
 * choices.
 */
const races = Number(process.env["NEW_SHARE_RACES"] ?? "150");
const seed = Number(process.env["SIMULATION_SEED"] ?? "20261123");
const customerCount = 24;

const few = demoCompanies().filter(({ code }) => code === "7203");
const createFeed = (clock: Clock) =>
  createSimulatedFeed({ seed: "sanshi", hours: "always", clock, companies: few });
let app: TestApplication;
let other: Application;
let customers: readonly SignedIn[];
beforeAll(async () => {
  app = (await startTestApplicationOn(createFeed, {
    DRAW_DELAY: "256",
    SIMULATED_GRANT: "JPY:900000000",
  })) as unknown as TestApplication;
  other = await createApplication({
    settings: app.context.settings,
    connectionString: app.context.database.connectionString,
    log: app.context.log,
    onProgress: () => undefined,
    createFeed,
    checkAnswers: true,
  });
  customers = await verifiedCustomers(app, customerCount);
});
afterAll(async () => {
  await other.close();
  await app.stop();
});

async function ask(path: string, form: Record<string, string>, by: SignedIn, first: boolean) {
  const { fastify } = (first ? app : other).context.http;
  const answer = await fastify.inject({
    method: "POST",
    url: `/api/vue${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...by },
    payload: new URLSearchParams(form).toString(),
  });
  return answer.json() as { msg: string; data: { id: string; number: string } | null };
}

/** So long after its publication an offering opens, closes, and goes on; milliseconds. */
const window = { opens: 30, closes: 2_000, draws: 2_100, pays: 4_500, waits: 5_000, lists: 5_050 };

async function publish(round: number): Promise<{ id: bigint; at: number }> {
  const at = app.context.clock.now();
  const later = (ms: number) => iso(at + ms);
  const form = testOffering(at, {
    code: String(1_000 + round),
    price_low: "500",
    price_high: "500",
    quota: "900",
    rule: round % 2 === 0 ? "equal" : "by_lot",
    opens_at: later(window.opens),
    closes_at: later(window.closes),
    draws_at: later(window.draws),
    pays_until: later(window.pays),
    waiting_until: later(window.waits),
    allocates_at: later(window.waits),
    lists_at: later(window.lists),
  });
  const id = await app.context.database.transaction((transaction) =>
    publishOffering(app.context, transaction, form, { proposalId: null, at }),
  );
  if (id === null) throw new Error("the offering was not published");
  return { id, at };
}

let raced = 0;
const told = new Map<string, number>();
const count = (answer: string) => told.set(answer, (told.get(answer) ?? 0) + 1);

/** Subscribes from both processes at a moment around the window's edges, and sometimes cancels beside it. */
async function subscribeAround(
  id: bigint,
  at: number,
  by: SignedIn,
  random: (n: number) => number,
) {
  const moments = [window.opens, window.closes, random(window.closes), random(window.closes)];
  const moment = at + moments[random(4)]! + random(9) - 4;
  await sleep(Math.max(0, moment - app.context.clock.now()));
  const quantity = String(100 * (1 + random(3)));
  const answers = await Promise.all(
    [true, false].map((first) => {
      const form = { id: String(id), quantity, request_id: newRequestId() };
      return ask("/trade/subscribe", form, by, first);
    }),
  );
  raced += 1;
  for (const { msg } of answers) count(msg);
  const taken = answers.filter(({ msg }) => msg === "ok");
  expect(taken.length).toBeLessThanOrEqual(1);
  const [subscription] = taken;
  if (subscription?.data === null || subscription === undefined || random(4) > 0) {
    return subscription?.data?.number ?? null;
  }
  const { id: own, number } = subscription.data;
  const cancels = await Promise.all(
    [true, false].map((first) => ask("/trade/cancel-subscription", { id: own }, by, first)),
  );
  raced += 1;
  const isCancelled = cancels.some(({ msg }) => msg === "ok");
  return isCancelled ? null : number;
}

/** As two operators do who have approved it; whoever lists it first leaves nothing to withdraw. */
async function withdraw(id: bigint, moment: number): Promise<boolean> {
  await sleep(Math.max(0, moment - app.context.clock.now()));
  const approved = {
    proposalId: 0n,
    subject: `${id}`,
    input: { offering: `${id}` },
    reason: { code: "issuer_withdrew" as const, words: "" },
    note: "",
    proposedBy: 0n,
    approvedBy: 0n,
    at: app.context.clock.now(),
    notifyApprover: () => undefined,
  };
  const outcome = await app.context.database.transaction((transaction) =>
    offeringProposals.offering_withdrawn.apply(app.context, transaction, approved),
  );
  raced += 1;
  count(outcome.ok ? "withdrawn" : outcome.refusal.code);
  return outcome.ok;
}

/** All that there is but a yen or a cent: too little is left to pay with. */
async function exchangeAll(by: SignedIn, [from, to]: readonly [string, string]): Promise<string> {
  const asked = { from, to };
  const small = await ask("/user/exchange-quote", { ...asked, amount: "1000" }, by, false);
  if (small.data === null) return small.msg;
  const { available } = small.data as unknown as { available: string };
  const amount = String(Math.floor(Number(available)) - 1);
  const quoted = await ask("/user/exchange-quote", { ...asked, amount }, by, false);
  if (quoted.data === null) return quoted.msg;
  const { quote_id } = quoted.data as unknown as { quote_id: string };
  const form = { quote_id, request_id: newRequestId() };
  return (await ask("/user/exchange", form, by, false)).msg;
}

/** Pays, pays again and waives at once, at any time until the deadline and a little after it. */
async function settle(id: bigint, at: number, by: SignedIn, random: (n: number) => number) {
  const shown = await ask("/trade/newstock", { id: String(id) }, by, true);
  const mine = (shown.data as unknown as { mine: { id: string; status: number } | null }).mine;
  if (mine?.status !== subscriptionStatuses.payable) return;
  const moment = random(3) === 0 ? at + window.pays + random(9) - 4 : 0;
  await sleep(Math.max(0, moment - app.context.clock.now()));
  const pay = () => ({ id: mine.id, request_id: newRequestId() });
  const [answers, exchanged] = await Promise.all([
    Promise.all([
      ask("/trade/pay-subscription", pay(), by, true),
      ask("/trade/pay-subscription", pay(), by, false),
      ...(random(2) === 0 ? [ask("/trade/waive-subscription", { id: mine.id }, by, false)] : []),
    ]),
    random(6) === 0 ? exchangeAll(by, ["JPY", "USD"]) : null,
  ]);
  raced += 1;
  if (exchanged !== null) {
    raced += 1;
    count(`exchange ${exchanged}`);
    await exchangeAll(by, ["USD", "JPY"]);
  }
  for (const { msg } of answers) count(msg);
  expect(answers.filter(({ msg }) => msg === "ok").length).toBeLessThanOrEqual(1);
}

type Row = { status: number; number: string; lots: number; allotted_lots: number };

async function race(round: number): Promise<void> {
  const { reader } = app.owner;
  // Far more attempts than a person has in a minute.
  await sql`DELETE FROM try_counter`.execute(reader);
  const { id, at } = await publish(round);
  const chance = randomSource(seed + round * 100 + 99);
  // At any moment from its opening until a little after its listing.
  const withdrawing =
    chance(5) === 0 ? withdraw(id, at + window.opens + chance(window.lists + 100)) : false;
  const entered = await Promise.all(
    customers.map((one, index) => {
      const random = randomSource(seed + round * 100 + index);
      return subscribeAround(id, at, one, random);
    }),
  );
  const state = async () =>
    (
      await rows(
        reader,
        sql<{ drawn: boolean; listed: boolean; announced: boolean; withdrawn: boolean }>`
          SELECT drawn_at IS NOT NULL AS drawn, listed_at IS NOT NULL AS listed, root,
            withdraws_at IS NOT NULL AND withdrawn_at IS NULL AS announced,
            withdrawn_at IS NOT NULL AS withdrawn, jsonb_array_length(checkpoints) AS checkpoints,
            computing_until > real_now() AS computing FROM offering WHERE id = ${id}`,
      )
    )[0];
  const isOver = (what: "drawn" | "listed") => async () => {
    const found = await state();
    if (what === "listed" && found?.announced === true) return "over";
    return found?.[what] === true || found?.withdrawn === true ? "over" : JSON.stringify(found);
  };
  await expect.poll(isOver("drawn"), { interval: 20 }).toBe("over");
  if ((await state())?.drawn === true) await checkDraw(id, entered);
  await Promise.all(
    customers.map((one, index) =>
      settle(id, at, one, randomSource(seed + round * 100 + 50 + index)),
    ),
  );
  await expect.poll(isOver("listed"), { interval: 50 }).toBe("over");
  if ((await state())?.announced === true) {
    await app.advance(86_400);
    await expect.poll(async () => (await state())?.withdrawn, { interval: 20 }).toBe(true);
  }
  expect((await state())?.withdrawn).toBe(await withdrawing);
  await checkEnd(id, round, (await state())?.withdrawn ?? false);
}

/** Whoever was told that they are in is in the list, and nobody else. */
async function checkDraw(id: bigint, entered: readonly (string | null)[]): Promise<void> {
  const url = drawBundlePath(String(id));
  const bundle = (await app.context.http.fastify.inject({ method: "GET", url })).json();
  const verdict = await verifyBundle(bundle);
  expect(verdict.outcome).toBe("proven");
  const numbers = bundle.entries.map((entry: { number: string }) => entry.number);
  expect(numbers).toEqual(entered.filter((number) => number !== null).toSorted());
}

/** Everything has ended: what was paid for is held, within the quota, or nothing at all of what was withdrawn. */
async function checkEnd(id: bigint, round: number, isWithdrawn: boolean): Promise<void> {
  const { reader } = app.owner;
  const left = async () =>
    (
      await rows(
        reader,
        sql`SELECT FROM new_share_subscription WHERE offering_id = ${id} AND status IN (0, 1, 4)`,
      )
    ).length;
  await expect.poll(left, { interval: 50 }).toBe(0);
  const stored = await rows(
    reader,
    sql<Row>`SELECT status, number, lots, allotted_lots FROM new_share_subscription WHERE offering_id = ${id}`,
  );
  const listed = stored.filter(({ status }) => status === subscriptionStatuses.listed);
  expect(listed.reduce((sum, one) => sum + one.allotted_lots, 0)).toBeLessThanOrEqual(9);
  const positions = await rows(
    reader,
    sql`SELECT FROM position WHERE code = ${String(1_000 + round)}`,
  );
  expect(positions).toHaveLength(isWithdrawn ? 0 : listed.length);
  if (isWithdrawn) expect(listed).toEqual([]);
}

it(
  `holds through ${races} races around every moment of an offering`,
  { timeout: 1_800_000 },
  async () => {
    // Several offerings at once: what is raced in one is beside what is drawn in another.
    const atOnce = 6;
    for (let round = 0; raced < races; round += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, index) => race(round + index)));
    }
    expect(raced).toBeGreaterThanOrEqual(races);
    expect(told.get("ok")).toBeGreaterThan(0);
    expect(told.get("subscribed_already")).toBeGreaterThan(0);
    expect(told.get("subscription_not_open")).toBeGreaterThan(0);
    expect(await app.ledgerFaults()).toEqual([]);
    if (process.env["NEW_SHARE_RACES"] !== undefined) console.log(Object.fromEntries(told));
  },
);
