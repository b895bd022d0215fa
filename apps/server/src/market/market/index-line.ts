import { iso, type CallOutput, type Calls, type CheckedInput } from "@sanshi/contract";
import { formatPrice, settlementCurrency, shares } from "@sanshi/money";
import { recordMoment } from "@sanshi/rulebook";
import { aggregate } from "../../market-feed/candles.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { MarketContext } from "./market.ts";

type IndexLine = CallOutput<Calls["/market/index-line"]>;

/** Trading days that a period has at most. */
const periodDays = { day: 1, week: 7, month: 31, year: 366 } as const;

/** An index at the end of each period, the running one as it stands. */
export function indexLine(
  { feed, clock, hours }: Pick<MarketContext, "feed" | "clock" | "hours">,
  { type, code, period, limit }: CheckedInput<Calls["/market/index-line"]>,
): Outcome<IndexLine> {
  // One period more, so that the first is whole.
  const wanted = (Number(limit) + 1) * periodDays[period];
  const before = recordMoment(clock.now(), hours) + 1;
  const days = feed.indexDays?.({ market: type, code, before, limit: wanted }) ?? null;
  if (days === null) return refuse("instrument_not_found");
  // An index has one level a day and no shares of its own.
  const bars = days.map(({ from, tradingDate, level }) => ({
    ...{ from, tradingDate, open: level, high: level, low: level, close: level },
    ...{ volume: shares(0n), turnoverMinor: 0n },
  }));
  const currency = settlementCurrency(type);
  const items = aggregate(bars, period)
    .slice(-Number(limit))
    .map(({ from, close }): IndexLine["items"][number] => [
      iso(from),
      formatPrice(close, currency),
    ]);
  return accept({ items });
}
