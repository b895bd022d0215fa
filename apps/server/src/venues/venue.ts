import { shares } from "@sanshi/money";
import type { ExecutionVenue } from "./execution-venue.ts";
import type { ReportingVenue } from "./reporting-venue.ts";

/** Where orders are filled: within the batch, or later, as it reports. */
export type Venue = ExecutionVenue | ReportingVenue;

export function answersLater(venue: Venue): venue is ReportingVenue {
  return "answers" in venue;
}

/** What the batch is shown of a venue: one that answers later fills nothing there, so every order waits for it. */
export function inTheBatch(venue: Venue): ExecutionVenue {
  if (!answersLater(venue)) return venue;
  const { name, kind } = venue;
  const nothing = { slices: [], quantity: shares(0n), value: 0n, price: null };
  return { name, kind, match: () => ({ ...nothing, hasCounterparty: true }) };
}
