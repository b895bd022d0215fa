import { marketKeys } from "@sanshi/money";
import { rows, sql, timestamp, type Narrowed, type Reader } from "../../platform/sql/database.ts";
import type {
  AppliedLaterRow,
  ChargeRow,
  LentForRow,
  PastEventRow,
  PastHeader,
} from "./past-positions.sql-types.ts";

export type { PastHeader } from "./past-positions.sql-types.ts";

/** Positions that may have been held right before a moment: what is live, and what has ended since. */
const heldBefore = (customerIds: readonly bigint[], until: number) => sql`
  SELECT ${header(until)} FROM position
  WHERE customer_id = ANY (${[...customerIds]}::bigint[]) AND ended_at IS NULL
  UNION ALL
  SELECT ${header(until)} FROM position
  WHERE customer_id = ANY (${[...customerIds]}::bigint[])
    AND market = ANY (${[...marketKeys]}::text[]) AND ended_at >= ${timestamp(until)}`;

/** Of the fills the newest is looked at alone: a position may have thousands. */
const header = (
  until: number,
) => sql`id, customer_id, market, code, side, leverage, opened_at, opened, closed,
  open_price, open_value, margin_left, borrowed_left, collateral_left, interest_units,
  interest_through::text AS interest_through, open_value IS NULL AS rounds_price,
  coalesce((SELECT f.filled_at FROM fill f WHERE f.position_id = position.id ORDER BY f.number DESC LIMIT 1)
    >= ${timestamp(until)}, false)
  OR EXISTS (SELECT FROM position_action a
    WHERE a.position_id = position.id AND a.applied_at >= ${timestamp(until)})
  OR EXISTS (SELECT FROM position_charge c
    WHERE c.position_id = position.id AND c.charged_at >= ${timestamp(until)}) AS has_changed`;

export function pastHeaders(
  reader: Reader,
  customerIds: readonly bigint[],
  until: number,
): Promise<PastHeader[]> {
  return rows(
    reader,
    sql<PastHeader>`SELECT * FROM (${heldBefore(customerIds, until)}) own ORDER BY market, code, id`,
  );
}

export type PastEvent = Narrowed<
  PastEventRow,
  {
    position_id: bigint;
    opens: boolean | null;
    quantity: bigint;
    value: bigint | null;
    is_reversal: boolean;
    numerator: bigint | null;
    denominator: bigint | null;
    at: number;
    /**
     * Closed on the day that ends then it bears no interest: of a day trade, and of shares that came for those of
     * another company, whose own has been paid.
     */
    free_until: number | null;
  }
>;

/** What happened to these positions before a moment, by position and then in time; of a split `opens` is null. */
export function pastEvents(
  reader: Reader,
  positionIds: readonly bigint[],
  until: number,
): Promise<PastEvent[]> {
  return rows(
    reader,
    sql<PastEvent>`SELECT own.id AS position_id, event.opens, event.quantity, event.value, event.amount,
        event.is_reversal, event.numerator, event.denominator, event.at, event.free_until
      FROM position own CROSS JOIN LATERAL (
        SELECT (f.side = 'buy') = (own.side = 'long') AS opens, f.quantity,
          coalesce((SELECT sum((level ->> 0)::numeric * 10000 * (level ->> 1)::bigint)
            FROM json_array_elements(f.levels) level)::bigint, f.price * f.quantity) AS value,
          f.amount, f.reverses IS NOT NULL AS is_reversal, NULL::bigint AS numerator,
          NULL::bigint AS denominator, f.filled_at AS at, f.filled_at AS effective_at, f.number,
          CASE WHEN f.number = 0 THEN coalesce(
            (SELECT f.quote_at FROM share_exchange e WHERE e.new_position_id = f.position_id),
            (SELECT t.session_ends_at FROM intraday_trade t WHERE t.position_id = f.position_id)
          ) END AS free_until
        FROM fill f WHERE f.position_id = own.id AND f.filled_at < ${timestamp(until)}
        UNION ALL
        SELECT NULL, a.quantity_after, NULL, NULL, false, c.numerator, c.denominator, a.applied_at,
          c.effective_at, c.number, NULL
        FROM position_action a JOIN corporate_action c ON c.id = a.action_id AND c.kind = 'split'
        WHERE a.position_id = own.id AND a.applied_at < ${timestamp(until)}
      ) event
      WHERE own.id = ANY (${[...positionIds]}::bigint[])
      -- What is filled in the moment of a split is of the new shares.
      ORDER BY own.id, event.at, event.opens NULLS FIRST, event.effective_at, event.number`,
  );
}

export type LentFor = Narrowed<
  LentForRow,
  { position_id: bigint; at: number; lent: bigint; collateral: bigint }
>;

/**
 * What was lent for these positions' openings on margin, and what they added to collateral, as the ledger has it. The
 * postings of customers' accounts alone have a version: without it no index fits, and everybody's postings are read.
 */
export function lentFor(
  reader: Reader,
  customerIds: readonly bigint[],
  positionIds: readonly bigint[],
  until: number,
): Promise<LentFor[]> {
  return rows(
    reader,
    sql<LentFor>`SELECT p.cause_id AS position_id, p.happened_at AS at,
        coalesce(-sum(p.amount) FILTER (WHERE a.purpose = 'margin_debt'), 0)::bigint AS lent,
        coalesce(sum(p.amount) FILTER (WHERE a.purpose = 'short_collateral'), 0)::bigint AS collateral
      FROM ledger_account a JOIN ledger_posting p ON p.account_id = a.id AND p.version IS NOT NULL
      WHERE a.customer_id = ANY (${[...customerIds]}::bigint[])
        AND a.purpose IN ('margin_debt', 'short_collateral') AND p.kind IN ('order_filled', 'shares_exchanged')
        AND CASE a.purpose WHEN 'margin_debt' THEN p.amount < 0 ELSE p.amount > 0 END
        AND p.happened_at < ${timestamp(until)} AND p.cause_id = ANY (${[...positionIds]}::bigint[])
      GROUP BY p.cause_id, p.happened_at`,
  );
}

export type AppliedLater = Narrowed<
  AppliedLaterRow,
  {
    position_id: bigint;
    amount: bigint;
    numerator: bigint | null;
    denominator: bigint | null;
    is_effective: boolean;
  }
>;

/** Actions that were applied to these positions at a moment or later; `is_effective` of those that took effect before. */
export function appliedLater(
  reader: Reader,
  positionIds: readonly bigint[],
  at: number,
): Promise<AppliedLater[]> {
  return rows(
    reader,
    sql<AppliedLater>`SELECT d.position_id, d.amount, c.numerator, c.denominator,
        c.effective_at < ${timestamp(at)} AS is_effective
      FROM position_action d JOIN corporate_action c ON c.id = d.action_id
      WHERE d.position_id = ANY (${[...positionIds]}::bigint[]) AND d.applied_at >= ${timestamp(at)}
      ORDER BY d.position_id, c.effective_at, c.number`,
  );
}

export type Charge = Narrowed<ChargeRow, { position_id: bigint; units: bigint; at: number }>;

/** What was ever charged to these positions beside interest, in its units. */
export function chargesOf(reader: Reader, positionIds: readonly bigint[]): Promise<Charge[]> {
  return rows(
    reader,
    sql<Charge>`SELECT position_id, units, charged_at AS at FROM position_charge
      WHERE position_id = ANY (${[...positionIds]}::bigint[]) ORDER BY position_id, id`,
  );
}
