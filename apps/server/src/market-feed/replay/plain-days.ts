import type { MarketKey } from "@sanshi/money";
import {
  adjustmentDigits,
  countedDigits,
  dividendDigits,
  priceDigits,
  ratioDigits,
  type DayPlaces,
} from "./day-places.ts";
import { isWeekend } from "./day-numbers.ts";
import type { DayRow } from "./day-series.ts";
import { textOf, type Fields } from "./fields.ts";
import type { Layout } from "./layout.ts";
import type { TakeLine } from "./lines.ts";
import { createPlainRows, slots, type PlainRows } from "./plain-rows.ts";
import type { RecordedStock } from "./recorded-stock.ts";

/** A stock of the file as its rows name it, and the one whose row came after it when it was last looked for. */
type Followed = { symbol: Buffer; stock: RecordedStock; rows: PlainRows; next: Followed | null };

type PlainDays = {
  take: TakeLine;
  /** Says of which stock the fields of a row are that was not taken here. */
  follow(stock: RecordedStock, fields: Fields): void;
};

const noSymbol = Buffer.alloc(0);
const one = 10 ** ratioDigits;

/**
 * Takes the rows of a file of days that are in the plainest spelling and of which there is nothing to say: a day of its
 * own, whole prices, no split and no dividend. All others are left to the reader of fields. Null where a file's rows say
 * more than that.
 */
export function createPlainDays(
  layout: Layout,
  options: {
    lastDays: Readonly<Record<MarketKey, number>>;
    places: DayPlaces;
    ofFile: RecordedStock | null;
    isOver(): boolean;
  },
): PlainDays | null {
  const { places, ofFile, lastDays, isOver } = options;
  const { skipped, sign, isBillionths } = layout;
  if (places.saysMore || sign !== "point" || isBillionths || skipped === 0) return null;
  const rowsOf = new Map<MarketKey, PlainRows | null>();
  const known = new Map<RecordedStock, Followed>();
  let current: Followed | null = null;
  const row: DayRow = {
    ...{ day: Number.NaN, open: Number.NaN, high: Number.NaN, low: Number.NaN, close: Number.NaN },
    ...{ volume: Number.NaN, turnoverMinor: Number.NaN, previousClose: Number.NaN },
    adjustment: Number.NaN,
  };

  function followed(stock: RecordedStock, symbol: Buffer): Followed | null {
    const { market } = stock.instrument;
    let rows = rowsOf.get(market);
    if (rows === undefined) rowsOf.set(market, (rows = plainRowsOf(layout, places, market)));
    return rows === null ? null : { symbol, stock, rows, next: null };
  }

  /** A file has one stock, or goes through the same ones day by day. */
  function follow(stock: RecordedStock, fields: Fields): void {
    let found = known.get(stock) ?? null;
    if (found === null) {
      found = followed(
        stock,
        ofFile === null ? Buffer.from(textOf(fields, places.symbol)) : noSymbol,
      );
      if (found === null) return;
      known.set(stock, found);
    }
    if (current !== null) current.next = found;
    current = found;
  }

  function take(bytes: Buffer, from: number, line: number): number {
    if (line <= skipped || current === null || isOver()) return -1;
    const expected = current.next ?? current;
    const { stock, rows } = expected;
    const next = rows.read(bytes, from, expected.symbol);
    if (next < 0 || !isTaken(stock, rows)) return -1;
    current = expected;
    return next;
  }

  function isTaken(stock: RecordedStock, rows: PlainRows): boolean {
    const { values } = rows;
    const [day, open, high, low, close] = [
      values[0]!,
      values[1]!,
      values[2]!,
      values[3]!,
      values[4]!,
    ];
    if (day > lastDays[stock.instrument.market] || isWeekend(day)) return false;
    if (!(low > 0 && low <= open && low <= close && high >= open && high >= close)) return false;
    const [step, splits] = [values[9]!, values[10]!];
    if ((step > 0 && step !== one) || (splits > 0 && splits !== one)) return false;
    if (values[11]! > 0 || values[12]! > 0) return false;
    row.day = day;
    row.open = open;
    row.high = high;
    row.low = low;
    row.close = close;
    row.volume = values[5]!;
    row.turnoverMinor = values[6]!;
    row.previousClose = values[7]! || Number.NaN;
    row.adjustment = values[8]! > 0 ? values[8]! / 10 ** adjustmentDigits : Number.NaN;
    // A day that is there already is named by the reader of fields.
    if (!stock.days.add(row)) return false;
    if (places.adjustment !== null) keepDecimals(stock, rows.decimals());
    return true;
  }

  function keepDecimals(stock: RecordedStock, decimals: number): void {
    if (decimals > places.decimals) places.decimals = decimals;
    const { adjustment } = stock;
    if (adjustment?.kind === places.adjustment && adjustment.decimals === places.decimals) return;
    stock.adjustment = { kind: places.adjustment!, decimals: places.decimals };
  }

  if (ofFile !== null) current = followed(ofFile, noSymbol);
  return { take, follow };
}

function plainRowsOf(layout: Layout, places: DayPlaces, market: MarketKey): PlainRows | null {
  const digits = countedDigits(places, layout, market);
  const { needed, width, delimiter } = layout;
  const at: Record<(typeof slots)[number], readonly [at: number, digits: number]> = {
    day: [-1, 0],
    open: [places.open, priceDigits],
    high: [places.high, priceDigits],
    low: [places.low, priceDigits],
    close: [places.close, priceDigits],
    volume: [places.lots >= 0 ? places.lots : places.volume, digits.volume],
    turnoverMinor: [places.money, digits.money],
    previousClose: [places.previousClose, priceDigits],
    adjustment: [places.adjusted, adjustmentDigits],
    step: [places.step, ratioDigits],
    splits: [places.splits, ratioDigits],
    dividends: [places.dividends, dividendDigits],
    takenOutDividends: [places.takenOutDividends, dividendDigits],
  };
  return createPlainRows(
    {
      symbolAt: layout.symbol === null ? places.symbol : -1,
      perAt: places.per,
      dateAt: places.date,
      numbers: slots.map((slot) => ({ slot, at: at[slot][0], digits: at[slot][1] })),
    },
    { needed, width, delimiter: delimiter.charCodeAt(0) },
  );
}
