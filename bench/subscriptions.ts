import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { openConnection, type Answered } from "./orders/connection.ts";
import { host, type Account } from "./orders/messages.ts";
import { describe, withSetting, type Setting } from "./orders/setting.ts";
import { verifyEverybody } from "./verify-everybody.ts";

const customersDefault = 6_000;
const connectionCounts = [64, 256] as const;
const yardstickClients = 32;
const seconds = 5;
/** Orders a second that come in beside subscriptions, whatever comes back; and how long they are under way before. */
const ordersBeside = 1_000;
const ordersFirstMs = 3_000;

/**
 * `npm run bench subscriptions [customers]`: so many customers subscribe to every company that is open to them, over
 * HTTP and signed in: alone over 64 and over 256 connections, and over 256 beside a stream of orders. The yardsticks
 * are PostgreSQL's own TPC-B and what the same server takes of orders.
 */
export async function run([count = String(customersDefault)]: string[]): Promise<void> {
  await withSetting(Number(count), measure);
}

async function measure(setting: Setting): Promise<void> {
  const { ready } = setting;
  const forms = await prepare(setting);
  console.log(`${forms.length} offerings are open`);
  const yardstick = await setting.yardstick();
  const transactions = await yardstick.measure(yardstickClients, seconds);
  console.log(`pgbench TPC-B, ${yardstickClients} clients: ${transactions.toFixed(0)} a second`);
  const third = Math.floor(ready.accounts.length / 3);
  const accountsOf = (index: number) => ready.accounts.slice(index * third, (index + 1) * third);
  for (const [index, connections] of connectionCounts.entries()) {
    await subscribeAll(setting, accountsOf(index), connections, forms);
    const orders = await setting.load({ seconds, connections });
    console.log(`orders, ${connections} connections: ${describe(orders)}`);
  }
  const beside = setting.load({ seconds, perSecond: ordersBeside });
  await pause(ordersFirstMs);
  await subscribeAll(setting, accountsOf(2), 256, forms);
  console.log(`beside it, ${ordersBeside} orders a second: ${describe(await beside)}`);
}

/** Everybody is verified, and companies that came by themselves are open to them; what the forms say of them. */
async function prepare({ connectionString, ownerConnectionString }: Setting): Promise<string[]> {
  await verifyEverybody(ownerConnectionString);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("ANALYZE");
    const open = `SELECT id, (min_lots * lot_size)::text AS quantity FROM offering
      WHERE opens_at <= app_now() AND closes_at > app_now() + interval '10 minutes'
        AND (market = 'jpy' OR NOT asks_money) ORDER BY id`;
    const { rows } = await client.query<{ id: string; quantity: string }>(open);
    if (rows.length === 0) throw new Error("no offering is open now");
    return rows.map(({ id, quantity }) => `id=${id}&quantity=${quantity}`);
  } finally {
    await client.end();
  }
}

async function subscribeAll(
  { ready: { port }, spent }: Setting,
  accounts: readonly Account[],
  connections: number,
  forms: readonly string[],
): Promise<void> {
  const latencies: number[] = [];
  const refused: Record<string, number> = {};
  const open = await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const own = accounts.filter((_account, place) => place % connections === index);
      const orders = forms.flatMap((fields) => own.map((account) => ({ ...account, fields })));
      return {
        count: orders.length,
        connection: await openConnection(port, orders, "/trade/subscribe"),
      };
    }),
  );
  const before = spent();
  const began = performance.now();
  await Promise.all(
    open.map(async ({ count, connection }) => {
      for (let sent = 0; sent < count; sent += 1) {
        const sentAt = performance.now();
        const { code } = await new Promise<Answered>((resolve) => connection.send(resolve));
        latencies.push(performance.now() - sentAt);
        if (code !== null) refused[code] = (refused[code] ?? 0) + 1;
      }
      connection.close();
    }),
  );
  const took = (performance.now() - began) / 1_000;
  const after = spent();
  const each = (from: number, until: number) =>
    (((until - from) * 1e6) / latencies.length).toFixed(0);
  const cost = `${each(before.node, after.node)} + ${each(before.postgres, after.postgres)} µs of node and PostgreSQL each`;
  const sorted = latencies.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  console.log(
    `${host}, ${connections} connections: ${latencies.length} subscriptions, ${(latencies.length / took).toFixed(0)} a second, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${cost}, refused ${JSON.stringify(refused)}`,
  );
}
