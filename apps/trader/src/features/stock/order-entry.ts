import { parseShares } from "@sanshi/money";
import { useCallback, useEffect, useState } from "react";
import { typeKey, type KeypadKey } from "./keypad-text.ts";
import { stepQuantity } from "./order-quantity.ts";
import {
  firstTicket,
  quantityMax,
  quantityText,
  typedDigits,
  type Ticket,
  type TicketView,
} from "./order-ticket.ts";
import type { StockDetail } from "./stock-queries.ts";

type EditedField = "price" | "quantity";
export type ChangeTicket = (part: Partial<Ticket>) => void;

/** What is being entered, and into which field the keypad types. */
export function useTicketEntry(stock: StockDetail, limitPrice: string | null) {
  const [ticket, setTicket] = useState(() => firstTicket(stock, limitPrice));
  const [edited, setEdited] = useState<EditedField | null>(null);
  // Like a selected text: the first digit replaces what was there.
  const [isFresh, setIsFresh] = useState(false);
  const change: ChangeTicket = useCallback((part) => {
    setTicket((before) => ({ ...before, ...part }));
  }, []);
  const edit = (field: EditedField | null) => {
    if (edited !== field) setIsFresh(true);
    setEdited(field);
  };
  const press = (key: KeypadKey) => {
    const before = (text: string) => (isFresh && key !== "delete" ? "" : text);
    setIsFresh(false);
    if (edited === "price") {
      const priceText = typeKey(before(ticket.priceText), key, typedDigits(stock));
      change({ priceText, fraction: null });
    } else {
      change({ quantityText: typeKey(before(ticket.quantityText), key, 0), fraction: null });
    }
  };
  const chooseKind = (kind: Ticket["kind"]) => {
    change({ kind });
    if (kind === "market" && edited === "price") setEdited(null);
  };
  return { ticket, change, edited, edit, press, chooseKind };
}

/** A fraction promises to be affordable: when the price moved meanwhile, it gives up a lot. */
export function useAffordable(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  change: ChangeTicket,
): void {
  const { fraction, quantityText: text } = ticket;
  const isShort = view.preview?.available_after.startsWith("-") === true && !view.isChecking;
  useEffect(() => {
    if (fraction === null || !isShort) return;
    const quantity = parseShares(text);
    const lot = parseShares(stock.lot);
    if (quantity === null || lot === null || quantity < lot) return;
    change({ quantityText: quantityText(stepQuantity(quantity, lot, -1, quantityMax)) });
  }, [fraction, isShort, text, stock.lot, change]);
}
