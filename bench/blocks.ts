import pg from "pg";
import { openConnection, type Answered } from "./orders/connection.ts";
import { host, type Account } from "./orders/messages.ts";
import { describe, withSetting, type Setting } from "./orders/setting.ts";

const customersDefault = 1_000;
const quotaLots = 100;
const rounds = 3;
const yardstickClients = 32;
const seconds = 5;

/**
 * `npm run bench blocks [customers]`: so many customers apply at once for one lot each of a block of 100 lots, every
 * one over a connection of its own: who gets one, in which order they are answered, and how many answers a second
 * that is, beside PostgreSQL's own TPC-B and what the same server takes of orders over as many connections.
 */
export async function run([count = String(customersDefault)]: string[]): Promise<void> {
  await withSetting(Number(count), measure);
}

async function measure(setting: Setting): Promise<void> {
  const { ready, connectionString } = setting;
  const yardstick = await setting.yardstick();
  const transactions = await yardstick.measure(yardstickClients, seconds);
  console.log(`pgbench TPC-B, ${yardstickClients} clients: ${transactions.toFixed(0)} a second`);
  for (let round = 1; round <= rounds; round += 1) {
    await applyAll(setting, ready.accounts, await newOffer(connectionString));
    const orders = await setting.load({ seconds, connections: ready.accounts.length });
    console.log(`orders, ${ready.accounts.length} connections: ${describe(orders)}`);
  }
}

type Offer = { id: string; lot: string; connectionString: string };

/** As an institution of the simulated market offers one, with a hundred lots. */
async function newOffer(connectionString: string): Promise<Offer> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string; lot: string }>(`
      WITH moment AS MATERIALIZED (SELECT app_now() AS at)
      INSERT INTO block_offer (market, code, seller, seller_names, made_as, price, reference_price, lot_size,
        quota_lots, min_lots, max_lots, invited_only, cancellable, opens_at, closes_at, settles_at, locked_until,
        published_at)
      SELECT market, code, seller, seller_names, gen_random_uuid()::text, price, reference_price, 1, ${quotaLots},
        1, 1, false, true, at, at + interval '1 hour', at + interval '1 hour', at + interval '1 day', at
      FROM block_offer, moment WHERE market = 'jpy' ORDER BY price, id LIMIT 1 RETURNING id, lot_size AS lot`);
    const [made] = rows;
    if (made === undefined) throw new Error("the simulated market has no offer yet");
    await client.query("INSERT INTO block_quota (offer_id, left_lots) VALUES ($1, $2)", [
      made.id,
      quotaLots,
    ]);
    return { ...made, connectionString };
  });
}

async function withClient<Value>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

type Applied = { sentAt: number; answeredAt: number; code: string | null };

async function applyAll(
  { ready: { port }, spent }: Setting,
  accounts: readonly Account[],
  { id, lot, connectionString }: Offer,
): Promise<void> {
  const connections = await Promise.all(
    accounts.map((account) =>
      openConnection(
        port,
        [{ ...account, fields: `id=${id}&quantity=${lot}` }],
        "/trade/apply-block",
      ),
    ),
  );
  const before = spent();
  const applied: Applied[] = await Promise.all(
    connections.map(async (connection) => {
      const sentAt = performance.now();
      const { code } = await new Promise<Answered>((resolve) => connection.send(resolve));
      return { sentAt, answeredAt: performance.now(), code };
    }),
  );
  const after = spent();
  for (const connection of connections) connection.close();
  const took =
    Math.max(...applied.map(({ answeredAt }) => answeredAt)) -
    Math.min(...applied.map(({ sentAt }) => sentAt));
  const latencies = applied
    .map(({ sentAt, answeredAt }) => answeredAt - sentAt)
    .toSorted((one, other) => one - other);
  const at = (share: number) =>
    (latencies[Math.floor((latencies.length - 1) * share)] ?? 0).toFixed(0);
  const each = (from: number, until: number) =>
    (((until - from) * 1e6) / applied.length).toFixed(0);
  const got = applied.filter(({ code }) => code === null);
  const kept = await keptOf(connectionString, id);
  console.log(
    `${host}, ${accounts.length} customers at once for ${quotaLots} lots: ${got.length} got one (kept ${kept.lots}, left ${kept.left}), ${overtaken(applied)} overtaken, ${((applied.length * 1_000) / took).toFixed(0)} answers a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${each(before.node, after.node)} + ${each(before.postgres, after.postgres)} µs of node and PostgreSQL each, refused ${JSON.stringify(counted(applied))}`,
  );
  const isExact = got.length === Math.min(quotaLots, accounts.length) && kept.lots === got.length;
  if (!isExact) throw new Error("the quota was not exact");
}

/** How many got a lot though they asked after somebody had been told that none is left. */
function overtaken(applied: readonly Applied[]): number {
  const firstRefused = Math.min(
    ...applied.flatMap(({ code, answeredAt }) => (code === null ? [] : [answeredAt])),
  );
  return applied.filter(({ code, sentAt }) => code === null && sentAt > firstRefused).length;
}

function counted(applied: readonly Applied[]): Record<string, number> {
  const codes: Record<string, number> = {};
  for (const { code } of applied) if (code !== null) codes[code] = (codes[code] ?? 0) + 1;
  return codes;
}

function keptOf(connectionString: string, id: string): Promise<{ lots: number; left: number }> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ lots: number; left: number }>(
      `SELECT (SELECT coalesce(sum(lots), 0)::int FROM block_application WHERE offer_id = $1) AS lots,
        (SELECT left_lots FROM block_quota WHERE offer_id = $1) AS left`,
      [id],
    );
    return rows[0] ?? { lots: 0, left: 0 };
  });
}
