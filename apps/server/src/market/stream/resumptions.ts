import type { Context } from "../../context.ts";
import type { Connection } from "./connection.ts";
import {
  resumedEventsMax,
  resumeFrom,
  sequenceAt,
  eventsToSend,
  type Asked,
} from "./missed-events.rules.ts";
import { eventsSince } from "./missed-events.store.ts";

/** After a restart everybody comes at once, and calls want the database too. */
const resumingAtOnce = 3;

type Resumptions = {
  /** Grows with every call, and with time, across restarts and processes. */
  sequence(): string;
  /** Tells what was missed: events and `resumed`, or `gap`. */
  resume(connection: Connection, asked: Asked): Promise<void>;
};

export function createResumptions({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Resumptions {
  let last = 0n;
  let underWay = 0;
  const waiting: (() => void)[] = [];

  function sequence(): string {
    const now = sequenceAt(clock.now());
    last = now > last ? now : last + 1n;
    return last.toString();
  }

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (underWay >= resumingAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
      waiting.shift()?.();
    }
  }

  return {
    sequence,
    async resume(connection, asked) {
      const { customerId } = connection;
      if (customerId === null) return;
      const from = resumeFrom(asked, clock.now());
      // What happens from here on comes by itself.
      const upTo = sequence();
      const found =
        from === null
          ? null
          : await inTurn(() =>
              // One more than are told shows that there are too many.
              eventsSince(database.reader, customerId, { from, limit: resumedEventsMax + 1 }),
            );
      connection.isResuming = false;
      if (connection.state !== "live") return;
      const missed = found === null ? null : eventsToSend(found);
      if (missed === null) return connection.send({ op: "gap", sequence: upTo });
      for (const { at, event } of missed) {
        connection.send({ op: "event", sequence: sequenceAt(at).toString(), event, resumed: true });
      }
      connection.send({ op: "resumed", sequence: upTo });
    },
  };
}
