/** A day on a market's own calendar, `YYYY-MM-DD`. Two of them compare as strings. */
export type LocalDate = string;

/** `exchange` keeps the real sessions; `always` makes every calendar day one continuous session. */
export type MarketHours = "always" | "exchange";

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
};

/** The start date of a rule that is older than anything the rulebook is asked about. */
export const beforeRecords: LocalDate = "1900-01-01";

export const generalKnowledge = "general knowledge";

/** What names a market's rule in a refusal, and the day from which it holds where that is known. */
export function ruleParams({ rule, validFrom }: RuleReference): Record<string, string> {
  return validFrom === beforeRecords ? { rule } : { rule, since: validFrom };
}
