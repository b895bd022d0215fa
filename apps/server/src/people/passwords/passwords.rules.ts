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
  oldPassword: string | null;
  account: string;
}): Objection {
  if (!fundPasswordPattern.test(form.newPassword)) return "fund_password_not_six_digits";
  if (isSimple(form.newPassword, form.account)) return "fund_password_too_simple";
  if (form.newPassword !== form.newPassword2) return "passwords_do_not_match";
  if (form.newPassword === form.oldPassword) return "password_unchanged";
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

/**
 * What guessing begins with: a date, part of the own account number, or a pattern (one or two digits alone,
 * pairs, a repeated or mirrored half, equal steps such as 123456 or 246802, two runs such as 123789).
 */
function isSimple(digits: string, account: string): boolean {
  return hasPattern(digits) || isDate(digits) || account.includes(digits);
}

function hasPattern(digits: string): boolean {
  const [first, second] = [digits.slice(0, 3), digits.slice(3)];
  const isMirrored = [...first].toReversed().join("") === second;
  return (
    new Set(digits).size <= 2 ||
    /^(.)\1(.)\2(.)\3$/.test(digits) ||
    first === second ||
    isMirrored ||
    stepsOf(digits).size === 1 ||
    (isRun(first) && isRun(second))
  );
}

/** Counting up or down by one, or one digit alone. */
function isRun(digits: string): boolean {
  const [step, ...others] = stepsOf(digits);
  return others.length === 0 && [0, 1, 9].includes(step ?? -1);
}

/** From each digit to the next, modulo ten: 1 counts up, 9 counts down. */
function stepsOf(digits: string): Set<number> {
  const steps = [...digits].slice(1).map((digit, at) => Number(digit) - Number(digits[at]));
  return new Set(steps.map((step) => (step + 10) % 10));
}

/** A birthday, year or month or day first, or a month of the last century or this. */
function isDate(digits: string): boolean {
  const [one = 0, two = 0, three = 0] = [0, 2, 4].map((at) => Number(digits.slice(at, at + 2)));
  const isDay = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31;
  const isMonthOfYear = (one === 19 || one === 20) && three >= 1 && three <= 12;
  return isDay(two, three) || isDay(one, two) || isDay(two, one) || isMonthOfYear;
}
