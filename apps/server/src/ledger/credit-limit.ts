import type { Currency, Minor } from "@sanshi/money";
import {
  firstRow,
  sql,
  type Narrowed,
  type Reader,
  type Transaction,
} from "../platform/sql/database.ts";
import { isBelowFloor } from "./ledger.ts";
import type { CreditRow } from "./credit-limit.sql-types.ts";

/** What a customer may borrow by leverage, and has borrowed. */
export type Credit = Narrowed<CreditRow, { limit: Minor; borrowed: Minor }>;

export function creditOf(
  reader: Reader,
  customerId: bigint,
  currency: Currency,
): Promise<Credit | undefined> {
  return firstRow(
    reader,
    sql<Credit>`SELECT -balance.floor AS limit, -balance.balance AS borrowed
      FROM ledger_balance balance JOIN ledger_account account ON account.id = balance.account_id
      WHERE account.customer_id = ${customerId} AND account.currency = ${currency}
        AND account.purpose = 'margin_debt'`,
  );
}

/**
 * Sets how low the account of what is borrowed may fall; no money moves. False where more is borrowed
 * than that: the balance's own constraint decides, whatever an order does at the same moment.
 */
export async function setCreditLimit(
  transaction: Transaction,
  customerId: bigint,
  currency: Currency,
  limit: Minor,
): Promise<boolean> {
  try {
    await sql`UPDATE ledger_balance SET floor = ${-limit} FROM ledger_account account
      WHERE account.id = account_id AND account.customer_id = ${customerId}
        AND account.currency = ${currency} AND account.purpose = 'margin_debt'`.execute(
      transaction,
    );
    return true;
  } catch (error) {
    if (isBelowFloor(error)) return false;
    throw error;
  }
}
