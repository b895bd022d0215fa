import { displayDecimal, displayMoney, parseShares, settlementCurrency } from "@sanshi/money";
import type { Refusal } from "../../../shared/api.ts";
import { refusalText, type Translate } from "../../../shared/text.ts";
import { wireNumber } from "./keypad-text.ts";
import { missingExit, sharesOf } from "./order-exits.ts";
import { fieldOfRefusal, type OrderField } from "./order-refusals.ts";
import { hasLimit, hasStop, lotText, type Ticket } from "./order-ticket.ts";
import type { TicketView } from "./order-view.ts";
import type { StockDetail } from "./stock-queries.ts";

/** With what the server refused, where a rule of the market did: it says why. */
export type Obstacle = { field: OrderField; text: string; refusal?: Refusal };
type Words = Translate<"order">;

/** What keeps the order from being placed, in a sentence and at its field; null when nothing does. */
export function obstacleOf(
  stock: StockDetail,
  ticket: Ticket,
  view: TicketView,
  t: Words,
): Obstacle | null {
  // Of our own halt the preview's refusal says more: what is halted, and why.
  if (stock.halted && stock.halt === null) {
    return { field: "ticket", text: refusalText({ code: "instrument_halted" }) };
  }
  if (view.refusal !== null) {
    const field = fieldOfRefusal(view.refusal) ?? "ticket";
    return { field, text: refusalSentence(view.refusal), refusal: view.refusal };
  }
  return missingEntry(stock, ticket, t) ?? missingMoney(stock, view, t);
}

function missingEntry(stock: StockDetail, ticket: Ticket, t: Words): Obstacle | null {
  const { kind, fraction, quantity } = ticket;
  if (hasStop(kind) && wireNumber(ticket.stop) === "") {
    return { field: "stop", text: t("enter_stop") };
  }
  if (hasLimit(kind) && wireNumber(ticket.price) === "") {
    return { field: "price", text: t("enter_price") };
  }
  if (ticket.timeInForce === "until_date" && ticket.goodUntil === "") {
    return { field: "validity", text: t("enter_good_until") };
  }
  if (quantity !== "" && quantity !== "0") return missingInExits(ticket, t);
  if (ticket.amount !== null) {
    const isEmpty = !/[1-9]/.test(ticket.amount);
    const text = isEmpty
      ? t("enter_amount")
      : t("amount_too_small", { shares: t("share_count", { count: lotText(stock) }) });
    return { field: "quantity", text };
  }
  const text =
    fraction === null ? t("enter_quantity") : t("fraction_none", { lot: lotText(stock) });
  return { field: "quantity", text };
}

/** More shares than are ordered, said before the server is asked; or a figure that is still to come. */
function missingInExits({ exits, quantity }: Ticket, t: Words): Obstacle | null {
  const ordered = parseShares(quantity);
  if (ordered !== null && sharesOf(exits) > ordered) {
    const params = { max: displayDecimal(quantity, 0, 0) };
    return { field: "exits", text: refusalText({ code: "exits_exceed_order", params }) };
  }
  const field = missingExit(exits);
  return field === null ? null : { field, text: t("exit_enter") };
}

function missingMoney(stock: StockDetail, view: TicketView, t: Words): Obstacle | null {
  if (view.stale) return { field: "ticket", text: t("stale") };
  const currency = settlementCurrency(stock.type);
  const short = (after: string | undefined) =>
    after?.startsWith("-") === true ? `${displayMoney(after.slice(1))} ${currency}` : null;
  const missing = short(view.preview?.available_after);
  if (missing !== null) return { field: "quantity", text: t("too_costly", { missing }) };
  const uncredited = short(view.preview?.credit_after);
  if (uncredited === null) return null;
  return { field: "leverage", text: t("beyond_credit", { missing: uncredited }) };
}

/** A refusal whose prices and quantities are grouped as everywhere on the screen. */
function refusalSentence(refusal: Refusal): string {
  const { currency } = refusal.params;
  const params = Object.entries(refusal.params).map(([name, value]) => {
    // With a currency, the catalogue writes amounts in words of its own.
    const plain = currency === undefined && /^\d+(?:\.\d+)?$/.test(value);
    return [name, plain ? displayDecimal(value, 0, 4) : value] as const;
  });
  return refusalText({ code: refusal.code, params: Object.fromEntries(params) });
}
