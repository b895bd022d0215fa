import { marketKey } from "../wire.ts";
import { z } from "zod";

/** How a figure's value is to be read; `word` and `words` are keys that the apps have words for. */
const factUnits = [
  "plain",
  "word",
  "words",
  "dates",
  "percent",
  "plus_minus",
  "plus_minus_percent",
  "shares",
  "lots",
  "trading_days",
  "months",
  "minutes",
  "times",
] as const;

const ruleText = z.object({
  /** A key such as `sse`, with its name in English and what it is: an exchange, a regulator, a broker. */
  publisher: z.string(),
  publisher_name: z.string(),
  publisher_kind: z.string(),
  /** In the language of the text, with its number. */
  title: z.string(),
  date: z.iso.date().nullable(),
  address: z.url().nullable(),
});

const ruleVersion = z.object({
  /** The rule's key, as a refusal names it. */
  rule: z.string(),
  /** The first day on which it holds like this; null where it is not known, and `in_force_before` says more, or where the day is older than the record. */
  since: z.iso.date().nullable(),
  /** False where that day rests on general knowledge. */
  since_confirmed: z.boolean(),
  in_force_before: z.iso.date().nullable(),
  /** Whether an official text confirms all of it. */
  confirmed: z.boolean(),
  texts: z.array(ruleText),
  /** The texts in a line, with what they leave open. */
  source: z.string(),
  facts: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      unit: z.enum(factUnits),
      /** Up to or above what the value holds. */
      bound: z.string().nullable(),
    }),
  ),
});

const listedRule = ruleVersion.extend({
  /** Stable, so that a link leads to it. */
  id: z.string(),
  subject: z.string(),
  /** Whom it is for where a market has several: a board, an exchange, a group of stocks. */
  scope: z.string().nullable(),
  /** What is known to follow, by its day. */
  changes: z.array(ruleVersion),
});

export const rulesBody = z.object({
  /** Whether orders are held to the exchanges' rules, or to this site's own of a market to learn in. */
  market_rules: z.enum(["practice", "exchange"]),
  markets: z.array(
    z.object({
      type: marketKey,
      /** The market's own day, on which the versions hold. */
      date: z.iso.date(),
      rules: z.array(listedRule),
    }),
  ),
});

export type RulesBody = z.output<typeof rulesBody>;
export type ListedRuleOnWire = z.output<typeof listedRule>;
export type RuleVersionOnWire = z.output<typeof ruleVersion>;
