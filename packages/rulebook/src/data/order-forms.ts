import type { Exchange } from "../listing-codes.ts";
import { beforeRecords, cited, type RuleReference } from "../rule-reference.ts";
import { sources } from "./sources.ts";

/** How an order is placed. */
export type FormKind = "market" | "limit" | "stop" | "stop_limit" | "oco" | "trailing_stop";

/**
 * How long it stands, or when it may trade: at the next opening or closing auction alone (MOO, LOO, MOC, LOC; 寄成,
 * 寄指, 引成, 引指), at a limit and in the close at the market (不成), after hours at the close's price alone (盘后固定
 * 价格), or at once and no more.
 */
export type Validity =
  | "day"
  | "until_cancelled"
  | "until_date"
  | "at_open"
  | "at_close"
  | "market_at_close"
  | "after_hours"
  | "immediate_or_cancel"
  | "fill_or_kill";

/** Kinds that close what is held, and open nothing: a trailing stop, as Japanese brokers have it. */
export const closingKinds: readonly FormKind[] = ["trailing_stop"];

/** Which orders the brokers of an exchange take. What is not listed is refused, with the rule named. */
export type OrderForms = {
  readonly reference: RuleReference;
  readonly validities: Readonly<Record<FormKind, readonly Validity[]>>;
};

const lasting = ["until_cancelled", "day", "until_date"] as const;

/** Tokyo takes IOC of brokers; fill or kill is a derivatives order there. */
const tokyo: OrderForms = {
  reference: cited("jp_order_forms", beforeRecords, [sources.sbiOrders, sources.monexStops], {
    unconfirmed: "which orders brokers take, as two say; that Tokyo has no fill or kill for shares",
  }),
  validities: {
    market: ["until_cancelled", "day", "at_open", "at_close", "immediate_or_cancel"],
    limit: [...lasting, "at_open", "at_close", "market_at_close", "immediate_or_cancel"],
    stop: lasting,
    stop_limit: lasting,
    oco: lasting,
    trailing_stop: lasting,
  },
};

const newYork: OrderForms = {
  reference: cited("us_order_forms", beforeRecords, sources.interactiveBrokersOrders, {
    unconfirmed:
      "which orders brokers take, as one says; that stops last as limits do; fill or kill at the market",
  }),
  validities: {
    market: [
      "until_cancelled",
      "day",
      "at_open",
      "at_close",
      "immediate_or_cancel",
      "fill_or_kill",
    ],
    limit: [...lasting, "at_open", "at_close", "immediate_or_cancel", "fill_or_kill"],
    stop: lasting,
    stop_limit: lasting,
    oco: lasting,
    trailing_stop: lasting,
  },
};

/**
 * The mainland's exchanges have no orders for an auction alone. What stands for longer than a day are the brokers'
 * conditional orders (条件单), which have an end; that a limit stands until it is cancelled is this site's own.
 * Of market orders Shanghai and Shenzhen have those of which the rest is cancelled, Shenzhen those of all or nothing.
 */
function mainland(further: readonly Validity[], ofLimits: readonly Validity[]): OrderForms {
  return {
    reference: cited("cn_order_forms", beforeRecords, sources.generalKnowledge, {
      unconfirmed: "the exchanges' market orders and the conditional orders of brokers",
    }),
    validities: {
      market: ["until_cancelled", "day", "immediate_or_cancel", ...further],
      limit: ["until_cancelled", "day", ...ofLimits],
      stop: lasting,
      stop_limit: lasting,
      oco: lasting,
      trailing_stop: lasting,
    },
  };
}

export const orderForms: Readonly<Record<Exchange, readonly OrderForms[]>> = {
  TSE: [tokyo],
  NYSE: [newYork],
  NASDAQ: [newYork],
  // Which of their stocks trade after hours on a day is what its sessions say.
  SSE: [mainland([], ["after_hours"])],
  SZSE: [mainland(["fill_or_kill"], ["after_hours"])],
  BSE: [mainland([], [])],
};
