import type { CustomerEvent } from "@sanshi/contract";
import type { Logger } from "./log.ts";
import { sql, type Database } from "./sql/database.ts";
import type { Listener } from "./sql/listener.ts";

/**
 * What happens to a customer, told to whichever process holds the customer's stream. An event is a
 * hint to look again, never the only copy of a fact: one that is lost costs a moment's staleness.
 */
export type CustomerEvents = {
  publish(customerId: bigint, event: CustomerEvent): void;
  subscribe(deliver: (customerId: bigint, event: CustomerEvent) => void): void;
};

export const customerEventChannel = "customer_event";
/** PostgreSQL's own limit of a notification is 8000 bytes; ours are far below. */
const batchMax = 200;

export function createCustomerEvents(
  database: Database,
  listener: Listener,
  log: Logger,
): CustomerEvents {
  const deliveries: ((customerId: bigint, event: CustomerEvent) => void)[] = [];
  const waiting: string[] = [];
  let sending = false;

  listener.on(customerEventChannel, (payload) => {
    const { customerId, event } = JSON.parse(payload) as {
      customerId: string;
      event: CustomerEvent;
    };
    for (const deliver of deliveries) deliver(BigInt(customerId), event);
  });

  // Events of one moment go as one statement: an order's hot path must not pay a round trip each.
  async function send(): Promise<void> {
    sending = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax);
      await sql`SELECT pg_notify(${customerEventChannel}, payload)
        FROM unnest(${batch}::text[]) AS payload`
        .execute(database.reader)
        .catch((error: unknown) => log.warn({ err: error }, "customer events were not sent"));
    }
    sending = false;
  }

  return {
    publish(customerId, event) {
      waiting.push(JSON.stringify({ customerId: customerId.toString(), event }));
      if (!sending) void send();
    },
    subscribe: (deliver) => void deliveries.push(deliver),
  };
}
