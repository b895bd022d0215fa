import { formatShares, parseShares, shares, type Shares } from "@sanshi/money";
import { wireNumber } from "./keypad-text.ts";

/** Exits for parts of what an order opens: each becomes a closing order of its own once the order has ended. */

/** At a gain, at a loss, at whichever of both comes first, or behind the best price since the purchase. */
export const exitKinds = ["take_profit", "stop_loss", "oco", "trailing"] as const;
export type ExitKind = (typeof exitKinds)[number];

/** One of them, as typed. */
export type TicketExit = {
  kind: ExitKind;
  quantity: string;
  takeProfit: string;
  stopLoss: string;
  /** How far a trailing stop stays behind: in per cent, or as an amount. */
  trailPercent: string;
  trailAmount: string;
  trailBy: "percent" | "amount";
};

/** What can be typed of the order itself. */
const textFields = ["price", "stop", "quantity", "amount", "takeProfit", "stopLoss"] as const;
export type TextField = (typeof textFields)[number];

/** What of a ticket is typed: the amount is null where the quantity is. */
type Typed = Record<Exclude<TextField, "amount">, string> & {
  amount: string | null;
  exits: readonly TicketExit[];
};

const exitTexts = [
  "quantity",
  "takeProfit",
  "stopLoss",
  "trailPercent",
  "trailAmount",
] as const satisfies readonly (keyof TicketExit)[];
export type ExitText = (typeof exitTexts)[number];
/** A field of the exit in that place, counted from nought. */
export type ExitField = `exit:${number}:${ExitText}`;
/** Everything that the ticket's keypad types into. */
export type TypedField = TextField | ExitField;

export function exitField(index: number, text: ExitText): ExitField {
  return `exit:${index}:${text}`;
}

/** Which exit's which text; null of a field of the order itself. */
function placeOf(field: TypedField): { index: number; text: ExitText } | null {
  const [, place, named] = field.split(":");
  const text = exitTexts.find((one) => one === named);
  return text === undefined ? null : { index: Number(place), text };
}

export function isExitField(field: TypedField): field is ExitField {
  return placeOf(field) !== null;
}

function isOrderField(field: TypedField): field is TextField {
  return textFields.some((one) => one === field);
}

/** What the field is of, whichever exit it belongs to. */
export function nameOf(field: TypedField): TextField | ExitText {
  return isOrderField(field) ? field : (placeOf(field)?.text ?? "quantity");
}

export function textOf(ticket: Typed, field: TypedField): string {
  if (isOrderField(field)) return ticket[field] ?? "";
  const place = placeOf(field);
  return place === null ? "" : (ticket.exits[place.index]?.[place.text] ?? "");
}

/** The ticket's part with another text in that field. */
export function withText(
  ticket: Pick<Typed, "exits">,
  field: TypedField,
  text: string,
): Partial<Typed> {
  const place = placeOf(field);
  if (place === null) return { [field]: text };
  return { exits: changedExit(ticket.exits, place.index, { [place.text]: text }) };
}

export function changedExit(
  exits: readonly TicketExit[],
  index: number,
  part: Partial<TicketExit>,
): TicketExit[] {
  return exits.map((exit, at) => (at === index ? { ...exit, ...part } : exit));
}

/** One more, of what the others leave. */
export function nextExit({ quantity, exits }: Pick<Typed, "quantity" | "exits">): TicketExit {
  const rest = (parseShares(quantity) ?? 0n) - sharesOf(exits);
  return {
    kind: "take_profit",
    quantity: rest > 0n ? formatShares(shares(rest)) : "",
    takeProfit: "",
    stopLoss: "",
    trailPercent: "",
    trailAmount: "",
    trailBy: "percent",
  };
}

export function sharesOf(exits: readonly TicketExit[]): Shares {
  return shares(exits.reduce((sum, { quantity }) => sum + (parseShares(quantity) ?? 0n), 0n));
}

/** The texts that an exit of this kind asks for, beside its shares. */
export function pricesOf({ kind, trailBy }: Pick<TicketExit, "kind" | "trailBy">): ExitText[] {
  if (kind === "take_profit") return ["takeProfit"];
  if (kind === "stop_loss") return ["stopLoss"];
  if (kind === "oco") return ["takeProfit", "stopLoss"];
  return [trailBy === "percent" ? "trailPercent" : "trailAmount"];
}

/** The first field of the exits that still has to be filled in; null where none has. */
export function missingExit(exits: readonly TicketExit[]): ExitField | null {
  for (const [index, exit] of exits.entries()) {
    const empty = (["quantity", ...pricesOf(exit)] as const).find(
      (text) => !/[1-9]/.test(exit[text]),
    );
    if (empty !== undefined) return exitField(index, empty);
  }
  return null;
}

/** As the wire has them: `shares:take profit:stop loss`, and of one that trails its distance behind these. */
export function exitsOnWire(exits: readonly TicketExit[]): string {
  return exits
    .map((exit) => {
      const asked = pricesOf(exit);
      const own = (text: ExitText) => (asked.includes(text) ? wireNumber(exit[text]) : "");
      const trail = own("trailPercent") === "" ? own("trailAmount") : `${own("trailPercent")}%`;
      const prices = [exit.quantity, own("takeProfit"), own("stopLoss")];
      return (trail === "" ? prices : [...prices, trail]).join(":");
    })
    .join(",");
}
