import { operatorPasswordLengthMin, type AnyRefusalCode } from "@sanshi/contract";

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
