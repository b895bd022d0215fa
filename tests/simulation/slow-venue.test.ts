import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomInt } from "node:crypto";
import {
  createDatabase,
  rows,
  sql,
  type Database,
} from "../../apps/server/src/platform/sql/database.ts";
import { shares } from "@sanshi/money";
import { findBookFaults } from "../support/book-faults.ts";
import { scaled } from "../support/scripted-feed.ts";
import { calm, createSlowVenue, roughSea } from "../support/slow-venue.ts";
import {
  newRequestId,
  testDocumentKey,
  testInvitationCode,
  testPassword,
  type SignedIn,
} from "../support/test-application.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { randomSource, type RandomSource } from "./random-source.ts";
import { startVenueChild, type VenueChild } from "./venue-child.ts";
import { testSeed as seed } from "../support/chance.ts";

/**
 * Customers trade at a venue that answers later, over a line that delays, doubles and loses, while connections die
 * and the server, a process of its own, is killed with SIGKILL. Then every order has to stand as the venue's own book
 * has it. TEST_SEED repeats the choices.
 */
const customerCount = 8;
/** Customers trade until the venue has so many orders, everything below was met and every crash is over. */
const ordersMin = 60;
const actionsEachMax = 100;
/** What a crash meets at least since the one before. */
const ordersBetweenCrashes = 6;
const crashes = ["connections", "server", "connections"] as const;

const toBeMet = [
  "trade",
  "cancelled",
  "rejected not today",
  "request_rejected too_late",
  "lost request",
  "lost report",
  "doubled report",
  "away",
  "request_unknown",
  "busted",
  "corrected",
];
const countOf = (what: string) => venue.counts.get(what) ?? 0;

const venue = createSlowVenue(seed, {
  ...roughSea,
  lost: 40,
  delayTicksMax: 3,
  filled: 12,
  rejected: 100,
  busted: 2,
});
// What is bought with a loan or sold short is reversed by a person (decision 0068): those trade the other stock.
venue.mayBust = ({ code }) => code === paidInFull;
const paidInFull = "7203";
const onMargin = "6758";
const environment = {
  INVITATION_CODE: testInvitationCode,
  DOCUMENT_KEY: testDocumentKey,
  CUSTOMER_CALLS_PER_SECOND: "100000",
  OPERATOR_EMAIL: "operator@sanshi.example",
  OPERATOR_PASSWORD: "correct horse battery",
};
let database: TestDatabase;
let owner: Database;
let app: VenueChild;
let paced: SignedIn;
let isFallen = false;
let isCrashing = true;
/** What is on its way at the venue stays so. */
let isHeld = false;
let isOver = false;
const refusals = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  owner = createDatabase(database.ownerConnectionString, { poolMax: 3 });
  app = await startVenueChild(database, venue.venue, environment);
  const customers: SignedIn[] = [];
  for (let count = 0; count < customerCount; count += 1) customers.push(await register());
  paced = await register();
  const market = moveMarket();
  const crashing = crashNowAndThen();
  const falling = fallOnce(await register());
  await Promise.all(
    customers.map((customer, index) => trade(customer, randomSource(seed + index))),
  );
  await crashing;
  await falling;
  await changeBesideTrade(await register());
  await settle();
  isOver = true;
  await market;
}, 400_000);
afterAll(async () => {
  await app.kill();
  await owner.close();
  await database.drop();
});

type Answered = { status: number; msg: string; data: { id: string } & SignedIn };

async function register(): Promise<SignedIn> {
  const form = {
    account: String(randomInt(1_000_000_000, 9_999_999_999)),
    password: testPassword,
    password2: testPassword,
    invite_code: testInvitationCode,
    agree: "true",
  };
  const { body } = await app.call("/user/register", form);
  const { status, msg, data } = body as Answered;
  if (status !== 1) throw new Error(`nobody could register: ${msg}`);
  const short = { setting: "short", switched: "on" } as const;
  await app.call("/user/save-trading-preferences", short, data);
  return data;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The venue's moments pass, prices wander, and the clock jumps past locks and late answers. The market goes at the
 * pace of the server: on a slow machine orders would else be filled before anybody could change them.
 */
async function moveMarket(): Promise<void> {
  const random = randomSource(seed - 1);
  let last = 2_850;
  for (let step = 1; !isOver; step += 1) {
    last = Math.min(3_000, Math.max(2_700, last + random(11) - 5));
    if (!isHeld) venue.tick();
    try {
      if (step % 50 === 0) await app.advance(step % 100 === 0 ? 910 : 6);
      app.quote(paidInFull, String(last), scaled(String(last - 1)), scaled(String(last + 1)));
      const other = isFallen ? 1_400 : last;
      app.quote(onMargin, String(other), scaled(String(other - 1)), scaled(String(other + 1)));
    } catch {
      // The server is down.
    }
    await Promise.all([pause(5), Promise.race([answeredAt(step), pause(500)])]);
  }
}

/** Now and then the server is asked something that it has to look up. */
async function answeredAt(step: number): Promise<void> {
  if (step % 4 !== 0) return;
  await app.call("/user/getUserinfo", {}, paced).catch(() => undefined);
}

/**
 * Whatever chance has brought before: over a calm line a change gets through that crosses a trade, because what the
 * venue has reported is on its way until the change was asked for.
 */
async function changeBesideTrade(customer: SignedIn): Promise<void> {
  venue.faults = { ...calm, delayTicksMax: venue.faults.delayTicksMax };
  for (;;) {
    const placed = await place(customer, { ...belowMarket, quantity: "100" });
    let limit = Number(belowMarket.price);
    for (let attempt = 1; placed !== null && attempt <= 50; attempt += 1) {
      isHeld = true;
      await tradeOne(placed.id);
      if (await amended(customer, placed.id, { price: String(limit - 1) })) limit -= 1;
      isHeld = false;
      await pause(60);
      if ((await replaced(false)) > 0 && (await replaced(true)) > 0) return;
    }
  }
}

/**
 * Somebody borrows as far as it goes; then the stock falls far, is sold by force where the line lets it, and comes
 * back. That it is sold margin-at-venue.test.ts proves.
 */
async function fallOnce(bold: SignedIn): Promise<void> {
  for (let orders = 0; orders < 20 && (await sharesOf(bold)) < 1_200; orders += 1) {
    await place(bold, { code: onMargin, kind: "market", quantity: "400", leverage: "3" });
    await pause(150);
  }
  isFallen = true;
  for (let look = 0; look < 30 && (await soldByForce()) === 0; look += 1) await pause(150);
  isFallen = false;
}

async function crashNowAndThen(): Promise<void> {
  for (const crash of crashes) {
    const ordersBefore = venue.book.size;
    while (venue.book.size < ordersBefore + ordersBetweenCrashes) await pause(50);
    if (crash === "connections") await killConnections();
    else {
      await app.kill();
      app = await startVenueChild(database, venue.venue, environment);
    }
  }
  isCrashing = false;
}

async function killConnections(): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND usename <> current_user`.execute(
    owner.reader,
  );
}

async function trade(customer: SignedIn, random: RandomSource): Promise<void> {
  const own: string[] = [];
  for (let count = 0; count < actionsEachMax && !(await isEnough()); count += 1) {
    const choice = random(12);
    const id = own[random(own.length + 1)] ?? own[0];
    if (choice < 4 || id === undefined) await open(customer, random, own);
    else if (choice < 7) await close(customer, random, id);
    else if (choice < 9) await amend(customer, random, id);
    else if (choice < 10)
      await attempted("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
    else await openAndAmend(customer, random, own);
    await pause(random(120));
  }
}

async function isEnough(): Promise<boolean> {
  if (isCrashing || venue.book.size < ordersMin) return false;
  if (toBeMet.some((what) => countOf(what) === 0)) return false;
  return Object.values(await traded()).every((count) => count > 0n);
}

/** Asked again under the same id until somebody answers. */
async function attempted(
  path:
    | "/trade/place-order"
    | "/trade/close-position"
    | "/trade/cancel-order"
    | "/trade/amend-order",
  input: Record<string, string>,
  customer: SignedIn,
): Promise<{ id: string } | null> {
  for (;;) {
    try {
      const answer = await app.call(path, input, customer);
      const body = answer.body as Answered;
      if (answer.code === 200 && body.msg !== "overloaded") {
        if (body.status !== 1) refusals.set(body.msg, (refusals.get(body.msg) ?? 0) + 1);
        return body.status === 1 ? body.data : null;
      }
    } catch {
      // The server is down.
    }
    await pause(50);
  }
}

async function open(customer: SignedIn, random: RandomSource, own: string[]): Promise<void> {
  const isMargin = random(2) === 0;
  const isMarket = random(3) === 0;
  const placed = await place(customer, {
    code: isMargin ? onMargin : paidInFull,
    side: isMargin && random(2) === 0 ? "short" : "long",
    kind: isMarket ? "market" : "limit",
    ...(!isMarket && { price: String(2_700 + random(300)) }),
    quantity: String(1 + random(40)),
    leverage: isMargin ? String(1 + random(3)) : "1",
  });
  if (placed !== null) own.push(placed.id);
}

function place(customer: SignedIn, more: Record<string, string>): Promise<{ id: string } | null> {
  const input = { type: "jpy", side: "long", ...more, request_id: newRequestId() };
  return attempted("/trade/place-order", input, customer);
}

async function close(customer: SignedIn, random: RandomSource, id: string): Promise<void> {
  const isMarket = random(3) === 0;
  const price = String(2_700 + random(300));
  const quantity = String(1 + random(10));
  const kind = isMarket ? { kind: "market" } : { kind: "limit", price };
  const input = { id, ...kind, quantity, request_id: newRequestId() };
  await attempted("/trade/close-position", input, customer);
}

/** Below all prices of the market, which is the venue's and not ours: it may be filled nevertheless. */
const belowMarket = {
  code: paidInFull,
  kind: "limit",
  price: "2700",
  quantity: "30",
  leverage: "1",
};

/** Lower while the venue may be filling it; as long as it has not answered, that is not taken. */
async function openAndAmend(
  customer: SignedIn,
  random: RandomSource,
  own: string[],
): Promise<void> {
  const placed = await place(customer, belowMarket);
  if (placed === null) return;
  own.push(placed.id);
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await pause(60);
    if (await amend(customer, random, placed.id)) return;
  }
}

/** To another price, and now and then to fewer shares; now and then while the market trades with it. */
async function amend(customer: SignedIn, random: RandomSource, id: string): Promise<boolean> {
  const price = String(2_650 + random(50));
  const fewer = random(3) === 0 ? { quantity: String(1 + random(20)) } : {};
  if (random(3) === 0) await tradeOne(id);
  return amended(customer, id, { price, ...fewer });
}

async function amended(
  customer: SignedIn,
  id: string,
  to: { price: string; quantity?: string },
): Promise<boolean> {
  const input = { id, ...to, request_id: newRequestId() };
  return (await attempted("/trade/amend-order", input, customer)) !== null;
}

async function tradeOne(id: string): Promise<void> {
  const [submitted] = await rows(
    owner.reader,
    sql<{ client_order_id: string }>`SELECT client_order_id FROM venue_request
      WHERE order_id = ${BigInt(id)} AND kind = 'new'`,
  );
  if (submitted !== undefined) venue.fill(submitted.client_order_id, shares(1n));
}

/** The line is calm, and whatever is under way comes to its end; then the market closes. */
async function settle(): Promise<void> {
  venue.faults = calm;
  venue.comeBack();
  await none(underWay);
  venue.closeMarket();
  await none(working);
  await none(underWay);
}

/** Fails where nothing has changed for a minute. */
async function none(of: () => Promise<number>): Promise<void> {
  let least = Infinity;
  for (let look = 0; look < 600; look += 1) {
    const left = await of();
    if (left === 0) return;
    if (app.hasFailed()) throw new Error("the server has ended by itself");
    if (left < least) {
      least = left;
      look = 0;
    }
    await pause(100);
  }
  const held = await rows(
    owner.reader,
    sql<{ reason: string }>`SELECT reason FROM venue_set_aside WHERE booked_at IS NULL
      UNION ALL SELECT dispute FROM venue_order WHERE dispute IS NOT NULL
      UNION ALL (SELECT kind || ' ' || client_order_id || ' of ' || made_at FROM venue_request
        WHERE answered_at IS NULL ORDER BY made_at LIMIT 3)
      UNION ALL (SELECT type || ' ' || order_id || ' not applied' FROM venue_report
        WHERE applied_at IS NULL ORDER BY sequence LIMIT 3)`,
  );
  const why = held.map(({ reason }) => reason).join(", ");
  throw new Error(`for a minute ${of.name} has counted ${least}: ${why}`);
}

async function count(of: ReturnType<typeof sql<{ count: bigint }>>): Promise<number> {
  const [found] = await rows(owner.reader, of);
  return Number(found?.count ?? -1n);
}

const underWay = () =>
  count(sql`SELECT (SELECT count(*) FROM venue_request WHERE answered_at IS NULL)
    + (SELECT count(*) FROM venue_report WHERE applied_at IS NULL)
    + (SELECT count(*) FROM trade_order o WHERE o.ended_at IS NULL
      AND NOT EXISTS (SELECT FROM venue_order v WHERE v.order_id = o.id)) AS count`);
const sharesOf = ({ account }: SignedIn) =>
  count(sql`SELECT coalesce(sum(opened - closed), 0)::bigint AS count FROM position
    WHERE customer_id = (SELECT id FROM customer WHERE account = ${account})`);
/** Changes that the venue has answered: those that got through, or those during which it traded. */
const replaced = (isCrossed: boolean) =>
  count(sql`SELECT count(*) AS count
    FROM venue_request r JOIN venue_report p ON p.client_order_id = r.client_order_id
    WHERE r.kind = 'replace' AND p.type IN ('replaced', 'request_rejected')
      AND (${isCrossed} OR p.type = 'replaced') AND (NOT ${isCrossed} OR EXISTS (SELECT FROM venue_report t
        WHERE t.order_id = r.order_id AND t.type = 'trade' AND t.sequence < p.sequence
          AND t.received_at >= r.made_at))`);
async function traded(): Promise<{ market: bigint; leverage: bigint; short: bigint }> {
  const [found] = await rows(
    owner.reader,
    sql<{ market: bigint; leverage: bigint; short: bigint }>`SELECT
        count(*) FILTER (WHERE o.kind = 'market' AND o.purpose = 'open') AS market,
        count(*) FILTER (WHERE o.leverage > 1) AS leverage,
        count(*) FILTER (WHERE o.purpose = 'open' AND o.side = 'sell') AS short
      FROM trade_order o WHERE o.filled > 0`,
  );
  if (found === undefined) throw new Error("nothing was counted");
  return found;
}
const soldByForce = () =>
  count(sql`SELECT count(*) AS count FROM trade_order WHERE origin = 'forced_sale' AND filled > 0`);
const working = () => count(sql`SELECT count(*) AS count FROM trade_order WHERE ended_at IS NULL`);

type Told = {
  id: bigint;
  state: string;
  purpose: "open" | "close";
  quantity: bigint;
  filled: bigint;
  made_good: bigint;
  dispute: string | null;
  fills: string;
};

describe("trading at a venue that answers later, with crashes of everything", () => {
  it("has met what can happen: parts, cancels that crossed a fill, rejections, sales, a venue that was away", () => {
    for (const what of toBeMet) expect(countOf(what), what).toBeGreaterThan(0);
    expect([...venue.book.values()].filter(({ side }) => side === "sell").length).toBeGreaterThan(
      0,
    );
    expect([...refusals.keys()]).not.toContain("server_fault");
  });

  it("has changed orders: some replaces got through, and some crossed a trade", async () => {
    expect(await replaced(false)).toBeGreaterThan(0);
    expect(await replaced(true)).toBeGreaterThan(0);
  });

  it("has traded at the market, with leverage and short", async () => {
    for (const [what, count] of Object.entries(await traded())) {
      expect(count, what).toBeGreaterThan(0n);
    }
  });

  it("ends each order as the venue's own book has it, and books each trade once", async () => {
    const ours = await rows(
      owner.reader,
      sql<Told>`SELECT o.id, o.state, o.purpose, o.quantity, o.filled, o.made_good, v.dispute,
          coalesce((SELECT string_agg(f.quote_sequence || ' ' || f.quantity || ' ' || f.price, ', '
            ORDER BY f.quote_sequence) FROM fill f WHERE f.order_id = o.id AND f.reverses IS NULL
              AND NOT EXISTS (SELECT FROM fill t WHERE t.position_id = f.position_id
                AND t.reverses = f.number)), '') AS fills
        FROM trade_order o LEFT JOIN venue_order v ON v.order_id = o.id ORDER BY o.id`,
    );
    expect(ours.length).toBeGreaterThan(50);
    const differing = ours.flatMap((own) => {
      const theirs = venue.book.get(`${own.id}-1`);
      const fills = [...(theirs?.trades ?? [])].map(
        ([id, { quantity, price }]) => `${id.slice(1)} ${quantity} ${price}`,
      );
      // What never came there is cancelled, and so is a closing order that was rejected: its shares are held as before.
      const isRejectedClosing = theirs?.status === "rejected" && own.purpose === "close";
      const state = theirs === undefined || isRejectedClosing ? "cancelled" : theirs.status;
      // What the house has made good counts with us, and is no trade there.
      const same = own.made_good === 0n ? fills.join(", ") : own.fills;
      const expected = [state, theirs?.filled ?? 0n, same, null].join(" | ");
      const found = [own.state, own.filled - own.made_good, own.fills, own.dispute].join(" | ");
      return found === expected ? [] : [`${own.id}: ${found}; at the venue ${expected}`];
    });
    expect(differing).toEqual([]);
    for (const id of venue.book.keys()) {
      expect(ours.some((own) => `${own.id}-1` === id)).toBe(true);
    }
  });

  it("leaves books that hold, and nothing reserved", async () => {
    expect(await findBookFaults(owner.reader)).toEqual([]);
    const reserved = await count(sql`SELECT coalesce(sum(b.balance), 0)::bigint AS count
      FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id WHERE a.purpose = 'reserved_orders'`);
    expect(reserved).toBe(0);
  });
});
