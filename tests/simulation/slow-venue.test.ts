import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import { scaled } from "../support/scripted-feed.ts";
import { calm, createSlowVenue, roughSea } from "../support/slow-venue.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../support/test-application.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { randomSource, type RandomSource } from "./random-source.ts";
import { testSeed as seed } from "../support/chance.ts";

/**
 * Customers trade at a venue that answers later, over a line that delays, doubles and loses, while connections and
 * the server die. Then every order has to stand as the venue's own book has it. TEST_SEED repeats the choices.
 */
const customerCount = 8;
const actionsEach = 40;
const crashes = 6;

const venue = createSlowVenue(seed, {
  ...roughSea,
  lost: 40,
  delayTicksMax: 3,
  filled: 50,
  rejected: 100,
  // The books have no entry for it: tested by itself.
  busted: 0,
});
let database: TestDatabase;
let app: TestApplication;
let isOver = false;
const refusals = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  app = await startTestApplication({}, { database, venue: venue.venue });
  const customers: SignedIn[] = [];
  for (let count = 0; count < customerCount; count += 1) customers.push(await app.newCustomer());
  const market = moveMarket();
  const crashing = crashNowAndThen();
  await Promise.all(
    customers.map((customer, index) => trade(customer, randomSource(seed + index))),
  );
  await crashing;
  await settle();
  isOver = true;
  await market;
}, 170_000);
afterAll(() => app.stop());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The venue's moments pass, prices wander, and the clock jumps past locks and late answers. */
async function moveMarket(): Promise<void> {
  const random = randomSource(seed - 1);
  let last = 2_850;
  for (let step = 1; !isOver; step += 1) {
    last = Math.min(3_000, Math.max(2_700, last + random(11) - 5));
    venue.tick();
    try {
      if (step % 50 === 0) await app.advance(step % 100 === 0 ? 910 : 6);
      const [bid, ask] = [scaled(String(last - 1)), scaled(String(last + 1))];
      app.feed.quote("jpy", "7203", String(last), { bid, ask });
    } catch {
      // The server is down.
    }
    await pause(5);
  }
}

async function crashNowAndThen(): Promise<void> {
  for (let count = 1; count <= crashes; count += 1) {
    await pause(700);
    await killConnections();
    if (count % 3 !== 0) continue;
    await app.close();
    app = await startTestApplication({}, { database, venue: venue.venue });
  }
}

async function killConnections(): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND usename <> current_user`.execute(
    app.owner.reader,
  );
}

async function trade(customer: SignedIn, random: RandomSource): Promise<void> {
  const own: string[] = [];
  for (let count = 0; count < actionsEach; count += 1) {
    const choice = random(10);
    const id = own[random(own.length + 1)] ?? own[0];
    if (choice < 5 || id === undefined) await open(customer, random, own);
    else if (choice < 8) await close(customer, random, id);
    else if (choice < 9)
      await attempted("/trade/cancel-order", { id, request_id: newRequestId() }, customer);
    else await openAndAmend(customer, random, own);
    await pause(random(120));
  }
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
      const { code, body } = await app.post(path, input, customer);
      if (code === 200 && body.msg !== "overloaded") {
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
  const placed = await attempted(
    "/trade/place-order",
    {
      type: "jpy",
      code: "7203",
      side: "long",
      kind: "limit",
      price: String(2_700 + random(300)),
      quantity: String(1 + random(40)),
      leverage: "1",
      request_id: newRequestId(),
    },
    customer,
  );
  if (placed !== null) own.push(placed.id);
}

async function close(customer: SignedIn, random: RandomSource, id: string): Promise<void> {
  const price = String(2_700 + random(300));
  const quantity = String(1 + random(10));
  const input = { id, kind: "limit", price, quantity, request_id: newRequestId() };
  await attempted("/trade/close-position", input, customer);
}

/** Lower while the venue may be filling it; as long as it has not answered, that is not taken. */
async function openAndAmend(
  customer: SignedIn,
  random: RandomSource,
  own: string[],
): Promise<void> {
  await open(customer, random, own);
  const id = own.at(-1);
  if (id === undefined) return;
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await pause(80);
    const price = String(2_650 + random(50));
    const input = { id, price, request_id: newRequestId() };
    if ((await attempted("/trade/amend-order", input, customer)) !== null) return;
  }
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

async function none(of: () => Promise<number>): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    if ((await of()) === 0) return;
    await pause(100);
  }
  throw new Error(`after a minute ${of.name} still counts ${await of()}`);
}

async function count(of: ReturnType<typeof sql<{ count: bigint }>>): Promise<number> {
  const [found] = await rows(app.owner.reader, of);
  return Number(found?.count ?? -1n);
}

const underWay = () =>
  count(sql`SELECT (SELECT count(*) FROM venue_request WHERE answered_at IS NULL)
    + (SELECT count(*) FROM venue_report WHERE applied_at IS NULL)
    + (SELECT count(*) FROM trade_order o WHERE o.ended_at IS NULL
      AND NOT EXISTS (SELECT FROM venue_order v WHERE v.order_id = o.id)) AS count`);
const working = () => count(sql`SELECT count(*) AS count FROM trade_order WHERE ended_at IS NULL`);

type Told = {
  id: bigint;
  state: string;
  quantity: bigint;
  filled: bigint;
  dispute: string | null;
  fills: string;
};

describe("trading at a venue that answers later, with crashes of everything", () => {
  it("has met what can happen: parts, cancels that crossed a fill, rejections, sales, a venue that was away", () => {
    for (const what of [
      "trade",
      "cancelled",
      "rejected not today",
      "request_rejected too_late",
      "lost request",
      "lost report",
      "doubled report",
      "away",
      "request_unknown",
    ]) {
      expect(venue.counts.get(what) ?? 0, what).toBeGreaterThan(0);
    }
    expect([...venue.book.values()].filter(({ side }) => side === "sell").length).toBeGreaterThan(
      0,
    );
    expect([...refusals.keys()]).not.toContain("server_fault");
  });

  it("ends each order as the venue's own book has it, and books each trade once", async () => {
    const ours = await rows(
      app.owner.reader,
      sql<Told>`SELECT o.id, o.state, o.quantity, o.filled, v.dispute,
          coalesce((SELECT string_agg(f.quote_sequence || ' ' || f.quantity || ' ' || f.price, ', '
            ORDER BY f.quote_sequence) FROM fill f WHERE f.order_id = o.id), '') AS fills
        FROM trade_order o LEFT JOIN venue_order v ON v.order_id = o.id ORDER BY o.id`,
    );
    expect(ours.length).toBeGreaterThan(50);
    const differing = ours.flatMap((own) => {
      const theirs = venue.book.get(`${own.id}-1`);
      const fills = [...(theirs?.trades ?? [])].map(
        ([id, { quantity, price }]) => `${id.slice(1)} ${quantity} ${price}`,
      );
      // What never came there is cancelled, and so is a sale that was rejected: its shares are held as before.
      const isRejectedSale = theirs?.status === "rejected" && theirs.side === "sell";
      const state = theirs === undefined || isRejectedSale ? "cancelled" : theirs.status;
      const expected = [state, theirs?.filled ?? 0n, fills.join(", "), null].join(" | ");
      const found = [own.state, own.filled, own.fills, own.dispute].join(" | ");
      return found === expected ? [] : [`${own.id}: ${found}; at the venue ${expected}`];
    });
    expect(differing).toEqual([]);
    for (const id of venue.book.keys()) {
      expect(ours.some((own) => `${own.id}-1` === id)).toBe(true);
    }
  });

  it("leaves books that hold, and nothing reserved", async () => {
    expect(await app.ledgerFaults()).toEqual([]);
    const reserved = await count(sql`SELECT coalesce(sum(b.balance), 0)::bigint AS count
      FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id WHERE a.purpose = 'reserved'`);
    expect(reserved).toBe(0);
  });
});
