import { randomUUID } from "node:crypto";
import { createBatchConnections } from "../../../platform/sql/batch-connections.ts";
import { firstRow, sql, type Database } from "../../../platform/sql/database.ts";
import type { ProbeRow } from "./order-probe.sql-types.ts";
import { probeOpenings } from "../storing/openings.store.ts";

/** Whether an order could be placed now: its path is gone from end to end, and what it wrote cancelled. */
export type OrderProbe = {
  /** Throws the fault that an order would meet. */
  placeAndCancel(): Promise<void>;
  end(): Promise<void>;
};

/**
 * On a connection of its own kind but not the orders' own: several batches are under way on one of those,
 * and what is cancelled would take theirs with it.
 */
export function createOrderProbe({ database }: { database: Database }): OrderProbe {
  const connections = createBatchConnections(database.connectionString, 1);
  let underWay: Promise<void> | null = null;

  async function probe(): Promise<void> {
    // A request names a customer; on an instance without one the statement runs over nothing.
    const customer = await firstRow(
      database.reader,
      sql<ProbeRow>`SELECT id FROM customer ORDER BY id LIMIT 1`,
    );
    const rows =
      customer === undefined
        ? []
        : [
            {
              customerId: customer.id,
              requestId: randomUUID(),
              inputHash: "00",
              answer: '{"refused":"invalid_request"}',
              waitsBefore: 0,
              spentBefore: 0n,
              lentBefore: 0n,
              order: null,
            },
          ];
    await probeOpenings(connections, rows);
  }

  return {
    placeAndCancel() {
      // Whoever asks while one is under way hears what becomes of that.
      underWay ??= probe().finally(() => (underWay = null));
      return underWay;
    },
    end: () => connections.end(),
  };
}
