import { freezeByCustomer } from "../../apps/server/src/people/restrictions/restrictions.ts";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";
import { untilWaitingForLocks } from "./waiting-for-locks.ts";

/** The answer to what was asked for while a freeze of the account was under way: the freeze is first. */
export async function askedDuringFreeze<Answer>(
  app: TestApplication,
  { account }: SignedIn,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { database, clock } = app.context;
  const customer = await firstRow(
    database.reader,
    sql<{ id: bigint }>`SELECT id FROM customer WHERE account = ${account}`,
  );
  const [answering] = await database.transaction(async (transaction) => {
    const isFrozen = await freezeByCustomer(transaction, customer?.id ?? 0n, clock.now());
    if (!isFrozen) throw new Error("the account was frozen before");
    const asked = ask();
    await untilWaitingForLocks(database.reader, 1);
    return [asked];
  });
  return answering;
}
