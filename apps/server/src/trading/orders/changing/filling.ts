import type { Minor, Price } from "@sanshi/money";
import type { Match } from "../../../venues/execution-venue.ts";
import type { FeeSchedules } from "../../fees/fees.ts";
import type { FillQuote } from "../storing/openings.store.ts";

/** What of an order is filled now: the quote, what the venue made of it, and what trades cost by day. */
export type Filling = {
  quote: FillQuote;
  match: Match;
  now: number;
  fees: Pick<FeeSchedules, "of">;
  /** The market has just reached the stop of an order that has a limit of its own beside it. */
  triggers?: boolean;
  /** At which it trades now, null at the market; left out, the order's own. */
  limit?: Price | null;
  /** Of a trade that is done, whatever its customer has by now: what leverage can still lend. */
  lendable?: Minor;
};
