import type { MarketKey } from "@sanshi/money";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** A margin position ends so many months after the day of its trade. */
export type MarginTermRule = { readonly reference: RuleReference; readonly months: number };

/** Standardised margin trading (制度信用) in Tokyo; elsewhere positions have no end. */
export const marginTermRules: Readonly<Record<MarketKey, readonly MarginTermRule[]>> = {
  jpy: [
    {
      reference: cited("jp_margin_term", beforeRecords, [sources.dmmTerm, sources.sbiTerm], {
        unconfirmed:
          "six months to the day, on a holiday the trading day before: two brokers say so",
      }),
      months: 6,
    },
  ],
  usd: [],
  cny: [],
};
