import {
  withdrawalObstacles,
  type CustomerState,
  type RefusalCode,
  type WithdrawalObstacle,
  minuteMs,
} from "@sanshi/contract";
import { formatMinor, readAmount, type Currency, type Minor } from "@sanshi/money";

export type Objection = { code: RefusalCode; params?: Record<string, string> };

/** What decides whether a customer may withdraw at all, whatever the amount. */
export type Standing = {
  state: CustomerState;
  /** Until when nothing leaves after a reset, in real time; null where there is no such hold. */
  resetHoldUntil: number | null;
  isVerified: boolean;
  hasFundPassword: boolean;
  hasCard: boolean;
  hours: { open: boolean; opensAt: number | null };
  /** What a closing left unpaid, in the first currency that has any; null where nothing is owed. */
  unpaidDebt: { amount: Minor; currency: Currency } | null;
  /** What is owed on credit loans, in the first currency that has any. */
  unpaidLoan: { amount: Minor; currency: Currency } | null;
  /** What could be closed: not what the house does not let go. */
  holdsPositions: boolean;
  requiresNoPositions: boolean;
  underReview: number;
  underReviewMax: number;
};

export type Asked = { amount: string; currency: Currency };

/** The card that was asked for, as it is now. */
export type CardFacts = {
  usableFrom: number | null;
  /** Whether its holder is the verified person; null where letters cannot tell. */
  isCustomers: boolean | null;
};

export type Limits = {
  minimum: Minor;
  maximum: Minor;
  available: Minor;
  /** What is said of an amount that is available and has not settled; null of one that has. */
  objectToUnsettled(amount: Minor): Objection | null;
  /** What margin lets leave; null where nothing is held on it. */
  margin: { isCalled: boolean; room: Minor } | null;
};

/** May this customer withdraw this amount to this card now? In the order of the contract's refusals. */
export function checkWithdrawal(
  asked: Asked,
  standing: Standing,
  card: CardFacts | null,
  limits: Limits,
): { ok: true; amount: Minor } | { ok: false; objection: Objection } {
  const read = readAmount(asked.amount, asked.currency);
  if (!read.ok) {
    const isTooPrecise = read.fault === "amount_too_precise";
    const params = isTooPrecise ? { params: { digits: String(read.digits) } } : {};
    return { ok: false, objection: { code: read.fault, ...params } };
  }
  const objection = firstOf(
    () =>
      objectToStanding(standing, [
        "account_frozen",
        "reset_hold",
        "not_verified",
        "fund_password_not_set",
      ]),
    () => objectToCard(card),
    () => objectToStanding(standing, ["withdrawals_closed"]),
    () => objectToLimits(read.amount, asked.currency, limits),
    () =>
      objectToStanding(standing, [
        ...(["unpaid_debt", "unpaid_loan_exists", "positions_held"] as const),
        "fund_operation_in_progress",
      ]),
    () => (read.amount > limits.available ? { code: "insufficient_balance" } : null),
    () => limits.objectToUnsettled(read.amount),
    () => objectToMargin(read.amount, asked.currency, limits),
  );
  return objection === null ? { ok: true, amount: read.amount } : { ok: false, objection };
}

/** All that stands in the way now, for the screen to say before an amount is typed. */
export function obstaclesOf(
  standing: Standing,
): { code: WithdrawalObstacle; params?: Record<string, string> }[] {
  return withdrawalObstacles.flatMap((code) => {
    const params = obstacles[code](standing);
    return params === null ? [] : [{ code, ...(Object.keys(params).length > 0 && { params }) }];
  });
}

/** Each obstacle: null where it is not there, else what fills its sentence. */
const obstacles: Readonly<
  Record<WithdrawalObstacle, (standing: Standing) => Record<string, string> | null>
> = {
  account_frozen: ({ state }) => (state === "frozen" || state === "banned" ? {} : null),
  reset_hold: ({ resetHoldUntil: until }) =>
    until === null ? null : { until: new Date(until).toISOString() },
  not_verified: ({ isVerified }) => (isVerified ? null : {}),
  fund_password_not_set: ({ hasFundPassword }) => (hasFundPassword ? null : {}),
  card_not_found: ({ hasCard }) => (hasCard ? null : {}),
  withdrawals_closed: ({ hours: { open, opensAt } }) => (open ? null : opening(opensAt)),
  unpaid_debt: ({ unpaidDebt: debt }) =>
    debt === null
      ? null
      : { amount: formatMinor(debt.amount, debt.currency), currency: debt.currency },
  unpaid_loan_exists: ({ unpaidLoan: loan }) =>
    loan === null
      ? null
      : { amount: formatMinor(loan.amount, loan.currency), currency: loan.currency },
  positions_held: ({ holdsPositions, requiresNoPositions }) =>
    requiresNoPositions && holdsPositions ? {} : null,
  fund_operation_in_progress: ({ underReview, underReviewMax }) =>
    underReview >= underReviewMax ? {} : null,
};

function opening(opensAt: number | null): Record<string, string> {
  return opensAt === null ? {} : { opens_at: new Date(opensAt).toISOString() };
}

function objectToStanding(
  standing: Standing,
  codes: readonly WithdrawalObstacle[],
): Objection | null {
  for (const code of codes) {
    const params = obstacles[code](standing);
    if (params !== null) return { code, ...(Object.keys(params).length > 0 && { params }) };
  }
  return null;
}

function objectToCard(card: CardFacts | null): Objection | null {
  if (card === null) return { code: "card_not_found" };
  if (card.usableFrom !== null) {
    const until = new Date(card.usableFrom).toISOString();
    return { code: "card_cooling_off", params: { until } };
  }
  return card.isCustomers === false ? { code: "card_holder_differs" } : null;
}

/** What a position on margin stands on stays in the account, whichever way it would leave. */
export function objectToMargin(
  amount: Minor,
  currency: Currency,
  { margin }: Pick<Limits, "margin">,
): Objection | null {
  if (margin === null) return null;
  if (margin.isCalled) return { code: "margin_call_open" };
  if (amount <= margin.room) return null;
  return { code: "margin_needed", params: { max: formatMinor(margin.room, currency), currency } };
}

function objectToLimits(amount: Minor, currency: Currency, limits: Limits): Objection | null {
  const { minimum, maximum } = limits;
  if (amount < minimum) {
    const params = { min: formatMinor(minimum, currency), currency };
    return { code: "amount_below_minimum", params };
  }
  if (amount <= maximum) return null;
  return {
    code: "amount_above_maximum",
    params: { max: formatMinor(maximum, currency), currency },
  };
}

function firstOf(...objections: readonly (() => Objection | null)[]): Objection | null {
  for (const object of objections) {
    const objection = object();
    if (objection !== null) return objection;
  }
  return null;
}

/** When the money is expected to arrive, and by when at the latest. */
export function arrivalOf(
  requestedAt: number,
  arrivalMinutes: number,
  endOfNextDay: number,
): { expectedBy: number; latestBy: number } {
  const expectedBy = requestedAt + arrivalMinutes * minuteMs;
  return { expectedBy, latestBy: Math.max(expectedBy, endOfNextDay) };
}

/** After a promise that was missed: the latest that was said at the request, or the end of another day. */
export function nextPromise(latestBy: number, endOfNextDay: number, now: number): number {
  return latestBy > now ? latestBy : endOfNextDay;
}
