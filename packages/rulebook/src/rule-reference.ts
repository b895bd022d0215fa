import type { MarketKey } from "@sanshi/money";

/** A day on a market's own calendar, `YYYY-MM-DD`. Two of them compare as strings. */
export type LocalDate = string;

/** `exchange` keeps the real sessions; `always` makes every calendar day one continuous session. */
export type KeptHours = "always" | "exchange";

/** Where recorded days are played, the sessions are those of the record, at the moments at which it plays them. */
export type MarketHours = KeptHours | RecordedHours;

/** The calendar of a record, and how its time and the app's clock belong together. */
export type RecordedHours = {
  /** `always` trades around the clock, on the record's dates. */
  readonly keeps: KeptHours;
  /** What the record's clock shows at a moment of the app's clock. */
  toRecord(at: number): number;
  /** The first whole millisecond of the app's clock at which a moment of the record has come. */
  toApp(at: number): number;
  /** Whether the record has prices of a day, counted from 1970-01-01. */
  isRecorded(market: MarketKey, day: number): boolean;
  /** Whether the record shows that the day ended early. */
  endsEarly(market: MarketKey, day: number): boolean;
  /** The record's first and last day; null where it has none of a market. */
  span(market: MarketKey): { readonly first: number; readonly last: number } | null;
};

/** Where an answer comes from. Every answer of the rulebook carries one. */
export type RuleReference = {
  /** A stable key such as `tse_daily_price_limit`; its texts belong to the apps. */
  readonly rule: string;
  /** The first day on which this version of the rule holds. */
  readonly validFrom: LocalDate;
  /** The page, or `general knowledge`. */
  readonly source: string;
  /** False where no page confirmed the rule: an operator should check it before relying on it. */
  readonly confirmed: boolean;
  /** The day that was asked for lies before the record of the rule: its first version stands in for that of the day. */
  readonly isOlderThanRecord?: true;
};

/** The start date of a rule that is older than anything the rulebook is asked about. */
export const beforeRecords: LocalDate = "1900-01-01";

export const generalKnowledge = "general knowledge";

/** What says in a message or a refusal that the date of that name may still move; nothing where it is certain. */
export function calendarParams(name: string, status: string): Record<string, string> {
  return status === "published" ? {} : { [`${name}_status`]: status };
}

/**
 * What names a market's rule in a refusal: the day from which it holds, or that this day is not known or lies before
 * the record; where it stands, and whether that confirms it.
 */
export function ruleParams(reference: RuleReference): Record<string, string> {
  const { rule, validFrom, source, confirmed, isOlderThanRecord } = reference;
  const day =
    validFrom === beforeRecords
      ? { since_status: isOlderThanRecord === true ? "older_than_record" : "unknown" }
      : { since: validFrom };
  return { rule, ...day, rule_source: source, rule_confirmed: String(confirmed) };
}
