import type { Context } from "../../context.ts";
import { isAnyUnfinished } from "./announcements.store.ts";
import { deliverBatch } from "./announcements.ts";

const lookEveryMs = 5_000;

/** Any process may deliver; what one was doing when it ended another goes on with. */
export function startDeliveries(context: Context): { look(): void; stop(): Promise<void> } {
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  async function deliver(): Promise<void> {
    try {
      while (!stopped && (await deliverBatch(context)));
    } catch (error) {
      context.log.warn({ err: error }, "an announcement could not be delivered yet");
    }
  }

  function look(): void {
    if (stopped) return;
    if (running !== null) {
      again = true;
      return;
    }
    again = false;
    running = deliver().then(() => {
      running = null;
      if (again) look();
    });
  }

  const failure = "announcements were not looked for";
  const isDue = isAnyUnfinished;
  const looking = context.jobs.repeat({ everyMs: lookEveryMs, failure, isDue }, () => {
    look();
    return running;
  });
  look();
  return {
    look,
    async stop() {
      stopped = true;
      await looking.stop();
      await running;
    },
  };
}
