import type { MarketKey } from "@sanshi/money";
import { localMinuteOfDay } from "@sanshi/rulebook";
import { quotedFields } from "./fields.ts";
import type { Form } from "./forms.ts";
import { dateOf, dayNumberOf } from "./day-numbers.ts";
import { marketOf } from "./instrument-of.ts";
import {
  momentIn,
  pricesNeeded,
  readTable,
  unitsOf,
  type Header,
  type Layout,
  type Refused,
} from "./layout.ts";
import { createOrderFinder, tradingDateOf, type DateOrder, type Moment } from "./moments.ts";
import { createSignFinder, plainNumber, type DecimalSign } from "./numbers.ts";
import type { RecordText } from "./record-texts.ts";
import { symbolOf, wordInName } from "./symbols.ts";
import { provenUnits, type SampleRow } from "./units.ts";

/** `isWithinDay` says that the folder is one of bars within a day. */
export function layoutOf(text: RecordText, isWithinDay: boolean): Layout | Refused {
  const read = readTable(text);
  if ("reason" in read) return read;
  const { layout, header, form, title, rows } = read;
  const { columns } = layout;
  if (tellsActions(columns)) return { ...layout, kind: "actions" };
  if (columns.has("adj_factor") && !columns.has("open")) return { ...layout, kind: "factors" };
  if (columns.has("base_price") && !columns.has("open")) return { ...layout, kind: "bases" };
  const refused = objectionTo(columns, header, title) ?? objectionToUnits([title, ...rows]);
  if (refused !== null) return refused;
  if (!columns.has("symbol") && layout.symbol === null) {
    const word = wordInName(text.name);
    return word === null
      ? { kind: "refused", reason: "nameless", found: text.name }
      : { kind: "refused", reason: "word_name", found: text.name, values: { ticker: word } };
  }
  const fields = rows.map((line) =>
    quotedFields(line, layout.delimiter).map((field) => field.trim()),
  );
  return decided(text, layout, { rows: fields, form, isWithinDay });
}

/** Whether a file with these columns is one of splits and dividends. */
function tellsActions(columns: ReadonlyMap<string, number>): boolean {
  const isOurs = columns.has("action") && columns.has("value");
  const isVendors = ["dividends", "stock_splits", "stk_div"].some((name) => columns.has(name));
  return !columns.has("open") && (isOurs || isVendors);
}

function objectionTo(
  columns: ReadonlyMap<string, number>,
  { given, index }: Header,
  title: string,
): Refused | null {
  if (/前复权|后复权|復権|qfq|hfq|調整後/.test(title))
    return { kind: "refused", reason: "adjusted", found: title.trim() };
  const isDated = columns.has("date") || columns.has("moment");
  const hasVolume = columns.has("volume") || columns.has("volume_lots");
  const missing = [
    ...(isDated ? [] : ["date"]),
    ...pricesNeeded.filter((name) => !columns.has(name)),
    ...(hasVolume ? [] : ["volume"]),
  ];
  if (missing.length === 0) return null;
  const names = given.filter((name) => name !== "").slice(0, 12);
  return {
    kind: "refused",
    reason: "no_columns",
    values: { missing: missing.join(", "), names: names.join(", "), line: String(index + 1) },
  };
}

const otherUnits =
  /[千百万億][株股手]|(?:千|百万|億)円|[万亿]元|\bGB[Xp]\b|\bpence\b|\bin thousands\b/;

/** A title, a row of units below the names or a note below the rows, which has no number of its own. */
function objectionToUnits(lines: readonly string[]): Refused | null {
  const found = lines.find((line) => otherUnits.test(line) && !/[,;\t]\d/.test(line));
  return found === undefined ? null : { kind: "refused", reason: "other_units", found };
}

/** What the rows tell: signs, the order of day and month, the units, and whether they are days. */
function decided(
  text: RecordText,
  layout: Layout,
  { rows, form, isWithinDay }: { rows: string[][]; form: Form | undefined; isWithinDay: boolean },
): Layout | Refused {
  const { columns } = layout;
  const dateAt = columns.get("moment") ?? columns.get("date")!;
  const firstDate = rows.find((row) => row.length >= layout.needed)?.[dateAt] ?? "";
  if (/^\d{2,3}\/\d{1,2}\/\d{1,2}$/.test(firstDate) && /^1\d\d/.test(firstDate)) {
    return { kind: "refused", reason: "taiwan", found: firstDate };
  }
  const barKind = rows[0]?.[columns.get("bar_kind") ?? -1] ?? "";
  if (/[週月年]/.test(barKind)) return { kind: "refused", reason: "not_daily", found: barKind };
  const whole = wholeFile(text, layout, rows, { dateAt, usual: form?.order ?? null });
  if ("reason" in whole) return whole;
  const { sign, order } = whole;
  const reading = { ...layout, sign, order };
  const markets = new Map<string, MarketKey | null>();
  const sample = rows.flatMap((row) => sampleRow(row, reading, dateAt, markets));
  if (sample.some(({ isAdjusted, isBelowZero }) => isAdjusted || isBelowZero)) {
    return { kind: "refused", reason: "adjusted" };
  }
  const proven = provenUnits(sample);
  if (proven === "contradiction")
    return { kind: "refused", reason: "unproven_units", values: unitsFound(sample) };
  const units = unitsOf(form, proven);
  // Asia's shares trade whole: 3.5 of them are ten thousands, or lots. American ones have fractions, and volumes that a
  // vendor has adjusted have many decimals.
  const split = sample.find(
    ({ market, volume }) =>
      market !== null &&
      market !== "usd" &&
      units[market].lot === 1 &&
      /\.\d{1,4}$/.test(String(volume)),
  );
  if (split !== undefined && !columns.has("volume_lots"))
    return { kind: "refused", reason: "other_units", found: String(split.volume) };
  // What is no stock of ours has clocks that nobody knows.
  const ours = sample.filter(({ market }) => market !== null);
  const kind = kindOf(ours.length > 0 ? ours : sample, columns, isWithinDay);
  const longer = kind === "days" ? longerThanDays(sample) : null;
  if (longer !== null) return { kind: "refused", reason: "longer_bars", values: longer };
  return { ...layout, kind, sign, order, units };
}

type Sampled = SampleRow & {
  symbol: string;
  moment: Moment | null;
  per: string;
  isAdjusted: boolean;
  isBelowZero: boolean;
};

function sampleRow(
  row: readonly string[],
  layout: Layout,
  dateAt: number,
  markets: Map<string, MarketKey | null>,
): Sampled[] {
  if (row.length < layout.needed) return [];
  const { columns, sign } = layout;
  const text = (name: string) => row[columns.get(name) ?? -1] ?? "";
  const number = (name: string) => {
    const plain = plainNumber(text(name), sign);
    return plain === "" ? Number.NaN : Number(plain);
  };
  const symbol = layout.symbol ?? symbolOf(text("symbol"));
  let market = markets.get(symbol);
  if (market === undefined) markets.set(symbol, (market = marketOf(symbol)));
  const scale = layout.isBillionths && !text("close").includes(".") ? 1e-9 : 1;
  const [open = 0, high = 0, low = 0, close = 0] = pricesNeeded.map((name) => number(name) * scale);
  return [
    {
      symbol,
      market,
      moment: momentIn(row, columns, layout.order, dateAt),
      per: text("per"),
      low,
      high,
      volume: columns.has("volume_lots") ? number("volume_lots") * 100 : number("volume"),
      money: number("money"),
      // BaoStock says it of each row: 3 is as traded.
      isAdjusted: /^[12]$/.test(text("adjustflag")),
      // A whole bar around zero is what dividends that were taken out have left; a single price is a fault of its row.
      isBelowZero: low < 0 && low <= Math.min(open, close) && high >= Math.max(open, close),
    },
  ];
}

/** What only all rows together tell; they are read only where their first lines leave it open. */
function wholeFile(
  text: RecordText,
  layout: Layout,
  rows: readonly string[][],
  { dateAt, usual }: { dateAt: number; usual: DateOrder | null },
): { sign: DecimalSign; order: DateOrder | null } | Refused {
  const isYearLast = rows.some((row) =>
    /^\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)\b/.test(row[dateAt] ?? ""),
  );
  const isQuoted = text.head.includes('"');
  if (!isYearLast && !isQuoted && layout.delimiter === ",") return { sign: "point", order: null };
  const { columns, delimiter, skipped, needed } = layout;
  const [signs, orders] = [createSignFinder(delimiter), createOrderFinder()];
  const numbers = [...pricesNeeded, "volume", "money"].flatMap((name) => {
    const at = columns.get(name);
    return at === undefined ? [] : [{ at, isVolume: name === "volume" || name === "money" }];
  });
  for (const _bytes of text.scan((bytes, from, until, line) => {
    if (line <= skipped) return;
    const row = quotedFields(bytes.toString("utf8", from, until), delimiter);
    if (row.length < needed) return;
    if (isYearLast) orders.add((row[dateAt] ?? "").trim());
    for (const { at, isVolume } of numbers) {
      const field = row[at]!;
      if (isQuoted || delimiter !== ",") signs.add(field.trim(), isVolume);
    }
  })) {
    // Read to its end.
  }
  const sign = signs.sign();
  if (typeof sign !== "string")
    return { kind: "refused", reason: "unclear_numbers", found: sign.unclear };
  const found = orders.order();
  const order = found === "none" || found === "unknown" ? usual : found;
  if (found === "unknown" && order === null) {
    const first = rows.find((row) => row.length >= needed)?.[dateAt] ?? "";
    return { kind: "refused", reason: "unclear_dates", found: first };
  }
  return { sign, order };
}

function kindOf(
  sample: readonly Sampled[],
  columns: ReadonlyMap<string, number>,
  isWithinDay: boolean,
): "days" | "minutes" {
  const per = sample[0]?.per ?? "";
  if (per !== "") return /^d$/i.test(per) ? "days" : "minutes";
  const times = sample.flatMap(({ moment, market }) => timeIn(moment, market ?? "jpy") ?? []);
  if (times.every((time) => time === "midnight")) return "days";
  if (isWithinDay || new Set(times).size > 1) return "minutes";
  const days = sample.map(({ symbol, moment, market }) =>
    moment === null ? "" : `${symbol} ${tradingDateOf(market ?? "jpy", moment)}`,
  );
  if (new Set(days).size < days.length) return "minutes";
  // TradingView names a day by the moment at which it opens, a spreadsheet's function by that at which it closes.
  const isCounted = sample.every(({ moment }) => moment === null || moment.at !== undefined);
  return new Set(days).size > 1 || (isCounted && !columns.has("zone_seconds")) ? "days" : "minutes";
}

const longGapsMin = 4;
const longGapDays = 5;

/** Two days of a file whose bars are weeks or months: of no stock do two stand closer. */
function longerThanDays(sample: readonly Sampled[]): { first: string; second: string } | null {
  const known = [...Map.groupBy(sample, ({ symbol }) => symbol).values()]
    .map((rows) =>
      rows.flatMap(({ moment, market }) =>
        moment === null ? [] : dayNumberOf(tradingDateOf(market ?? "jpy", moment)),
      ),
    )
    .filter((days) => days.length > longGapsMin);
  const areFar = (days: readonly number[]) =>
    days.slice(1).every((day, index) => Math.abs(day - days[index]!) >= longGapDays);
  const [first] = known;
  if (first === undefined || !known.every(areFar)) return null;
  return { first: dateOf(first[0]!), second: dateOf(first[1]!) };
}

function timeIn(moment: Moment | null, market: MarketKey): string | null {
  if (moment === null) return null;
  if (moment.at === undefined)
    return moment.time === null || moment.time === "00:00" ? "midnight" : moment.time;
  if (moment.at % 86_400_000 === 0) return "midnight";
  const minute = localMinuteOfDay(market, moment.at);
  return minute === 0 ? "midnight" : String(minute);
}

function unitsFound(sample: readonly SampleRow[]): Record<string, string> {
  const row = sample.find(({ money, volume }) => money > 0 && volume > 0);
  if (row === undefined) return {};
  const { money, volume, low, high } = row;
  return { price: (money / volume).toPrecision(6), low: String(low), high: String(high) };
}
