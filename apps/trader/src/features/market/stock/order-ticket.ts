import { quantityMax, reservedAtStop } from "@sanshi/contract/constants";
import type { CallInput, CallOutput, Calls, OrderKind, TimeInForce } from "@sanshi/contract";
import {
  displayDecimal,
  formatScaled,
  formatShares,
  parseMinor,
  parsePrice,
  parseShares,
  priceDigits as storedDigits,
  settlementCurrency,
  shares,
  type Price,
  type Shares,
} from "@sanshi/money";
import { inLanguage } from "@sanshi/web/language";
import type { Translate } from "../../../shared/text.ts";
import { wireNumber } from "./keypad-text.ts";
import { plainPrice, stepPrice } from "./order-price.ts";
import { feeMillionthsOf, quantityForFraction, type Fraction } from "./order-quantity.ts";
import type { LiveStock, StockDetail } from "./stock-queries.ts";

export type OrderInput = CallInput<Calls["/trade/preview-order"]>;
export type OrderPreview = CallOutput<Calls["/trade/preview-order"]>;
export type Side = OrderInput["side"];

/** What the customer has entered. */
export type Ticket = {
  side: Side;
  kind: OrderKind;
  price: string;
  stop: string;
  quantity: string;
  leverage: number;
  timeInForce: TimeInForce;
  /** Empty is none. */
  takeProfit: string;
  stopLoss: string;
  /** The touched part of the buying power; null once the quantity was typed or stepped. */
  fraction: Fraction | null;
};

/** What can be typed. */
export type TextField = "price" | "stop" | "quantity" | "takeProfit" | "stopLoss";

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
    takeProfit: "",
    stopLoss: "",
    fraction: null,
  };
}

export function hasLimit(kind: OrderKind): boolean {
  return kind === "limit" || kind === "stop_limit";
}

export function hasStop(kind: OrderKind): boolean {
  return kind === "stop" || kind === "stop_limit";
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

/** How many decimals a price may be typed with: those of the tick. */
export function typedDigits(stock: StockDetail): number {
  const decimals = stock.tick.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return Math.min(storedDigits, decimals);
}

/** The call's form; null while something of it is missing. */
export function orderInput(stock: StockDetail, ticket: Ticket): OrderInput | null {
  const { kind, quantity } = ticket;
  const limit = wireNumber(ticket.price);
  const stop = wireNumber(ticket.stop);
  const takeProfit = wireNumber(ticket.takeProfit);
  const stopLoss = wireNumber(ticket.stopLoss);
  if (quantity === "" || quantity === "0") return null;
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
    ...(kind !== "market" && { time_in_force: ticket.timeInForce }),
    ...(takeProfit !== "" && { take_profit: takeProfit }),
    ...(stopLoss !== "" && { stop_loss: stopLoss }),
  };
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
  const currency = settlementCurrency(stock.type);
  const available = parseMinor(power.available ?? "", currency);
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
  if (hasLimit(kind)) return parsePrice(wireNumber(ticket.price));
  if (kind === "market") return parsePrice(otherSideOrLast(side, live));
  const stop = parsePrice(wireNumber(ticket.stop));
  if (stop === null || side === "short") return stop;
  return reservedAtStop(stop);
}
