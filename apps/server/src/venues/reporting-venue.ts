import type { MarketKey, Price, Shares } from "@sanshi/money";

/**
 * A venue that answers later: it is asked, and says in a stream of execution reports what became of it. The words
 * are FIX's (ClOrdID, OrigClOrdID, OrderID, ExecID, ExecType, CumQty, LeavesQty, MsgSeqNum), spelled out. What a
 * venue has to keep to is `tests/support/reporting-venue-contract.ts`, and why, decision 0049.
 */
export type ReportingVenue = {
  name: string;
  kind: "simulated" | "live";
  answers: "by_reports";
  /**
   * Opens the session. Ends the one before: what that one was still sending arrives no more. Reports after the
   * sequence number are sent again, and then whatever is new.
   *
   * @throws Error where the venue is away.
   */
  connect(after: bigint, listener: VenueListener): Promise<VenueSession>;
};

/**
 * Requests arrive in the order in which they are sent or not at all: never after a later one. That none of these
 * throws says nothing about arrival; the reports do.
 */
export type VenueSession = {
  submit(order: NewOrder): void;
  cancel(request: CancelRequest): void;
  replace(request: ReplaceRequest): void;
  /** Answered by `status` or `request_unknown`, behind all that the venue has reported of the order. */
  askStatus(query: StatusQuery): void;
  /** Sends reports again that did not arrive: both numbers included. */
  askAgain(from: bigint, through: bigint): void;
  end(): void;
};

export type VenueListener = {
  report(report: ExecutionReport): void;
  /** The sequence number of the newest report there is; without it, a lost last one would not be missed. */
  heartbeat(newest: bigint): void;
  /** The session is over, and the venue did not say why. */
  away(): void;
};

/** One id a request. A venue that knows it has had the request, and does nothing a second time. */
export type ClientOrderId = string;

export type NewOrder = {
  clientOrderId: ClientOrderId;
  market: MarketKey;
  code: string;
  side: "buy" | "sell";
  quantity: Shares;
  /** Never none: an order at the market goes with the worst price that its reservation pays for. */
  limit: Price;
  /** What is not filled at once is cancelled. */
  immediateOrCancel: boolean;
};

export type CancelRequest = { clientOrderId: ClientOrderId; originalClientOrderId: ClientOrderId };

/** `quantity` is the whole order's, what is filled included. */
export type ReplaceRequest = CancelRequest & { quantity: Shares; limit: Price };

/** Whether the venue has had the request of this id, and how the order stands that it belongs to. */
export type StatusQuery = { clientOrderId: ClientOrderId };

/** How the venue's own book has the order after the report. */
export type VenueStatus = "working" | "filled" | "cancelled" | "expired" | "rejected";

type Head = {
  /** One by one, over all orders of the venue: a number that is left out is a report that is missing. */
  sequence: bigint;
  /** Of what happened, however often it is reported. */
  executionId: string;
  /** Of the request that is answered, or of the one that the order was last accepted under. */
  clientOrderId: ClientOrderId;
  /** On the venue's clock, in milliseconds since the epoch. */
  at: number;
};

type Booked = Head & {
  venueOrderId: string;
  status: VenueStatus;
  /** Shares of the order that are filled by now, busted ones left out. */
  cumulative: Shares;
  /** Shares that may still be filled; none once it has ended. */
  leaves: Shares;
};

export type ExecutionReport =
  | (Booked & { type: "accepted" })
  | (Booked & { type: "rejected"; reason: string })
  /** A part or all of it: `leaves` says which. */
  | (Booked & { type: "trade"; quantity: Shares; price: Price })
  /** Asked for or not: a venue may cancel by itself. */
  | (Booked & { type: "cancelled" })
  | (Booked & { type: "expired" })
  | (Booked & { type: "replaced"; quantity: Shares; limit: Price })
  /** Of a cancel or a replace: the order stays as it is. */
  | (Booked & { type: "request_rejected"; reason: "too_late" | "not_allowed" })
  /** The trade of that id counts no more. Its shares are not looked for again, nor does the order's status change. */
  | (Booked & { type: "busted"; of: string })
  /** The trade of that id was one at another price, or of fewer shares; from now on it has this report's id. */
  | (Booked & { type: "corrected"; of: string; quantity: Shares; price: Price })
  /** The venue has had the request that was asked for; whatever it made of it is reported before. */
  | (Booked & { type: "status" })
  /** The request that was asked for has never arrived, and arrives no more unless it is sent again. */
  | (Head & { type: "request_unknown" })
  /** What was to be cancelled or replaced has never arrived, and arrives no more unless it is sent again. */
  | (Head & { type: "order_unknown" });
