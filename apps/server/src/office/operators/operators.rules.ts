import {
  operatorPasswordLengthMin,
  type AnyRefusalCode,
  type OperatorRole,
  type Permission,
} from "@sanshi/contract";
import { may } from "@sanshi/contract/permissions";

type Objection = { code: AnyRefusalCode; params?: Record<string, string> } | null;

/** What wrong passwords for an address are counted under. */
export function signInAttemptsKey(email: string): string {
  return `operator:account:${email}:`;
}

export function objectToOperatorPassword(
  password: string,
  repeated: string,
  isCommon: boolean,
): Objection {
  if ([...password].length < operatorPasswordLengthMin) {
    return { code: "password_too_short", params: { length: String(operatorPasswordLengthMin) } };
  }
  if (isCommon) return { code: "password_too_common" };
  if (password !== repeated) return { code: "passwords_do_not_match" };
  return null;
}

/** With these an operator decides about what another has proposed or begun. */
const decidingPermissions: readonly Permission[] = [
  "approve_proposals",
  "decide_deposits",
  "decide_withdrawals",
  "decide_verifications",
  "decide_loans",
  "decide_login_resets",
];

/** One who proposes, and one who approves. */
const decidersMin = 2;

/**
 * Whether fewer than two would be left with a permission to decide that goes with this operator. One person
 * alone must not be able to bring that about: they would be the only one who decides.
 */
export function takesTheSecondAway(role: OperatorRole, others: readonly OperatorRole[]): boolean {
  return decidingPermissions.some(
    (permission) =>
      may(role, permission) &&
      others.filter((other) => may(other, permission)).length < decidersMin,
  );
}
