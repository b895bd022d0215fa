import { iso, type CallOutput, type Calls, type TimeInForce } from "@sanshi/contract";
import {
  auctionAt,
  calendarStatusAt,
  marketStatus,
  nextExtendedPhase,
  nextMeeting,
} from "@sanshi/rulebook";
import type { Context } from "../../../context.ts";
import type { Instrument } from "../../../market-feed/market-feed.ts";
import { isForAuction, tradesFrom } from "../checking/validity.rules.ts";

export type Meets = NonNullable<CallOutput<Calls["/trade/preview-order"]>["meets"]>;

type Waiting = {
  instrument: Instrument;
  kind: string;
  timeInForce: TimeInForce;
  expiresAt: number | null;
  isExtended: boolean;
};

/** Where what is not filled now meets the market first; null where trading is on. */
export function meetingOf(
  { instrument, kind, timeInForce, expiresAt, isExtended }: Waiting,
  { clock, hours }: Pick<Context, "clock" | "hours">,
): Meets | null {
  const { exchange, market } = instrument;
  const on = (by: Meets["by"], at: number): Meets => ({
    by,
    at: iso(at),
    at_status: calendarStatusAt(market, at, hours),
  });
  if (isForAuction(timeInForce) && expiresAt !== null) {
    const own = auctionAt(exchange, expiresAt, hours);
    return own === null ? null : on(own.auction, own.matchesAt);
  }
  const now = clock.now();
  const from = tradesFrom({ timeInForce, expiresAt });
  if (from !== null) return now < from ? on("after_hours_fixed_price", from) : null;
  if (isExtended && !marketStatus(market, now, hours).isOpen) {
    const next = nextExtendedPhase(now, hours);
    if (next === null || next.from <= now || next.phase === "night") return null;
    return on(next.phase, next.from);
  }
  const meeting = nextMeeting(instrument, now, hours, kind === "market");
  return meeting === null || meeting.at === now ? null : on(meeting.by, meeting.at);
}
