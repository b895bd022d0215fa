import { expect, it } from "vitest";
import type { CodeChange } from "./code-changes.ts";
import { demoCompanies } from "./companies/companies.ts";
import type { Quote } from "./market-feed.ts";
import { createQuoteBoard } from "./quote-board.ts";
import { createRenamedFeed } from "./renamed-feed.ts";
import { createSimulatedFeed } from "./simulated/simulated-feed.ts";

const market = "usd" as const;
const [before, after] = ["AAPL", "APLX"] as const;
const change: CodeChange = {
  ...{ id: 1n, market, oldCode: before, newCode: after, exchange: "NYSE" },
  namesBefore: { jp: "アップル", cn: "苹果", us: "Apple" },
  names: { jp: "アプレックス", cn: "苹果新", us: "Aplex" },
  ...{ effectiveOn: "2026-11-25", effectiveAt: 0, carriedAt: 1 },
};
const clock = { at: Date.parse("2026-11-25T16:00:00Z"), now: () => clock.at };
const companies = demoCompanies().filter(({ code }) => ["AAPL", "MSFT", "7203"].includes(code));
const simulated = () => createSimulatedFeed({ seed: "sanshi", hours: "always", clock, companies });

it("has a simulated company go on under its new code at the same prices, its past with it", () => {
  const plain = simulated();
  const feed = createRenamedFeed(simulated());
  feed.rename([change]);
  const recoded = <Coded extends { code: string }>(one: Coded): Coded =>
    one.code === before ? { ...one, code: after } : one;
  expect(feed.snapshot()).toEqual(plain.snapshot().map(recoded));
  const now = clock.now();
  for (const code of [before, after]) {
    for (const period of ["1m", "1d"] as const) {
      const asked = { market, code, period, before: now, limit: 300 };
      expect(feed.bars(asked)).toEqual(plain.bars({ ...asked, code: before }));
    }
    const [quote] = plain.snapshot().filter((one) => one.code === before);
    const waitedFor = () => ({ atOrBelow: null, atOrAbove: null });
    const question = { market, code, after: quote!.sequence - 50n, until: now, waitedFor };
    const passed = [...plain.passed!({ ...question, code: before })].map(recoded);
    expect([...feed.passed!(question)]).toEqual(passed);
    const trades = { market, code, until: now, limit: 20 };
    expect(feed.trades!(trades)).toEqual(plain.trades!({ ...trades, code: before }));
    expect(feed.fundamentals!(market, code)).toEqual(plain.fundamentals!(market, before));
    expect(feed.corporateActions(market, code)).toEqual(plain.corporateActions(market, before));
    expect(feed.additions!.objection(market, code)).toBe("carried");
  }
});

it("moves a stock on the board to its new code with the quote that it has, and tells of it from then on", () => {
  const inner = simulated();
  const feed = createRenamedFeed(inner);
  const board = createQuoteBoard(feed, clock);
  const heard: Quote[] = [];
  board.subscribe((quotes) => heard.push(...quotes));
  const quote = board.get(market, before);
  feed.rename([change]);
  board.keepRecords([]);
  expect(board.get(market, before)).toBeNull();
  expect(board.instrument(market, before)).toBeNull();
  expect(board.get(market, after)).toEqual({ ...quote, code: after });
  expect(board.instrument(market, after)).toMatchObject({
    ...{ exchange: "NYSE", names: change.names },
    searchTerms: expect.arrayContaining(["aapl", "apple"]),
  });
  heard.length = 0;
  board.start();
  clock.at += 60_000;
  inner.poll();
  board.stop();
  const codes = new Set(heard.map(({ code }) => code));
  expect(codes.has(after) && !codes.has(before)).toBe(true);
});
