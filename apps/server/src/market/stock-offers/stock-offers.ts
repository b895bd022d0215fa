import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { keepInMemory } from "../../platform/sql/kept-in-memory.ts";
import { stockOffer, type OwnOffer, type StockOffer } from "./stock-offers.rules.ts";
import { loadStockOffers, type StoredOffer } from "./stock-offers.store.ts";

export { stockOffer, type OwnOffer, type StockOffer } from "./stock-offers.rules.ts";

export const stockOfferChannel = "stock_offer_changed";

/** What may be done with each stock, an operator's own decisions included. */
export type StockOffers = { of(instrument: Instrument, date: LocalDate): StockOffer };

const undecided: OwnOffer = { leverages: null, shortOffered: null };

/** Kept in memory, and read again whenever an operator changes one. */
export async function createStockOffers(
  shared: Pick<Context, "database" | "listener" | "log">,
): Promise<StockOffers> {
  let decided = new Map<string, OwnOffer>();
  await keepInMemory(shared, {
    name: "stock offers",
    channel: stockOfferChannel,
    load: () => loadStockOffers(shared.database.reader),
    take: (stored) => (decided = new Map(stored.map((offer) => [keyOf(offer), ownOffer(offer)]))),
  });

  return {
    of(instrument, date) {
      const { market, code } = instrument;
      const ofMarket = decided.get(keyOf({ market, code: "" })) ?? undecided;
      const ofStock = decided.get(keyOf({ market, code })) ?? undecided;
      return stockOffer(instrument, date, {
        leverages: ofStock.leverages ?? ofMarket.leverages,
        shortOffered: ofStock.shortOffered ?? ofMarket.shortOffered,
      });
    },
  };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}

function ownOffer({ leverages, short_offered: shortOffered }: StoredOffer): OwnOffer {
  return { leverages, shortOffered };
}
