import type { FeeLineOnWire } from "@sanshi/contract";
import { formatMinor, settlementCurrency, type MarketKey } from "@sanshi/money";
import {
  beforeRecords,
  feeRate,
  feeSchedule,
  withCommission,
  type Commission,
  type FeeLine,
  type FeeSchedule,
  type FeesKey,
  type LocalDate,
} from "@sanshi/rulebook";

/** One approved decision on a market's commission; without terms it withdraws what was planned. */
export type CommissionDecision = {
  id: bigint;
  market: MarketKey;
  validFrom: LocalDate;
  terms: Omit<Commission, "validFrom"> | null;
};

/**
 * A market's own commissions by the day from which each holds: of the decisions on a day, the newest.
 *
 * @param decisions of one market, in the order in which they were made.
 */
export function commissionsOf(decisions: readonly CommissionDecision[]): readonly Commission[] {
  const byDay = new Map(decisions.map((decision) => [decision.validFrom, decision.terms]));
  return [...byDay]
    .flatMap(([validFrom, terms]) => (terms === null ? [] : [{ ...terms, validFrom }]))
    .toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1));
}

/** The one that holds on a day; null where the operator had decided nothing by then. */
export function commissionOn(
  commissions: readonly Commission[],
  date: LocalDate,
): Commission | null {
  return commissions.findLast(({ validFrom }) => validFrom <= date) ?? null;
}

/** What trades cost on a day: the rulebook's lines with the operator's commission for the market among them. */
export function scheduleOn(
  of: FeesKey,
  date: LocalDate,
  commissions: readonly Commission[],
): FeeSchedule {
  const schedule = feeSchedule(of, date);
  const own = commissionOn(commissions, date);
  return own === null ? schedule : withCommission(schedule, own);
}

export function feeLineOnWire(market: MarketKey, line: FeeLine): FeeLineOnWire {
  const currency = settlementCurrency(market);
  const { reference, minimumMinor, maximumMinor } = line;
  return {
    name: line.name,
    sides: line.sides,
    basis: line.basis,
    rate: feeRate(market, line),
    minimum: formatMinor(minimumMinor, currency),
    maximum: maximumMinor === null ? null : formatMinor(maximumMinor, currency),
    rule: reference.rule,
    since: reference.validFrom === beforeRecords ? null : reference.validFrom,
    source: reference.source,
    confirmed: reference.confirmed,
  };
}
