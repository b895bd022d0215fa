import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf } from "@sanshi/rulebook";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scaled } from "../../../../../tests/support/scripted-feed.ts";
import { dayRules } from "../../market/market/market.rules.ts";
import { limitFacts } from "../../market/market/widened-limits.ts";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";
import { createReplayFeed } from "./replay-feed.ts";

/** Tokyo: the first day traded at 1,000 and ended with a special quote of 1,150 that nobody met. */
const header = "symbol,date,open,high,low,close,volume";
const days = [
  "7203,2026-11-18,1000,1000,1000,1000,400",
  "7203,2026-11-19,1400,1450,1400,1450,400",
  "7203,2026-11-20,1450,1450,1440,1440,400",
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-bases-"));
});
afterEach(() => rm(folder, { recursive: true }));
const hasFile = (name: string, ...lines: string[]) =>
  writeFile(join(folder, name), lines.join("\n"));

function at(date: string, time: string) {
  const now = instantOf("jpy", date, time);
  const startsAt = Date.parse("2026-11-18T00:00:00Z");
  const feed = createReplayFeed({ folder, clock: { now: () => now }, startsAt });
  const [toyota] = feed.instruments();
  const [quote] = feed.snapshot();
  const facts = limitFacts(feed, toyota!, now);
  const limits = (day: string) => dayRules(toyota!, quote!, day, "exchange", facts).limits;
  return { quote: quote!, limits, feed };
}

async function hasBaseInColumn() {
  const bases = ["1000", "1150", "1450"];
  await hasFile("days.csv", `${header},基準値段`, ...days.map((day, i) => `${day},${bases[i]}`));
}
async function hasBaseInFile() {
  await hasFile("days.csv", header, ...days);
  await hasFile("bases.csv", "symbol,date,base_price", "7203,2026-11-19,1150");
}

it.each([
  ["a column of the days", hasBaseInColumn],
  ["a file of its own", hasBaseInFile],
])("puts a day's limits on the base price that %s tells", async (_where, prepare) => {
  await prepare();
  const during = at("2026-11-19", "15:30");
  // 300 yen around 1,150, not around the close of 1,000: the day traded at its limit.
  expect(during.limits("2026-11-19")).toMatchObject({ low: scaled("850"), high: scaled("1450") });
  expect(during.quote).toMatchObject({ previousClose: scaled("1000"), asks: [] });
  const print = { market: "jpy", code: "7203", tradingDate: "2026-11-19" } as const;
  expect(during.feed.auction?.({ ...print, auction: "closing" })?.locked).toBe("buy");
  // Orders of the evening before are held against it, and the day after stands on its own close.
  expect(at("2026-11-18", "16:00").limits("2026-11-19")?.high).toBe(scaled("1450"));
  expect(at("2026-11-20", "15:30").limits("2026-11-20")?.high).toBe(scaled("1750"));
  // It is no split and no dividend.
  expect(during.feed.corporateActions("jpy", "7203")).toEqual([]);
});

it("puts them on the last close where nothing tells it", async () => {
  await hasFile("days.csv", header, ...days);
  expect(at("2026-11-19", "15:30").limits("2026-11-19")?.high).toBe(scaled("1300"));
});

it("names what is no base price and keeps the others", async () => {
  await hasFile("days.csv", header, ...days, "AAPL,2026-11-19,200,200,200,200,400");
  await hasFile(
    "bases.csv",
    "symbol,date,base_price",
    "7203,2026-11-19,1150",
    "7203,yesterday,1150",
    "7203,2026-11-20,-5",
    "AAPL,2026-11-19,200",
  );
  const leftOut = countLeftOut();
  const { stocks } = readRecordedMarket(folder, undefined, (what) => leftOut.add(what));
  const toyota = stocks.find(({ instrument }) => instrument.code === "7203");
  expect([...toyota!.bases.values()]).toEqual([scaled("1150")]);
  const reasons = JSON.stringify(leftOut.remarks());
  expect(reasons).toContain("no_date");
  expect(reasons).toContain("no_base");
});

it("names a row once that the days leave out too, and what is no base price beside its day", async () => {
  await hasFile(
    "days.csv",
    `${header},base_price`,
    `${days[0]},1000`,
    `${days[1]},-5`,
    "BTC-USD,2026-11-19,200,200,200,200,400,200",
    "7203,2026-11-19,1400",
    `${days[2]},1450`,
  );
  const lines: number[] = [];
  readRecordedMarket(folder, undefined, ({ line }) => lines.push(line));
  expect(lines.toSorted()).toEqual([3, 4, 5]);
});

it("takes the operator's file before a column, and the first of two rows for a day", async () => {
  await hasFile(
    "days.csv",
    `${header},base_price`,
    ...days.map((day, index) => `${day},${["1000", "1110", "1450"][index]}`),
    "7203,2026-11-19,1400,1450,1400,1450,400,1200",
  );
  await hasFile(
    "bases.csv",
    "symbol,date,base_price",
    "7203,2026-11-19,1150",
    "7203,2026-11-19,1150",
    "7203,2026-11-19,1180",
  );
  const leftOut = countLeftOut();
  const { stocks } = readRecordedMarket(folder, undefined, (what) => leftOut.add(what));
  expect([...stocks[0]!.bases.values()]).toEqual([scaled("1150")]);
  const twice = { reason: "twice", rows: 1 };
  expect(leftOut.remarks().leftOut).toMatchObject([
    { ...twice, file: "days.csv", line: 5 },
    { ...twice, file: "bases.csv", line: 4, found: "1180" },
  ]);
});

it("names a base price around which no limit has the day's prices, as one without the day's split", async () => {
  await hasFile("days.csv", header, ...days);
  await hasFile(
    "bases.csv",
    "symbol,date,base_price",
    "7203,2026-11-18,999999999999",
    "7203,2026-11-19,115",
    "7203,2026-11-20,4350",
    // Nobody traded then, and nothing speaks against it.
    "7203,2026-11-24,1460",
  );
  const leftOut = countLeftOut();
  const { stocks } = readRecordedMarket(folder, undefined, (what) => leftOut.add(what));
  expect([...stocks[0]!.bases.values()]).toEqual([scaled("1460")]);
  expect(leftOut.remarks().leftOut).toMatchObject([
    { reason: "base_beyond", rows: 3, line: 2, found: "999999999999" },
  ]);
});

it("stands on a base price also where the file has another previous close", async () => {
  const day = "7203,2026-11-19,1100,1200,1100,1200,400,990";
  await hasFile("days.csv", `${header},pre_close`, `${days[0]},`, day);
  await hasFile("bases.csv", "symbol,date,base_price", "7203,2026-11-19,1000");
  await hasFile("actions.csv", "symbol,date,action,value", "7203,2026-11-18,dividend,5");
  const { limits, quote } = at("2026-11-19", "15:30");
  expect(quote.previousClose).toBe(scaled("990"));
  expect(limits("2026-11-19")).toMatchObject({ low: scaled("700"), high: scaled("1300") });
});

it("stands on a base price after a split on a day without a trade, which has the price before it", async () => {
  await hasFile("days.csv", header, days[0]!, "7203,2026-11-19,1000,1000,1000,1000,0");
  await hasFile("bases.csv", "symbol,date,base_price", "7203,2026-11-19,200");
  const leftOut = countLeftOut();
  const { stocks } = readRecordedMarket(folder, undefined, (what) => leftOut.add(what));
  expect([...stocks[0]!.bases.values()]).toEqual([scaled("200")]);
  expect(leftOut.remarks().leftOut).toEqual([]);
});
