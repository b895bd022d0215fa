import {
  daysAfter,
  instantOf,
  interestRates,
  localDate,
  marginRules,
  settledThrough,
  settlementDate,
  type LocalDate,
} from "@sanshi/rulebook";
import { shares } from "@sanshi/money";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { boundedShrinking } from "../../../../../tests/support/bounded-shrinking.ts";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import {
  createDatabase,
  rows,
  sql,
  type Database,
  type Reader,
} from "../../platform/sql/database.ts";
import { createInterestAccrual } from "./interest-accrual.ts";

/** What happens after interest has read the positions of a day, and before it writes what it has reckoned. */
type Act =
  | { kind: "fill" }
  | { kind: "close"; which: number; lots: number }
  | { kind: "exit"; which: number }
  | { kind: "kill" };
type Day = { days: number; processes: number; acts: Act[] };
type Figures = {
  id: string;
  side: "long" | "short";
  borrowed: bigint;
  borrowed_left: bigint;
  short_left: bigint;
  units: bigint;
  paid: bigint;
  through: LocalDate | null;
  has_ended: boolean;
};
/** By the terms since 2026-12-07: what is bought bears interest from the day on which it settles, what is closed until then. */
type Expected = {
  came: { from: LocalDate; principal: bigint }[];
  went: { until: LocalDate; principal: bigint }[];
};

let app: TestApplication;
let another: Database;
beforeAll(async () => {
  app = await startTestApplication();
  another = createDatabase(app.owner.connectionString, { poolMax: 1 });
  await advanceToWednesday(app, "10:00");
  const termsBegin = instantOf("jpy", "2026-12-07", "10:00");
  const gap = Math.round((termsBegin - app.context.clock.now()) / 1_000);
  if (gap > 0) await app.advance(gap);
});
afterAll(async () => {
  await another.close();
  await app.stop();
});

it("is of a position that changes meanwhile the same day's, not the next one's", async () => {
  const customer = await app.newCustomer();
  quote();
  const [id = ""] = await openAll(customer);
  await app.advance(7 * 86_400);
  quote();
  const accrual = createInterestAccrual({
    clock: app.context.clock,
    database: {
      ...app.context.database,
      reader: afterReading(app.context.database.reader, () => setExit(customer, id)),
    },
  });
  const settled = settledThrough("jpy", localDate("jpy", app.context.clock.now()));
  await accrual.run();
  await accrual.run();
  const reached = (await figures(customer)).map(({ through }) => through);
  expect(reached).toEqual([settled, settled, settled]);
});

it("is each day's once, whatever is filled, closed or killed beside it", async () => {
  const act = fc.oneof(
    fc.constant<Act>({ kind: "fill" }),
    fc.record({
      kind: fc.constant("close" as const),
      which: fc.nat(3),
      lots: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({ kind: fc.constant("exit" as const), which: fc.nat(3) }),
    fc.constant<Act>({ kind: "kill" }),
  );
  const day = fc.record({
    days: fc.integer({ min: 1, max: 4 }),
    processes: fc.integer({ min: 1, max: 3 }),
    acts: fc.array(act, { maxLength: 5 }),
  });
  const { attempt } = boundedShrinking();
  await fc.assert(
    fc.asyncProperty(fc.array(day, { minLength: 2, maxLength: 6 }), attempt(liveThrough)),
    { numRuns: 6 },
  );
  expect(await app.ledgerFaults()).toEqual([]);
});

async function liveThrough(days: readonly Day[]): Promise<void> {
  await advanceToWednesday(app, "10:00");
  const customer = await app.newCustomer();
  quote();
  await openAll(customer);
  const expected = new Map<string, Expected>();
  let before: Figures[] = [];
  // The first day's openings are what came.
  for (const day of [{ days: 0, processes: 0, acts: [] }, ...days]) {
    await app.advance(day.days * 86_400);
    quote();
    await accrueBeside(customer, day);
    await app.settle();
    const after = await figures(customer);
    noteChanges(expected, before, after);
    before = after;
    expect(after.map(summary)).toEqual(after.map((one) => wanted(one, expected.get(one.id)!)));
  }
  for (const { id, has_ended } of before) if (!has_ended) await close(customer, id);
  const ended = await figures(customer);
  noteChanges(expected, before, ended);
  expect(ended.map(summary)).toEqual(ended.map((one) => wanted(one, expected.get(one.id)!)));
}

/** Each process reads what is due; then all that happens on the day does, and each of them writes. */
async function accrueBeside(customer: SignedIn, { processes, acts }: Day): Promise<void> {
  const ids = (await figures(customer)).filter((one) => !one.has_ended).map(({ id }) => id);
  const happens = async () => {
    await Promise.all(acts.map((act) => happen(customer, ids, act)));
  };
  let happening: Promise<void> | null = null;
  const together = () => (happening ??= happens());
  const jobs = Array.from({ length: processes }, (_, process) => {
    // The first has a connection of its own, which can be killed.
    const database = process === 0 ? another : app.context.database;
    const reader = afterReading(database.reader, together);
    return createInterestAccrual({ clock: app.context.clock, database: { ...database, reader } });
  });
  const ran = await Promise.allSettled(jobs.map((job) => job.run()));
  await together();
  for (const [process, { status, reason }] of (ran as PromiseRejectedResult[]).entries()) {
    if (status === "rejected" && !acts.some(({ kind }) => kind === "kill")) throw reason;
    // A process that was killed begins again with nothing in its memory.
    const job = status === "rejected" ? undefined : jobs[process];
    await (job ?? createInterestAccrual(app.context)).run();
  }
  if (processes === 0) await createInterestAccrual(app.context).run();
}

async function happen(customer: SignedIn, ids: readonly string[], act: Act): Promise<void> {
  switch (act.kind) {
    case "fill":
      quote({ ask: scaled("2840"), asks: [{ price: scaled("2840"), quantity: shares(100n) }] });
      return;
    case "close":
      if (ids.length > 0) await close(customer, ids[act.which % ids.length] ?? "", act.lots);
      return;
    case "exit":
      if (ids.length > 0) await setExit(customer, ids[act.which % ids.length] ?? "");
      return;
    case "kill":
      await app.owner.transaction((transaction) =>
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = session_user AND pid <> pg_backend_pid()`.execute(
          transaction,
        ),
      );
  }
}

/** What came and went since: positions of the day's trades settle together. */
function noteChanges(
  expected: Map<string, Expected>,
  before: readonly Figures[],
  after: readonly Figures[],
): void {
  const { date } = settlementDate("jpy", localDate("jpy", app.context.clock.now()));
  for (const now of after) {
    const then = before.find(({ id }) => id === now.id);
    const noted = expected.get(now.id) ?? { came: [], went: [] };
    expected.set(now.id, noted);
    const isLong = now.side === "long";
    const came = isLong
      ? now.borrowed - (then?.borrowed ?? 0n)
      : then === undefined
        ? now.short_left
        : 0n;
    const left = isLong ? now.borrowed_left : now.short_left;
    const leftThen = (isLong ? then?.borrowed_left : then?.short_left) ?? 0n;
    const went = leftThen + came - left;
    if (came > 0n) noted.came.push({ from: date, principal: came });
    if (went > 0n) noted.went.push({ until: date, principal: went });
  }
}

const summary = ({ id, units, paid, through, has_ended }: Figures) => ({
  id,
  accrued: has_ended ? paid * unitsOfYen : paid * unitsOfYen + units,
  isThrough: through,
});

const unitsOfYen = 10_000n * BigInt(marginRules("jpy", "2026-12-07").dayCount);

function wanted(one: Figures, { came, went }: Expected): ReturnType<typeof summary> {
  const today = localDate("jpy", app.context.clock.now());
  const settled = settledThrough("jpy", today);
  const first = came[0]?.from ?? "9999-12-31";
  // What was there bears interest until the day before more settles, and what is left until the day of a part that is closed.
  const ahead = [
    ...came.slice(1).map(({ from }) => daysAfter(from, -1)),
    ...went.map(({ until }) => until),
  ];
  const reached = [...ahead, ...(one.has_ended ? [] : [settled])].toSorted().at(-1) ?? "";
  const through = reached < first ? null : reached;
  const rate = (date: LocalDate) => {
    const { longBasisPoints, shortBasisPoints } = interestRates("jpy", date);
    return BigInt(one.side === "long" ? longBasisPoints : shortBasisPoints);
  };
  let units = 0n;
  for (let date = first; through !== null && date <= through; date = daysAfter(date, 1)) {
    const held = came
      .filter(({ from }) => from <= date)
      .reduce((sum, { principal }) => sum + principal, 0n);
    const gone = went
      .filter(({ until }) => until < date)
      .reduce((sum, { principal }) => sum + principal, 0n);
    units += (held - gone) * rate(date);
  }
  return {
    id: one.id,
    accrued: one.has_ended ? units - (units % unitsOfYen) : units,
    isThrough: through,
  };
}

function quote(more: Parameters<TestApplication["feed"]["quote"]>[3] = {}): void {
  app.feed.quote("jpy", "7203", "2850", more);
}

/** Two longs and a short that are held, and a long whose order waits for its price. */
async function openAll(customer: SignedIn): Promise<string[]> {
  const ids: string[] = [];
  for (const order of [
    { side: "long", kind: "market", quantity: "200", leverage: "3" },
    { side: "long", kind: "market", quantity: "200", leverage: "2" },
    { side: "short", kind: "market", quantity: "100", leverage: "1" },
    { side: "long", kind: "limit", price: "2840", quantity: "200", leverage: "3" },
  ] as const) {
    const { id } = await app.accepted(
      "/trade/place-order",
      { type: "jpy", code: "7203", request_id: newRequestId(), ...order } as never,
      customer,
    );
    ids.push(id);
  }
  return ids;
}

/** Refused where the market is closed, or nothing is left. */
async function close(customer: SignedIn, id: string, lots?: number): Promise<void> {
  const some = lots === undefined ? {} : { quantity: String(lots * 100) };
  await app.post(
    "/trade/close-position",
    { id, kind: "market", request_id: newRequestId(), ...some },
    customer,
  );
}

async function setExit(customer: SignedIn, id: string): Promise<void> {
  await app.post(
    "/trade/set-exits",
    { id, stop_loss: "", take_profit: "3100", request_id: newRequestId() },
    customer,
  );
}

async function figures(customer: SignedIn): Promise<Figures[]> {
  return rows(
    app.context.database.reader,
    sql<Figures>`SELECT p.id::text AS id, p.side, p.borrowed, p.borrowed_left,
        p.collateral_left - p.margin_left AS short_left, p.interest_units AS units, p.interest_paid AS paid,
        p.interest_through::text AS through, p.ended_at IS NOT NULL AS has_ended
      FROM position p JOIN customer c ON c.id = p.customer_id
      WHERE c.account = ${customer.account} AND p.opened > 0 ORDER BY p.id`,
  );
}

/** As `asked`, with something that happens between what is read and what is written. */
function afterReading(asked: Reader, happen: () => Promise<unknown>): Reader {
  let happened: Promise<unknown> | null = null;
  return asked.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await (happened ??= happen());
      return result;
    },
  });
}
