import type { MarketKey } from "@sanshi/money";
import { shortSellingRules } from "./data/short-selling.ts";
import { dated } from "./dated.ts";
import type { LimitClass } from "./price-limits.ts";
import type { LocalDate, RuleReference } from "./rule-reference.ts";
import type { TickClass } from "./tick-sizes.ts";

/**
 * Whether a stock may be sold short on a day. No list of loanable stocks comes with the feed: the
 * large caps of the TOPIX 500 stand for Japan's, the main boards without special treatment for
 * China's. An operator's own list replaces the answer.
 */
export function shortSelling(stock: {
  readonly market: MarketKey;
  readonly tickClass: TickClass;
  readonly limitClass: LimitClass;
  readonly date: LocalDate;
}): { offered: boolean; reference: RuleReference } {
  const { stocks, reference } = dated(shortSellingRules[stock.market], stock.date);
  return { offered: stocks === "all" || (stocks === "loanable" && isLoanable(stock)), reference };
}

function isLoanable({ market, tickClass, limitClass }: Parameters<typeof shortSelling>[0]) {
  return market === "jpy" ? tickClass !== "standard" : limitClass === "standard";
}
