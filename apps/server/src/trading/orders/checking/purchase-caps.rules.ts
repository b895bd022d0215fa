import { formatShares, shares } from "@sanshi/money";
import { ruleParams, type RuleReference } from "@sanshi/rulebook";
import { object, type Refused } from "./order-checks.rules.ts";

/** How many shares more of a stock may be bought on a day. */
export type PurchaseRoom = { left: bigint; reference: RuleReference };

/**
 * What is beyond the day's most, with what would still do.
 *
 * @param more shares beyond those that are bought or wait already.
 * @param own shares of the order itself that are among those; zero of a new one.
 */
export function checkPurchaseCap(
  more: bigint,
  room: PurchaseRoom | undefined,
  own = 0n,
): Refused | null {
  if (room === undefined || more <= room.left) return null;
  const max = formatShares(shares(own + room.left));
  return object("quantity_above_maximum", { max, ...ruleParams(room.reference) });
}
