import { price } from "@sanshi/money";
import { instantOf } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { testInstrument, testQuote } from "../../../../../../tests/support/builders.ts";
import type {
  AuctionPrint,
  AuctionQuestion,
  CorporateAction,
} from "../../../market-feed/market-feed.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { auctionQuotes } from "./auction-matching.ts";

const evening = instantOf("jpy", "2026-11-19", "20:00");
const noon = instantOf("jpy", "2026-11-20", "13:00");
const quote = testQuote({ at: noon, last: price(28_500_000n), passedFrom: price(28_000_000n) });

/** Every auction of the feed comes to a price of its own. */
function quotesOf(
  more: { resumedAt?: number; actions?: readonly CorporateAction[]; locked?: "buy" | "sell" } = {},
  waited = { after: evening, until: noon },
): string[] {
  const print = ({ auction, tradingDate, market, code }: AuctionQuestion): AuctionPrint => ({
    ...{ market, code, tradingDate, auction, feed: "scripted", sequence: 1n, at: noon },
    price: price(BigInt(auction.length) * 10_000n),
    volume: null,
    locked: more.locked ?? null,
  });
  const context = {
    feed: { auction: print, corporateActions: () => more.actions ?? [] },
    hours: "exchange",
    quotes: { instrument: () => testInstrument() },
  } as unknown as OrderServices["context"];
  const order = { market: "jpy", code: "7203", last_resumed_at: more.resumedAt ?? null } as const;
  return auctionQuotes({ context }, order, quote, waited).map(
    ({ last, bids, asks, passedFrom }) => {
      expect(passedFrom).toBe(undefined);
      const side = (levels: typeof bids) => levels.map((level) => level.price).join();
      return `${last}: ${side(bids)}/${side(asks)}`;
    },
  );
}

describe("the auctions that an order has waited through", () => {
  const opening = "70000: 70000/70000";
  const morning = "150000: 150000/150000";
  const afternoon = "170000: 170000/170000";

  it("are those after it was placed and by now, the oldest first, each at one price", () => {
    expect(quotesOf()).toEqual([opening, morning, afternoon]);
    expect(quotesOf({}, { after: instantOf("jpy", "2026-11-20", "09:00"), until: noon })).toEqual([
      morning,
      afternoon,
    ]);
    expect(quotesOf({}, { after: noon, until: noon })).toEqual([]);
  });

  it("are not those before the end of a halt", () => {
    const resumedAt = instantOf("jpy", "2026-11-20", "10:00");
    expect(quotesOf({ resumedAt })).toEqual([morning, afternoon]);
  });

  it("are not those before a split, which the day's own opening already knows", () => {
    const split = (exDate: string): CorporateAction => ({
      ...{ kind: "split", exDate, numerator: 5n, denominator: 1n },
    });
    expect(quotesOf({ actions: [split("2026-11-20")] })).toEqual([opening, morning, afternoon]);
    const waited = { after: instantOf("jpy", "2026-11-18", "20:00"), until: noon };
    expect(quotesOf({ actions: [split("2026-11-20")] }, waited)).toEqual([
      opening,
      morning,
      afternoon,
    ]);
    expect(quotesOf({}, waited)).toHaveLength(7);
    expect(quotesOf({ actions: [split("2026-11-24")] })).toHaveLength(3);
  });

  it("give nobody anything on the side that was left at the day's limit", () => {
    expect(quotesOf({ locked: "buy" })[0]).toBe("70000: 70000/");
    expect(quotesOf({ locked: "sell" })[0]).toBe("70000: /70000");
  });
});
