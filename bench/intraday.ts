import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { advanceClock } from "../tests/support/operator.ts";
import { openConnection, type Answered } from "./orders/connection.ts";
import { invitationCode, operator } from "./orders/customers.ts";
import { host } from "./orders/messages.ts";
import { describe, withSetting, type Setting } from "./orders/setting.ts";

const tradesDefault = 5_000;
const connections = 64;
const yardstickClients = 32;
const seconds = 5;
const shares = 100;
/** The window is a quarter of an hour of the app's clock, which goes as this machine's does. */
const longestMs = 15 * 60_000;

/**
 * `npm run bench intraday [trades]`: so many customers each open a trade of one day, and the system squares all of them
 * off in one window: seconds, orders a second, whether all were closed in the published order and at quotes of the
 * window; beside PostgreSQL's own TPC-B and what the same server takes of orders. Ends with 1 where one was not.
 */
export async function run([count = String(tradesDefault)]: string[]): Promise<void> {
  await withSetting(Number(count), measure);
}

async function measure(setting: Setting): Promise<void> {
  const { connectionString } = setting;
  const yardstick = await setting.yardstick();
  const transactions = await yardstick.measure(yardstickClients, seconds);
  console.log(`pgbench TPC-B, ${yardstickClients} clients: ${transactions.toFixed(0)} a second`);
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await toADayThatIsOpen(setting, client);
    await applyAll(setting);
    const orders = await setting.load({ seconds });
    console.log(`orders, 256 connections: ${describe(orders)}`);
    await squareOffAll(setting, client);
  } finally {
    await client.end();
  }
}

async function applyAll({ ready }: Setting): Promise<void> {
  const { port, accounts, codes } = ready;
  const refused: Record<string, number> = {};
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const asked = accounts
        .filter((_account, place) => place % connections === index)
        .map((account, place) => {
          const side = place % 2 === 0 ? "long" : "short";
          const code = codes[(place + index) % codes.length] ?? "";
          const fields = `type=jpy&code=${code}&side=${side}&leverage=2&quantity=${shares}`;
          return { ...account, fields };
        });
      if (asked.length === 0) return;
      const connection = await openConnection(port, asked, "/trade/apply-intraday");
      for (const _one of asked) {
        const { code } = await new Promise<Answered>((resolve) => connection.send(resolve));
        if (code !== null) refused[code] = (refused[code] ?? 0) + 1;
      }
      connection.close();
    }),
  );
  const took = (performance.now() - began) / 1_000;
  console.log(
    `${host}, ${connections} connections: ${accounts.length} trades of one day applied for, ${(accounts.length / took).toFixed(0)} a second, refused ${JSON.stringify(refused)}`,
  );
}

/** Where the day's window is near or over, the next day's is waited for. */
async function toADayThatIsOpen(setting: Setting, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ left: number }>(
    `SELECT extract(epoch FROM date_trunc('day', app_now(), 'Asia/Tokyo') + interval '1 day'
      - app_now())::float8 AS left`,
  );
  const left = rows[0]?.left ?? 0;
  if (left < 3_600) await advance(setting, Math.ceil(left) + 60);
}

function advance({ ready: { port } }: Setting, by: number): Promise<void> {
  return advanceClock({ address: `http://${host}:${port}`, invitationCode, ...operator }, by);
}

type Progress = { open: number; left: number };

async function squareOffAll(setting: Setting, client: pg.Client): Promise<void> {
  const progress = async (): Promise<Progress> => {
    const { rows } = await client.query<Progress>(
      `SELECT count(*) FILTER (WHERE t.state = 'trading' AND p.ended_at IS NULL)::int AS open,
        coalesce(extract(epoch FROM min(t.squares_off_at) - app_now()), 0)::float8 AS left
      FROM intraday_trade t LEFT JOIN position p ON p.id = t.position_id`,
    );
    return rows[0] ?? { open: 0, left: 0 };
  };
  const { open, left } = await progress();
  if (left > 5) await advance(setting, Math.floor(left) - 3);
  while ((await progress()).left > 0) await pause(20);
  const before = setting.spent();
  const began = performance.now();
  while ((await progress()).open > 0) {
    if (performance.now() - began > longestMs) throw new Error("the square-off does not end");
    await pause(100);
  }
  const took = (performance.now() - began) / 1_000;
  const after = setting.spent();
  const each = (from: number, until: number) => (((until - from) * 1e6) / open).toFixed(0);
  console.log(
    `${open} trades squared off in ${took.toFixed(1)} s, ${(open / took).toFixed(0)} orders a second, ${each(before.node, after.node)} + ${each(before.postgres, after.postgres)} µs of node and PostgreSQL each`,
  );
  const checked = await check(client);
  console.log(
    `${checked.receipts} receipts in ${checked.spread.toFixed(1)} s of the window's clock: ${checked.outside} at a quote outside the window, ${checked.stale} at one older than a minute, ${checked.other} at another price than its quote's, ${checked.disordered} before one that was due earlier, ${checked.halves} not closed exactly`,
  );
  const { outside, stale, other, disordered, halves } = checked;
  const isWrong = outside + stale + other + disordered + halves > 0 || checked.receipts < open;
  if (isWrong) process.exitCode = 1;
}

type Checked = {
  receipts: number;
  spread: number;
  outside: number;
  stale: number;
  other: number;
  disordered: number;
  halves: number;
};

async function check(client: pg.Client): Promise<Checked> {
  const { rows } = await client.query<Checked>(
    `SELECT count(*)::int AS receipts,
      extract(epoch FROM max(decided_at) - min(decided_at))::float8 AS spread,
      count(*) FILTER (WHERE quote_at NOT BETWEEN squares_off_at AND session_ends_at)::int AS outside,
      count(*) FILTER (WHERE decided_at - quote_at > interval '1 minute')::int AS stale,
      count(*) FILTER (WHERE CASE WHEN side = 'long' THEN price > bid ELSE price < ask END)::int AS other,
      count(*) FILTER (WHERE before > id)::int AS disordered,
      (SELECT count(*) FROM intraday_trade t JOIN position p ON p.id = t.position_id
        WHERE p.closed <> p.opened OR p.ended_at IS NULL)::int AS halves
    FROM (SELECT t.id, t.side, t.squares_off_at, t.session_ends_at, s.decided_at, s.price, f.bid, f.ask, f.quote_at,
        max(t.id) OVER (ORDER BY s.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM intraday_square_off s JOIN intraday_trade t ON t.id = s.trade_id
      JOIN fill f ON f.position_id = t.position_id AND f.number = s.number) made`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error("nothing was squared off");
  return found;
}
