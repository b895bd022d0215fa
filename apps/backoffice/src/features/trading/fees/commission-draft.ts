import {
  formatMinor,
  parseMinor,
  parseScaled,
  parseShares,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import { feeSchedule, feesUnder, withCommission, type Commission } from "@sanshi/rulebook";
import type { Output } from "../../../shared/calls.ts";

export type Fees = Output<"/api/ops/fees">;

/** As it is typed: the rate in per cent, amounts in the market's currency; an empty maximum is none. */
export type CommissionDraft = { from: string; rate: string; minimum: string; maximum: string };
export type DraftFault = keyof CommissionDraft;

/** What is planned for a day is changed there; otherwise a change begins with what holds today. */
export function draftOf({ commission, earliest, decisions }: Fees): CommissionDraft {
  const planned = decisions.findLast(({ state }) => state === "planned");
  const { rate, minimum, maximum } = planned?.commission ?? commission;
  return { from: planned?.valid_from ?? earliest, rate, minimum, maximum: maximum ?? "" };
}

/** The day's planned change that the draft would take the place of. */
export function isReplacing({ decisions }: Fees, { from }: CommissionDraft): boolean {
  return decisions.some(({ state, valid_from: day }) => state === "planned" && day === from);
}

/** What was typed as numbers, or the fields that are wrong. */
export function readDraft(
  fees: Fees,
  draft: CommissionDraft,
): { commission: Commission; faults: [] } | { commission: null; faults: DraftFault[] } {
  const { currency, ceiling, earliest, latest } = fees;
  const amount = (text: string) => parseMinor(plain(text), currency);
  const rate = parseScaled(plain(draft.rate), 4);
  const minimumMinor = amount(draft.minimum);
  const maximumMinor = draft.maximum.trim() === "" ? null : amount(draft.maximum);
  const rateMax = parseScaled(ceiling.rate, 4) ?? 0n;
  const minimumMax = amount(ceiling.minimum) ?? 0n;
  const faults: DraftFault[] = [];
  if (draft.from < earliest || draft.from > latest) faults.push("from");
  if (rate === null || rate < 0n || rate > rateMax) faults.push("rate");
  if (minimumMinor === null || minimumMinor < 0n || minimumMinor > minimumMax) {
    faults.push("minimum");
  }
  const isCrossed = maximumMinor !== null && maximumMinor < (minimumMinor ?? 0n);
  const isNothing = draft.maximum.trim() !== "" && (maximumMinor ?? 0n) <= 0n;
  if (isCrossed || isNothing) faults.push("maximum");
  if (faults.length > 0 || rate === null || minimumMinor === null) {
    return { commission: null, faults };
  }
  return {
    commission: { validFrom: draft.from, rate, minimumMinor, maximumMinor },
    faults: [],
  };
}

/** As the wire spells it: without blanks and separators, and no full-width figures. */
export function plain(typed: string): string {
  return typed.normalize("NFKC").replaceAll(/[\s,%]/g, "");
}

/** A trade to show fees by; an operator can type another. */
export const exampleTrades: Record<MarketKey, { value: string; shares: string }> = {
  jpy: { value: "300000", shares: "100" },
  usd: { value: "5000", shares: "50" },
  cny: { value: "20000", shares: "100" },
};

export type ExampleFees = Record<"commission" | "buy" | "sell", string>;

/** What the trade costs today and by the draft, as the rulebook reckons; null where something is missing. */
export function exampleFees(
  fees: Fees,
  typed: CommissionDraft,
  trade: { value: string; shares: string },
): { now: ExampleFees; then: ExampleFees } | null {
  const { type: market, currency, date, commission } = fees;
  const then = readDraft(fees, typed).commission;
  const today = readTerms(fees, commission);
  const value = parseMinor(plain(trade.value), currency);
  const quantity = parseShares(plain(trade.shares));
  if (then === null || today === null || value === null || quantity === null) return null;
  if (value <= 0n || quantity <= 0n) return null;
  const shown = (on: string, own: Commission): ExampleFees => {
    const schedule = withCommission(feeSchedule(market, on), own);
    const [buy, sell] = (["buy", "sell"] as const).map((side) =>
      feesUnder(schedule, { side, notionalMinor: value, quantity }),
    );
    const money = (amount: Minor | undefined) => formatMinor(amount ?? (0n as Minor), currency);
    const own_part = buy?.items.find(({ name }) => name === "broker_commission");
    return {
      commission: money(own_part?.amountMinor),
      buy: money(buy?.totalMinor),
      sell: money(sell?.totalMinor),
    };
  };
  return { now: shown(date, today), then: shown(then.validFrom, then) };
}

function readTerms({ currency, date }: Fees, terms: Fees["commission"]): Commission | null {
  const rate = parseScaled(terms.rate, 4);
  const minimumMinor = parseMinor(terms.minimum, currency);
  const maximumMinor = terms.maximum === null ? null : parseMinor(terms.maximum, currency);
  if (rate === null || minimumMinor === null) return null;
  return { validFrom: date, rate, minimumMinor, maximumMinor };
}
