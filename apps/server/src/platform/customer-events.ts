import { randomUUID } from "node:crypto";
import type { CustomerEvent } from "@sanshi/contract";
import type { Job, Jobs } from "./jobs.ts";
import type { Logger } from "./log.ts";
import { firstRow, sql, type Database, type Transaction } from "./sql/database.ts";
import { listenerName, type Listener } from "./sql/listener.ts";
import type { LookForOthersRow, OthersChangedRow } from "./customer-events.sql-types.ts";

/**
 * What happens to a customer, told to whichever process holds the customer's stream. An event is a
 * hint to look again, never the only copy of a fact: one that is lost costs a moment's staleness.
 */
export type CustomerEvents = Job & {
  publish(customerId: bigint, event: CustomerEvent): void;
  subscribe(deliver: (customerId: bigint, event: CustomerEvent) => void): void;
};

export const customerEventChannel = "customer_event";
/** PostgreSQL takes less than 8000 bytes in a notification; an event has about 200, all of them ASCII. */
const payloadLengthMax = 7_000;
const eventsMax = 400;
const others = sql`(SELECT count(*) > 1 FROM pg_stat_activity
  WHERE application_name = ${listenerName} AND datname = current_database())`;
/** For so long a process that has just started may miss another's events. */
const lookForOthersEveryMs = 1_000;

/** Tells it once the transaction is committed, and not at all if it is not. */
export function publishWith(
  transaction: Transaction,
  customerId: bigint,
  event: CustomerEvent,
): Promise<void> {
  return publishAllWith(transaction, [{ customerId, event }]);
}

/** The same for many events, in one statement. */
export async function publishAllWith(
  transaction: Transaction,
  events: readonly { customerId: bigint; event: CustomerEvent }[],
): Promise<void> {
  const payloads = events.map(({ customerId, event }) =>
    JSON.stringify({ customerId: customerId.toString(), event }),
  );
  await sql`SELECT pg_notify(${customerEventChannel}, payload)
    FROM unnest(${payloads}::text[]) AS payload`.execute(transaction);
}

export function createCustomerEvents({
  database,
  listener,
  jobs,
  log,
}: {
  database: Database;
  listener: Listener;
  jobs: Jobs;
  log: Logger;
}): CustomerEvents {
  const deliveries: ((customerId: bigint, event: CustomerEvent) => void)[] = [];
  const waiting: string[] = [];
  // Every process has its own name, so that it does not deliver its own events twice.
  const origin = randomUUID();
  let sending = false;
  let othersListen = true;

  listener.on(customerEventChannel, (payload) => {
    for (const line of payload.split("\n")) {
      const told = JSON.parse(line) as {
        customerId: string;
        event: CustomerEvent;
        origin?: string;
      };
      if (told.origin !== origin) deliverHere(BigInt(told.customerId), told.event);
    }
  });

  function deliverHere(customerId: bigint, event: CustomerEvent): void {
    for (const deliver of deliveries) deliver(customerId, event);
  }

  // Alone, as most instances are, there is nobody to tell: an order then costs no notification.
  async function lookForOthers(): Promise<void> {
    const row = await firstRow(database.reader, sql<LookForOthersRow>`SELECT ${others} AS others`);
    othersListen = row?.others ?? true;
  }
  const look = () => lookForOthers().catch(() => void (othersListen = true));
  void look();
  const isDue = () =>
    sql<OthersChangedRow>`SELECT coalesce(${others} <> ${othersListen}, true) AS due`;
  const failure = "no other process was looked for";
  const looking = jobs.repeat({ everyMs: lookForOthersEveryMs, failure, isDue }, look);

  // Events of one moment go as one statement and share notifications: an order's hot path must not
  // pay a round trip each. Nor does a hint wait for the disk.
  async function send(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const payloads = intoPayloads(waiting.splice(0, eventsMax));
      await sql`SELECT pg_notify(${customerEventChannel}, payload),
          set_config('synchronous_commit', 'off', true)
        FROM unnest(${payloads}::text[]) AS payload`
        .execute(database.reader)
        .catch((error: unknown) => log.warn({ err: error }, "customer events were not sent"));
    }
    sending = false;
  }

  return {
    publish(customerId, event) {
      deliverHere(customerId, event);
      if (!othersListen) return;
      waiting.push(JSON.stringify({ customerId: customerId.toString(), event, origin }));
      if (!sending) void send();
    },
    subscribe: (deliver) => void deliveries.push(deliver),
    stop: looking.stop,
  };
}

/** One event a line, as many lines as a notification carries. */
function intoPayloads(events: readonly string[]): string[] {
  const payloads: string[] = [];
  let payload = "";
  for (const event of events) {
    if (payload !== "" && payload.length + event.length > payloadLengthMax) {
      payloads.push(payload);
      payload = "";
    }
    payload += payload === "" ? event : `\n${event}`;
  }
  if (payload !== "") payloads.push(payload);
  return payloads;
}
