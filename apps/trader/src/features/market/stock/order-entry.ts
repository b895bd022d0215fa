import type { OrderKind } from "@sanshi/contract";
import { parseShares } from "@sanshi/money";
import { useCallback, useEffect, useState } from "react";
import { typeKey, typeText, type KeypadKey } from "./keypad-text.ts";
import { stepQuantity } from "./order-quantity.ts";
import {
  firstStop,
  firstTicket,
  hasLimit,
  hasStop,
  sharesMax,
  quantityText,
  typedDigits,
  type Side,
  type TextField,
  type Ticket,
  type TicketStart,
} from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";

type ChangeTicket = (part: Partial<Ticket>) => void;
export type TicketEntry = ReturnType<typeof useTicketEntry>;

/** What is being entered, and into which field the keypad types. */
export function useTicketEntry(stock: StockDetail, start: TicketStart) {
  const [first] = useState(() => firstTicket(stock, start));
  const [ticket, setTicket] = useState(first);
  const [edited, setEdited] = useState<TextField | null>(null);
  // Like a selected text: the first digit replaces what was there.
  const [isFresh, setIsFresh] = useState(false);
  const change: ChangeTicket = useCallback((part) => {
    setTicket((before) => ({ ...before, ...part }));
  }, []);
  const edit = (field: TextField | null) => {
    if (edited !== field) setIsFresh(true);
    setEdited(field);
  };
  /** A new figure is nobody's fraction any more; an exit changes no quantity. */
  const write = (field: TextField, text: string) => {
    const isExit = field === "takeProfit" || field === "stopLoss";
    change({ [field]: text, ...(!isExit && { fraction: null }) });
  };
  const digits = (field: TextField) => (field === "quantity" ? 0 : typedDigits(stock));
  const press = (key: KeypadKey) => {
    if (edited === null) return;
    const before = isFresh && key !== "delete" ? "" : ticket[edited];
    setIsFresh(false);
    write(edited, typeKey(before, key, digits(edited)));
  };
  const type = (field: TextField, text: string) => {
    write(field, typeText(text, ticket[field], digits(field)));
  };
  // A price that was touched in the order book is as good as typed.
  const limitOf = (kind: OrderKind, stop: string) =>
    start.price === null ? priceFor(kind, ticket, { stop, first: first.price }) : ticket.price;
  const chooseKind = (kind: OrderKind) => {
    const stop = ticket.stop === "" ? firstStop(stock, ticket.side, stock.price) : ticket.stop;
    change({ kind, price: limitOf(kind, stop), ...(hasStop(kind) && { stop }) });
    const isGone = (edited === "price" && !hasLimit(kind)) || (edited === "stop" && !hasStop(kind));
    if (isGone) setEdited(null);
  };
  const chooseSide = (side: Side) => {
    // Stops and brackets lie on the other side of the market then.
    const stop = hasStop(ticket.kind) ? firstStop(stock, side, stock.price) : "";
    change({
      side,
      stop,
      price: limitOf(ticket.kind, stop),
      takeProfit: "",
      stopLoss: "",
      fraction: null,
    });
  };
  return { ticket, change, edited, edit, press, type, write, chooseKind, chooseSide };
}

/** A limit that nobody typed: behind a stop it is the stop's price, by itself where the market was. */
export function priceFor(
  kind: OrderKind,
  { price, stop: stopBefore }: Pick<Ticket, "price" | "stop">,
  { stop, first }: { stop: string; first: string },
): string {
  if (price !== first && price !== stopBefore) return price;
  return kind === "stop_limit" ? stop : first;
}

/** A fraction promises to be affordable: when the price moved meanwhile, it gives up a lot. */
export function useAffordable(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  change: ChangeTicket,
): void {
  const { fraction, quantity: text } = ticket;
  const isNegative = (amount: string | undefined) => amount?.startsWith("-") === true;
  const { preview } = view;
  const isBeyond = isNegative(preview?.available_after) || isNegative(preview?.credit_after);
  const isShort = isBeyond && !view.isChecking;
  useEffect(() => {
    if (fraction === null || !isShort) return;
    const quantity = parseShares(text);
    const lot = parseShares(stock.lot);
    const least = parseShares(stock.lot_min);
    if (quantity === null || lot === null || least === null || quantity < least) return;
    change({ quantity: quantityText(stepQuantity(quantity, lot, -1, sharesMax, least)) });
  }, [fraction, isShort, text, stock.lot, stock.lot_min, change]);
}
