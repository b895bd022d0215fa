import {
  marginRules,
  shortSelling,
  type LocalDate,
  type MarginRules,
  ruleParams,
} from "@sanshi/rulebook";
import type { Instrument } from "../../market-feed/market-feed.ts";

/** What may be done with a stock on a day, and the rule that says so. */
export type StockOffer = {
  leverages: readonly number[];
  leverageRule: Record<string, string>;
  shortOffered: boolean;
  shortRule: Record<string, string>;
};

/** An operator's own decision on a stock or a market; null leaves it to the market's rules. */
export type OwnOffer = { leverages: readonly number[] | null; shortOffered: boolean | null };

/**
 * The rulebook's offer on a day, or the operator's own where there is one. No leverage is offered
 * that a margin call would follow at once.
 */
export function stockOffer(
  { market, exchange, tickClass, limitClass }: Instrument,
  date: LocalDate,
  own: OwnOffer,
): StockOffer {
  const margin = marginRules(market, date);
  const short = shortSelling({ market, tickClass, limitClass, date });
  const { leverages, shortOffered } = own;
  return {
    leverages:
      leverages === null
        ? margin.leverageMultiples
        : leverages.filter(
            (multiple) => multiple === 1 || startsAboveMaintenance(margin, multiple),
          ),
    leverageRule:
      leverages === null ? ruleParams(margin.reference, exchange) : { rule: "site_leverage" },
    shortOffered: shortOffered ?? short.offered,
    shortRule:
      shortOffered === null
        ? ruleParams(short.reference, exchange)
        : { rule: "site_short_selling" },
  };
}

function startsAboveMaintenance(
  { maintenanceRatio, maintenancePercent, shortMaintenancePercent }: MarginRules,
  multiple: number,
): boolean {
  const percent =
    maintenanceRatio === "equity_to_position" ? 100 / multiple : (100 * multiple) / (multiple - 1);
  return percent > Math.max(maintenancePercent, shortMaintenancePercent);
}
