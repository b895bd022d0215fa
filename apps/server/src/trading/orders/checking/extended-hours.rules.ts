import type { OrderHours, OrderKind, TimeInForce } from "@sanshi/contract";
import {
  extendedPhaseAt,
  extendedPhases,
  extendedOrderDate,
  isTakenInExtendedHours,
  ruleParams,
} from "@sanshi/rulebook";
import type { Instrument, Quote } from "../../../market-feed/market-feed.ts";
import { object, type MarketFacts, type Refused } from "./order-checks.rules.ts";
import { isUsable } from "./session-quotes.rules.ts";

/** The switches that an order for extended hours needs: the house's, where its feed has such prices, and the customer's. */
export type ExtendedStanding = { offered: boolean; switchedOn: boolean };

/** The hours that an order asks for; with the switches where it asks for more than the regular ones. */
export type AskedHours = {
  hours?: OrderHours | undefined;
  extended?: ExtendedStanding | undefined;
};

/** What decides whether an order may trade in extended hours. */
type ExtendedOrder = {
  kind: OrderKind;
  timeInForce: TimeInForce;
  /** It buys with own money, or sells what was bought with it. */
  isPaidInFull: boolean;
  /** Prices at which what it opens is closed by itself. */
  hasExits: boolean;
};

const lasting: readonly TimeInForce[] = ["day", "until_cancelled", "until_date"];

/** Null of an order for the regular hours, and where nothing speaks against extended ones. */
export function checkExtendedHours(
  asked: AskedHours,
  { kind, timeInForce, isPaidInFull, hasExits }: ExtendedOrder,
  { market }: Pick<Instrument, "market">,
  facts: Pick<MarketFacts, "now" | "hours">,
): Refused | null {
  if (asked.hours !== "extended") return null;
  if (market !== "usd") return object("extended_hours_not_offered");
  const unswitched = checkSwitches(asked);
  if (unswitched !== null) return unswitched;
  if (!isPaidInFull) return object("extended_hours_own_money_only");
  const isTaken = isTakenInExtendedHours(kind) && lasting.includes(timeInForce) && !hasExits;
  return isTaken ? null : limitOnly(facts);
}

/** Null where both are on. */
export function checkSwitches({ extended }: Pick<AskedHours, "extended">): Refused | null {
  if (extended?.offered !== true) return object("extended_hours_not_offered");
  return extended.switchedOn ? null : object("extended_hours_not_switched_on");
}

export function limitOnly({ now, hours }: Pick<MarketFacts, "now" | "hours">): Refused {
  const [phase] = extendedPhases(extendedOrderDate(now, hours), hours);
  return object("extended_hours_limit_only", phase && ruleParams(phase.reference));
}

/** The quote of the extended hours that are on, as far as it can be traded at; null outside of them. */
export function extendedQuote({ extended, now, hours }: MarketFacts): Quote | null {
  if (extended === undefined || extendedPhaseAt(now, hours) === null) return null;
  const quote = extended();
  return quote !== null && !quote.halted && isUsable(quote, now) ? quote : null;
}
