import type { OrderKind, TimeInForce } from "@sanshi/contract";
import type { AskedHours } from "./extended-hours.rules.ts";

/** What a closing order asks for. */
export type ClosingForm = AskedHours & {
  kind: OrderKind;
  price: string | undefined;
  stopPrice?: string | undefined;
  /** Of a stop that follows the market, one of the two. */
  trailAmount?: string | undefined;
  trailPercent?: string | undefined;
  /** Undefined: everything that is left. */
  quantity: string | undefined;
  timeInForce: TimeInForce;
  goodUntil?: string | undefined;
  /** No dividend is to lower its prices. */
  doNotReduce?: boolean | undefined;
  /** The larger order that it is a part of; never said by a customer. */
  groupId?: string | undefined;
};

/** What is to be changed of a working order; what is undefined stays as it is. */
export type ReplaceForm = AskedHours & {
  price: string | undefined;
  stopPrice: string | undefined;
  trailAmount?: string | undefined;
  trailPercent?: string | undefined;
  quantity: string | undefined;
};

/** The bracket as typed: undefined stays as it is, an empty text takes the price away. */
export type BracketForm = { takeProfit: string | undefined; stopLoss: string | undefined };
