import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { marketTimeZone } from "@sanshi/rulebook";
import { afterEach, beforeEach, expect, it } from "vitest";
import { vendorFiles } from "../../../../../tests/support/vendor-files.ts";
import type { Bar } from "../market-feed.ts";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";
import type { RecordedStock } from "./recorded-stock.ts";

const samples = join(import.meta.dirname, "../../../../../tests/support/vendor-files");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-vendor-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

it.each(vendorFiles)(
  "$file is read right, or refused in a true sentence",
  async ({ file, as, bars, says }) => {
    await mkdir(dirname(join(folder, as)), { recursive: true });
    await copyFile(join(samples, file), join(folder, as));
    const leftOut = countLeftOut();
    if (Object.keys(bars).length === 0) {
      expect(() => readRecordedMarket(folder, undefined, leftOut.add)).toThrow("no recorded bars");
    } else {
      const { stocks } = readRecordedMarket(folder, undefined, leftOut.add);
      expect(Object.fromEntries(stocks.map(barsOf))).toEqual(bars);
    }
    const sentences = leftOut.sentences();
    for (const said of says) expect(sentences).toContainEqual(expect.stringMatching(said));
    expect(sentences.length).toBe(says.length);
  },
);

function barsOf({ instrument, days, minutes }: RecordedStock): [symbol: string, bars: string[]] {
  const { market, code } = instrument;
  const numbers = ({ open, high, low, close, volume }: Bar) =>
    [...[open, high, low, close].map((price) => Number(price) / 10_000), volume].join(" ");
  const timeOf = (from: number) =>
    new Date(from).toLocaleString("sv-SE", { timeZone: marketTimeZone(market) }).slice(0, 16);
  const ofDays = Array.from({ length: days.length }, (_, index) => days.bar(index));
  const rows =
    minutes.length > 0
      ? minutes.map((bar) => `${timeOf(bar.from)} ${numbers(bar)}`)
      : ofDays.map((bar) => `${bar.tradingDate} ${numbers(bar)}`);
  return [`${market} ${code}`, rows];
}
