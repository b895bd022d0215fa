import { priceUnitsPerMinor, settlementCurrency, minorDigits, type MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import type {
  Bar,
  CorporateAction,
  Instrument,
  MarketFeed,
} from "../../market-feed/market-feed.ts";
import type { PastDay, PastMarket, PastStock } from "./strategies/index.ts";

type Split = Extract<CorporateAction, { kind: "split" }>;

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
  return pastMarkets(market, histories)(today, lookBackDays);
}

/** The same for many mornings of one market: a back-test asks for hundreds, which have most of their days in common. */
export function pastMarkets(
  market: MarketKey,
  histories: readonly StockHistory[],
): (today: LocalDate, lookBackDays: number) => PastMarket {
  const pasts = histories.map((history) => pastOfStock(market, history));
  return (today, lookBackDays) => {
    const stocks = pasts.flatMap((past) => past(today, lookBackDays) ?? []);
    return { today, stocks, mirrored: null };
  };
}

/**
 * Null before a stock's first day. Bars are in the order of their days. What was worked out for one morning is kept for
 * the next; a day is put into another scale where another split is known.
 */
function pastOfStock(
  market: MarketKey,
  { code, sector, bars, actions }: StockHistory,
): (today: LocalDate, lookBackDays: number) => PastStock | null {
  const units = 10 ** minorDigits(settlementCurrency(market));
  const scale = Number(priceUnitsPerMinor(settlementCurrency(market))) * units;
  let [morning, count] = ["", 0];
  /** Those that are known, and the day on which more is. */
  let splits: readonly Split[] = [];
  let learnsOn: LocalDate | null = "";
  let scaled: PastDay[] = [];
  let dividends: PastStock["dividends"] = [];

  function goTo(today: LocalDate): void {
    const isBack = today < morning;
    if (isBack) count = 0;
    while ((bars[count]?.tradingDate ?? today) < today) count += 1;
    if (isBack || (learnsOn !== null && learnsOn <= today)) learn(today);
    morning = today;
  }

  function learn(today: LocalDate): void {
    const known = actions.filter(({ exDate }) => exDate <= today);
    const ahead = actions.map(({ exDate }) => exDate).filter((exDate) => exDate > today);
    learnsOn = ahead.toSorted()[0] ?? null;
    const knownSplits = known.filter((action) => action.kind === "split");
    if (knownSplits.length !== splits.length) scaled = [];
    splits = knownSplits;
    dividends = known.flatMap((action) =>
      action.kind === "dividend"
        ? [
            {
              date: action.exDate,
              perShare: (Number(action.perShare) * splitRatio(splits, action.exDate)) / scale,
            },
          ]
        : [],
    );
  }

  function dayOf(bar: Bar): PastDay {
    const ratio = splitRatio(splits, bar.tradingDate) / scale;
    return {
      date: bar.tradingDate,
      open: Number(bar.open) * ratio,
      high: Number(bar.high) * ratio,
      low: Number(bar.low) * ratio,
      close: Number(bar.close) * ratio,
      turnover: Number(bar.turnoverMinor) / units,
    };
  }

  return (today, lookBackDays) => {
    goTo(today);
    if (count === 0) return null;
    const first = Math.max(0, count - lookBackDays);
    const days = bars
      .slice(first, count)
      .map((bar, place) => (scaled[first + place] ??= dayOf(bar)));
    return { code, sector, days, dividends };
  };
}

/** What a price of a day is multiplied by to be in the scale of the newest known split. */
function splitRatio(splits: readonly Split[], date: LocalDate): number {
  let ratio = 1;
  for (const { exDate, numerator, denominator } of splits) {
    if (exDate > date) ratio *= Number(denominator) / Number(numerator);
  }
  return ratio;
}
