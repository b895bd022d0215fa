import type { Outcome, Refusal } from "../outcome.ts";
import { sql, type Database, type Transaction } from "./database.ts";

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** One transaction whose refusal undoes whatever was written before it. */
export async function transactionUnlessRefused<Value>(
  database: Database,
  work: (transaction: Transaction) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    return await database.transaction(async (transaction) => {
      const outcome = await work(transaction);
      if (!outcome.ok) throw new Refused(outcome.refusal);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

/** A part of a transaction that its refusal undoes alone. */
export async function partUnlessRefused<Value>(
  transaction: Transaction,
  work: () => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  // Not prepared: what begins and ends a part of a transaction cannot be.
  await sql`SAVEPOINT part`.execute(transaction);
  const outcome = await work();
  // Not prepared: as above.
  const end = outcome.ok ? sql`RELEASE SAVEPOINT part` : sql`ROLLBACK TO SAVEPOINT part`;
  await end.execute(transaction);
  return outcome;
}
