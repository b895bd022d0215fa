import { isMarketKey } from "@sanshi/money";
import { textOf, wordFor } from "../../../shared/text.ts";

const ofMarkets = [
  "stock_offer",
  "instrument_added",
  "instrument_names",
  "instrument_terms",
  "code_change",
  "stock_end",
  "commission",
  "calendar_year",
  "calendar_expected",
];

/** What a proposal is about, in words: a setting, a market or a stock of it, a switch; else as it is. */
export function subjectText(kind: string, subject: string): string {
  if (kind === "site_setting") return wordFor("site", "name_", subject);
  const [market = "", code] = subject.split(":");
  if (ofMarkets.includes(kind) && isMarketKey(market)) {
    const name = textOf("words")(`market_${market}`);
    return code === undefined ? name : `${code} · ${name}`;
  }
  return wordFor("proposals", "subject_", subject);
}
