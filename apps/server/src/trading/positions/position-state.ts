import type { PositionEnding, PositionStatus } from "@sanshi/contract";
import type { Minor, Price, Shares } from "@sanshi/money";

/** What a change sets of a position; the meanings are those of the table. */
export type PositionState = {
  status: PositionStatus;
  opened: Shares;
  closed: Shares;
  open_price: Price | null;
  close_value: bigint;
  cost: Minor;
  open_fee: Minor;
  margin: Minor;
  borrowed: Minor;
  margin_left: Minor;
  borrowed_left: Minor;
  collateral_left: Minor;
  interest_units: bigint;
  /** A date. */
  interest_through: string | null;
  interest_paid: Minor;
  basis_closed: Minor;
  proceeds: Minor;
  close_fee: Minor;
  stamp_duty: Minor;
  realised: Minor;
  closing_shares: Shares;
  take_profit: Price | null;
  stop_loss: Price | null;
  ending: PositionEnding | null;
  newest_lot: Shares | null;
  /** A date. */
  newest_lot_on: string | null;
};
