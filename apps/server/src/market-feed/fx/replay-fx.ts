import { readdirSync } from "node:fs";
import { join } from "node:path";
import { currencies, divide, parseScaled, type Currency } from "@sanshi/money";
import { readCsv, type CsvRow } from "../replay/csv.ts";
import type { FxFeed } from "./fx-feed.ts";

/**
 * Recorded reference rates from the CSV files of `<folder>/fx`: a line a day or month, each currency a
 * column, against the euro or the US dollar. A day's rate holds from that day on until the next one's;
 * a currency that two files have is taken from the newer line, the daily before the monthly.
 *
 * @throws Error for a folder without a line that can be read.
 */
export function createReplayFx(folder: string): FxFeed {
  const byCurrency = readFolder(folder);
  if (byCurrency.size === 0) throw new Error(`${join(folder, "fx")} holds no exchange rates`);
  return {
    name: "replay",
    kind: "simulated",
    ratesAt(at) {
      const perDollar: Partial<Record<Currency, bigint>> = { USD: 1_000_000n };
      let newest = 0;
      for (const [currency, series] of byCurrency) {
        const found = newestBefore(series, at);
        if (found === undefined) continue;
        perDollar[currency] = found.rate;
        newest = Math.max(newest, found.at);
      }
      return newest === 0
        ? null
        : { feed: "replay", sequence: BigInt(newest), at: newest, perDollar };
    },
  };
}

type Observation = { at: number; rate: bigint };

function newestBefore(series: readonly Observation[], at: number): Observation | undefined {
  let [low, high] = [0, series.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (series[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return series[low - 1];
}

function readFolder(folder: string): Map<Currency, Observation[]> {
  const found = new Map<Currency, Map<number, bigint>>();
  const names = readdirSync(join(folder, "fx")).filter((name) => /\.csv(\.gz)?$/.test(name));
  // Monthly files first: what a daily one says of the same day replaces it.
  for (const name of names.toSorted((one, other) => order(one) - order(other))) {
    for (const row of readCsv(join(folder, "fx", name))) addRow(found, row);
  }
  return new Map(
    [...found].map(([currency, series]) => [
      currency,
      [...series].map(([at, rate]) => ({ at, rate })).toSorted((one, other) => one.at - other.at),
    ]),
  );
}

const order = (name: string) => (name.includes("monthly") ? 0 : 1);

/** Digits of the file's figures that are kept; then over the dollar to millionths. */
const fileDigits = 8;

function addRow(found: Map<Currency, Map<number, bigint>>, row: CsvRow): void {
  const at = Date.parse(`${row("date") ?? row("month")}T00:00:00Z`);
  if (Number.isNaN(at)) return;
  // Against the dollar a dollar is one; against the euro the file says what it is.
  const dollars = row("USD") === undefined ? 10n ** BigInt(fileDigits) : figure(row("USD"));
  if (dollars === null) return;
  for (const currency of currencies) {
    const units = currency === "USD" ? null : figure(row(currency));
    if (units === null) continue;
    const series = found.get(currency) ?? new Map<number, bigint>();
    series.set(at, divide(units * 1_000_000n, dollars, "half_even"));
    found.set(currency, series);
  }
}

function figure(text: string | undefined): bigint | null {
  if (text === undefined || !/^\d+(\.\d+)?$/.test(text)) return null;
  const value = parseScaled(text, fileDigits);
  return value === null || value <= 0n ? null : value;
}
