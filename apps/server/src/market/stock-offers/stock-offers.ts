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
  // An instrument that changes is another object.
  let ofDay = new WeakMap<Instrument, { date: LocalDate; offer: StockOffer }>();
  await keepInMemory(shared, {
    name: "stock offers",
    channel: stockOfferChannel,
    load: () => loadStockOffers(shared.database.reader),
    take(stored) {
      decided = new Map(stored.map((offer) => [keyOf(offer), ownOffer(offer)]));
      ofDay = new WeakMap();
    },
  });

  return {
    of(instrument, date) {
      const known = ofDay.get(instrument);
      if (known?.date === date) return known.offer;
      const { market, code } = instrument;
      const ofMarket = decided.get(keyOf({ market, code: "" })) ?? undecided;
      const ofStock = decided.get(keyOf({ market, code })) ?? undecided;
      const offer = stockOffer(instrument, date, {
        leverages: ofStock.leverages ?? ofMarket.leverages,
        shortOffered: ofStock.shortOffered ?? ofMarket.shortOffered,
      });
      ofDay.set(instrument, { date, offer });
      return offer;
    },
  };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}

function ownOffer({ leverages, short_offered: shortOffered }: StoredOffer): OwnOffer {
  return { leverages, shortOffered };
}
