import { legPostings, repeatedLegPostings } from "../../../ledger/leg-postings.ts";
import { lendShares } from "../../positions/positions.ts";

/**
 * The first three take one order of each customer, and fail as a whole where one of the requests is known. What the
 * plain one takes is filled at once and as a whole, or refused, and paid in full; on margin it may also borrow, money or
 * shares, and each borrower's own money is looked at; the third takes working orders as well, and what is given up in part.
 * The careful one takes several of a customer and answers which are known, the last one brings exits for parts. Each
 * costs the database more than the one before it.
 */
export type BatchForm = "plain" | "on_margin" | "waiting" | "careful" | "with_exits";

const loanPurposes = "('loan_debt', 'loan_interest_debt')";

/**
 * Of a borrower the available money less what credit loans lent, for an order on margin takes own money alone.
 * Locked in the order of every other lock, so that no other process spends or lends it meanwhile: the balance's
 * own floor would not object. Null of everybody else.
 */
const ownSql = `CASE WHEN (i.leverage > 1 OR i.is_short) AND (SELECT min(b.balance) FROM ledger_account a JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = i.customer_id AND a.currency = i.currency AND a.purpose IN ${loanPurposes}) < 0
    THEN (SELECT sum(balance) FROM (SELECT b.balance FROM ledger_account a
      JOIN ledger_balance b ON b.account_id = a.id
      WHERE a.customer_id = i.customer_id AND a.currency = i.currency
        AND (a.purpose = 'available' OR a.purpose IN ${loanPurposes})
      ORDER BY b.account_id FOR UPDATE OF b) locked) END`;

/** What an order moves on each of its accounts. */
export const deltas = {
  available: "-total",
  reserved: "reserved",
  debt: "CASE WHEN is_short THEN 0 ELSE margin - amount END",
  collateral: "CASE WHEN is_short THEN margin + amount ELSE 0 END",
  market: "CASE WHEN is_short THEN -amount ELSE amount END",
  fees: "fee",
};
type Leg = keyof typeof deltas;
export const houseLegs: readonly Leg[] = ["market", "fees"];

const waitingSql = `CASE WHEN i.reserved > 0 THEN (
          SELECT count(DISTINCT coalesce(o.position_id, o.id)) FROM trade_order o
          WHERE o.customer_id = i.customer_id AND o.ended_at IS NULL) END`;

const lendableSql =
  "(SELECT balance - floor FROM ledger_balance b WHERE b.account_id = i.debt_account)";

// What is filled at once and as a whole needs none: its request stands for it.
const ordersSql = `ordered AS (
    INSERT INTO trade_order (id, customer_id, position_id, purpose, market, code, side, origin, kind,
      time_in_force, leverage, state, quantity, limit_price, stop_price, hold_price, take_profit,
      stop_loss, filled, filled_value, reserved, expires_at, do_not_reduce, extended_hours, placed_at, ended_at)
    SELECT position_id, customer_id, CASE WHEN opened > 0 THEN position_id END, 'open', market, code,
      CASE WHEN is_short THEN 'sell' ELSE 'buy' END, 'customer', kind, time_in_force, leverage,
      CASE WHEN reserved > 0 THEN 'working' ELSE 'cancelled' END, quantity, limit_price, stop_price,
      hold_price, take_profit, stop_loss, opened, value, reserved,
      'epoch'::timestamptz + expires_at * interval '1 millisecond', do_not_reduce, extended_hours, now,
      CASE WHEN reserved = 0 THEN now END
    FROM checked CROSS JOIN moment WHERE result IN ('fill', 'wait') AND NOT is_whole
  ), `;

const loansSql = `lent AS (
${lendShares(`
      SELECT position_id, 0 AS number, market, code, opened AS quantity
      FROM checked WHERE result = 'fill' AND is_short`)}
  ), `;

/** What a form of the statement has that another does without. */
export type FormParts = {
  known: string;
  waiting: string;
  lendable: string;
  own: string;
  orders: string;
  loans: string;
  exits: string;
  legs: readonly Leg[];
  postings: string;
};

const plain: FormParts = {
  known: "NULL::int",
  waiting: "NULL::bigint",
  lendable: "NULL::bigint",
  own: "NULL::bigint",
  orders: "",
  loans: "",
  exits: "",
  legs: ["available"],
  postings: legPostings,
};

const onMargin: FormParts = {
  ...plain,
  lendable: lendableSql,
  own: ownSql,
  loans: loansSql,
  legs: ["available", "debt", "collateral"],
};

const waiting: FormParts = {
  ...onMargin,
  waiting: waitingSql,
  orders: ordersSql,
  legs: ["available", "reserved", "debt", "collateral"],
};

const careful: FormParts = {
  ...waiting,
  known: `(SELECT 1 FROM client_request r
        WHERE r.customer_id = i.customer_id AND r.request_id = i.request_id)`,
  postings: repeatedLegPostings,
};

export const formParts = { plain, onMargin, waiting, careful };
