import { minor, negateMinor } from "@sanshi/money";
import type { Context } from "../../apps/server/src/context.ts";
import { recordActivity } from "../../apps/server/src/governance/activity/activity.ts";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  openCustomerAccounts,
  postTransfer,
} from "../../apps/server/src/ledger/ledger.ts";
import { firstRow, sql, type Database } from "../../apps/server/src/platform/sql/database.ts";
import type { Account } from "./messages.ts";

export const invitationCode = "BENCHED1";
export const operator = {
  operatorEmail: "operator@bench.example",
  operatorPassword: "only for the bench",
} as const;

const grantMinor = 1_000_000_000_000n;
/** What the instance says it gives, which the check of the books holds each grant against. */
export const grantSetting = `JPY:${grantMinor}`;
const purposes = [
  "available",
  "reserved_orders",
  "margin_debt",
  "short_collateral",
  "shortfall_debt",
] as const;

/**
 * Customers with money and credit for everything that is asked of them, signed in. Without the
 * sign-up call: hundreds of password hashes are not what is measured.
 */
export async function signUpAll(
  context: Context,
  owner: Database,
  count: number,
): Promise<Account[]> {
  // The house's default is the tables' owner's to set: no operator can.
  await sql`UPDATE default_credit_limit SET amount = ${grantMinor}`.execute(owner.reader);
  const accounts: Account[] = [];
  for (let index = 0; index < count; index += 1) accounts.push(await signUp(context, index));
  // As after a migration or by autovacuum: the planner's guesses about unknown tables cost several times the work.
  await sql`ANALYZE`.execute(context.database.reader);
  return accounts;
}

function signUp({ database, sessions, clock }: Context, index: number): Promise<Account> {
  const account = String(1_000_000_000 + index);
  return database.transaction(async (transaction) => {
    const row = await firstRow(
      transaction,
      sql<{
        id: bigint;
      }>`INSERT INTO customer (account, password_hash, invitation_code, registered_at)
        VALUES (${account}, 'none', ${invitationCode}, app_now()) RETURNING id`,
    );
    if (row === undefined) throw new Error("no customer was made");
    const at = clock.now();
    await recordActivity(transaction, { customerId: row.id, kind: "registered", at });
    await openCustomerAccounts(
      transaction,
      row.id,
      purposes.map((purpose) => ({ currency: "JPY", purpose })),
    );
    const own = await customerAccounts(transaction, row.id);
    const accountId = own.get(accountKey("JPY", "available"));
    if (accountId === undefined) throw new Error("no account was made");
    const grant = minor(grantMinor);
    await postTransfer(transaction, {
      kind: "simulated_grant",
      causeId: row.id,
      happenedAt: at,
      currency: "JPY",
      entries: [
        {
          accountId: await houseAccount(transaction, "JPY", "simulated_grant"),
          amount: negateMinor(grant),
        },
        { accountId, amount: grant },
      ],
    });
    await sql`INSERT INTO trading_preferences (customer_id, short_on, changed_at)
      VALUES (${row.id}, true, app_now())`.execute(transaction);
    return { token: await sessions.open(transaction, row.id, "bench"), account };
  });
}

/** One more customer lends so much of every Japanese stock that shorts never borrow all of it. */
export async function lendPool({ database, quotes }: Context): Promise<void> {
  const codes = quotes.all("jpy").map(({ code }) => code);
  await sql`INSERT INTO config_entry (name, value) VALUES ('short_borrow_unlimited', 'off')`.execute(
    database.reader,
  );
  await sql`INSERT INTO position (id, customer_id, market, code, side, leverage, revision, opened, open_price, cost,
      margin, borrowed, margin_left, borrowed_left, collateral_left, state, opened_at, sellable_at, lent)
    SELECT 1000000000 + row_number() OVER (), (SELECT min(id) FROM customer), 'jpy', code, 'long', 1, 0,
      1000000000, 10000000, 1000000000000, 1000000000000, 0, 1000000000000, 0, 0, 'holding', app_now(), app_now(), 1000000000
    FROM unnest(${codes}::text[]) AS code`.execute(database.reader);
  await sql`INSERT INTO share_lending (position_id, number, market, code, quantity, happened_at)
    SELECT id, 0, market, code, lent, app_now() FROM position WHERE lent > 0`.execute(
    database.reader,
  );
}
