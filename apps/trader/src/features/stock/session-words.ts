import type { CallOutput, Calls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

type StockDetail = CallOutput<Calls["/market/stock"]>;

/** What the session chip says; times are ISO 8601. */
export type SessionWords =
  | { kind: "always" | "halted" | "order_only" | "auction" | "after_hours" | "closed_unknown" }
  | { kind: "open" | "lunch"; at: string }
  | { kind: "closed"; at: string; day: "today" | "tomorrow" | "later" };

export const timeZones: Record<MarketKey, string> = {
  jpy: "Asia/Tokyo",
  usd: "America/New_York",
  cny: "Asia/Shanghai",
};

const phaseKinds: Readonly<Record<string, "order_only" | "auction" | "after_hours">> = {
  order_only: "order_only",
  opening_auction: "auction",
  closing_auction: "auction",
  after_hours_fixed_price: "after_hours",
};

/**
 * How a stock's session is called now.
 *
 * @param now milliseconds since the epoch on the app's clock
 * @param zone the customer's time zone: "tomorrow" is theirs
 */
export function sessionWords(
  stock: Pick<StockDetail, "type" | "halted" | "market">,
  now: number,
  zone: string,
): SessionWords {
  const { market, halted, type } = stock;
  if (halted) return { kind: "halted" };
  if (market.open) {
    // Only a market that never closes runs until its own midnight.
    const runsOn =
      market.closes_at === null || clockAt(market.closes_at, timeZones[type]) === "00:00";
    return runsOn ? { kind: "always" } : { kind: "open", at: market.closes_at ?? "" };
  }
  const phase = phaseKinds[market.phase ?? ""];
  if (phase !== undefined) return { kind: phase };
  if (market.opens_at === null) return { kind: "closed_unknown" };
  // Trading starts in the morning everywhere: a start from noon on is the end of a lunch break.
  if (clockAt(market.opens_at, timeZones[type]) >= "12:00")
    return { kind: "lunch", at: market.opens_at };
  return { kind: "closed", at: market.opens_at, day: dayOf(market.opens_at, now, zone) };
}

function dayOf(at: string, now: number, zone: string): "today" | "tomorrow" | "later" {
  const date = dateAt(Date.parse(at), zone);
  const today = dateAt(now, zone);
  if (date === today) return "today";
  const noon = new Date(`${today}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() + 1);
  return date === noon.toISOString().slice(0, 10) ? "tomorrow" : "later";
}

function clockAt(at: string, timeZone: string): string {
  const options = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(Date.parse(at));
}

/** Sweden writes dates as ISO 8601 does. */
function dateAt(at: number, timeZone: string): string {
  const options = { timeZone, year: "numeric", month: "2-digit", day: "2-digit" } as const;
  return new Intl.DateTimeFormat("sv-SE", options).format(at);
}
