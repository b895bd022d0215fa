import { iso, isoOrNull, venueOrdersShownMax } from "@sanshi/contract";
import { formatShares } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept, refuse } from "../../platform/outcome.ts";
import { tryAgain } from "./venue-orders.ts";
import { heldUpOrders, strayReports } from "./set-aside.store.ts";

/** What of a venue's reports waits for somebody, and has it tried again. */
export function venueOrderRoutes({ operatorHttp, database, venue, quotes }: Context): void {
  operatorHttp.handle("/api/ops/venue-orders", async ({ audit }) => {
    audit.about("venue-orders");
    const found = await heldUpOrders(database.reader, venueOrdersShownMax);
    const strays = await strayReports(database.reader, venue.name);
    return accept({
      items: found.map((row) => ({
        id: row.order_id.toString(),
        account: row.account,
        type: row.market,
        code: row.code,
        names: quotes.names(row.market, row.code),
        side: row.side,
        quantity: formatShares(row.quantity),
        filled: formatShares(row.filled),
        report: row.report_type ?? "",
        reports: row.reports,
        sequence: (row.sequence ?? 0n).toString(),
        since: iso(row.since ?? 0),
        dispute: row.dispute,
        fault: row.reason,
        attempts: row.attempts ?? 0,
        retry_at: isoOrNull(row.retry_at),
      })),
      total: found[0]?.total ?? 0,
      strays: strays.map((row) => ({
        sequence: row.sequence.toString(),
        client_order_id: row.client_order_id,
        report: row.type,
        since: iso(row.received_at),
      })),
    });
  });
  operatorHttp.handle("/api/ops/venue-orders/:id/retry", async ({ input, audit }) => {
    audit.about(input.id);
    const retried = await database.transaction((transaction) =>
      tryAgain(transaction, BigInt(input.id)),
    );
    return retried ? accept({}) : refuse("venue_order_not_held_up");
  });
}
