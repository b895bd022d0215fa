import type { CustomerState } from "@sanshi/contract";

const strictness: Record<CustomerState, number> = {
  active: 0,
  trading_disabled: 1,
  frozen: 2,
  banned: 3,
};

/**
 * A restriction protects the customer's money and cannot wait for a second operator; giving back what
 * was taken needs one, and so does renewing what is there.
 */
export function needsFourEyes(before: CustomerState, after: CustomerState): boolean {
  return strictness[after] <= strictness[before];
}

export type Sort = "newest" | "oldest" | "account";

/** Accounts are digits; a customer is found by the beginning, or by any part of four or more. */
export function accountPattern(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "");
  if (!/^\d{1,10}$/.test(digits)) return null;
  return digits.length >= 4 ? `%${digits}%` : `${digits}%`;
}
