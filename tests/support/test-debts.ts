import { minor } from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  postTransfer,
} from "../../apps/server/src/ledger/ledger.ts";
import { sql } from "../../apps/server/src/platform/sql/database.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";

/** What a closing could not pay, in yen. */
export async function owe(
  app: TestApplication,
  { token, account }: SignedIn,
  amount: bigint,
): Promise<void> {
  const { customerId } = (await app.context.sessions.resolve(token, account))!;
  await app.context.database.transaction(async (transaction) => {
    const accounts = await customerAccounts(transaction, customerId);
    const accountId = accounts.get(accountKey("JPY", "shortfall_debt")) ?? 0n;
    const market = await houseAccount(transaction, "JPY", "market");
    await postTransfer(transaction, {
      kind: "test",
      causeId: 1n,
      happenedAt: app.context.clock.now(),
      currency: "JPY",
      entries: [
        { accountId, amount: minor(-amount) },
        { accountId: market, amount: minor(amount) },
      ],
    });
  });
}

/** Below zero where something is owed. */
export async function debtOf(
  app: TestApplication,
  { account }: SignedIn,
): Promise<bigint | undefined> {
  const found = await sql<{ balance: bigint }>`SELECT balance FROM ledger_balance
    JOIN ledger_account a ON a.id = account_id JOIN customer c ON c.id = a.customer_id
    WHERE c.account = ${account} AND purpose = 'shortfall_debt' AND currency = 'JPY'`.execute(
    app.owner.reader,
  );
  return found.rows[0]?.balance;
}
