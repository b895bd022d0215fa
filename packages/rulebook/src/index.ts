export * from "./after-hours.ts";
export * from "./auction-price.ts";
export * from "./auctions.ts";
export { blockLimits, type BlockLimits } from "./block-trades.ts";
export {
  addTradingDays,
  asIfEntered,
  calendarGeneration,
  calendarReference,
  calendarStatus,
  expectedYear,
  isHalfDay,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
  setEnteredYears,
  yearOfDays,
  type CalendarStatus,
  type EnteredYear,
  type ExpectedDay,
  type UnscheduledClosing,
  type YearOfDays,
} from "./calendars.ts";
export {
  publishers,
  type Publisher,
  type PublisherKey,
  type PublisherKind,
} from "./data/publishers.ts";
export type { Source } from "./data/sources.ts";
export * from "./dated.ts";
export * from "./day-traders.ts";
export * from "./day-trading.ts";
export * from "./identity.ts";
export * from "./intraday-fees.ts";
export * from "./exchange-rules.ts";
export * from "./extended-hours.ts";
export * from "./fees.ts";
export * from "./free-day-pauses.ts";
export * from "./interest.ts";
export {
  boardOfCode,
  exchangesOfCode,
  isGrowthBoardCode,
  limitClassOfCode,
  type Exchange,
} from "./listing-codes.ts";
export { daysAfter, instantOf, localDate, localMinuteOfDay, marketTimeZone } from "./local-time.ts";
export * from "./lending.ts";
export * from "./lots.ts";
export * from "./margin.ts";
export * from "./margin-figures.ts";
export * from "./new-listings.ts";
export { marginTerm, monthsAfter, type MarginTerm } from "./margin-terms.ts";
export * from "./order-forms.ts";
export * from "./price-bands.ts";
export * from "./price-limits.ts";
export * from "./rule-changes.ts";
export {
  listRules,
  rulesOfStock,
  ruleSubjects,
  type ListedRule,
  type RuleSubject,
  type RuleVersion,
} from "./rule-list.ts";
export type { FactUnit, RuleFact } from "./rule-facts.ts";
export * from "./rule-reference.ts";
export * from "./sessions.ts";
export * from "./settlement.ts";
export * from "./share-lending.ts";
export * from "./short-selling.ts";
export * from "./tick-sizes.ts";
export * from "./trailing-stops.ts";
export * from "./widened-limits.ts";
