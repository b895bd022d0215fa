import { price, shares } from "@sanshi/money";
import type { ExecutionReport } from "../../venues/reporting-venue.ts";
import type { KeptReport, StoredVenueOrder } from "./venue-orders.store.ts";
import type { VenueOrder } from "./venue-orders.rules.ts";

/** A report as it came. That each type has its columns, the table's constraints say too. */
export function reportOf(row: KeptReport): ExecutionReport {
  const head = {
    sequence: row.sequence,
    executionId: row.execution_id,
    clientOrderId: row.client_order_id,
    at: row.venue_at,
  };
  const { type } = row;
  if (type === "unreadable")
    throw new Error(`report ${row.sequence} of ${row.venue}: ${row.reason}`);
  if (type === "request_unknown" || type === "order_unknown") return { ...head, type };
  const booked = {
    ...head,
    venueOrderId: there(row.venue_order_id, row),
    status: there(row.status, row),
    cumulative: there(row.cumulative, row),
    leaves: there(row.leaves, row),
  };
  const traded = () => ({
    quantity: shares(there(row.quantity, row)),
    price: price(there(row.price, row)),
  });
  switch (type) {
    case "accepted":
    case "cancelled":
    case "expired":
    case "status":
      return { ...booked, type };
    case "rejected":
      return { ...booked, type, reason: there(row.reason, row) };
    case "request_rejected":
      return { ...booked, type, reason: row.reason === "too_late" ? "too_late" : "not_allowed" };
    case "trade":
      return { ...booked, type, ...traded() };
    case "replaced":
      return { ...booked, type, quantity: traded().quantity, limit: traded().price };
    case "busted":
      return { ...booked, type, of: there(row.refers_to, row) };
    case "corrected":
      return { ...booked, type, of: there(row.refers_to, row), ...traded() };
  }
}

function there<Value>(value: Value | null, { sequence, venue }: KeptReport): Value {
  if (value === null) throw new Error(`report ${sequence} of ${venue} lacks a figure`);
  return value;
}

export function venueOrderOf(row: StoredVenueOrder): VenueOrder {
  return {
    state: row.state,
    venueOrderId: row.venue_order_id,
    clientOrderId: row.client_order_id,
    quantity: row.quantity,
    limit: row.limit_price,
    filled: row.filled,
    busted: row.busted,
    request: requestOf(row),
    wantsCancel: row.wants_cancel,
  };
}

function requestOf(row: StoredVenueOrder): VenueOrder["request"] {
  const { request_id: clientOrderId, request_kind: kind } = row;
  if (clientOrderId === null) return null;
  if (kind === "cancel") return { kind, clientOrderId };
  const { request_quantity: quantity, request_limit: limit } = row;
  if (kind !== "replace" || quantity === null || limit === null) {
    throw new Error(`the request ${clientOrderId} says neither cancel nor what to replace`);
  }
  return { kind, clientOrderId, quantity, limit };
}
