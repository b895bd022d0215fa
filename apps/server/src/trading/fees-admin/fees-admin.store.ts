import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import {
  rows,
  sql,
  timestamp,
  type Reader,
  type Transaction,
} from "../../platform/sql/database.ts";
import type { Terms } from "./fees-admin.rules.ts";
import type { DecisionRecord } from "./fees-admin.sql-types.ts";

/** Who decided it with whom. */
export type { DecisionRecord } from "./fees-admin.sql-types.ts";

export function loadRecords(reader: Reader, market: MarketKey): Promise<DecisionRecord[]> {
  return rows(
    reader,
    sql<DecisionRecord>`SELECT decision.id, proposal.proposed_by, one.email AS proposer,
        proposal.decided_by AS approved_by, other.email AS approver, decision.decided_at, proposal.note
      FROM commission_decision decision
        JOIN proposal ON proposal.id = decision.proposal_id
        JOIN operator one ON one.id = proposal.proposed_by
        JOIN operator other ON other.id = proposal.decided_by
      WHERE decision.market = ${market} ORDER BY decision.id`,
  );
}

/** Until the transaction ends nobody else decides on this market's commission. */
export async function lockCommission(transaction: Transaction, market: MarketKey): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('commission'), hashtext(${market}))`.execute(
    transaction,
  );
}

export async function insertDecision(
  transaction: Transaction,
  decision: {
    market: MarketKey;
    validFrom: LocalDate;
    /** Null withdraws what is planned for the day. */
    terms: Terms | null;
    proposalId: bigint;
    at: number;
  },
): Promise<void> {
  const { market, validFrom, terms, proposalId, at } = decision;
  await sql`INSERT INTO commission_decision
      (market, valid_from, withdraws, rate, minimum, maximum, proposal_id, decided_at)
    VALUES (${market}, ${validFrom}::date, ${terms === null}, ${terms?.rate ?? null},
      ${terms?.minimumMinor ?? null}, ${terms?.maximumMinor ?? null}, ${proposalId},
      ${timestamp(at)})`.execute(transaction);
}
