import { price, shares, type Price, type Shares } from "@sanshi/money";
import type {
  CancelRequest,
  ExecutionReport,
  NewOrder,
  ReplaceRequest,
  VenueStatus,
} from "../../apps/server/src/venues/reporting-venue.ts";
import type { RandomSource } from "../simulation/random-source.ts";

export type BookedOrder = {
  venueOrderId: string;
  /** Of the request that it was last accepted under. */
  clientOrderId: string;
  code: string;
  side: "buy" | "sell";
  quantity: Shares;
  limit: Price;
  immediateOrCancel: boolean;
  status: VenueStatus;
  filled: Shares;
  busted: Shares;
  trades: Map<string, { quantity: Shares; price: Price }>;
};

export type AtOnce = "all" | "some" | "none";

type Unnumbered<Report> = Report extends ExecutionReport
  ? Omit<Report, "sequence" | "executionId" | "at">
  : never;
export type NewReport = Unnumbered<ExecutionReport>;

/** The slow venue's own book: what it decides of what has arrived, and what its market does with it. */
export type VenueBook = {
  orders: ReadonlyMap<string, BookedOrder>;
  enter(order: NewOrder): BookedOrder;
  cancel(order: BookedOrder, request: CancelRequest): void;
  replace(order: BookedOrder, request: ReplaceRequest): void;
  trade(order: BookedOrder, wanted: Shares): void;
  end(order: BookedOrder, status: "cancelled" | "expired", clientOrderId: string): void;
  takeOut(order: BookedOrder): void;
  working(): BookedOrder[];
};

export function createVenueBook(
  random: RandomSource,
  { isRejected, atOnce }: { isRejected: () => boolean; atOnce: () => AtOnce },
  report: (of: NewReport) => ExecutionReport,
): VenueBook {
  const orders = new Map<string, BookedOrder>();
  return { orders, enter, cancel, replace, trade, end, takeOut, working };

  function enter(asked: NewOrder): BookedOrder {
    const { clientOrderId, code, side, quantity, limit, immediateOrCancel } = asked;
    const order: BookedOrder = {
      venueOrderId: `V${orders.size + 1}`,
      clientOrderId,
      code,
      side,
      quantity,
      limit,
      immediateOrCancel,
      status: "working",
      filled: shares(0n),
      busted: shares(0n),
      trades: new Map(),
    };
    orders.set(clientOrderId, order);
    if (isRejected()) {
      order.status = "rejected";
      report({ ...figures(order), type: "rejected", reason: "not today" });
      return order;
    }
    report({ ...figures(order), type: "accepted" });
    if (!asked.immediateOrCancel) return order;
    const found = { all: quantity, none: shares(0n), some: null }[atOnce()];
    trade(order, found ?? shares(BigInt(random(Number(quantity) + 1))));
    if (order.status === "working") end(order, "cancelled", clientOrderId);
    return order;
  }

  function cancel(order: BookedOrder, { clientOrderId }: CancelRequest): void {
    if (order.status !== "working") return refuse(order, clientOrderId, "too_late");
    if (isRejected()) return refuse(order, clientOrderId, "not_allowed");
    order.clientOrderId = clientOrderId;
    end(order, "cancelled", clientOrderId);
  }

  function replace(order: BookedOrder, asked: ReplaceRequest): void {
    const { clientOrderId, quantity, limit } = asked;
    if (order.status !== "working" || quantity <= order.filled + order.busted) {
      return refuse(order, clientOrderId, "too_late");
    }
    if (isRejected()) return refuse(order, clientOrderId, "not_allowed");
    Object.assign(order, { clientOrderId, quantity, limit });
    report({ ...figures(order), type: "replaced", quantity, limit });
  }

  function refuse(
    order: BookedOrder,
    clientOrderId: string,
    reason: "too_late" | "not_allowed",
  ): void {
    report({ ...figures(order), type: "request_rejected", clientOrderId, reason });
  }

  function end(order: BookedOrder, status: "cancelled" | "expired", clientOrderId: string): void {
    order.status = status;
    report({ ...figures(order), type: status, clientOrderId });
  }

  function working(): BookedOrder[] {
    return [...orders.values()].filter(({ status }) => status === "working");
  }

  function trade(order: BookedOrder, wanted: Shares): void {
    const left = order.quantity - order.filled - order.busted;
    const quantity = shares(wanted < left ? wanted : left);
    if (quantity <= 0n || order.status !== "working") return;
    const better = BigInt(random(50));
    const at = price(order.side === "buy" ? order.limit - better : order.limit + better);
    order.filled = shares(order.filled + quantity);
    if (quantity === left) order.status = "filled";
    const { executionId } = report({ ...figures(order), type: "trade", quantity, price: at });
    order.trades.set(executionId, { quantity, price: at });
  }

  /** The last trade counts no more, or was another. */
  function takeOut(order: BookedOrder): void {
    const last = [...order.trades].at(-1);
    if (last === undefined) return;
    const [of, { quantity, price: at }] = last;
    order.trades.delete(of);
    const kept = shares(random(2) === 0 ? 0n : BigInt(1 + random(Number(quantity))));
    order.filled = shares(order.filled - quantity + kept);
    order.busted = shares(order.busted + quantity - kept);
    if (kept === 0n) {
      report({ ...figures(order), type: "busted", of });
      return;
    }
    const moved = price(order.side === "buy" ? at - 1n : at + 1n);
    const corrected = report({
      ...figures(order),
      type: "corrected",
      of,
      quantity: kept,
      price: moved,
    });
    order.trades.set(corrected.executionId, { quantity: kept, price: moved });
  }
}

export function figures(order: BookedOrder) {
  const { venueOrderId, clientOrderId, status, filled, busted, quantity } = order;
  const leaves = shares(status === "working" ? quantity - filled - busted : 0n);
  return { venueOrderId, clientOrderId, status, cumulative: filled, leaves };
}
