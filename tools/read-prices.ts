// What a start would take of a folder of recorded prices: `npm run read-prices -- <folder>`. Ends with 0 where every row was
// taken, with 1 where some file or row was left out, and with 2 where there is nothing to play.
import { pathToFileURL } from "node:url";
import { countLeftOut } from "../apps/server/src/market-feed/replay/left-out.ts";
import type { ReportedStock } from "../apps/server/src/market-feed/market-feed.ts";
import { reportOf } from "../apps/server/src/market-feed/replay/record-report.ts";
import { readRecordedMarket } from "../apps/server/src/market-feed/replay/recorded-market.ts";
import { readConfig } from "../apps/server/src/market-feed/replay/replay-config.ts";

const markets = { jpy: "Japan", usd: "US", cny: "China" };

/** The lines that are shown, and the exit code. */
export function readPrices(folder: string, now: number): { lines: string[]; code: 0 | 1 | 2 } {
  const leftOut = countLeftOut();
  try {
    const record = readRecordedMarket(folder, readConfig(folder).codes, leftOut.add, now);
    const { stocks } = reportOf(record, leftOut.remarks());
    const lines = [
      `${stocks.length} ${stocks.length === 1 ? "stock" : "stocks"} of ${folder}`,
      ...stocks.map(lineOf),
      ...leftOut.sentences(),
    ];
    return { lines, code: leftOut.faults() === 0 ? 0 : 1 };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { lines: [...leftOut.sentences(), `Nothing to play: ${reason}`], code: 2 };
  }
}

function lineOf(stock: ReportedStock): string {
  const { market, code, name, days, minutes, extended, from, until } = stock;
  const called = name === code ? code : `${code} ${name}`;
  const bars = [
    days === 1 ? "1 day" : `${days} days`,
    ...(minutes === 0 ? [] : [`${minutes} bars within a day`]),
    ...(extended === 0 ? [] : [`${extended} of extended hours`]),
  ];
  return `  ${markets[market]} ${called}: ${bars.join(", ")}, ${from} to ${until}`;
}

function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error("Say which folder of prices to read: npm run read-prices -- <folder>");
    return 2;
  }
  const { lines, code } = readPrices(folder, Date.now());
  for (const line of lines) console.log(line);
  return code;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = main(process.argv[2]);
}
