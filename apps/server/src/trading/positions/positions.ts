export { concernedCustomers } from "./concerned.store.ts";
export {
  beginPositions,
  beginPositionsAgain,
  changePositions,
  lendShares,
  positionColumns,
} from "./position-statements.ts";
export { boughtOn, lotsAfter, newestLot, type Lots } from "./lots.rules.ts";
export type { PositionState } from "./position-state.ts";
export {
  adjustPosition,
  beginAllotted,
  beginExchanged,
  reversePosition,
  type ReversedFigures,
  type AllottedPosition,
  chargeWithInterest,
  markForTheDay,
  unlockPositions,
  lockForSale,
  returnFromSale,
  chargeBorrowing,
  foldPools,
  keepInterest,
  lendAllOf,
  lendOut,
  lockShorts,
  recallLent,
} from "./positions.store.ts";
export { figuresFromFills, positionsBefore, type PastPosition } from "./past-positions.ts";
