import { marketKeys, price, priceUnitsPerMinor, settlementCurrency } from "@sanshi/money";
import { localDate, marginRules } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql, type Transaction } from "../../platform/sql/database.ts";
import { loadAccount, verdictOnState } from "./margin-account.ts";
import { accountsToLookAt, type MarketLines } from "./margin-search.store.ts";
import type { MarginAccount } from "./margin.store.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const customersCount = 400;

it("the search over all accounts misses none of which the rules ask for something", async () => {
  await amongMany(async (transaction, search) => {
    const found = await search();
    const keys = new Set(found.map((one) => `${one.customer_id} ${one.market}`));
    const kinds: Record<string, number> = {};
    const everybody = await rows(
      transaction,
      sql<MarginAccount>`SELECT DISTINCT customer_id, market FROM position`,
    );
    for (const account of everybody) {
      const { kind } = verdictOnState(await loadAccount(app.context, transaction, account));
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      if (kind === "nothing") continue;
      expect(keys).toContain(`${account.customer_id} ${account.market}`);
      keys.delete(`${account.customer_id} ${account.market}`);
    }
    // Something of each, and little is looked at in vain.
    for (const kind of ["nothing", "call", "sell", "restored"]) {
      expect([kind, (kinds[kind] ?? 0) > 10]).toEqual([kind, true]);
    }
    expect(keys.size).toBeLessThan(customersCount / 20);
  });
});

it("a bound lies above its pressure, by half a per cent of what is borrowed at most", async () => {
  const { reader } = app.context.database;
  const [column] = await rows(
    reader,
    sql<{ expression: string }>`SELECT pg_get_expr(adbin, adrelid) AS expression
      FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
      WHERE adrelid = 'position'::regclass AND attname = 'pressure_bound'`,
  );
  const digits = (most: number) => sql`floor(exp(ln(${most}::float8) * random()))::bigint - 1`;
  const found = await rows(
    reader,
    sql`
    WITH figure AS MATERIALIZED (
      SELECT side, leverage, ${digits(1e15)} AS borrowed_left, ${digits(1e15)} AS collateral_left,
        ${digits(4e18)} AS interest_units, 10 + ${digits(1e9)} AS opened,
        floor(10 * random())::bigint AS closed
      FROM (VALUES ('long', 1), ('long', 2), ('short', 1)) AS kind (side, leverage)
        CROSS JOIN generate_series(1, 5000)
    ), bounded AS (
      SELECT leverage > 1 OR side = 'short' AS is_margined,
        margin_pressure(side, borrowed_left, collateral_left, interest_units, opened - closed) AS pressure,
        ${sql.raw(column?.expression ?? "")} AS bound,
        greatest(1, CASE side WHEN 'long' THEN borrowed_left ELSE collateral_left END)::float8
          / (opened - closed) AS base
      FROM figure
    )
    SELECT count(*) FILTER (WHERE is_margined <> (bound IS NOT NULL))::int AS other,
      count(*) FILTER (WHERE bound < pressure)::int AS below,
      count(*) FILTER (WHERE bound > pressure + 0.00501 * base + 1e-12 * abs(pressure))::int AS far
    FROM bounded`,
  );
  expect(found).toEqual([{ other: 0, below: 0, far: 0 }]);
});

it("reads what the prices have reached, however many positions there are", async () => {
  await amongMany(async (transaction, search) => {
    const read = async () => {
      const before = await positionsRead(transaction);
      await search();
      return (await positionsRead(transaction)) - before;
    };
    const few = await read();
    await sql`WITH safe AS (
        INSERT INTO customer (account, password_hash, registered_at, invitation_code)
        SELECT '4000000000', 'none', real_now(), (SELECT code FROM invitation_code LIMIT 1) RETURNING id
      )
      INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage,
        state, opened, closed, open_price, cost, margin, margin_left, borrowed_left,
        opened_at, sellable_at)
      SELECT 800000000 + n, safe.id, 'jpy', '7203', 'long', 'market',
        'until_cancelled', 2, 'holding', 100, 0, 21000000, 210000, 105000, 105000, 105000, real_now(), real_now()
      FROM safe, generate_series(1, 20000) n`.execute(transaction);
    expect(few).toBeGreaterThan(0);
    expect((await read()) - few).toBeLessThan(100);
  });
});

/** Nothing of it is kept, so that the watch does not act on it. */
async function amongMany(
  look: (transaction: Transaction, search: () => Promise<MarginAccount[]>) => Promise<void>,
): Promise<void> {
  const { clock, quotes } = app.context;
  const undone = new Error("undone");
  // Balances out of nothing are beyond the server's role.
  const looked = app.owner.transaction(async (transaction) => {
    await fillIn(transaction);
    const now = clock.now();
    const prices = marketKeys.flatMap((market) => quotes.all(market));
    await look(transaction, () => accountsToLookAt(transaction, linesAt(now), prices, now));
    throw undone;
  });
  await expect(looked).rejects.toBe(undone);
}

/** Rows of positions that this transaction has read so far. */
async function positionsRead(transaction: Transaction): Promise<number> {
  const [row] = await rows(
    transaction,
    sql<{ count: number }>`SELECT (seq_tup_read + idx_tup_fetch)::int AS count
      FROM pg_stat_xact_user_tables WHERE relname = 'position'`,
  );
  return row!.count;
}

function linesAt(now: number): MarketLines[] {
  return marketKeys.map((market) => {
    const rules = marginRules(market, localDate(market, now));
    const currency = settlementCurrency(market);
    return {
      market,
      currency,
      kind: rules.maintenanceRatio,
      maintenancePercent: rules.maintenancePercent,
      shortMaintenancePercent: rules.shortMaintenancePercent,
      shortLeast: rules.shortLeast,
      restorePercent: rules.restorePercent,
      shortRestorePercent: rules.shortRestorePercent,
      forcedSalePercent: rules.forcedSalePercent,
      dayCount: rules.dayCount,
      priceUnits: priceUnitsPerMinor(currency),
      isOpen: true,
    };
  });
}

/** Customers with one to four positions, some money, some debt, and a call for some of them. */
async function fillIn(transaction: Transaction): Promise<void> {
  app.feed.quote("jpy", "7203", "2100", { bid: price(20_990_000n), ask: price(21_010_000n) });
  const now = new Date(app.context.clock.now());
  await sql`SELECT setseed(0.4)`.execute(transaction);
  await sql`INSERT INTO customer (account, password_hash, registered_at, invitation_code)
    SELECT (3000000000 + n)::text, 'none', ${now}, (SELECT code FROM invitation_code LIMIT 1)
    FROM generate_series(1, ${customersCount}::int) n`.execute(transaction);
  await sql`WITH account AS (
      INSERT INTO ledger_account (customer_id, currency, purpose)
      SELECT id, currency, purpose FROM customer, unnest(ARRAY['JPY', 'USD', 'CNY']) AS c (currency),
        unnest(ARRAY['available', 'shortfall_debt', 'margin_debt']) AS p (purpose)
      WHERE account LIKE '3%' RETURNING id, purpose
    )
    INSERT INTO ledger_balance (account_id, balance, floor)
    SELECT id, CASE
        WHEN purpose = 'available' AND random() < 0.5 THEN (random() * 40000)::bigint
        WHEN purpose = 'shortfall_debt' AND random() < 0.1 THEN -(random() * 20000)::bigint
        ELSE 0 END, -1000000000
    FROM account`.execute(transaction);
  // As if it had been posted.
  await sql`INSERT INTO ledger_total
    SELECT '2026-01-01', false, currency, purpose, 0, -sum(balance), count(*), 0
    FROM ledger_balance JOIN ledger_account ON id = account_id
    WHERE purpose = 'shortfall_debt' GROUP BY currency, purpose`.execute(transaction);
  await sql`INSERT INTO position (id, customer_id, market, code, side, kind, time_in_force, leverage,
      state, opened, closed, open_price, cost, margin, margin_left, borrowed_left,
      collateral_left, interest_units, opened_at, sellable_at)
    SELECT 900000000 + row_number() OVER (), customer_id, market, code, side, 'market',
      'until_cancelled', leverage, 'holding', shares, 0, open_price, cost, margin, margin, cost - margin,
      CASE side WHEN 'short' THEN cost + margin ELSE 0 END, (random() * 100000000)::bigint,
      ${now}, ${now}
    FROM (
      SELECT *, ceil(cost::numeric / leverage)::bigint AS margin
      FROM (
        SELECT *, (open_price * shares / CASE market WHEN 'jpy' THEN 10000 ELSE 100 END)::bigint AS cost
        FROM (
          SELECT c.id AS customer_id, s.market, s.code,
            CASE WHEN random() < 0.6 THEN 'long' ELSE 'short' END AS side,
            (ARRAY[2, 3, 3, 5])[1 + (random() * 3)::int] AS leverage,
            (1 + random() * 40)::bigint AS shares,
            (s.price * (0.7 + random() * 0.7))::bigint AS open_price
          FROM customer c, generate_series(1, 4) n, (VALUES ('jpy', '7203', 21000000),
            ('jpy', '6758', 33000000), ('usd', 'AAPL', 1892000), ('cny', '600519', 15000000),
            ('jpy', 'without a price', 5000000))
            AS s (market, code, price)
          WHERE c.account LIKE '3%' AND random() < 0.25
        ) drawn
      ) priced
    ) financed`.execute(transaction);
  await sql`INSERT INTO margin_call (customer_id, market, called_on, called_at, due_at, equity, exposure,
      ratio, ratio_required, missing, rule, rule_since)
    SELECT DISTINCT ON (customer_id, market) customer_id, market, ${now}::date, ${now},
      ${now}::timestamptz + CASE WHEN random() < 0.5 THEN interval '1 day' ELSE -interval '1 day' END,
      0, 1, 0, 2000, 1, 'test', ${now}::date
    FROM position WHERE id > 900000000 AND random() < 0.3`.execute(transaction);
}
