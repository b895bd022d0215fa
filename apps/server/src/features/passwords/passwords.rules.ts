import {
  fundPasswordPattern,
  fundPasswordResetHours,
  passwordResetUsableDays,
  type RefusalCode,
} from "@sanshi/contract";

export type Objection = RefusalCode | null;

const usableMs = passwordResetUsableDays * 24 * 3_600_000;

/** What speaks against a new fund password, whoever sets it. */
export function objectToFundPassword(form: {
  newPassword: string;
  newPassword2: string;
  account: string;
}): Objection {
  if (!fundPasswordPattern.test(form.newPassword)) return "fund_password_not_six_digits";
  if (isSimple(form.newPassword, form.account)) return "fund_password_too_simple";
  if (form.newPassword !== form.newPassword2) return "passwords_do_not_match";
  return null;
}

export type FundPasswordChange =
  | "fund_password_set"
  | "fund_password_changed"
  | "fund_password_reset_done";

/** By what right a fund password is set; null where the old one is missing, and no reset is due. */
export function rightToSet(
  stored: { resetDueAt: number | null } | null,
  oldPassword: string | null,
  now: number,
): FundPasswordChange | null {
  if (stored === null) return "fund_password_set";
  if (oldPassword !== null) return "fund_password_changed";
  const { resetDueAt } = stored;
  if (resetDueAt === null || now < resetDueAt || now >= resetExpiryOf(resetDueAt)) return null;
  return "fund_password_reset_done";
}

export function resetDueFrom(requestedAt: number): number {
  return requestedAt + fundPasswordResetHours * 3_600_000;
}

/** From when it is as if nobody had asked: a right that nobody uses does not lie about for ever. */
export function resetExpiryOf(dueAt: number): number {
  return dueAt + usableMs;
}

/** What was due by then has expired now. */
export function expiredBefore(now: number): number {
  return now - usableMs;
}

/** One digit, two that take turns, a sequence, a repeated half, or the end of the own account number. */
function isSimple(digits: string, account: string): boolean {
  const steps = new Set([...digits].slice(1).map((digit, at) => stepOf(digits[at] ?? "", digit)));
  const isSequence = steps.size === 1 && [0, 1, 9].includes([...steps][0] ?? -1);
  const isRepeated = digits.slice(0, 3) === digits.slice(3) || /^(..)\1\1$/.test(digits);
  return isSequence || isRepeated || account.endsWith(digits) || account.startsWith(digits);
}

/** From one digit to the next, modulo ten: 1 counts up, 9 counts down. */
function stepOf(from: string, to: string): number {
  return (Number(to) - Number(from) + 10) % 10;
}
