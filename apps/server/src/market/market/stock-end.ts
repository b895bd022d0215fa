import { iso, type CallOutput, type Calls } from "@sanshi/contract";
import {
  formatPrice,
  formatShareRatio,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { hasEnded } from "../../market-feed/stock-ends.ts";

/** The end of a stock's listing, as the contract has it; null of one whose end is not announced. */
export function endOnWire(
  {
    clock,
    hours,
    quotes,
  }: Pick<Context, "hours" | "quotes"> & { clock: Pick<Context["clock"], "now"> },
  instrument: Instrument,
): CallOutput<Calls["/market/stock"]>["end"] {
  const { market, end } = instrument;
  if (end === undefined) return null;
  const priceOrNull = (at: Price | null) =>
    at === null ? null : formatPrice(at, settlementCurrency(market));
  return {
    kind: end.kind,
    last_trading_day: end.lastTradingDay,
    ended: hasEnded(instrument, clock.now(), hours),
    announced_at: iso(end.announcedAt),
    cash_price: priceOrNull(end.cashPrice),
    document_address: end.documentAddress,
    target:
      end.target === null
        ? null
        : {
            code: quotes.present(market, end.target.code),
            names: quotes.names(market, quotes.present(market, end.target.code)),
            ratio: formatShareRatio(end.target.ratio),
          },
    settlement_price: priceOrNull(end.settlementPrice),
  };
}

const formerlyShownMs = 366 * 86_400_000;

/** What a stock was called before its newest change, for a year. */
export function formerlyOf(
  { quotes, clock }: Pick<Context, "quotes"> & { clock: Pick<Context["clock"], "now"> },
  market: MarketKey,
  code: string,
): CallOutput<Calls["/market/stock"]>["formerly"] {
  const change = quotes.lastChange(market, code);
  if (change === null || change.effectiveAt + formerlyShownMs < clock.now()) return null;
  const { oldCode, namesBefore, effectiveOn } = change;
  return { code: oldCode, names: namesBefore, until: effectiveOn };
}
