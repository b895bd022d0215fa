import type { MarketKey } from "@sanshi/money";
import { previousTradingDay, tradingDayFrom } from "./calendars.ts";
import { marginTermRules } from "./data/margin-terms.ts";
import { dated } from "./dated.ts";
import { dateOfDay, dayOf } from "./local-time.ts";
import type { LocalDate, MarketHours, RuleReference } from "./rule-reference.ts";

export type MarginTerm = {
  /** The day on which what is left is closed by force. */
  readonly dueOn: LocalDate;
  /** The last day on which the customer can close it. */
  readonly lastDay: LocalDate;
  readonly reference: RuleReference;
};

/** When a margin position of a trading date ends; null where it has no end. */
export function marginTerm(
  market: MarketKey,
  openedOn: LocalDate,
  hours: MarketHours = "exchange",
): MarginTerm | null {
  const rules = marginTermRules[market];
  if (rules.length === 0) return null;
  const { months, reference } = dated(rules, openedOn);
  const day = tradingDayFrom(market, dayOf(monthsAfter(openedOn, months)), -1, hours);
  const dueOn = dateOfDay(day);
  return { dueOn, lastDay: previousTradingDay(market, dueOn, hours), reference };
}

/** The same day of a later or earlier month, or that month's last. */
export function monthsAfter(date: LocalDate, months: number): LocalDate {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(day, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
