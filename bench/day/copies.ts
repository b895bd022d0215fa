import type { Context } from "../../apps/server/src/context.ts";
import { rows, sql, type Reader } from "../../apps/server/src/platform/sql/database.ts";

const firstAccount = 6_000_000_000;
const firstPosition = 1_000_000_000_000;
const firstTransfer = 2_000_000_000_000;
/** Of one customer there are fewer positions and transfers than this. */
const idsEach = 100;

/**
 * So many more customers, each with the positions, fills, postings and balances of one of those that are there, in
 * turn. What the tables' triggers would have kept is kept by hand; the books hold.
 */
export async function copyCustomers(
  { database }: Pick<Context, "database">,
  count: number,
): Promise<void> {
  const guarded = ["ledger_posting", "ledger_account", "ledger_balance", "position", "fill"];
  await database.transaction(async (transaction) => {
    const run = (text: string) => sql.raw(text).execute(transaction);
    const copyRows = async (table: string, from: string, values: Record<string, string>) => {
      const columns = await columnsOf(transaction, table);
      const picked = columns.map((column) => values[column] ?? `own.${column}`);
      await run(
        `INSERT INTO ${table} (${columns.join(", ")}) SELECT ${picked.join(", ")} FROM ${from}`,
      );
      await run(`ANALYZE ${table}`);
    };
    const keep = async (name: string, query: string) => {
      await run(`CREATE TEMP TABLE ${name} ON COMMIT DROP AS ${query}`);
      // The joins of what follows are planned by how much there is.
      await run(`ANALYZE ${name}`);
    };
    for (const table of guarded) await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await keep(
      "model",
      `
      SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS models
      FROM customer WHERE kind = 'person'`,
    );
    await copyRows(
      "customer",
      `generate_series(1, ${count}) g JOIN model ON place = g % models JOIN customer own USING (id)`,
      {
        account: `(${firstAccount}::bigint + g)::text`,
      },
    );
    await keep(
      "copy",
      `
      SELECT c.id, c.account::bigint - ${firstAccount} AS number, model.id AS model_id
      FROM customer c JOIN model ON place = (c.account::bigint - ${firstAccount}) % models
      WHERE c.account::bigint > ${firstAccount}`,
    );
    for (const table of ["trading_preferences", "ledger_account"]) {
      await copyRows(table, `copy JOIN ${table} own ON own.customer_id = copy.model_id`, {
        customer_id: "copy.id",
      });
    }
    await keep(
      "copied_account",
      `
      SELECT copy.number, model.id AS model_id, own.id FROM copy
      JOIN ledger_account model ON model.customer_id = copy.model_id
      JOIN ledger_account own ON own.customer_id = copy.id AND own.currency = model.currency
        AND own.purpose = model.purpose`,
    );
    await copyRows(
      "ledger_balance",
      "copied_account copy JOIN ledger_balance own ON own.account_id = copy.model_id",
      {
        account_id: "copy.id",
      },
    );
    await keep(
      "model_position",
      `
      SELECT id, customer_id, row_number() OVER (PARTITION BY customer_id ORDER BY id) AS place
      FROM position`,
    );
    await keep(
      "copied_position",
      `
      SELECT copy.id AS customer_id, p.id AS model_id, ${firstPosition} + copy.number * ${idsEach} + p.place AS id
      FROM copy JOIN model_position p ON p.customer_id = copy.model_id`,
    );
    await copyRows("position", "copied_position copy JOIN position own ON own.id = copy.model_id", {
      id: "copy.id",
      customer_id: "copy.customer_id",
    });
    for (const table of ["fill", "share_loan"]) {
      await copyRows(
        table,
        `copied_position copy JOIN ${table} own ON own.position_id = copy.model_id`,
        {
          position_id: "copy.id",
        },
      );
    }
    await keep(
      "model_transfer",
      `
      SELECT transfer_id, customer_id, row_number() OVER (PARTITION BY customer_id ORDER BY transfer_id) AS place
      FROM (SELECT DISTINCT p.transfer_id, a.customer_id FROM ledger_posting p
        JOIN ledger_account a ON a.id = p.account_id WHERE a.customer_id IS NOT NULL) each`,
    );
    await copyRows(
      "ledger_posting",
      `copy JOIN model_transfer t ON t.customer_id = copy.model_id
       JOIN ledger_posting own USING (transfer_id)
       LEFT JOIN copied_account a ON a.number = copy.number AND a.model_id = own.account_id
       LEFT JOIN copied_position p ON p.customer_id = copy.id AND p.model_id = own.cause_id AND own.kind <> 'simulated_grant'`,
      {
        transfer_id: `${firstTransfer} + copy.number * ${idsEach} + t.place`,
        account_id: "coalesce(a.id, own.account_id)",
        cause_id: "CASE WHEN own.kind = 'simulated_grant' THEN copy.id ELSE p.id END",
      },
    );
    await copyRows(
      "net_assets_flow",
      `copy JOIN model_transfer t ON t.customer_id = copy.model_id
       JOIN net_assets_flow own ON own.customer_id = copy.model_id AND own.transfer_id = t.transfer_id`,
      {
        customer_id: "copy.id",
        transfer_id: `${firstTransfer} + copy.number * ${idsEach} + t.place`,
      },
    );
    for (const statement of totals) await run(statement);
    for (const table of guarded) await run(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
  await sql`VACUUM ANALYZE`.execute(database.reader);
}

/** What the tables' triggers would have counted: shares lent, and the books by day, owner, currency and purpose. */
const totals = [
  "DELETE FROM share_pool_increment",
  "DELETE FROM share_pool_total",
  `INSERT INTO share_pool_increment (market, code, lent, short)
    SELECT market, code, 0, sum(quantity) FROM share_loan GROUP BY market, code`,
  "DELETE FROM ledger_increment",
  "DELETE FROM ledger_total",
  `INSERT INTO ledger_total SELECT tokyo_day(happened_at), customer_id IS NULL, a.currency,
    purpose, coalesce(sum(amount) FILTER (WHERE amount > 0), 0),
    coalesce(-sum(amount) FILTER (WHERE amount < 0), 0), count(*), 0
    FROM ledger_posting JOIN ledger_account a ON a.id = account_id GROUP BY 1, 2, 3, 4`,
  `INSERT INTO ledger_increment SELECT tokyo_day(app_now()), customer_id IS NULL, currency,
    purpose, 0, 0, 0, count(*) FROM ledger_account GROUP BY 1, 2, 3, 4`,
];

async function columnsOf(reader: Reader, table: string): Promise<string[]> {
  const found = await rows(
    reader,
    sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} AND is_identity = 'NO'
        AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  return found.map(({ name }) => name);
}
