import { columnNames } from "./forms.ts";
import type { LeaveOut } from "./left-out.ts";
import { hasOddQuotes } from "./open-quotes.ts";
import type { RecordText } from "./record-texts.ts";

/** In fewer rows a number may well be the shortest. */
const [comparedMin, comparedMax] = [5, 30];

/**
 * A text without its last row where it seems to be cut off in it: no line end, and its last number lacks what those before
 * it have: digits, decimals, a closing quote. A volume that has lost its last digits looks whole.
 */
export function withoutCutRow(text: RecordText, leaveOut: LeaveOut): RecordText {
  if (!isCutOff(text)) return text;
  const { file } = text;
  // A text is read twice where its first rows do not decide it.
  let isNamed = false;
  return {
    ...text,
    *scan(onLine) {
      let held: { bytes: Buffer; line: number } | null = null;
      yield* text.scan((bytes, from, until, line) => {
        if (held !== null) onLine(held.bytes, 0, held.bytes.length, held.line);
        held = { bytes: Buffer.from(bytes.subarray(from, until)), line };
      });
      const last = held as { bytes: Buffer; line: number } | null;
      if (last === null || isNamed) return;
      isNamed = true;
      leaveOut({ file, line: last.line, reason: "cut_off", found: last.bytes.toString("utf8") });
    },
  };
}

/** Of a row of prices: what pays dividends has fewer columns. */
const lastNumber = /(?:[,;\t|][^,;\t|]*){3,}[,;\t|](\d+(?:\.\d*)?)$/;

function isCutOff(text: RecordText): boolean {
  const end = text.tail() || text.head;
  if (end.endsWith("\n")) return false;
  const lines = end.split(/\r?\n/).slice(-comparedMax);
  const last = lines.pop()!;
  // A field over several lines has its other quote in another one.
  if (!hasOddQuotes(lines.join("\n")) && hasOddQuotes(last)) return true;
  const number = lastNumber.exec(last)?.[1];
  const before = lines.flatMap((line) => lastNumber.exec(line)?.[1] ?? []);
  if (number === undefined || before.length === 0) return false;
  return (
    isShort(number, before) ||
    lacksDecimals(number, before) ||
    (before.length > 1 && isHundreds(before) && !isHundreds([number]) && endsInVolumes(text.head))
  );
}

function isShort(number: string, before: readonly string[]): boolean {
  const shortest = Math.min(...before.map(({ length }) => length));
  return before.length >= comparedMin && number.length < shortest;
}

function lacksDecimals(number: string, before: readonly string[]): boolean {
  const decimalsOf = (text: string) => (text.includes(".") ? text.split(".")[1]!.length : -1);
  const decimals = decimalsOf(number);
  const all = new Set(before.map(decimalsOf));
  // Nobody ends a number in a point.
  if (decimals === 0) return !all.has(0);
  if (decimals < 0) return before.length > 1 && !all.has(-1);
  // A zero at the end is written where all have as many decimals.
  const [same = 0] = all;
  return all.size === 1 && same > 1 && decimals < same && before.some((one) => one.endsWith("0"));
}

/** Tokyo's shares trade by the hundred, and some vendors round others to it. */
function isHundreds(numbers: readonly string[]): boolean {
  return numbers.every((text) => /^\d+00$/.test(text));
}

function endsInVolumes(head: string): boolean {
  const lines = head.split(/\r?\n/, headerLinesMax);
  return lines.some((line) => {
    const name = line.split(/[,;\t|]/).at(-1) ?? "";
    return columnNames[name.replaceAll(/[<>"]/g, "").trim().toLowerCase()] === "volume";
  });
}

const headerLinesMax = 20;
