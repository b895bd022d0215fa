import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

/** The folder of real prices; MARKET_DATA_DIR names another. */
export const marketDataFolder =
  process.env["MARKET_DATA_DIR"] ?? resolve(import.meta.dirname, "../../../shared/market-data");
export const hasMarketData = existsSync(join(marketDataFolder, "daily"));

/** A line of a file as its author typed it. */
export type FileLine = Readonly<Record<string, string>>;

/** The second way in which a test reads the files: nothing of it is shared with the replay feed. */
export function readLines(path: string, symbol: string): FileLine[] {
  const bytes = readFileSync(join(marketDataFolder, path));
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const [header = "", ...lines] = text.trim().split(/\r?\n/);
  const names = header.split(",");
  return lines
    .map((line) => line.split(","))
    .map((fields) => Object.fromEntries(names.map((name, index) => [name, fields[index] ?? ""])))
    .filter((line) => line["symbol"] === symbol);
}

/** Ten-thousandths: `tenThousandths("25.07")` is 250700n. */
export function tenThousandths(text: string | undefined): bigint {
  const [, whole, fraction = ""] = /^(\d+)(?:\.(\d{1,4})0*)?$/.exec(text ?? "") ?? [];
  if (whole === undefined) throw new Error(`not a price of at most four decimals: ${text}`);
  return BigInt(whole + fraction.padEnd(4, "0"));
}

/** A real day; prices in ten-thousandths of the currency. */
export type RealDay = {
  date: string;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  /** What the exchange told as the close to compare with. */
  previousCloseTold: bigint | null;
};

export function realDays(path: string, symbol: string): RealDay[] {
  return readLines(path, symbol).map((line) => ({
    date: line["date"]!,
    open: tenThousandths(line["open"]),
    high: tenThousandths(line["high"]),
    low: tenThousandths(line["low"]),
    close: tenThousandths(line["close"]),
    volume: BigInt(line["volume"]!),
    previousCloseTold: line["pre_close"] ? tenThousandths(line["pre_close"]) : null,
  }));
}

/** A split into `ratio` shares for each `per` (one), or money per share, on the first day without it. */
export type RealEvent = { date: string } & ({ ratio: bigint; per?: bigint } | { dividend: bigint });

export function realEvents(path: string, symbol: string): RealEvent[] {
  return readLines(path, symbol).map((line) => {
    const date = line["ex_date"] ?? line["date"]!;
    const value = tenThousandths(line["value"]);
    return line["action"] === "split"
      ? { date, ratio: value / 10_000n }
      : { date, dividend: value };
  });
}

type Fraction = [numerator: bigint, denominator: bigint];

/**
 * What brings a price of `date` to the shares of `until`: divided by every split in between and, for
 * every dividend, lowered by the part of the last close that it was.
 */
export function factorsOf(
  days: readonly RealDay[],
  events: readonly RealEvent[],
  date: string,
  until: string,
): { price: Fraction; shares: Fraction } {
  let [numerator, denominator, more, less] = [1n, 1n, 1n, 1n];
  for (const event of events.filter((one) => one.date > date && one.date <= until)) {
    const before = days.findLast((day) => day.date < event.date);
    if (before === undefined) continue;
    if ("ratio" in event) {
      const { ratio, per = 1n } = event;
      denominator *= ratio;
      numerator *= per;
      more *= ratio;
      less *= per;
    } else {
      numerator *= before.close - event.dividend;
      denominator *= before.close;
    }
  }
  return { price: [numerator, denominator], shares: [more, less] };
}

/** Rounded half up; both positive. */
export function scaledBy(value: bigint, [numerator, denominator]: Fraction): bigint {
  return (2n * value * numerator + denominator) / (2n * denominator);
}
