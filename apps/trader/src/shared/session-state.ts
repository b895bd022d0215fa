import type { Calls, CallOutput } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

export type MarketStatus = CallOutput<Calls["/market/status"]>[number];
type Session = Pick<MarketStatus, "type" | "open" | "phase" | "opens_at" | "closes_at">;

/** What a session is called; `day` and `at` are for the customer's own place and time. */
export type SessionState =
  | { kind: "always" }
  | { kind: "open"; until: string }
  | { kind: "orders_only" | "auction" | "after_hours" }
  | { kind: "lunch"; at: string }
  | { kind: "closed"; day: "today" | "tomorrow" | "later"; at: string }
  | { kind: "closed_unknown" };

export const timeZones: Record<MarketKey, string> = {
  jpy: "Asia/Tokyo",
  usd: "America/New_York",
  cny: "Asia/Shanghai",
};

const phaseKinds: Readonly<Record<string, "orders_only" | "auction" | "after_hours">> = {
  order_only: "orders_only",
  opening_auction: "auction",
  closing_auction: "auction",
  after_hours_fixed_price: "after_hours",
};

/**
 * Decides what a market's session is called now.
 *
 * @param now milliseconds since the epoch on the app's clock
 * @param timeZone the customer's: "today" and "tomorrow" are theirs
 */
export function sessionState(status: Session, now: number, timeZone: string): SessionState {
  const place = timeZones[status.type];
  if (status.open) {
    if (status.closes_at === null || minuteAt(status.closes_at, place) === "00:00") {
      // Only a market that never closes runs until its own midnight.
      return { kind: "always" };
    }
    return { kind: "open", until: status.closes_at };
  }
  const phase = status.phase === null ? undefined : phaseKinds[status.phase];
  if (phase !== undefined) return { kind: phase };
  if (status.opens_at === null) return { kind: "closed_unknown" };
  // Trading starts in the morning everywhere: a start after noon is the end of a lunch break.
  if (minuteAt(status.opens_at, place) >= "12:00") return { kind: "lunch", at: status.opens_at };
  return { kind: "closed", day: dayOf(status.opens_at, now, timeZone), at: status.opens_at };
}

function dayOf(at: string, now: number, timeZone: string): "today" | "tomorrow" | "later" {
  const date = dateAt(Date.parse(at), timeZone);
  if (date === dateAt(now, timeZone)) return "today";
  // Noon is inside the next day whatever the clocks do tonight.
  const tomorrow = new Date(`${dateAt(now, timeZone)}T12:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return date === tomorrow.toISOString().slice(0, 10) ? "tomorrow" : "later";
}

function minuteAt(at: string, timeZone: string): string {
  return format(Date.parse(at), timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

function dateAt(at: number, timeZone: string): string {
  return format(at, timeZone, { year: "numeric", month: "2-digit", day: "2-digit" });
}

/** Sweden writes dates as ISO 8601 does. */
function format(at: number, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, ...options }).format(at);
}
