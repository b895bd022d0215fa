import type { CallInput, CallOutput, Calls } from "@sanshi/contract";
import {
  displayDecimal,
  displayMoney,
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
import { useEffect, useState } from "react";
import { RefusedError, type Refusal } from "../../shared/api.ts";
import { stockName } from "../../shared/language.ts";
import { useCall } from "../../shared/queries.ts";
import { useStreamState } from "../../shared/quotes.ts";
import { refusalText, type Translate } from "../../shared/text.ts";
import { serverNow } from "../../shared/times.ts";
import { wireNumber } from "./keypad-text.ts";
import { plainPrice } from "./order-price.ts";
import { feeMillionthsOf, quantityForFraction, type Fraction } from "./order-quantity.ts";
import { fieldOfRefusal, type OrderField } from "./order-refusals.ts";
import { useLiveStock, type LiveStock, type StockDetail } from "./stock-queries.ts";

export type OrderInput = CallInput<Calls["/trade/preview-order"]>;
export type OrderPreview = CallOutput<Calls["/trade/preview-order"]>;

/** What the customer has entered. */
export type Ticket = {
  kind: "market" | "limit";
  priceText: string;
  quantityText: string;
  /** The touched part of the buying power; null once the quantity was typed or stepped. */
  fraction: Fraction | null;
};

/** Typing pauses for as long before the server is asked. */
const previewDelayMs = 220;
const previewMsBetween = 4000;
/** Without the stream, a market order goes by no price older than this. */
const quoteAgeMsMax = 15_000;
export const quantityMax = shares(1_000_000_000n);

export function firstTicket(stock: StockDetail, limitPrice: string | null): Ticket {
  return {
    kind: limitPrice === null ? "market" : "limit",
    priceText: plainPrice(limitPrice ?? askOrLast(stock)),
    quantityText: stock.lot,
    fraction: null,
  };
}

/** How many decimals a price may be typed with: those of the tick. */
export function typedDigits(stock: StockDetail): number {
  const decimals = stock.tick.split(".")[1]?.replace(/0+$/, "").length ?? 0;
  return Math.min(storedDigits, decimals);
}

export type TicketView = ReturnType<typeof useTicketView>;

/** Everything that the ticket shows about what was entered: price, preview, refusals. */
export function useTicketView(stock: StockDetail, ticket: Ticket, refused: RefusedForm | null) {
  const live = useLiveStock(stock);
  const stale = useIsStale(live) && ticket.kind === "market";
  const input = orderInput(stock, ticket);
  const form = input === null ? null : JSON.stringify(input);
  const settled = useSettled(input, form);
  const preview = useCall("/trade/preview-order", settled.input ?? emptyInput, {
    quiet: true,
    keep: true,
    staleTime: 1000,
    enabled: settled.input !== null,
    ...(ticket.kind === "market" &&
      settled.input !== null && { refetchInterval: previewMsBetween }),
  });
  const info = useCall("/user/getUserinfo", {}, { quiet: true });
  const current = settled.form === form && !preview.isPlaceholderData;
  const failed = current && preview.error instanceof RefusedError ? preview.error.refusal : null;
  const refusal = refused !== null && refused.form === form ? refused.refusal : failed;
  return {
    live,
    stale,
    input,
    form,
    preview: failed === null ? preview.data : undefined,
    isChecking: form !== null && (!current || preview.isPending) && failed === null,
    available: preview.data?.available ?? info.data?.[stock.type],
    refusal,
  };
}

/** A refusal of the placing itself; it stands until the form changes. */
export type RefusedForm = { form: string; refusal: Refusal };

/** The quantity of a fraction, or null while the buying power or a price is unknown. */
export function fractionQuantity(
  stock: StockDetail,
  ticket: Ticket,
  view: Pick<TicketView, "available" | "preview" | "live">,
  percent: Fraction,
): Shares | null {
  const currency = settlementCurrency(stock.type);
  const available = parseMinor(view.available ?? "", currency);
  const at = orderPrice(ticket, view.live);
  const lot = parseShares(stock.lot);
  if (available === null || at === null || lot === null) return null;
  const fee = parseMinor(view.preview?.fee ?? "", currency);
  const amount = parseMinor(view.preview?.amount ?? "", currency);
  const feeMillionths = feeMillionthsOf(fee, amount);
  return quantityForFraction({ available, percent, price: at, lot, currency, feeMillionths });
}

export type Obstacle = { field: OrderField; text: string };

/** What keeps the order from being placed, in a sentence and at its field; null when nothing does. */
export function obstacleOf(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  t: Translate<"order">,
): Obstacle | null {
  if (stock.halted) return { field: "ticket", text: refusalText({ code: "instrument_halted" }) };
  if (view.refusal !== null) {
    const field = fieldOfRefusal(view.refusal) ?? "ticket";
    return { field, text: refusalSentence(view.refusal) };
  }
  if (ticket.kind === "limit" && wireNumber(ticket.priceText) === "") {
    return { field: "price", text: t("enter_price") };
  }
  if (ticket.quantityText === "" || ticket.quantityText === "0") {
    return ticket.fraction === null
      ? { field: "quantity", text: t("enter_quantity") }
      : { field: "quantity", text: t("fraction_none", { lot: lotText(stock) }) };
  }
  if (view.stale) return { field: "ticket", text: t("stale") };
  const after = view.preview?.available_after;
  if (after?.startsWith("-") === true) {
    const missing = `${displayMoney(after.slice(1))} ${settlementCurrency(stock.type)}`;
    return { field: "quantity", text: t("too_costly", { missing }) };
  }
  return null;
}

/** A refusal whose prices and quantities are grouped as everywhere on the screen. */
function refusalSentence(refusal: Refusal): string {
  const params = Object.entries(refusal.params).map(([name, value]) => {
    return [name, /^\d+(?:\.\d+)?$/.test(value) ? displayDecimal(value, 0, 4) : value] as const;
  });
  return refusalText({ code: refusal.code, params: Object.fromEntries(params) });
}

/** The button says what it does. */
export function buttonText(stock: StockDetail, ticket: Ticket, t: Translate<"order">): string {
  const name = stockName(stock.names);
  const quantity = displayDecimal(ticket.quantityText, 0, 0);
  if (ticket.quantityText === "" || quantity === "0") return t("buy_nothing", { name });
  if (ticket.kind === "market") return t("buy_market", { name, quantity });
  const at = wireNumber(ticket.priceText);
  if (at === "") return t("buy_nothing", { name });
  return t("buy_limit", { name, quantity, price: displayDecimal(at, 2, 4) });
}

export function lotText(stock: StockDetail): string {
  return displayDecimal(stock.lot, 0, 0);
}

/** The wire's spelling of a price that was stepped to: the tick's own decimals. */
export function priceText(value: Price, stock: StockDetail): string {
  const text = formatScaled(value, storedDigits);
  return text.slice(0, text.length - storedDigits + typedDigits(stock)).replace(/\.$/, "");
}

export function quantityText(value: Shares): string {
  return formatShares(value);
}

function orderInput(stock: StockDetail, ticket: Ticket): OrderInput | null {
  const quantity = ticket.quantityText;
  const price = wireNumber(ticket.priceText);
  if (quantity === "" || quantity === "0" || (ticket.kind === "limit" && price === "")) return null;
  return {
    type: stock.type,
    code: stock.code,
    side: "long",
    kind: ticket.kind,
    ...(ticket.kind === "limit" && { price }),
    quantity,
    leverage: "1",
  };
}

/** Never sent: the query is off while there is no input. */
const emptyInput: OrderInput = {
  code: "",
  side: "long",
  kind: "market",
  quantity: "0",
  leverage: "1",
};

/** At the day's upper limit nobody offers: the last price stands in. */
function askOrLast({ ask, price }: { ask: string; price: string }): string {
  return /[1-9]/.test(ask) ? ask : price;
}

function orderPrice(ticket: Ticket, live: LiveStock): Price | null {
  const text = ticket.kind === "limit" ? wireNumber(ticket.priceText) : askOrLast(live);
  return parsePrice(text);
}

/** What is entered, once it has stood still. */
function useSettled(input: OrderInput | null, form: string | null) {
  const [settled, setSettled] = useState({ input, form });
  useEffect(() => {
    if (settled.form === form) return;
    const read = () => setSettled({ input: form === null ? null : JSON.parse(form), form });
    const timer = window.setTimeout(read, previewDelayMs);
    return () => window.clearTimeout(timer);
  }, [form, settled.form]);
  return settled;
}

/** Cut off from the stream for so long that nobody knows the price. */
function useIsStale(live: LiveStock): boolean {
  const state = useStreamState();
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (state === "live") return;
    const timer = window.setInterval(() => setNow(serverNow()), 1000);
    return () => window.clearInterval(timer);
  }, [state]);
  return state !== "live" && now - live.at > quoteAgeMsMax;
}
