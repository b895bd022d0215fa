import type { MarketKey, Minor } from "@sanshi/money";
import { settlementCurrency } from "@sanshi/money";
import type { Customer } from "../../../platform/sessions.ts";
import { firstRow, sql, type Narrowed, type Reader } from "../../../platform/sql/database.ts";
import type { StandingRow } from "./preview.sql-types.ts";

/** What of a customer decides, beside the order itself, whether it would be taken. */
export type Standing = Narrowed<
  StandingRow,
  {
    state: Customer["state"];
    /** What can be spent, and what leverage may still lend. */
    available: Minor;
    credit: Minor;
    /** What a gap left owing, as a balance: below zero where something is owed. */
    shortfall: Minor;
    /** What is owed on credit loans, zero or below: what they lent is no margin. */
    loan: Minor;
  }
>;

/** Of one moment, and in the market's currency. */
export async function standingOf(
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<Standing> {
  const standing = await firstRow(
    reader,
    sql<Standing>`SELECT
        (SELECT state FROM customer c WHERE c.id = ${customerId}) AS state,
        max(b.balance - b.floor) FILTER (WHERE a.purpose = 'available') AS available,
        max(b.balance - b.floor) FILTER (WHERE a.purpose = 'margin_debt') AS credit,
        max(b.balance) FILTER (WHERE a.purpose = 'shortfall_debt') AS shortfall,
        coalesce(sum(b.balance) FILTER (WHERE a.purpose IN ('loan_debt', 'loan_interest_debt')), 0)::bigint
          AS loan,
        (SELECT count(*) > 0 FROM margin_call m WHERE m.customer_id = ${customerId}
          AND m.market = ${market} AND m.restored_at IS NULL) AS is_called,
        (SELECT count(DISTINCT coalesce(o.position_id, o.id))::int FROM trade_order o
          WHERE o.customer_id = ${customerId} AND o.ended_at IS NULL) AS orders_waiting
      FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = ${customerId} AND a.currency = ${settlementCurrency(market)}
        AND a.purpose IN ('available', 'margin_debt', 'shortfall_debt', 'loan_debt', 'loan_interest_debt')
      HAVING count(*) >= 3`,
  );
  if (standing === undefined) throw new Error(`a customer without accounts for ${market}`);
  return standing;
}
