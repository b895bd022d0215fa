import { priceUnitsPerMinor, settlementCurrency, minorDigits, type MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import type {
  Bar,
  CorporateAction,
  Instrument,
  MarketFeed,
} from "../../market-feed/market-feed.ts";
import type { PastDay, PastMarket, PastStock } from "./strategies/index.ts";

/** What of a stock is read once, for one day or for a back-test over all of them. */
export type StockHistory = {
  code: string;
  sector: string;
  bars: readonly Bar[];
  actions: readonly CorporateAction[];
};

/** A market's daily bars before a moment, as the feed has them. */
export async function historyOf(
  feed: Pick<MarketFeed, "bars" | "corporateActions">,
  instruments: readonly Instrument[],
  { before, limit }: { before: number; limit: number },
): Promise<StockHistory[]> {
  const histories: StockHistory[] = [];
  for (const { market, code, sector } of instruments) {
    const bars = await feed.bars({ market, code, period: "1d", before, limit });
    histories.push({ code, sector, bars, actions: feed.corporateActions(market, code) });
  }
  return histories;
}

/**
 * What was known on the morning of a day: bars of days before it, and splits and dividends until it. Whatever a
 * feed says beyond is cut off here, so that no strategy can be handed it.
 */
export function pastMarket(
  market: MarketKey,
  histories: readonly StockHistory[],
  today: LocalDate,
  lookBackDays: number,
): PastMarket {
  const units = 10 ** minorDigits(settlementCurrency(market));
  const scale = Number(priceUnitsPerMinor(settlementCurrency(market))) * units;
  const stocks = histories.flatMap(({ code, sector, bars, actions }): PastStock[] => {
    const ended = endedBefore(bars, today).slice(-lookBackDays);
    if (ended.length === 0) return [];
    const known = actions.filter(({ exDate }) => exDate <= today);
    const days = ended.map((bar): PastDay => {
      const ratio = splitRatio(known, bar.tradingDate) / scale;
      return {
        date: bar.tradingDate,
        open: Number(bar.open) * ratio,
        high: Number(bar.high) * ratio,
        low: Number(bar.low) * ratio,
        close: Number(bar.close) * ratio,
        turnover: Number(bar.turnoverMinor) / units,
      };
    });
    const dividends = known.flatMap((action) =>
      action.kind === "dividend"
        ? [
            {
              date: action.exDate,
              perShare: (Number(action.perShare) * splitRatio(known, action.exDate)) / scale,
            },
          ]
        : [],
    );
    return [{ code, sector, days, dividends }];
  });
  return { today, stocks, mirrored: null };
}

/** Bars are in the order of their days: found by halving, because a back-test asks for every day. */
export function endedBefore(bars: readonly Bar[], today: LocalDate): readonly Bar[] {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.tradingDate ?? today) < today) low = middle + 1;
    else high = middle;
  }
  return bars.slice(0, low);
}

/** What a price of a day is multiplied by to be in the scale of the newest known split. */
function splitRatio(actions: readonly CorporateAction[], date: LocalDate): number {
  let ratio = 1;
  for (const action of actions) {
    if (action.kind !== "split" || action.exDate <= date) continue;
    ratio *= Number(action.denominator) / Number(action.numerator);
  }
  return ratio;
}
