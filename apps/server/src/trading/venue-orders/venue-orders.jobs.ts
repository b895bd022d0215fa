import type { Context } from "../../context.ts";
import type { ReportingVenue } from "../../venues/reporting-venue.ts";
import { openVenueLine } from "./venue-line.ts";
import type { BookEffects } from "./applying.ts";

const lookEveryMs = 50;

/** Keeps the line to the venue until it is stopped. */
export async function startVenueJobs(
  { database, clock, jobs, log }: Pick<Context, "database" | "clock" | "jobs" | "log">,
  venue: ReportingVenue,
  book: BookEffects,
): Promise<{ stop(): Promise<void> }> {
  const line = await openVenueLine({ database, clock, log, venue, book });
  const failure = "the venue was not looked after, it will be";
  const looking = jobs.repeat({ everyMs: lookEveryMs, failure }, () => line.look());
  return {
    async stop() {
      await looking.stop();
      await line.stop();
    },
  };
}
