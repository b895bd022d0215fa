import type { OpeningKind } from "@sanshi/contract";
import { parseShares } from "@sanshi/money";
import { useCallback, useEffect, useState } from "react";
import { firstLimit } from "../../../shared/first-limit.ts";
import { validityWithin } from "../../../shared/validity-field.tsx";
import { isExitField, nextExit, textOf, withText, type TypedField } from "./order-exits.ts";
import { typeKey, typeText, type KeypadKey } from "./keypad-text.ts";
import { plainPrice } from "./order-price.ts";
import { stepQuantity } from "./order-quantity.ts";
import {
  amountQuantity,
  digitsOf,
  firstStop,
  firstTicket,
  hasLimit,
  hasStop,
  otherSideOrLast,
  sharesMax,
  quantityText,
  type Ticket,
  type TicketStart,
} from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";

type ChangeTicket = (part: Partial<Ticket>) => void;
export type TicketEntry = ReturnType<typeof useTicketEntry>;

/** What is being entered, and into which field the keypad types. */
export function useTicketEntry(stock: StockDetail, start: TicketStart) {
  const [entered, setEntered] = useState(() => firstEntered(stock, start));
  const { ticket } = entered;
  const [edited, setEdited] = useState<TypedField | null>(null);
  // Like a selected text: the first digit replaces what was there.
  const [isFresh, setIsFresh] = useState(false);
  const change: ChangeTicket = useCallback((part) => {
    setEntered((before) => ({ ...before, ticket: { ...before.ticket, ...part } }));
  }, []);
  const edit = (field: TypedField | null) => {
    if (edited !== field) setIsFresh(true);
    setEdited(field);
  };
  /** A new figure is nobody's fraction any more; an exit changes no quantity. */
  const write = (field: TypedField, text: string) => {
    const isExit = field === "takeProfit" || field === "stopLoss" || isExitField(field);
    change({ ...withText(ticket, field, text), ...(!isExit && { fraction: null }) });
  };
  const press = (key: KeypadKey) => {
    if (edited === null) return;
    const before = isFresh && key !== "delete" ? "" : textOf(ticket, edited);
    setIsFresh(false);
    write(edited, typeKey(before, key, digitsOf(stock, edited)));
  };
  const type = (field: TypedField, text: string) => {
    write(field, typeText(text, textOf(ticket, field), digitsOf(stock, field)));
  };
  /** At two prices for all of it, or in parts; what was typed for the other is gone. */
  const chooseExits = (how: "all" | "parts") => {
    const exits = how === "all" ? [] : [nextExit({ quantity: ticket.quantity, exits: [] })];
    change({ takeProfit: "", stopLoss: "", exits });
    setEdited(null);
  };
  const removeExit = (index: number) => {
    change({ exits: ticket.exits.filter((_, at) => at !== index) });
    setEdited(null);
  };
  /** From shares to an amount of money, which begins empty, and back with the shares that it came to. */
  const chooseBy = (by: "quantity" | "amount") => {
    change({ amount: by === "amount" ? "" : null, fraction: null });
    setEdited(null);
  };
  const chooseKind = (kind: OpeningKind) => {
    setEntered((before) => withKind(stock, before, kind));
    const isGone = (edited === "price" && !hasLimit(kind)) || (edited === "stop" && !hasStop(kind));
    if (isGone) setEdited(null);
  };
  const chooseHours = ({ isExtended }: Pick<Ticket, "isExtended">) => {
    setEntered((before) => withHours(stock, before, isExtended));
  };
  const simplify = () => {
    setEntered((before) => simplified(stock, before));
    const isFolded = edited === "stop" || edited === "takeProfit" || edited === "stopLoss";
    if (isFolded || (edited !== null && isExitField(edited))) setEdited(null);
  };
  return {
    ticket,
    change,
    edited,
    edit,
    press,
    type,
    write,
    chooseKind,
    chooseHours,
    chooseBy,
    chooseExits,
    removeExit,
    simplify,
  };
}

/** A ticket with the limit that stands there while nobody has typed one: null where the customer touched a price. */
export type Entered = { ticket: Ticket; begun: string | null };

export function firstEntered(stock: StockDetail, start: TicketStart): Entered {
  const ticket = firstTicket(stock, start);
  // A price that was touched in the order book is as good as typed.
  return { ticket, begun: start.price === null ? ticket.price : null };
}

export function withKind(
  stock: StockDetail,
  { ticket, begun }: Entered,
  kind: OpeningKind,
): Entered {
  const stop = ticket.stop === "" ? firstStop(stock, ticket.side, stock.price) : ticket.stop;
  const timeInForce = validityWithin(ticket.timeInForce, stock.order_forms[kind] ?? []);
  const price = begun === null ? ticket.price : priceFor(kind, ticket, { stop, first: begun });
  return {
    ticket: { ...ticket, kind, timeInForce, price, ...(hasStop(kind) && { stop }) },
    begun,
  };
}

export function withHours(
  stock: StockDetail,
  { ticket, begun }: Entered,
  isExtended: boolean,
): Entered {
  if (begun === null) return { ticket: { ...ticket, isExtended }, begun };
  const first = limitInHours(stock, ticket.side, isExtended);
  const price = ticket.price === begun ? first : ticket.price;
  return { ticket: { ...ticket, isExtended, price }, begun: first };
}

/** Nothing of what is folded away holds: an order at the market or at a limit, until it is cancelled. */
export function simplified(stock: StockDetail, entered: Entered): Entered {
  const kind = hasLimit(entered.ticket.kind) ? "limit" : "market";
  const ofKind = kind === entered.ticket.kind ? entered : withKind(stock, entered, kind);
  const { ticket, begun } = ofKind.ticket.isExtended ? withHours(stock, ofKind, false) : ofKind;
  return {
    ticket: {
      ...ticket,
      timeInForce: "until_cancelled",
      goodUntil: "",
      doNotReduce: false,
      takeProfit: "",
      stopLoss: "",
      exits: [],
      leverage: 1,
    },
    begun,
  };
}

/** In extended hours a limit begins at their own quote, where there is one. */
export function limitInHours(
  stock: StockDetail,
  side: Ticket["side"],
  isExtended: boolean,
): string {
  const acts = side === "long" ? "buy" : "sell";
  const regular = otherSideOrLast(side, stock);
  return plainPrice(firstLimit({ acts, isExtended }, regular, stock.extended?.quote));
}

/** A limit that nobody typed: behind a stop it is the stop's price, by itself where the market was. */
export function priceFor(
  kind: OpeningKind,
  { price, stop: stopBefore }: Pick<Ticket, "price" | "stop">,
  { stop, first }: { stop: string; first: string },
): string {
  if (price !== first && price !== stopBefore) return price;
  return kind === "stop_limit" ? stop : first;
}

/**
 * The shares that an amount pays for. They are worked out when the amount or what a share costs by the ticket
 * changes, not with each tick: a quantity that flickers cannot be agreed to.
 */
export function useAmountQuantity(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  change: ChangeTicket,
): void {
  const { amount, kind, price, stop, leverage } = ticket;
  const hasFees = view.preview !== undefined;
  const asked =
    amount === null ? null : [amount, kind, price, stop, leverage, hasFees ? "fees" : ""].join();
  const [answered, setAnswered] = useState<string | null>(null);
  if (asked === answered) return;
  const quantity = amountQuantity(stock, ticket, view);
  // The price or the lots are not known yet: asked again with what comes next.
  if (quantity === null && amount !== null && amount !== "") return;
  setAnswered(asked);
  if (amount !== null) change({ quantity: quantity === null ? "" : quantityText(quantity) });
}

/**
 * A fraction promises to be affordable, and an amount not to be exceeded: when the price moved meanwhile, they
 * give up a lot.
 */
export function useAffordable(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  change: ChangeTicket,
): void {
  const { fraction, quantity: text } = ticket;
  const isNegative = (amount: string | undefined) => amount?.startsWith("-") === true;
  const { preview } = view;
  const isBeyond =
    fraction !== null &&
    (isNegative(preview?.available_after) || isNegative(preview?.credit_after));
  const isTooMuch =
    preview !== undefined &&
    (ticket.amount ?? "") !== "" &&
    Number(preview.total) > Number(ticket.amount);
  const isShort = (isBeyond || isTooMuch) && !view.isChecking;
  useEffect(() => {
    if (!isShort) return;
    const quantity = parseShares(text);
    const lot = parseShares(stock.lot);
    const least = parseShares(stock.lot_min);
    if (quantity === null || lot === null || least === null || quantity < least) return;
    change({ quantity: quantityText(stepQuantity(quantity, lot, -1, sharesMax, least)) });
  }, [isShort, text, stock.lot, stock.lot_min, change]);
}
