import type { RecordFault } from "@sanshi/contract/record-faults";
import type { Objection } from "./left-out.ts";
import { marketKeys, type MarketKey } from "@sanshi/money";
import { quotedFields } from "./fields.ts";
import { columnNames, forms, headless, ownNames, type Form } from "./forms.ts";
import { readMoment, type DateOrder, type Moment } from "./moments.ts";
import type { DecimalSign } from "./numbers.ts";
import type { RecordText } from "./record-texts.ts";
import { isStooqsOwn, symbolInName, symbolOf } from "./symbols.ts";
import type { Units } from "./units.ts";

/** How a text is to be read: what was decided from its names, its first and last lines and, where needed, all of it. */
export type Layout = {
  kind: "days" | "minutes" | "actions" | "factors" | "bases" | "other";
  /** Places by our names of the columns. */
  columns: ReadonlyMap<string, number>;
  /** The line of names, as it is written. */
  names: readonly string[];
  /** How many fields a row must have. */
  needed: number;
  /** How many it may have; what stands beyond is a sign that a comma within a number has split it. */
  width: number;
  delimiter: string;
  /** So many lines stand before the first row. */
  skipped: number;
  /** The one stock of the file where no column names it. */
  symbol: string | null;
  isOurs(symbol: string): boolean;
  sign: DecimalSign;
  order: DateOrder | null;
  isEnd: boolean;
  /** The clocks of times whose text has no zone; null for the exchange's. */
  zone: string | null;
  /** Whether a column's name says whose clocks they are. */
  isZoneTold: boolean;
  units: Readonly<Record<MarketKey, Units>>;
  isBillionths: boolean;
};

/** Why nothing of a file is taken: a reason of left-out.ts, with what was found. */
export type Refused = Objection & { kind: "refused" };

/** Of the beginning and of the end: each file of thousands pays for them. */
const [sampledLines, sampledLastLines] = [20, 10];
const tailLetters = 2_048;
const headerLinesMax = 20;
export const pricesNeeded = ["open", "high", "low", "close"] as const;

/** The layout of a text of whatever columns, of which nothing is decided by its rows. */
export function tableLayout(text: RecordText): Layout {
  const read = readTable(text);
  return "reason" in read ? plainLayout : read.layout;
}

type Table = {
  layout: Layout;
  header: Header;
  form: Form | undefined;
  title: string;
  rows: string[];
};

export function readTable(text: RecordText): Table | Refused {
  const lines = text.head.split(/\r?\n/, headerLinesMax + sampledLines);
  const without = headlessOf(lines);
  if (without !== null && "refused" in without) return { kind: "refused", reason: without.refused };
  const header = without ?? headerOf(lines);
  const form = forms.find((one) => fits(one, header.names));
  if (form?.refused !== undefined) return { kind: "refused", reason: form.refused };
  const columns = columnsOf(header.given, form);
  const rows = sampleOf(text, lines, header.index + 1);
  const title = lines.slice(0, Math.max(0, header.index)).join(" ");
  const layout: Layout = {
    ...plainLayout,
    columns,
    names: header.given,
    needed: Math.max(-1, ...columns.values()) + 1,
    width: without === null ? header.given.length : Number.POSITIVE_INFINITY,
    delimiter: delimiterOfRows(header.delimiter, rows),
    skipped: header.index + 1,
    symbol: columns.has("symbol") ? null : (symbolInName(text.name) ?? symbolInTitle(title)),
    isOurs: form?.symbols === "stooq" ? isStooqsOwn : () => true,
    isEnd: form?.isEnd ?? columns.has("time_local_end"),
    zone: columns.has("time_ET_start") ? "America/New_York" : (form?.zone ?? null),
    isZoneTold: ["time_ET_start", "time_exchange_start", "time_local_end"].some((name) =>
      columns.has(name),
    ),
    units: unitsOf(form, null),
    isBillionths: form?.isBillionths ?? false,
  };
  return { layout, header, form, title, rows };
}

const plainLayout: Layout = {
  kind: "other",
  columns: new Map(),
  names: [],
  needed: 0,
  width: Number.POSITIVE_INFINITY,
  delimiter: ",",
  skipped: 1,
  symbol: null,
  isOurs: () => true,
  sign: "point",
  order: null,
  isEnd: false,
  zone: null,
  isZoneTold: false,
  units: unitsOf(undefined, null),
  isBillionths: false,
};

export type Header = { index: number; given: string[]; names: string[]; delimiter: string };

/** The line of names, which may stand below a title; the first line where none looks like one. */
function headerOf(lines: readonly string[]): Header {
  let best: (Header & { known: number }) | null = null;
  for (const [index, line] of lines.slice(0, headerLinesMax).entries()) {
    const delimiter = delimiterOf(line);
    const given = quotedFields(line, delimiter).map((name) => name.trim());
    const names = given.map((name) =>
      name.normalize("NFKC").replaceAll(/[<>]/g, "").trim().toLowerCase(),
    );
    const known = new Set(names.flatMap((name) => columnNames[name] ?? (isKnown(name) ? name : [])))
      .size;
    if (known > (best?.known ?? 1)) best = { index, given, names, delimiter, known };
    if (known >= 5) break;
  }
  if (best !== null) return best;
  const index = Math.max(
    0,
    lines.findIndex((line) => line.trim() !== ""),
  );
  const first = lines[index] ?? "";
  const delimiter = delimiterOf(first);
  const given = quotedFields(first, delimiter).map((name) => name.trim());
  return { index, given, names: given.map((name) => name.toLowerCase()), delimiter };
}

const namesOfForms = new Set(forms.flatMap(({ has }) => has));
const isKnown = (name: string) => ownNames.has(name) || namesOfForms.has(name);

function headlessOf(lines: readonly string[]): Header | { refused: RecordFault } | null {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const found = headless.find(({ looks }) => looks.test(first));
  if (found === undefined) return null;
  if (found.columns === undefined) return { refused: found.refused ?? "no_header" };
  return { index: -1, given: [...found.columns], names: [...found.columns], delimiter: "," };
}

function fits({ has, lacks = [] }: Form, names: readonly string[]): boolean {
  return has.every((name) => names.includes(name)) && !lacks.some((name) => names.includes(name));
}

/** Whichever the line has most of. */
function delimiterOf(line: string): string {
  const unquoted = line.replaceAll(/"[^"]*"/g, "");
  const counted = [",", ";", "\t", "|"].map((sign) => ({
    sign,
    count: unquoted.split(sign).length,
  }));
  return counted.toSorted((left, right) => right.count - left.count)[0]!.sign;
}

/** Tongdaxin separates its names by tabs, even where its rows have commas. */
function delimiterOfRows(ofNames: string, rows: readonly string[]): string {
  const [row] = rows;
  return row === undefined || row.includes(ofNames) ? ofNames : delimiterOf(row);
}

/** Places of the columns; a file of minutes may call its moment `date` or `time`. */
function columnsOf(header: readonly string[], form?: Form): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  for (const [index, given] of header.entries()) {
    if (given.trim() === "") continue;
    const name = given.normalize("NFKC").replaceAll(/[<>]/g, "").trim();
    const known = name.toLowerCase();
    const ours =
      form?.columns?.[known] ?? columnNames[known] ?? (ownNames.has(known) ? known : name);
    if (!columns.has(ours)) columns.set(ours, index);
  }
  // Beside a column of days one of times has the time of day alone.
  const clock = columns.get("clock");
  if (clock !== undefined) columns.set(columns.has("date") ? "time" : "moment", clock);
  const moments = ["time_ET_start", "time_exchange_start", "time_local_end", "moment"];
  const moment = moments.find((name) => columns.has(name));
  if (moment !== undefined) columns.set("moment", columns.get(moment)!);
  else if (columns.has("time") && !columns.has("date")) columns.set("moment", columns.get("time")!);
  return columns;
}

function symbolInTitle(title: string): string | null {
  const code = /^\W*(\d{6}|[1-9]\d{2}[\dA-Z])(?=\s)/.exec(title)?.[1];
  return code === undefined ? null : symbolOf(code);
}

/** Rows from the beginning and the end of a file. */
function sampleOf(text: RecordText, lines: readonly string[], from: number): string[] {
  const first = lines.slice(from, from + sampledLines);
  // The last line of a head may be cut off.
  if (first.length === sampledLines) {
    const rest = text.tail() || text.head.slice(-tailLetters).replace(/^[^\n]*\n/, "");
    first.push(...rest.split(/\r?\n/).slice(-sampledLastLines));
  }
  return first.filter((line) => line.trim() !== "");
}

/** The moment of a row, of a column for all of it or of two for day and time. */
export function momentIn(
  row: readonly string[],
  columns: ReadonlyMap<string, number>,
  order: DateOrder | null,
  dateAt: number,
): Moment | null {
  const written = row[dateAt] ?? "";
  const [timeAt, zoneAt] = [columns.get("time"), columns.get("zone_seconds")];
  const isApart = timeAt !== undefined && timeAt !== dateAt && columns.get("date") === dateAt;
  const time = isApart ? (row[timeAt] ?? "") : "";
  // BaoStock's time has its day in it.
  const moment =
    time.length >= 12 ? readMoment(time, order) : readMoment(joined(written, time), order);
  if (moment === null || moment.at !== undefined || moment.time === null) return moment;
  const zone = row[columns.get("zone") ?? -1]?.trim() ?? "";
  if (zone !== "") return readMoment(`${moment.date} ${moment.time} ${zone}`, order);
  if (zoneAt === undefined) return moment;
  const seconds = Number(row[zoneAt] ?? "");
  if (Number.isNaN(seconds)) return moment;
  return { at: Date.parse(`${moment.date}T${moment.time}:00Z`) - seconds * 1_000 };
}

/** `93500` is a time without its zero. */
function joined(date: string, time: string): string {
  if (time === "" || /^0+$/.test(time)) return date;
  return `${date} ${/^\d{3}$|^\d{5}$/.test(time) ? `0${time}` : time}`;
}

/** Of each market: what was proven, else what the form says of Chinese stocks, else shares and whole units. */
export function unitsOf(
  form: Form | undefined,
  proven: Partial<Record<MarketKey, Units>> | null,
): Record<MarketKey, Units> {
  const said = (market: MarketKey): Units =>
    market === "cny" ? { lot: form?.lot ?? 1, money: form?.money ?? 1 } : { lot: 1, money: 1 };
  const all = marketKeys.map((market) => [market, proven?.[market] ?? said(market)]);
  return Object.fromEntries(all) as Record<MarketKey, Units>;
}
