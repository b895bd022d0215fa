import type { CustomerState } from "@sanshi/contract";

/** From what allows most to what allows least. */
const strictness: Record<CustomerState, number> = {
  active: 0,
  trading_disabled: 1,
  frozen: 2,
  banned: 3,
};

/** To allow more again needs a second operator; to allow less does not wait for one. */
export function isLifted(before: CustomerState, after: CustomerState): boolean {
  return strictness[after] < strictness[before];
}
