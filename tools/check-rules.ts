// Holds recorded bars against the rulebook: `npm run check-rules -- <folder>`. Ends with 1 where a bar breaks a rule and
// nothing explains it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { instantOf, marketTimeZone } from "../packages/rulebook/src/index.ts";
import {
  breachesOf,
  explanations,
  shareOf,
  type Explanation,
  type Findings,
  type RecordedBar,
} from "./rule-breaches.ts";

/** All bars of a folder and those below it, by market; files without prices of bars are left out. */
export function checkFolder(folder: string): { report: string[]; unexplained: number } {
  const byMarket = new Map<string, Findings>();
  for (const path of filesIn(folder)) {
    const bySymbol = Map.groupBy(barsOf(path), ({ symbol }) => symbol);
    for (const bars of bySymbol.values()) {
      const found = breachesOf(bars);
      if (found !== null) add(byMarket, found);
    }
  }
  const unexplained = [...byMarket.values()].reduce(
    (sum, { counts }) =>
      sum +
      [...counts].reduce((n, [key, times]) => n + (key.endsWith("unexplained") ? times : 0), 0),
    0,
  );
  return { report: [...byMarket.values()].flatMap(linesOf), unexplained };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.csv(?:\.gz)?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function barsOf(path: string): RecordedBar[] {
  const raw = readFileSync(path);
  const [head = "", ...lines] = (path.endsWith(".gz") ? gunzipSync(raw) : raw)
    .toString("utf8")
    .split("\n");
  const columns = head.trim().split(",");
  const place = (name: string) => columns.indexOf(name);
  const time = columns.findIndex((name) => name === "date" || name.startsWith("time_"));
  const needed = ["symbol", "open", "high", "low", "close"].map(place);
  if (time < 0 || needed.some((index) => index < 0)) return [];
  const isEnd = columns[time]?.endsWith("_end") === true;
  const [symbol = 0, open = 0, high = 0, low = 0, close = 0] = needed;
  const base = place(columns.includes("base_price") ? "base_price" : "pre_close");
  return lines.flatMap((line): RecordedBar[] => {
    const cells = line.trim().split(",");
    const moment = cells[time] ?? "";
    const share = shareOf(cells[symbol] ?? "");
    if (moment === "" || share === null) return [];
    const [date = "", clock] = moment.split(" ");
    const at = clock === undefined ? null : instantOf(share.market, date, clock.slice(0, 5));
    return [
      {
        symbol: cells[symbol] ?? "",
        date,
        // What is named by its end lies in the minute before.
        at: at === null ? null : at - (isEnd ? 60_000 : 0),
        open: cells[open] ?? "",
        high: cells[high] ?? "",
        low: cells[low] ?? "",
        close: cells[close] ?? "",
        basePrice: base < 0 || cells[base] === "" ? null : (cells[base] ?? null),
      },
    ];
  });
}

function add(byMarket: Map<string, Findings>, found: Findings): void {
  const sum = byMarket.get(found.market);
  if (sum === undefined) {
    byMarket.set(found.market, found);
    return;
  }
  sum.bars += found.bars;
  for (const [key, times] of found.counts) sum.counts.set(key, (sum.counts.get(key) ?? 0) + times);
  sum.examples.push(...found.examples);
}

function linesOf({ market, bars, counts, examples }: Findings): string[] {
  const lines = [...counts].toSorted().map(([key, times]) => {
    const [reason = "", why = ""] = key.split(" ");
    const words = why === "unexplained" ? "BREACH" : explanations[why as Explanation];
    return `  ${reason}: ${times} (${words})`;
  });
  return [
    `${market} (${marketTimeZone(market)}): ${bars} bars`,
    ...(lines.length === 0 ? ["  none breaks a rule"] : lines),
    ...examples.slice(0, 10).map((one) => `    ${one}`),
  ];
}

function main(folder: string | undefined): number {
  if (folder === undefined || !existsSync(folder)) {
    console.error("Say which folder of bars to check: npm run check-rules -- <folder>");
    return 2;
  }
  const { report, unexplained } = checkFolder(folder);
  for (const line of report) console.log(line);
  return unexplained === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.exitCode = main(process.argv[2]);
}
