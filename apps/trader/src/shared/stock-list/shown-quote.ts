import type { LiveQuote } from "../quotes.ts";

/** What a list shows of a stock or an index; a list's answer and the stream both give it. */
export type ShownQuote = {
  price: string;
  change: string;
  changePercent: string;
  turnover: string;
  volume: string;
};

type ListedQuote = {
  price: string;
  change: string;
  change_percent: string;
  turnover?: string;
  volume?: string;
  /** ISO 8601. */
  at: string;
};

/**
 * The newer of a list's answer and the stream's last word. The stream remembers rows that left the
 * screen, so its price can be the older of the two.
 */
export function newestQuote(listed: ListedQuote, live: LiveQuote | null): ShownQuote {
  if (live !== null && live.at >= Date.parse(listed.at)) {
    return {
      price: live.price,
      change: live.change,
      changePercent: live.changePercent,
      turnover: live.turnover === "" ? (listed.turnover ?? "") : live.turnover,
      volume: live.volume === "" ? (listed.volume ?? "") : live.volume,
    };
  }
  return {
    price: listed.price,
    change: listed.change,
    changePercent: listed.change_percent,
    turnover: listed.turnover ?? "",
    volume: listed.volume ?? "",
  };
}
