import type { BatchColumn } from "../../platform/sql/batch-input.ts";
import type { PositionState } from "./position-state.ts";

/**
 * Positions' part of a statement that settles a batch (decision 0003), as the ledger hands out its postings: the
 * text is put into the statement, the rows come from it. Each stands over a table `moment`, one row with `now`
 * and `sellable`.
 */

type StateColumn = readonly [Exclude<keyof PositionState, "status">, string];

const stateColumns: readonly StateColumn[] = [
  ["opened", "bigint"],
  ["closed", "bigint"],
  ["open_price", "bigint"],
  ["close_value", "bigint"],
  ["cost", "bigint"],
  ["open_fee", "bigint"],
  ["margin", "bigint"],
  ["borrowed", "bigint"],
  ["margin_left", "bigint"],
  ["borrowed_left", "bigint"],
  ["collateral_left", "bigint"],
  ["interest_units", "bigint"],
  ["interest_through", "date"],
  ["interest_paid", "bigint"],
  ["basis_closed", "bigint"],
  ["proceeds", "bigint"],
  ["close_fee", "bigint"],
  ["stamp_duty", "bigint"],
  ["realised", "bigint"],
  ["closing_shares", "bigint"],
  ["take_profit", "bigint"],
  ["stop_loss", "bigint"],
  ["ending", "text"],
  ["newest_lot", "bigint"],
  ["newest_lot_on", "date"],
];

/** The columns of a batch whose rows change positions; `stateOf` is null of a row that changes none. */
export function positionColumns<Row>(
  stateOf: (row: Row) => PositionState | null,
): readonly BatchColumn<Row>[] {
  return [
    ["state", "text", (row) => stateOf(row)?.status ?? null],
    ...stateColumns.map(([name, type]): BatchColumn<Row> => [
      name,
      type,
      (row) => stateOf(row)?.[name] ?? null,
    ]),
  ];
}

const sets = stateColumns.map(([name]) => `${name} = i.${name}`).join(", ");

/**
 * Sets positions to what the rows of a table say, which has, beside `positionColumns`, position_id, customer_id,
 * the revision that was decided on, `ends` and `opening_value`, what is bought with it: a position that has another revision by now is left as it is.
 * Whoever uses it says what it returns of the rows `i` and the positions `p`.
 */
export const changePositions = (rows: string, condition: string) => `
    UPDATE position p SET revision = p.revision + 1, state = i.state, ${sets},
      open_value = p.open_value + i.opening_value,
      ended_at = CASE WHEN i.ends THEN now ELSE ended_at END
    FROM ${rows} i CROSS JOIN moment
    WHERE p.id = i.position_id AND p.customer_id = i.customer_id AND p.revision = i.revision
      AND ${condition}`;

/** What a first fill says of the position that it makes, in this order. */
const begunColumns = `id, customer_id, market, code, side, leverage, kind, time_in_force, limit_price,
      revision, take_profit, stop_loss, opened, open_price, open_value, cost, open_fee, margin, borrowed, margin_left,
      borrowed_left, collateral_left, state, closing_shares, do_not_reduce, extended_hours`;

/**
 * Makes positions of a SELECT that answers `begunColumns` by their names: kind, time_in_force and limit_price are
 * empty where an order has a row of its own. All that is lent is left, and nothing is closed yet, but closing orders
 * that the order has brought with it may wait for its shares. `opened` and `sellable` say since when they are held, and
 * from when they may be sold.
 */
export const beginPositions = (
  select: string,
  { opened, sellable } = { opened: "now", sellable: "sellable" },
) => `
    INSERT INTO position (${begunColumns}, opened_at, sellable_at)
    SELECT ${begunColumns}, ${opened}, ${sellable} FROM (${select}) begun CROSS JOIN moment`;

/**
 * The same where a position of that id may be there already: one all of whose trades were busted, and whose order
 * is filled after all.
 */
export const beginPositionsAgain = (
  select: string,
  times: { opened: string; sellable: string },
) => `${beginPositions(select, times)}
    ON CONFLICT (id) DO UPDATE SET code = EXCLUDED.code, revision = EXCLUDED.revision, state = EXCLUDED.state,
      closing_shares = EXCLUDED.closing_shares, opened = EXCLUDED.opened,
      open_price = EXCLUDED.open_price, open_value = EXCLUDED.open_value, cost = EXCLUDED.cost, open_fee = EXCLUDED.open_fee,
      margin = EXCLUDED.margin, margin_left = EXCLUDED.margin_left, opened_at = EXCLUDED.opened_at,
      sellable_at = EXCLUDED.sellable_at, take_profit = EXCLUDED.take_profit,
      stop_loss = EXCLUDED.stop_loss, ended_at = NULL, ending = NULL
    WHERE position.opened = 0`;

/**
 * Shares that shorts borrow, or give back below zero, of a SELECT that answers position_id, number (the fill's),
 * market, code and quantity.
 */
export const lendShares = (select: string) => `
    INSERT INTO share_loan (position_id, number, market, code, quantity, happened_at)
    SELECT position_id, number, market, code, quantity, now FROM (${select}) lent CROSS JOIN moment`;
