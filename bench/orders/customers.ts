import { minor, negateMinor } from "@sanshi/money";
import type { Context } from "../../apps/server/src/context.ts";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  openCustomerAccounts,
  postTransfer,
} from "../../apps/server/src/ledger/ledger.ts";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import type { Account } from "./messages.ts";

export const invitationCode = "BENCHED1";
export const operator = {
  operatorEmail: "operator@bench.example",
  operatorPassword: "only for the bench",
} as const;

const grantMinor = 1_000_000_000_000n;
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
export async function signUpAll(context: Context, count: number): Promise<Account[]> {
  await sql`UPDATE default_credit_limit SET amount = ${grantMinor}`.execute(
    context.database.reader,
  );
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
      happenedAt: clock.now(),
      currency: "JPY",
      entries: [
        {
          accountId: await houseAccount(transaction, "JPY", "simulated_grant"),
          amount: negateMinor(grant),
        },
        { accountId, amount: grant },
      ],
    });
    return { token: await sessions.open(transaction, row.id, "bench"), account };
  });
}
