import type { Context } from "../../apps/server/src/context.ts";
import { houseAccount } from "../../apps/server/src/ledger/ledger.ts";
import { sql } from "../../apps/server/src/platform/sql/database.ts";

/** Of each customer: so many purchases of 100 shares, so many sales of them, and orders that were cancelled unfilled. */
export const positionsEach = 50;
const closedEach = 40;
const cancelledEach = 20;
const granted = 10_000_000;
const [cost, fee, proceeds] = [100_000, 100, 101_000];
const [paid, received] = [cost + fee, proceeds - fee];
const firstAccount = 3_000_000_000;
/** Accounts of strategies are no numbers. */
const isMade = "c.account LIKE '3000______'";
const idBase = 1_000_000_000_000;

/**
 * A year's trading of one known customer, or of so many new ones, straight into the tables and in the order
 * of time, so that a customer's rows lie as far apart as they do in a used database. What the triggers
 * would have kept is kept by hand; `npm run verify-ledger` finds nothing wrong with it.
 */
export async function fillWithHistory(
  { database, codes }: Pick<Context, "database"> & { codes: readonly string[] },
  who: { account: string } | { customers: number },
): Promise<void> {
  const { reader } = database;
  for (const purpose of ["market", "fees", "simulated_grant"] as const) {
    await houseAccount(reader, "JPY", purpose);
  }
  const guarded = [
    ...["ledger_posting", "ledger_account", "ledger_balance", "position", "fill", "trade_order"],
  ];
  await database.transaction(async (transaction) => {
    const run = (text: string) => sql.raw(text).execute(transaction);
    for (const table of guarded) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await run(`CREATE TEMP TABLE grown (customer_id bigint PRIMARY KEY, number bigint, account_id bigint)
      ON COMMIT DROP`);
    if ("customers" in who) await makeCustomers(run, who.customers);
    else await takeCustomer(run, who.account);
    await run(`ANALYZE grown`);
    await openAndClose(run, codes);
    await cancelOrders(run, codes);
    await run(`UPDATE ledger_balance b SET
        balance = balance - ${paid * positionsEach} + ${received * closedEach},
        version = version + ${positionsEach + closedEach}
      FROM grown WHERE b.account_id = grown.account_id`);
    await run(`DELETE FROM ledger_increment`);
    await run(`DELETE FROM ledger_total`);
    await run(`INSERT INTO ledger_total SELECT tokyo_day(happened_at), customer_id IS NULL, a.currency,
        purpose, coalesce(sum(amount) FILTER (WHERE amount > 0), 0),
        coalesce(-sum(amount) FILTER (WHERE amount < 0), 0), count(*), 0
      FROM ledger_posting JOIN ledger_account a ON a.id = account_id GROUP BY 1, 2, 3, 4`);
    await run(`INSERT INTO ledger_increment SELECT tokyo_day(app_now()), customer_id IS NULL, currency,
      purpose, 0, 0, 0, count(*) FROM ledger_account GROUP BY 1, 2, 3, 4`);
    for (const table of guarded) await run(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
  await sql`VACUUM ANALYZE`.execute(reader);
}

type Run = (text: string) => Promise<unknown>;

const house = (purpose: string) => `(SELECT id FROM ledger_account WHERE customer_id IS NULL
  AND currency = 'JPY' AND purpose = '${purpose}')`;

async function takeCustomer(run: Run, account: string): Promise<void> {
  await run(`INSERT INTO grown SELECT c.id, 0, a.id FROM customer c
    JOIN ledger_account a ON a.customer_id = c.id AND currency = 'JPY' AND purpose = 'available'
    WHERE c.account = '${account}'`);
}

/** With the accounts that the first customer has, and their grant. */
async function makeCustomers(run: Run, count: number): Promise<void> {
  await run(`INSERT INTO customer (account, password_hash, invitation_code, registered_at)
    SELECT (${firstAccount} + g)::text, 'none', 'BENCHED1', app_now() - interval '400 days'
    FROM generate_series(1, ${count}) g`);
  await run(`INSERT INTO ledger_account (customer_id, currency, purpose)
    SELECT c.id, a.currency, a.purpose FROM customer c
    CROSS JOIN (SELECT currency, purpose FROM ledger_account
      WHERE customer_id = (SELECT min(id) FROM customer)) a
    WHERE ${isMade}`);
  await run(`INSERT INTO ledger_balance (account_id, floor)
    SELECT a.id, ledger_floor(a.purpose, a.currency) FROM ledger_account a
    JOIN customer c ON c.id = a.customer_id WHERE ${isMade}`);
  await run(`INSERT INTO grown SELECT c.id, row_number() OVER (ORDER BY c.id), a.id FROM customer c
    JOIN ledger_account a ON a.customer_id = c.id AND currency = 'JPY' AND purpose = 'available'
    WHERE ${isMade}`);
  await run(`UPDATE ledger_balance b SET balance = ${granted}, version = 1 FROM grown
    WHERE b.account_id = grown.account_id`);
  // Recorded before the instance's first start, which wrote down what is given from then on.
  const then = "app_now() - interval '399 days'";
  await run(`INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, balance_after, version,
      kind, cause_id, happened_at, recorded_at)
    SELECT ${idBase} + number, account_id, 'JPY', ${granted}, ${granted}, 1, 'simulated_grant', customer_id,
      ${then}, ${then} FROM grown
    UNION ALL SELECT ${idBase} + number, ${house("simulated_grant")}, 'JPY', -${granted}, NULL, NULL,
      'simulated_grant', customer_id, ${then}, ${then} FROM grown`);
  await run(`INSERT INTO message (customer_id, kind, params, sent_at)
    SELECT customer_id, 'password_changed', '{}', app_now() - g * interval '30 days'
    FROM generate_series(1, 5) g, grown`);
}

const listOf = (codes: readonly string[]) =>
  `(ARRAY[${codes.map((one) => `'${one}'`).join(", ")}])`;

/** One purchase, later one sale, of everybody after the other. */
async function openAndClose(run: Run, codes: readonly string[]): Promise<void> {
  const code = listOf(codes);
  for (let event = 1; event <= positionsEach + closedEach; event += 1) {
    const opens = event <= positionsEach;
    const nth = opens ? event : event - positionsEach;
    const at = `app_now() - interval '${Math.round(380 - event * 4)} days'`;
    const id = `(${idBase} + number * 1000 + ${nth})`;
    const transfer = `(${idBase} + (${event} * 1000000::bigint) + number)`;
    if (opens) {
      const ends = nth <= closedEach;
      await run(`INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage,
          state, opened, closed, open_price, close_value, cost, open_fee, margin, margin_left,
          basis_closed, proceeds, close_fee, realised, opened_at, sellable_at, ended_at)
        SELECT ${id}, customer_id, 'jpy', ${code}[1 + (number + ${nth}) % ${codes.length}], 'long',
          'market', 'until_cancelled', 1, '${ends ? "closed" : "holding"}', 100, ${ends ? 100 : 0}, 10000000,
          ${ends ? proceeds * 10_000 : 0}, ${cost}, ${fee}, ${cost}, ${ends ? 0 : cost},
          ${ends ? paid : 0}, ${ends ? proceeds : 0}, ${ends ? fee : 0},
          ${ends ? received - paid : 0}, ${at}, ${at},
          ${ends ? `app_now() - interval '${Math.round(380 - (nth + positionsEach) * 4)} days'` : "NULL"}
        FROM grown ORDER BY number`);
    }
    const price = (opens ? cost : proceeds) * 100;
    await run(`INSERT INTO fill (position_id, number, side, price, quantity, amount, fee, fee_items, profit,
        feed, quote_sequence, bid, ask, quote_at, filled_at)
      SELECT ${id}, ${opens ? 0 : 1}, '${opens ? "buy" : "sell"}', ${price}, 100, ${opens ? cost : proceeds},
        ${fee}, '[{"name": "broker_commission", "amount": "${fee}"}]', ${opens ? "NULL" : received - paid}, 'bench', 1, ${price}, ${price}, ${at}, ${at}
      FROM grown ORDER BY number`);
    const amount = opens ? -paid : received;
    const kind = opens ? "order_filled" : "position_closed";
    const after = opens ? -paid * nth : -paid * positionsEach + received * nth;
    await run(`INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, balance_after, version,
        kind, cause_id, happened_at)
      SELECT ${transfer}, leg.account_id, 'JPY', leg.amount, leg.balance, leg.version, '${kind}', ${id}, ${at}
      FROM grown JOIN ledger_balance b USING (account_id) CROSS JOIN LATERAL (VALUES
        (b.account_id, ${amount}, b.balance + ${after}, b.version + ${event}),
        (${house("market")}, ${opens ? cost : -proceeds}, NULL, NULL),
        (${house("fees")}, ${fee}, NULL, NULL)) leg (account_id, amount, balance, version)`);
  }
}

/** One order of everybody after the other. */
async function cancelOrders(run: Run, codes: readonly string[]): Promise<void> {
  for (let nth = 1; nth <= cancelledEach; nth += 1) {
    const at = `app_now() - interval '${380 - nth * 18} days'`;
    await run(`INSERT INTO trade_order (id, customer_id, purpose, market, code, side, origin, kind,
        time_in_force, leverage, state, quantity, limit_price, filled, filled_value, reserved, placed_at, ended_at)
      SELECT ${idBase} + number * 1000 + ${positionsEach + nth}, customer_id, 'open', 'jpy',
        ${listOf(codes)}[1 + (number + ${nth}) % ${codes.length}], 'buy', 'customer', 'limit', 'until_cancelled',
        1, 'cancelled', 100, ${cost * 100}, 0, 0, 0, ${at}, ${at} + interval '1 hour'
      FROM grown ORDER BY number`);
  }
}
