import { language } from "@sanshi/web/language";

/** In what the page's readers count: their country's money. */
export function homeCurrency(): "JPY" | "CNY" | "USD" {
  return ({ jp: "JPY", cn: "CNY", us: "USD" } as const)[language()];
}
