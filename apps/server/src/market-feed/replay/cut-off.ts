import type { LeaveOut } from "./left-out.ts";
import type { RecordText } from "./record-texts.ts";

const [comparedMin, comparedMax] = [5, 30];

/**
 * A text without its last row where it seems to be cut off in it: no line end, and its last number shorter than in any row
 * before. A volume that has lost its last digits looks whole.
 */
export function withoutCutRow(text: RecordText, leaveOut: LeaveOut): RecordText {
  if (!endsInShortNumber(text)) return text;
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

function endsInShortNumber(text: RecordText): boolean {
  const end = text.tail() || text.head;
  if (end.endsWith("\n")) return false;
  const numbers = end
    .split(/\r?\n/)
    .slice(-comparedMax)
    .map((line) => lastNumber.exec(line)?.[1]?.length);
  const last = numbers.pop();
  const before = numbers.filter((length) => length !== undefined);
  return last !== undefined && before.length >= comparedMin && last < Math.min(...before);
}
