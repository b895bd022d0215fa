import { quantityMax, reservedAtStop } from "@sanshi/contract/constants";
import type { CallInput, CallOutput, Calls, OpeningKind, TimeInForce } from "@sanshi/contract";
import {
  displayDecimal,
  divide,
  formatMinor,
  formatScaled,
  formatShares,
  minor,
  minorDigits,
  parseMinor,
  parsePrice,
  parseShares,
  priceDigits as storedDigits,
  settlementCurrency,
  shares,
  type Minor,
  type Price,
  type Shares,
} from "@sanshi/money";
import { inLanguage } from "@sanshi/web/language";
import type { Translate } from "../../../shared/text.ts";
import { mayBeReduced } from "../../../shared/validity-field.tsx";
import { wireNumber } from "./keypad-text.ts";
import {
  exitsOnWire,
  missingExit,
  nameOf,
  type TextField,
  type TicketExit,
  type TypedField,
} from "./order-exits.ts";
import { plainPrice, stepPrice } from "./order-price.ts";
import { feeMillionthsOf, quantityForFraction, type Fraction } from "./order-quantity.ts";
import type { LiveStock, StockDetail } from "./stock-queries.ts";

export type { TextField };
export type OrderInput = CallInput<Calls["/trade/preview-order"]>;
export type OrderPreview = CallOutput<Calls["/trade/preview-order"]>;
export type Side = OrderInput["side"];

/** What the customer has entered. */
export type Ticket = {
  side: Side;
  kind: OpeningKind;
  price: string;
  stop: string;
  quantity: string;
  leverage: number;
  timeInForce: TimeInForce;
  /** Of an order until a date alone. */
  goodUntil: string;
  /** No dividend is to lower its prices. */
  doNotReduce: boolean;
  /** Of a limit order on a US stock: in extended hours too. */
  isExtended: boolean;
  /** Empty is none. */
  takeProfit: string;
  stopLoss: string;
  /** Exits for parts, in place of these two for all; empty where there are none. */
  exits: readonly TicketExit[];
  /** The touched part of the buying power; null once the quantity was typed or stepped. */
  fraction: Fraction | null;
  /** What is to be spent, fees included, where the quantity follows from that; null where it is typed. */
  amount: string | null;
};

export const sharesMax = shares(quantityMax);

/** How a ticket is opened: from a button, or from a price in the order book. */
export type TicketStart = { side: Side; price: string | null };

export function firstTicket(stock: StockDetail, start: TicketStart): Ticket {
  return {
    side: start.side,
    kind: start.price === null ? "market" : "limit",
    price: plainPrice(start.price ?? otherSideOrLast(start.side, stock)),
    stop: "",
    quantity: stock.lot_min,
    leverage: 1,
    timeInForce: "until_cancelled",
    goodUntil: "",
    doNotReduce: false,
    isExtended: false,
    takeProfit: "",
    stopLoss: "",
    exits: [],
    fraction: null,
    amount: null,
  };
}

/** Money on margin, or the shares of a short. */
export function borrows({ side, leverage }: Pick<Ticket, "side" | "leverage">): boolean {
  return side === "short" || leverage > 1;
}

export function hasLimit(kind: OpeningKind): boolean {
  return kind === "limit" || kind === "stop_limit" || kind === "oco";
}

export function hasStop(kind: OpeningKind): boolean {
  return kind === "stop" || kind === "stop_limit" || kind === "oco";
}

/** Where a stop begins: one tick beyond the market, on the side on which stops lie. */
export function firstStop(stock: StockDetail, side: Side, now: string): string {
  const from = parsePrice(now);
  const tick = parsePrice(stock.tick);
  if (from === null || tick === null) return "";
  const steps = side === "long" ? 1 : -1;
  return priceText(stepPrice({ from, tick, steps, ...limitsOf(stock) }), stock);
}

/** The day's limits; null where the market has none. */
export function limitsOf({ limit_down: low, limit_up: high }: StockDetail) {
  return {
    low: low === null ? null : parsePrice(low),
    high: high === null ? null : parsePrice(high),
  };
}

/** How many decimals may be typed: of a price those of the tick, of an amount the currency's. */
export function digitsOf(stock: StockDetail, typed: TypedField): number {
  const field = nameOf(typed);
  if (field === "quantity") return 0;
  if (field === "trailPercent") return 2;
  return field === "amount" ? minorDigits(settlementCurrency(stock.type)) : typedDigits(stock);
}

export function typedDigits(stock: StockDetail): number {
  const decimals = stock.tick.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return Math.min(storedDigits, decimals);
}

/** The call's form; null while something of it is missing. */
export function orderInput(stock: StockDetail, ticket: Ticket): OrderInput | null {
  const { kind, quantity, timeInForce, goodUntil } = ticket;
  // At the market nothing waits for longer than a day anyway.
  const lasts = timeInForce === "until_cancelled" || timeInForce === "day";
  const isUsual = kind === "market" && lasts;
  const isUntilDate = timeInForce === "until_date";
  const limit = wireNumber(ticket.price);
  const stop = wireNumber(ticket.stop);
  const takeProfit = wireNumber(ticket.takeProfit);
  const stopLoss = wireNumber(ticket.stopLoss);
  if (quantity === "" || quantity === "0") return null;
  if (missingExit(ticket.exits) !== null) return null;
  const isInParts = ticket.exits.length > 0;
  if (isUntilDate && goodUntil === "") return null;
  if ((hasLimit(kind) && limit === "") || (hasStop(kind) && stop === "")) return null;
  return {
    type: stock.type,
    code: stock.code,
    side: ticket.side,
    kind,
    ...(hasLimit(kind) && { price: limit }),
    ...(hasStop(kind) && { stop_price: stop }),
    quantity,
    leverage: String(ticket.leverage),
    ...(!isUsual && { time_in_force: timeInForce }),
    ...(isUntilDate && { good_until: goodUntil }),
    ...(isUnreduced(stock, ticket) && { do_not_reduce: "true" as const }),
    ...(ticket.isExtended && mayBeExtended(stock, ticket) && { hours: "extended" as const }),
    ...(!isInParts && takeProfit !== "" && { take_profit: takeProfit }),
    ...(!isInParts && stopLoss !== "" && { stop_loss: stopLoss }),
    ...(isInParts && { exits: exitsOnWire(ticket.exits) }),
  };
}

/** Marked, and of a market and a validity to which a dividend may come. */
export function isUnreduced({ type }: StockDetail, ticket: Ticket): boolean {
  return ticket.doNotReduce && mayBeReduced(type, ticket.timeInForce);
}

/** A limit order with own money, where the house takes such orders for extended hours. */
export function mayBeExtended({ extended }: StockDetail, ticket: Ticket): boolean {
  return extended !== undefined && ticket.kind === "limit" && !borrows(ticket);
}

type BuyingPower = {
  available: string | undefined;
  credit: string | undefined;
  preview: OrderPreview | undefined;
  live: LiveStock;
};

/** The quantity of a fraction, or null while the buying power or a price is unknown. */
export function fractionQuantity(
  stock: StockDetail,
  ticket: Ticket,
  power: BuyingPower,
  percent: Fraction,
): Shares | null {
  const available = parseMinor(power.available ?? "", settlementCurrency(stock.type));
  return quantityFor(stock, ticket, power, available, percent);
}

/** The most shares that an amount pays for, fees included; null while there is none, or a price is unknown. */
export function amountQuantity(
  stock: StockDetail,
  ticket: Ticket,
  power: BuyingPower,
): Shares | null {
  const amount = parseMinor(wireNumber(ticket.amount ?? ""), settlementCurrency(stock.type));
  return quantityFor(stock, ticket, power, amount, 100);
}

/** The amount of a fraction of what is available; null while that is unknown. */
export function fractionAmount(
  stock: StockDetail,
  { available: text }: Pick<BuyingPower, "available">,
  percent: Fraction,
): string | null {
  const currency = settlementCurrency(stock.type);
  const available = parseMinor(text ?? "", currency);
  if (available === null || available <= 0n) return null;
  return formatMinor(minor(divide(available * BigInt(percent), 100n, "floor")), currency);
}

function quantityFor(
  stock: StockDetail,
  ticket: Ticket,
  power: BuyingPower,
  available: Minor | null,
  percent: Fraction,
): Shares | null {
  const currency = settlementCurrency(stock.type);
  const at = costPrice(ticket, power.live);
  const lot = parseShares(stock.lot);
  const least = parseShares(stock.lot_min);
  if (available === null || at === null || lot === null || least === null) return null;
  const fee = parseMinor(power.preview?.fee ?? "", currency);
  const amount = parseMinor(power.preview?.amount ?? "", currency);
  return quantityForFraction({
    available,
    percent,
    price: at,
    lot,
    least,
    currency,
    leverage: ticket.leverage,
    // A short borrows shares: the credit limit is about money.
    credit: ticket.side === "long" ? parseMinor(power.credit ?? "", currency) : null,
    feeMillionths: feeMillionthsOf(fee, amount),
  });
}

/** The button says what it does. */
export function buttonText(stock: StockDetail, ticket: Ticket, t: Translate<"order">): string {
  const act = ticket.side === "long" ? "buy" : "short";
  const words = {
    name: inLanguage(stock.names),
    quantity: displayDecimal(ticket.quantity, 0, 0),
    price: displayDecimal(wireNumber(ticket.price), 2, 4),
    stop: displayDecimal(wireNumber(ticket.stop), 2, 4),
  };
  if (orderInput(stock, ticket) === null) return t(`${act}_nothing`, words);
  const text = t(`${act}_${ticket.kind}`, words);
  return ticket.leverage === 1 ? text : t("with_leverage", { text, times: ticket.leverage });
}

/** The least that can be bought. */
export function lotText(stock: StockDetail): string {
  return displayDecimal(stock.lot_min, 0, 0);
}

/** The wire's spelling of a price that was stepped to: the tick's own decimals. */
export function priceText(value: Price, stock: StockDetail): string {
  const text = formatScaled(value, storedDigits);
  return text.slice(0, text.length - storedDigits + typedDigits(stock)).replace(/\.$/, "");
}

export function quantityText(value: Shares): string {
  return formatShares(value);
}

/** What an order meets at once: a buy the best ask, a sale the best bid. */
export function otherSideOrLast(
  side: Side,
  { ask, bid, price: last }: Pick<LiveStock, "ask" | "bid" | "price">,
): string {
  const best = side === "long" ? ask : bid;
  // At the day's limit nobody stands there: the last price stands in.
  return /[1-9]/.test(best) ? best : last;
}

function costPrice(ticket: Ticket, live: LiveStock): Price | null {
  const { kind, side } = ticket;
  const isDearerAtStop = kind === "oco" && side === "long";
  if (hasLimit(kind) && !isDearerAtStop) return parsePrice(wireNumber(ticket.price));
  if (kind === "market") return parsePrice(otherSideOrLast(side, live));
  const stop = parsePrice(wireNumber(ticket.stop));
  if (stop === null || side === "short") return stop;
  return reservedAtStop(stop);
}
