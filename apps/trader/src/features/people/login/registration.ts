import type { RefusedFields } from "@sanshi/web/refused-fields";
import {
  checkAccount,
  checkNewPassword,
  checkSame,
  refusedOnly,
} from "../../../shared/refused-fields.ts";
import { refusalText } from "../../../shared/text.ts";

export type Registration = {
  account: string;
  password: string;
  password2: string;
  invite_code: string;
  agree: boolean;
};

/** Beside which field each of the call's refusals stands. */
export const registrationFields = {
  account_not_ten_digits: "account",
  account_exists: "account",
  password_too_short: "password",
  password_too_common: "password",
  passwords_do_not_match: "password2",
  invitation_code_required: "invite_code",
  inviter_not_found: "invite_code",
  agreement_required: "agree",
} as const;

/** What the client can know before it asks, all fields at once. Null when nothing is wrong. */
export function checkRegistration(form: Registration): RefusedFields<keyof Registration> | null {
  return refusedOnly({
    account: checkAccount(form.account),
    password: checkNewPassword(form.password),
    password2: checkSame(form.password, form.password2),
    invite_code:
      form.invite_code === "" ? refusalText({ code: "invitation_code_required" }) : undefined,
    agree: form.agree ? undefined : refusalText({ code: "agreement_required" }),
  });
}
