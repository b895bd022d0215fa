import { quotedFields } from "./fields.ts";
import type { RecordText } from "./record-texts.ts";

const plainSecondLine = /^[^"'\n]*\n\d[^,\n]*,\d+\.?\d*,\d+\.?\d*,/;

/** A block of columns of one stock. */
type Block = { symbol: string; places: { name: string; at: number }[] };

/**
 * yfinance writes a table of several stocks with two lines of names, fields above and tickers below or the other way
 * round, or both in one name. Comes back as a text with a line for each stock and day; any other text as it is.
 */
export function withoutBlocks(text: RecordText): RecordText {
  // Nearly all files are plain: their second line is a day with its prices.
  if (plainSecondLine.test(text.head)) return text;
  const lines = text.head.split(/\r?\n/, 4).map((line) => quotedFields(line, ","));
  const names = namesOf(lines);
  if (names === null) return text;
  const { blocks, skipped, isWithinDay } = names;
  const fields = [...new Set(blocks.flatMap(({ places }) => places.map(({ name }) => name)))];
  const header = ["Ticker", isWithinDay ? "Datetime" : "Date", ...fields].join(",");
  const rowsOf = (line: string) => {
    const row = quotedFields(line, ",");
    return blocks.flatMap(({ symbol, places }) => {
      const values = fields.map(
        (field) => row[places.find(({ name }) => name === field)?.at ?? -1] ?? "",
      );
      // On a day of another market the stock has none.
      return values.every((value) => value === "") ? [] : [[symbol, row[0], ...values].join(",")];
    });
  };
  const shown = text.head
    .split(/\r?\n/)
    .slice(skipped, skipped + 80)
    .filter((line) => line !== "");
  return {
    ...text,
    head: [header, ...shown.flatMap(rowsOf).slice(0, 400)].join("\n"),
    tail: () =>
      text
        .tail()
        .split(/\r?\n/)
        .filter((line) => line !== "")
        .flatMap(rowsOf)
        .join("\n"),
    *scan(onLine) {
      const own = Buffer.from(header);
      onLine(own, 0, own.length, 1);
      yield* text.scan((bytes, from, until, line) => {
        if (line <= skipped || until <= from) return;
        for (const row of rowsOf(bytes.toString("utf8", from, until))) {
          const made = Buffer.from(row);
          onLine(made, 0, made.length, line);
        }
      });
    },
  };
}

const fieldNames = new Set([
  "open",
  "high",
  "low",
  "close",
  "adj close",
  "volume",
  "dividends",
  "stock splits",
  "capital gains",
  "repaired?",
]);

type Names = { blocks: Block[]; skipped: number; isWithinDay: boolean };

function namesOf([first = [], second = [], third = []]: readonly string[][]): Names | null {
  return pairsInOneLine(first) ?? twoLines(first, second, third);
}

function twoLines(first: string[], second: string[], third: string[]): Names | null {
  const areFields = (row: string[]) =>
    row.length > 1 && row.slice(1).every((name) => fieldNames.has(name.toLowerCase()));
  const isPair = first.length === second.length && areFields(first) !== areFields(second);
  if (!isPair || !/^(?:price|ticker|date|datetime|)$/i.test(first[0] ?? "")) return null;
  const [fields, tickers] = areFields(first) ? [first, second] : [second, first];
  if (
    tickers
      .slice(1)
      .some((ticker) => ticker === "" || (/^[\d.]+$/.test(ticker) && !/^\d{4}$/.test(ticker)))
  ) {
    return null;
  }
  const hasThird =
    /^(?:date|datetime)$/i.test(third[0] ?? "") && third.slice(1).every((name) => name === "");
  // A plain file: its second line is the first day.
  if (!hasThird && !/^(?:date|datetime)$/i.test(first[0] ?? "")) return null;
  if (!hasThird && (second[0] ?? "") !== "") return null;
  const label = hasThird ? third[0]! : first[0]!;
  const pairs = fields
    .slice(1)
    .map((name, index) => ({ name, symbol: tickers[index + 1]!, at: index + 1 }));
  return { blocks: blocksOf(pairs), skipped: hasThird ? 3 : 2, isWithinDay: /time/i.test(label) };
}

/** `('Close', 'AAPL')`, as pandas writes a pair of names into one. */
function pairsInOneLine(first: string[]): Names | null {
  const pairs = first.slice(1).map((name, index) => {
    const [, one = "", other = ""] = /^\('([^']+)', '([^']*)'\)$/.exec(name) ?? [];
    const isField = fieldNames.has(one.toLowerCase());
    return { name: isField ? one : other, symbol: isField ? other : one, at: index + 1 };
  });
  if (pairs.length === 0 || pairs.some(({ name, symbol }) => name === "" || symbol === ""))
    return null;
  return { blocks: blocksOf(pairs), skipped: 1, isWithinDay: /time/i.test(first[0] ?? "") };
}

function blocksOf(pairs: readonly { name: string; symbol: string; at: number }[]): Block[] {
  return [...Map.groupBy(pairs, ({ symbol }) => symbol)].map(([symbol, places]) => ({
    symbol,
    places,
  }));
}
