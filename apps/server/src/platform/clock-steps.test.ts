import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testOrder } from "../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../tests/support/test-application.ts";
import { differenceLine, findDifferences } from "../office/books/book-check.ts";
import { createTestDatabase, wallAhead } from "../../../../tests/support/test-database.ts";
import { opsAccepted, newOperator } from "../../../../tests/support/test-operators.ts";
import { clockStepMsMin, createClockStepWatch, type ClockLook } from "./clock-steps.ts";
import { createDatabase, firstRow, rows, sql, type Database } from "./sql/database.ts";

describe("a look at the machine's clock", () => {
  const look = (at: number, wall: number, more: Partial<ClockLook> = {}): ClockLook => ({
    sentAt: at,
    receivedAt: at + 10,
    wall,
    vouchedAt: null,
    step: 0,
    ...more,
  });
  const first = look(1_000, 50_005);
  const after = (second: ClockLook) => {
    const watch = createClockStepWatch();
    expect(watch.stepped(first)).toBeNull();
    watch.follow(first);
    return watch.stepped(second);
  };

  it.each([
    ["that went as time did", look(2_000, 51_005), null],
    ["that was adjusted", look(2_000, 51_005 - clockStepMsMin + 20), null],
    ["that was set back", look(2_000, 51_005 - 3_600_000), -3_600_000],
    ["that was set forward", look(2_000, 51_005 + 5_000), 5_000],
    ["after a suspension, which has passed on both", look(3_601_000, 3_650_005), null],
    ["whose answer took as long as the step", look(2_000, 56_005, { receivedAt: 7_000 }), null],
    [
      "whose time another instance has seen pass",
      look(2_000, 3_651_005, { vouchedAt: 3_650_300 }),
      null,
    ],
    [
      "that was set back beyond another's moment",
      look(2_000, 41_005, { vouchedAt: 50_900 }),
      -10_000,
    ],
  ])("%s", (_name, second, moved) => {
    expect(after(second)).toBe(moved);
  });
});

let app: TestApplication;
let reader: Database["reader"];
beforeAll(async () => {
  app = await startTestApplication();
  reader = app.context.database.reader;
});
afterAll(() => app.stop());
beforeEach(() => void app.feed.quote("jpy", "7203", "2850"));

const databaseNow = async (from = reader) => {
  const row = await firstRow(
    from,
    sql<{ app: number; real: number }>`SELECT app_now() AS app, real_now() AS real`,
  );
  if (row === undefined) throw new Error("no time");
  return row;
};

const steps = () =>
  rows(
    reader,
    sql<{
      stepped_ms: bigint;
    }>`SELECT stepped_ms FROM clock_step ORDER BY id`,
  );

const buy = (customer: SignedIn) =>
  app.accepted("/trade/place-order", testOrder({ quantity: "1" }), customer);

/** By how many milliseconds the database's times went on beyond what passed, at least and at most. */
async function passing(action: () => Promise<void>) {
  const began = performance.now();
  const before = await databaseNow();
  const read = performance.now();
  await action();
  const again = performance.now();
  const after = await databaseNow();
  const ended = performance.now();
  const beyond = (passed: number) => ({
    most: passed - (again - read),
    least: passed - (ended - began),
  });
  return {
    real: beyond(after.real - before.real),
    app: beyond(after.app - before.app),
    before,
    after,
  };
}

/** From -1 day to a day, none of them at the bound itself. */
const step = fc.oneof(
  fc.constantFrom(-1, 1, -3_600, 3_600, -86_400, 86_400),
  fc.integer({ min: 3, max: 86_400 }),
  fc.integer({ min: -86_400, max: -3 }),
);

it("goes on with one time in every process while the machine's clock is set as one likes", async () => {
  const other = await app.startAnother();
  const customer = await app.newCustomer();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (list) => {
      for (const seconds of list) {
        const known = (await steps()).length;
        const clocks = [app.context.clock, other.context.clock];
        const nodeBefore = clocks.map((clock) => clock.now());
        const {
          real,
          app: apps,
          before,
          after,
        } = await passing(async () => {
          await app.stepWall(seconds);
          // Nobody has noticed yet: what is filled now is not filled before its quote.
          if (seconds < 0) {
            app.feed.quote("jpy", "7203", "2850");
            await buy(customer);
          }
          await app.settle();
        });
        for (const { least, most } of [real, apps]) {
          expect(most).toBeGreaterThan(-clockStepMsMin - 50);
          expect(least).toBeLessThan(clockStepMsMin + 50);
        }
        expect(after.app).toBeGreaterThanOrEqual(before.app - 1_000);
        clocks.forEach((clock, index) =>
          expect(clock.now()).toBeGreaterThanOrEqual(nodeBefore[index] ?? Number.NaN),
        );
        const noted = (await steps()).slice(known);
        expect(noted).toHaveLength(Math.abs(seconds) < 2 ? 0 : 1);
        app.feed.quote("jpy", "7203", "2850");
        const { filled_at: filledAt } = await buy(customer);
        expect(Date.parse(filledAt ?? "")).toBeGreaterThanOrEqual(before.app - 1_000);
      }
    }),
    { numRuns: 4 },
  );
  const early = await firstRow(
    reader,
    sql<{ count: number }>`SELECT count(*)::int FROM fill WHERE filled_at < quote_at`,
  );
  expect(early?.count).toBe(0);
  await other.close();
});

it("fills nothing before its quote, however long ago anybody has vouched for the time", async () => {
  const customer = await app.newCustomer();
  await app.settle();
  // The database's time stands still there until the step is noticed.
  const lateBy = (seconds: number) =>
    sql`UPDATE clock_beat SET beat_at = beat_at - ${seconds} * interval '1 second'`.execute(
      app.owner.reader,
    );
  await lateBy(30);
  await app.stepWall(-3_600);
  app.feed.quote("jpy", "7203", "2850");
  const { filled_at: filledAt } = await buy(customer);
  const quote = await firstRow(
    reader,
    sql<{
      at: number;
    }>`SELECT quote_at AS at FROM fill ORDER BY filled_at DESC, quote_at DESC LIMIT 1`,
  );
  expect(Date.parse(filledAt ?? "")).toBe(quote?.at);
  await app.settle();
});

it("keeps a lock of fifteen minutes at fifteen", async () => {
  for (const seconds of [-3_600, 7_200, -3_600]) {
    const customer = await app.newCustomer();
    app.feed.quote("jpy", "7203", "2850");
    const { id } = await buy(customer);
    await app.stepWall(seconds);
    await app.settle();
    const close = () =>
      app.post(
        "/trade/close-position",
        { id, kind: "market", request_id: newRequestId() },
        customer,
      );
    await app.advance(14 * 60 + 55);
    app.feed.quote("jpy", "7203", "2850");
    expect((await close()).body.msg).toBe("sell_locked");
    await app.advance(8);
    app.feed.quote("jpy", "7203", "2850");
    expect((await close()).body.msg).toBe("ok");
  }
});

it("writes one row for one step, whichever processes notice it and however late", async () => {
  const other = await app.startAnother();
  const before = (await steps()).length;
  await app.stepWall(-3_600);
  await Promise.all([app, other].map(({ context }) => context.clock.synchronise()));
  await app.settle();
  // The other process sees only what two steps have come to, of which one is written down.
  await app.stepWall(-600);
  await app.context.clock.synchronise();
  await app.stepWall(-300);
  await other.context.clock.synchronise();
  await app.settle();
  const noted = (await steps()).slice(before);
  expect(noted.map(({ stepped_ms: ms }) => Math.round(Number(ms) / 1_000))).toEqual([
    -3_600, -600, -300,
  ]);
  await other.close();
});

it("comes back to the machine's time so slowly that no window notices", async () => {
  const { before, after } = await passing(async () => {
    await app.stepWall(-100);
    await app.settle();
  });
  expect(after.app).toBeGreaterThanOrEqual(before.app - 1_000);
  const corrections = await rows(
    reader,
    sql<{ ms: number }>`SELECT clock_correction_ms(s, s.wall_at + after * interval '1 second') AS ms
      FROM (SELECT * FROM clock_step ORDER BY id DESC LIMIT 1) s,
        unnest(ARRAY[0, 900, 1e9]) WITH ORDINALITY AS t (after, place) ORDER BY place`,
  );
  const [now = 0, inALock = 0, atLast] = corrections.map(({ ms }) => ms);
  expect(Math.abs(now) - Math.abs(inALock)).toBe(4_500);
  expect(atLast).toBeCloseTo(0);
});

it("refuses at quotes of before a step in a live market until fresh ones come", async () => {
  const live = await startTestApplication({}, { feedKind: "live" });
  const customer = await live.newCustomer();
  const quote = live.feed.quote("jpy", "7203", "2850", { at: live.context.clock.now() });
  expect(live.context.quotes.get("jpy", "7203")).toEqual(quote);
  await live.stepWall(-3_600);
  await live.settle();
  expect(live.context.quotes.get("jpy", "7203")).toEqual({ ...quote, ageUnknown: true });
  const order = () => live.refused("/trade/place-order", testOrder(), customer);
  expect(await order()).toBe("price_unavailable");
  const fresh = live.feed.quote("jpy", "7203", "2851");
  expect(live.context.quotes.get("jpy", "7203")).toEqual(fresh);
  expect(await order()).not.toBe("price_unavailable");
  await live.stop();
});

it("is not put ahead by whoever vouches for a moment to come", async () => {
  const before = await databaseNow();
  await sql`SELECT vouch_clock(real_now() + interval '1 day', true, false)`.execute(reader);
  expect((await databaseNow()).app - before.app).toBeLessThan(3_600_000);
});

it("lets no statement leap with the machine's clock before the step is noticed", async () => {
  const database = await createTestDatabase();
  const running = await startTestApplication({}, { database, jobsByThemselves: true });
  const before = await databaseNow(running.context.database.reader);
  // In one transaction: nobody notices within it.
  const leapt = await running.owner.transaction(async (transaction) => {
    await sql.raw(wallAhead(7_200)).execute(transaction);
    return databaseNow(transaction);
  });
  expect(leapt.real - before.real).toBeGreaterThanOrEqual(7_200_000);
  expect(leapt.app - before.app).toBeLessThan(3_600_000);
  await running.stop();
});

describe("a start", () => {
  it("goes on from the newest moment that was vouched for, and lets time pass that has passed", async () => {
    const database = await createTestDatabase();
    const first = await startTestApplication({}, { database });
    const stoppedAt = first.context.clock.now();
    await first.leave();
    await database.stepWall(-3_600);
    const second = await startTestApplication({}, { database });
    expect(second.context.clock.now()).toBeGreaterThanOrEqual(stoppedAt);
    expect(second.context.clock.now() - stoppedAt).toBeLessThan(3_600_000);
    await second.leave();
    // As long a time as an outage may be: there is nothing to hold it against.
    await database.stepWall(7_200);
    const third = await startTestApplication({}, { database });
    expect(third.context.clock.now() - stoppedAt).toBeGreaterThanOrEqual(7_100_000);
    await third.stop();
  });

  it("ends a correction that holds time back after an orderly stop, and keeps it after a crash", async () => {
    const database = await createTestDatabase();
    const first = await startTestApplication({}, { database });
    const owner = createDatabase(database.ownerConnectionString);
    await database.stepWall(7_200);
    await first.settle();
    const { real } = await databaseNow(owner.reader);
    // An instance that is killed says nothing.
    const second = await first.startAnother();
    expect(second.context.clock.realNow() - real).toBeLessThan(3_600_000);
    await second.close();
    await first.leave();
    const third = await startTestApplication({}, { database });
    expect(third.context.clock.realNow() - real).toBeGreaterThanOrEqual(7_100_000);
    await owner.close();
    await third.stop();
  });
});

it("is held against what is written down of it by the check of the books", async () => {
  for (const seconds of [-3_600, 600, 7_200, -30]) {
    await app.stepWall(seconds);
    await app.settle();
  }
  const differences = async (...statements: string[]) => {
    const found: string[] = [];
    const undo = new Error("undo");
    const forging = app.owner.transaction(async (transaction) => {
      for (const statement of statements) await sql.raw(statement).execute(transaction);
      const { differences: all } = await findDifferences(transaction);
      found.push(...all.filter(({ check }) => check === "clock").map(differenceLine));
      throw undo;
    });
    await forging.catch((error: unknown) => {
      if (error !== undo) throw error;
    });
    return found.join("\n");
  };
  expect(await differences()).toBe("");
  const newest = "(SELECT max(id) FROM clock_step)";
  const forgeries: readonly [string, RegExp][] = [
    [
      `UPDATE clock_step SET correction_ms = correction_ms + 60000, noticed_at = noticed_at + interval '1 minute' WHERE id = ${newest}`,
      /correction: step \d+/,
    ],
    [
      `UPDATE clock_step SET noticed_at = noticed_at + interval '1 hour' WHERE id = 1`,
      /noticed at/,
    ],
    [`DELETE FROM clock_step WHERE id = ${newest}`, /function steady_now/],
    [`DELETE FROM clock_step WHERE id = ${newest} - 1`, /number/],
    [
      `INSERT INTO clock_step SELECT ${newest} + 1, noticed_at, wall_at, 1, correction_ms - 1, 'running', 'nobody:1'
        FROM clock_step WHERE id = ${newest}`,
      /size/,
    ],
    [
      `DO $do$ BEGIN EXECUTE format(
        'CREATE OR REPLACE FUNCTION steady_now() RETURNS timestamptz LANGUAGE sql VOLATILE PARALLEL SAFE AS %L',
        (SELECT prosrc || '- interval ''1 day''' FROM pg_proc WHERE oid = 'steady_now()'::regprocedure)); END $do$`,
      /function steady_now/,
    ],
    ["GRANT INSERT ON clock_step TO PUBLIC", /insert: .*role public/],
    ["GRANT UPDATE (correction_ms) ON clock_step TO PUBLIC", /update: .*role public/],
    ["GRANT EXECUTE ON FUNCTION add_clock_step(bigint, bigint, text, text) TO PUBLIC", /execute/],
  ];
  for (const [statement, named] of forgeries) expect(await differences(statement)).toMatch(named);
});

it("says on the desk and in the metrics that the clock was set, and by how much", async () => {
  await app.stepWall(-7_200);
  await app.settle();
  const viewer = await newOperator(app, "viewer");
  const { clock } = await opsAccepted(app, "/api/ops/health", {}, viewer);
  expect(clock.steps).toBe((await steps()).length);
  expect(clock.latest?.stepped_ms).toBeLessThan(-7_100_000);
  expect(clock.latest?.noticed_by).toMatch(/:\d+$/);
  const { body } = await app.context.http.fastify.inject({
    method: "GET",
    url: "/metrics",
    headers: { host: "localhost" },
  });
  expect(body).toContain(`sanshi_clock_steps ${clock.steps}`);
  expect(body).toMatch(/^sanshi_clock_correction_seconds -?\d/m);
});
