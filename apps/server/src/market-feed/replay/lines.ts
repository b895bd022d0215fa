import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { Unreadable } from "./unreadable.ts";

/** Hears one line: `bytes` from `from` up to `until`, without its end; `line` counts from 1. */
export type OnLine = (bytes: Buffer, from: number, until: number, line: number) => void;

/** Takes a line whose end it finds by itself, and answers where the next one begins; −1 to have it heard. */
export type TakeLine = (bytes: Buffer, from: number, line: number) => number;

/** As much as lies in a processor's own memory. */
const chunkBytes = 512 * 1_024;
/** No row of prices is longer; yfinance's of all American stocks has half a megabyte. */
const lineBytesMax = 16 * 1_024 * 1_024;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** Thousands of files are read into the same memory, one after the other. */
let spare: WeakRef<Buffer> | null = null;

/** How a file was when it was decided how its rows are read. */
export type Seen = Pick<Stats, "size" | "mtimeMs" | "ino">;

/**
 * Reads a file line by line as far as it went when it was `seen`, without ever holding all of it. It yields the bytes that
 * were read, so that the caller can let others have a turn. `onChanged` is called where it is not that file any more.
 *
 * @throws Unreadable for a line that is longer than any row of prices.
 */
export function* scanLines(
  file: string,
  { seen, onChanged }: { seen: Seen; onChanged: () => void },
  onLine: OnLine,
  take?: TakeLine,
): Generator<number> {
  const scanner = createScanner(onLine, take);
  const handle = openSync(file, "r");
  try {
    const buffer = spare?.deref() ?? Buffer.allocUnsafeSlow(chunkBytes);
    spare = null;
    for (let left = seen.size; left > 0;) {
      const read = readSync(handle, buffer, 0, Math.min(buffer.length, left), null);
      if (read === 0) break;
      left -= read;
      scanner.take(buffer.subarray(0, read));
      yield read;
    }
    spare = new WeakRef(buffer);
    const { size, mtimeMs, ino } = fstatSync(handle);
    if (size !== seen.size || mtimeMs !== seen.mtimeMs || ino !== seen.ino) onChanged();
  } finally {
    closeSync(handle);
  }
  scanner.end();
}

/** The same of bytes that are held already. */
export function* scanText(bytes: Buffer, onLine: OnLine, take?: TakeLine): Generator<number> {
  const scanner = createScanner(onLine, take);
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = bytes.subarray(from, from + chunkBytes);
    scanner.take(chunk);
    yield chunk.length;
  }
  scanner.end();
}

function createScanner(
  onLine: OnLine,
  takeLine: TakeLine | undefined,
): { take(chunk: Buffer): void; end(): void } {
  let rest: Buffer | null = null;
  let line = 0;
  function tell(bytes: Buffer, from: number, until: number): void {
    line += 1;
    // Further down, a mark begins another file that was put behind, perhaps of another stock: its names are not the first ones.
    const start = line === 1 && hasMark(bytes, from) ? from + 3 : from;
    onLine(bytes, start, bytes[until - 1] === carriageReturn ? until - 1 : until, line);
  }
  return {
    take(chunk) {
      let from = 0;
      if (rest !== null) {
        const end = chunk.indexOf(lineFeed);
        rest = Buffer.concat([rest, end < 0 ? chunk : chunk.subarray(0, end)]);
        if (rest.length > lineBytesMax) throw new Unreadable("long_line");
        if (end < 0) return;
        tell(rest, 0, rest.length);
        rest = null;
        from = end + 1;
      }
      const lastEnd = chunk.lastIndexOf(lineFeed);
      while (from <= lastEnd) {
        const next = takeLine === undefined ? -1 : takeLine(chunk, from, line + 1);
        if (next >= 0) {
          line += 1;
          from = next;
          continue;
        }
        const end = chunk.indexOf(lineFeed, from);
        tell(chunk, from, end);
        from = end + 1;
      }
      // The next chunk is read into the same memory.
      if (from < chunk.length) rest = Buffer.from(chunk.subarray(from));
    },
    end() {
      if (rest !== null) tell(rest, 0, rest.length);
    },
  };
}

function hasMark(bytes: Buffer, from: number): boolean {
  return bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf;
}
