import { minor, type Minor } from "@sanshi/money";

/** What a customer gains or loses by a transfer: of the available money, and of the debt that a gap left. */
export type Settlement = { available: Minor; shortfall: Minor };

/**
 * Whatever comes in repays first what is still unpaid; what cannot be paid out of the available money
 * becomes a debt that is shown. Balances as they are: `shortfall` is zero or below.
 */
export function settleNet(
  net: Minor,
  balances: { available: Minor; shortfall: Minor },
): Settlement {
  if (net >= 0n) {
    const owed = -balances.shortfall;
    const repaid = net < owed ? net : owed;
    return { available: minor(net - repaid), shortfall: minor(repaid) };
  }
  const there = balances.available > 0n ? balances.available : 0n;
  const paid = -net < there ? -net : there;
  return { available: minor(-paid), shortfall: minor(net + paid) };
}
