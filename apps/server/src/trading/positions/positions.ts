export {
  beginPositions,
  changePositions,
  lendShares,
  positionColumns,
} from "./position-statements.ts";
export type { PositionState } from "./position-state.ts";
export { adjustPosition, keepInterest } from "./positions.store.ts";
