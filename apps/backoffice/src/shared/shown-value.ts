import { displaySignedMoney } from "@sanshi/money";
import { showDateTime } from "@sanshi/web/times";
import { isKnownWord, wordFor } from "./text.ts";

const offers = [
  ...["offered", "not_offered", "market_rules"],
  ...["shelf_offered", "shelf_not_offered"],
];
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const amount = /^\+?(-?\d+(?:\.\d+)?) ([A-Z]{3})$/;

/** What stands on one side of a difference: an amount, a code that has a word, or a text as it is. */
export function shownValue(value: string): string {
  const [, figure, currency] = amount.exec(value) ?? [];
  if (figure !== undefined) return `${displaySignedMoney(figure)} ${currency}`;
  const prefix = (
    ["state_", "role_", "switch_", "credential_", "market_", "flag_", "calendar_", "end_"] as const
  ).find((one) => isKnownWord("words", one, value));
  if (prefix !== undefined) return wordFor("words", prefix, value);
  const place = /^template_([a-z-]+)$/.exec(value)?.[1];
  if (place !== undefined) return wordFor("templates", "place_", place);
  const page = /^help_(\w+)$/.exec(value)?.[1];
  if (page !== undefined) return wordFor("help", "", page);
  if (moment.test(value)) return showDateTime(value);
  // Of a block, an offering of new shares, a strategy.
  for (const prefix of ["rule_", "seller_"]) {
    if (isKnownWord("blockOffers", prefix, value)) return wordFor("blockOffers", prefix, value);
  }
  if (isKnownWord("copyProducts", "strategy_", value)) {
    return wordFor("copyProducts", "strategy_", value);
  }
  // A setting, or what of a stock is offered.
  if (isKnownWord("site", "value_", value)) return wordFor("site", "value_", value);
  if (isKnownWord("instruments", "sector_", value)) return wordFor("instruments", "sector_", value);
  return offers.includes(value) ? wordFor("instruments", "", value) : value;
}

/** A field's name; `customer:available` is an account of a journal, on its side. */
export function shownField(field: string): { name: string; side: "customer" | "house" | null } {
  const [side, purpose] = field.split(":");
  if ((side === "customer" || side === "house") && purpose !== undefined) {
    return { name: wordFor("words", "purpose_", purpose), side };
  }
  if (side === "setting" && purpose !== undefined) {
    return { name: wordFor("site", "name_", purpose), side: null };
  }
  return { name: wordFor("words", "field_", field), side: null };
}
