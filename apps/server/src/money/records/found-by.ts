import { recordKinds, type RecordKind } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { findInstruments } from "../../market/market/market.ts";
import { recordWords } from "./records.csv.ts";
import { numberOf, tradeKinds } from "./records.rules.ts";
import type { Found } from "./records.store.ts";

/** As many stocks as a search is about; a word that more have in their names finds the best of them. */
const foundStocksMax = 50;

/** What a text can mean: a stock, a number, or a word for what happened, in any language. */
export function foundBy({ quotes }: Pick<Context, "quotes">, text: string): Found {
  const word = text.trim().toLowerCase();
  const number = numberOf(text.trim());
  const isCause = number !== null && typeof number !== "bigint";
  return {
    kinds: word === "" ? [] : recordKinds.filter((kind) => saysSo(kind, word)),
    // What was over before a stock was renamed has the code of its day.
    stocks: findInstruments(quotes.instruments(), text, foundStocksMax).flatMap(
      ({ market, code }) => quotes.codes(market, code).map((each) => `${market}:${each}`),
    ),
    stockKinds: tradeKinds,
    causeId: isCause ? number.causeId : null,
    causeKinds: isCause ? number.kinds : [],
    transferId: typeof number === "bigint" ? number : null,
  };
}

function saysSo(kind: RecordKind, word: string): boolean {
  return (["jp", "cn", "us"] as const).some((language) =>
    recordWords({ kind, stock: null }, language).toLowerCase().includes(word),
  );
}
