import type { RefusalCode } from "@sanshi/contract/refusals";
import { accountPattern, passwordLengthMin } from "@sanshi/contract/constants";
import { placeText, type RefusedFields } from "@sanshi/web/refused-fields";
import { refusalText } from "./text.ts";
import type { Refusal } from "./api.ts";

/** Places a refusal beside the field that it is about, or above the button. */
export function placeRefusal<Name extends string>(
  refusal: Refusal,
  fieldByCode: Partial<Record<RefusalCode, Name>>,
): RefusedFields<Name> {
  return placeText(refusal, refusalText(refusal), fieldByCode);
}

/** The specification: a ten-digit mobile number. */
export function checkAccount(account: string): string | undefined {
  return accountPattern.test(account) ? undefined : refusalText({ code: "account_not_ten_digits" });
}

/** The rule of a new password that the client can know; the server also knows the common ones. */
export function checkNewPassword(password: string): string | undefined {
  if ([...password].length >= passwordLengthMin) return undefined;
  return refusalText({ code: "password_too_short", params: { length: String(passwordLengthMin) } });
}

export function checkSame(password: string, again: string): string | undefined {
  return password === again ? undefined : refusalText({ code: "passwords_do_not_match" });
}

/** Only what is wrong; undefined when nothing is. */
export function refusedOnly<Name extends string>(
  checks: Readonly<Record<Name, string | undefined>>,
): RefusedFields<Name> | null {
  const wrong = Object.entries(checks).filter((entry) => entry[1] !== undefined);
  return wrong.length === 0 ? null : (Object.fromEntries(wrong) as RefusedFields<Name>);
}

/** Digits as a Japanese or Chinese keyboard may write them, without blanks and hyphens. */
export function cleanDigits(typed: string): string {
  return typed
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[\s\-‐－ー]/g, "");
}
