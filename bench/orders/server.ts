import { join } from "node:path";
import { minor, negateMinor } from "@sanshi/money";
import { createApplication, projectFolder } from "../../apps/server/src/application.ts";
import type { Context } from "../../apps/server/src/context.ts";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  openCustomerAccounts,
  postTransfer,
} from "../../apps/server/src/ledger/ledger.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { findFreePort } from "../../apps/server/src/platform/postgres/free-port.ts";
import { readSettings } from "../../apps/server/src/platform/settings.ts";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import { migrate } from "../../apps/server/src/platform/sql/migrate.ts";
import { host, type Account, type ServerReady } from "./messages.ts";

/** The whole application as it is started, with customers who are signed in and have money. */
const connectionString = process.env["DATABASE_URL"] ?? "";
const customerCount = Number(process.env["CUSTOMERS"] ?? "512");
const invitationCode = "BENCHED1";
const port = await findFreePort();
const purposes = [
  "available",
  "reserved_orders",
  "margin_debt",
  "short_collateral",
  "shortfall_debt",
] as const;

await migrate(connectionString, join(projectFolder, "database", "migrations"));
const application = await createApplication({
  settings: readSettings(
    {
      DATABASE_URL: connectionString,
      HOST: host,
      PORT: String(port),
      INVITATION_CODE: invitationCode,
      OPERATOR_PASSWORD: "only for the bench",
      // A connection of the bench calls faster than a person.
      CUSTOMER_CALLS_PER_SECOND: "1000000",
      DOCUMENT_KEY: Buffer.alloc(32, "bench").toString("base64"),
    },
    projectFolder,
  ),
  connectionString,
  log: createLog("warn"),
  onProgress: () => undefined,
});
const { context } = application;
const accounts: Account[] = [];
for (let index = 0; index < customerCount; index += 1) accounts.push(await signUp(context, index));
// As after a migration or by autovacuum: the planner's guesses about unknown tables cost several times the work.
await context.database.pool.query("ANALYZE");
await application.listen();
const codes = context.quotes
  .all("jpy")
  .slice(0, 20)
  .map(({ code }) => code);
process.send?.({ kind: "ready", port, accounts, codes } satisfies ServerReady);

process.once("disconnect", () => void application.close().then(() => process.exit(0)));

/** Without the sign-up call: five hundred password hashes are not what is measured here. */
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
    const grant = minor(1_000_000_000_000n);
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
