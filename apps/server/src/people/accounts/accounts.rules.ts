import { accountPattern, passwordLengthMin, type RefusalCode } from "@sanshi/contract";

/** A refusal of this feature, with what fills its sentence; null where nothing speaks against it. */
export type Objection = { code: RefusalCode; params?: Record<string, string> } | null;

/** Spec section 5: ten digits, matching passwords, an invitation code, the agreement; in this order. */
export function objectToRegistration(form: {
  account: string;
  password: string;
  password2: string;
  inviteCode: string;
  agree: boolean;
  isCommonPassword: boolean;
}): Objection {
  if (!accountPattern.test(form.account)) return { code: "account_not_ten_digits" };
  const password = objectToNewPassword(form.password, form.password2, form.isCommonPassword);
  if (password !== null) return password;
  if (form.inviteCode === "") return { code: "invitation_code_required" };
  if (!form.agree) return { code: "agreement_required" };
  return null;
}

export function objectToNewPassword(
  password: string,
  repeated: string,
  isCommonPassword: boolean,
): Objection {
  if ([...password].length < passwordLengthMin) {
    return { code: "password_too_short", params: { length: String(passwordLengthMin) } };
  }
  if (isCommonPassword) return { code: "password_too_common" };
  if (password !== repeated) return { code: "passwords_do_not_match" };
  return null;
}

/** An invitation code as people retype it: blanks and case do not matter. */
export function normaliseInvitationCode(typed: string): string {
  return typed.replaceAll(/\s/g, "").toUpperCase();
}
