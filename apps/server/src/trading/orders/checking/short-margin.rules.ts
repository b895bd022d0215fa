import { localDate, marginRules, ruleParams, shortKept } from "@sanshi/rulebook";
import type { Instrument, Quote } from "../../../market-feed/market-feed.ts";
import { object, type Refused } from "./order-checks.rules.ts";

/**
 * A short begins with what it has to keep, or a call would follow at once: in New York that is a least amount
 * a share, and more than the value of what is cheapest, which is not sold short here.
 */
export function checkShortMargin(
  { side, leverage }: { side: "long" | "short"; leverage: string },
  offered: readonly number[],
  { market, exchange }: Instrument,
  quote: Quote | null,
  now: number,
): Refused | null {
  if (side === "long" || quote === null || quote.last <= 0n) return null;
  const rules = marginRules(market, localDate(market, now));
  if (rules.shortLeast.length === 0) return null;
  const kept = shortKept(rules, quote.last);
  const covers = (multiple: number) => 100n * quote.last >= kept * BigInt(multiple);
  if (covers(Number(leverage))) return null;
  const rule = ruleParams(rules.reference, exchange);
  if (!covers(1)) return object("short_not_offered", rule);
  const max = Math.max(1, ...offered.filter(covers));
  return object("leverage_not_offered", { max: String(max), ...rule });
}
