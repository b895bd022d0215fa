import { price, shares } from "@sanshi/money";
import { beforeEach, describe, expect, it } from "vitest";
import type { Instrument, MarketFeed, Quote } from "./market-feed.ts";
import { testInstrument, testQuote } from "../../../../tests/support/builders.ts";
import { createQuoteBoard, type InstrumentRecord, type QuoteBoard } from "./quote-board.ts";

const instrument = testInstrument({
  market: "usd",
  code: "AAPL",
  exchange: "NASDAQ",
  names: { jp: "アップル", cn: "苹果", us: "Apple" },
  searchTerms: ["apple"],
  sector: "technology",
  listedOn: "1980-12-12",
});

function quote(sequence: bigint, last: bigint, code = "AAPL"): Quote {
  const at = 1_000 * Number(sequence);
  return testQuote({ market: "usd", code, sequence, at, last: price(last), bid: price(last) });
}

describe("the quote board", () => {
  let instruments: Instrument[];
  let deliver: Parameters<MarketFeed["start"]>[0];
  let board: QuoteBoard;
  const clock = { moment: 5_000, now: () => clock.moment };

  beforeEach(() => {
    instruments = [instrument];
    deliver = () => undefined;
    const feed: MarketFeed = {
      name: "test",
      kind: "simulated",
      instruments: () => instruments,
      indexes: () => [],
      snapshot: () => [quote(2n, 200n)],
      start: (callback) => {
        deliver = callback;
      },
      stop: () => undefined,
      bars: () => [],
      corporateActions: () => [],
    };
    board = createQuoteBoard(feed, clock);
    board.start();
  });

  it("holds the feed's snapshot from the start", () => {
    expect(board.get("usd", "AAPL")?.last).toBe(200n);
    expect(board.all("usd")).toHaveLength(1);
    expect(board.all("jpy")).toEqual([]);
    expect(board.get("jpy", "AAPL")).toBeNull();
    expect(board.instrument("usd", "AAPL")?.names.us).toBe("Apple");
  });

  it("tells of auctions those who listen to them, also where no quote came with them", () => {
    const heard: string[] = [];
    let quotesHeard = 0;
    board.subscribe(() => (quotesHeard += 1));
    const remove = board.subscribeAuctions((auctions) => {
      heard.push(...auctions.map(({ code, auction, price: at }) => `${code} ${auction} ${at}`));
    });
    const print = {
      market: "usd",
      code: "AAPL",
      feed: "test",
      tradingDate: "2026-11-20",
      auction: "opening",
      sequence: 5n,
      at: 5_000,
      price: price(1_892_000n),
      volume: null,
      locked: null,
    } as const;
    deliver([], [], [print]);
    deliver([quote(3n, 300n)], []);
    remove();
    deliver([], [], [print]);
    expect(heard).toEqual(["AAPL opening 1892000"]);
    expect(quotesHeard).toBe(1);
  });

  it("keeps the newest quote and tells the listeners", () => {
    const heard: bigint[] = [];
    const remove = board.subscribe((quotes) =>
      heard.push(...quotes.map(({ sequence }) => sequence)),
    );
    deliver([quote(3n, 300n)], []);
    remove();
    deliver([quote(4n, 400n)], []);
    expect(heard).toEqual([3n]);
    expect(board.get("usd", "AAPL")?.last).toBe(400n);
  });

  it("drops a quote that is not newer, and tells nobody", () => {
    let calls = 0;
    board.subscribe(() => {
      calls += 1;
    });
    deliver([quote(2n, 999n)], []);
    deliver([quote(1n, 999n)], []);
    expect(calls).toBe(0);
    expect(board.get("usd", "AAPL")?.last).toBe(200n);
  });

  it("knows a share that was listed after the start", () => {
    instruments = [instrument, { ...instrument, code: "NEW" }];
    deliver([quote(1n, 100n, "NEW")], []);
    expect(board.instrument("usd", "NEW")).not.toBeNull();
    expect(board.all("usd").map(({ code }) => code)).toEqual(["AAPL", "NEW"]);
  });

  const record: InstrumentRecord = {
    market: "usd" as const,
    code: "AAPL",
    names: { jp: "林檎", cn: "苹果", us: "Apple" },
    searchTerms: ["ringo"],
    sector: null,
    lotSize: shares(10n),
    offered: false,
  };

  it("shows an instrument as the house keeps it, and as the feed has it where that ends", () => {
    board.keepRecords([record]);
    expect(board.instrument("usd", "AAPL")).toMatchObject({
      names: { jp: "林檎" },
      searchTerms: ["ringo"],
      sector: "technology",
      lotSize: 10n,
      offered: false,
      listedOn: "1980-12-12",
    });
    expect(board.fed("usd", "AAPL")).toBe(instrument);
    board.keepRecords([]);
    expect(board.instrument("usd", "AAPL")).toBe(instrument);
  });

  it("keeps one object of an instrument of which nothing changes", () => {
    board.keepRecords([record]);
    const before = board.instrument("usd", "AAPL");
    board.keepRecords([{ ...record, searchTerms: ["ringo"] }]);
    deliver([quote(3n, 300n)], []);
    expect(board.instrument("usd", "AAPL")).toBe(before);
  });

  it("knows what was kept of a share before the feed listed it", () => {
    board.keepRecords([{ ...record, code: "NEW" }]);
    instruments = [instrument, { ...instrument, code: "NEW" }];
    deliver([quote(1n, 100n, "NEW")], []);
    expect(board.instrument("usd", "NEW")?.lotSize).toBe(10n);
  });

  it("tells a quote's age on the app's clock", () => {
    expect(board.ageMs("usd", "AAPL")).toBe(3_000);
    clock.moment = 9_000;
    expect(board.ageMs("usd", "AAPL")).toBe(7_000);
    expect(board.ageMs("usd", "NONE")).toBeNull();
    clock.moment = 5_000;
  });
});
