import type { RecordFault } from "@sanshi/contract/record-faults";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { basename } from "node:path";
import { constants, gunzipSync } from "node:zlib";
import type { LeaveOut } from "./left-out.ts";
import { scanLines, scanText, type OnLine, type Seen, type TakeLine } from "./lines.ts";
import { readSheets } from "./sheets.ts";
import { Unreadable } from "./unreadable.ts";
import { readZip } from "./zip.ts";

/** The lines of one file of a record, or of one file within an archive or one sheet of a workbook, in UTF-8. */
export type RecordText = {
  /** For sentences and as a key: the path, an archive's entry behind `>`. */
  file: string;
  /** What the file is called, which may be after its stock. */
  name: string;
  /** Its first lines, up to 32 KB. */
  head: string;
  /** Its last lines; only those of a large file that are not in its head. */
  tail(): string;
  /** @throws Error for a line that is longer than any row of prices. */
  scan(onLine: OnLine, take?: TakeLine): Generator<number>;
};

const headBytes = 32_768;
const wideHeadBytes = 4 * 1_024 * 1_024;
const tailBytes = 2_048;
/** What is packed or has to be translated is held as a whole. */
export const wholeBytesMax = 256 * 1_024 * 1_024;

/**
 * The texts of a file as its vendor wrote it: plain, gzipped, in a zip, a workbook or East Money's JSON, in UTF-8, UTF-16,
 * GB18030, Shift_JIS or Big5.
 *
 * @throws Unreadable saying why it is none.
 */
export function* textsOf(
  file: string,
  leaveOut: LeaveOut = () => undefined,
): Generator<RecordText> {
  const { head, tail, seen } = readEnds(file);
  const name = basename(file);
  if (head.length === 0) throw new Unreadable("empty");
  if (isZip(head)) {
    if (/\.xls[xm]$/i.test(name)) {
      yield* sheetTexts(file, name, readWhole(file));
      return;
    }
    let isEmpty = true;
    for (const entry of readZip(file, wholeBytesMax)) {
      isEmpty = false;
      const label = `${file} > ${entry.name}`;
      try {
        yield* entryTexts(label, basename(entry.name), entry.bytes);
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        leaveOut({
          file: label,
          line: 0,
          reason: error.reason,
          values: { name: basename(entry.name) },
        });
      }
    }
    if (isEmpty) throw new Unreadable("archive_empty");
  } else if (head[0] === 0x1f && head[1] === 0x8b) {
    yield wholeText(file, name.replace(/\.gz$/i, ""), unpacked(readWhole(file)));
  } else {
    const text = decodedHead(head);
    if (text === null) yield wholeText(file, name, readWhole(file));
    else {
      const onChanged = () => leaveOut({ file, line: 0, reason: "changing" });
      const scan = (onLine: OnLine, take?: TakeLine) =>
        scanLines(file, { seen, onChanged }, onLine, take);
      yield { file, name, head: text, tail: () => afterLineEnd(tail.toString("utf8")), scan };
    }
  }
}

/** Licences and descriptions, which stand beside prices and hold none; what a system hides, too. */
export function isNoRecord(name: string): boolean {
  return /^(?:readme|licen[cs]e|manifest|notice|\.)|\.(?:md|pdf|html?|sha256|yaml|yml)$/i.test(
    name,
  );
}

/** Whether a name is of a kind that may hold prices. */
export function isReadable(name: string): boolean {
  return (
    /\.(?:csv|txt|tsv|xls|xlsx|xlsm|json)(?:\.gz)?$|\.zip$/i.test(name) &&
    !/^(?:readme|\.)/i.test(name)
  );
}

function isZip(head: Buffer): boolean {
  // An empty archive has its end alone.
  return head.length >= 4 && [0x04034b50, 0x06054b50].includes(head.readUInt32LE(0));
}

function* entryTexts(label: string, name: string, bytes: Buffer): Generator<RecordText> {
  if (isNoRecord(name)) return;
  if (!isReadable(name)) throw new Unreadable("unknown_kind");
  if (!isZip(bytes.subarray(0, 4))) yield wholeText(label, name, bytes);
  else if (/\.xls[xm]$/i.test(name)) yield* sheetTexts(label, name, bytes);
  else throw new Unreadable("archive_within");
}

function* sheetTexts(file: string, name: string, bytes: Buffer): Generator<RecordText> {
  const sheets = readSheets(bytes, wholeBytesMax);
  for (const { title, text } of sheets) {
    const isOnly = sheets.length === 1;
    const label = isOnly ? file : `${file} > ${title}`;
    yield plainText(label, isOnly ? name : title, Buffer.from(text));
  }
}

/** Bytes that are held already, in whatever encoding. */
function wholeText(file: string, name: string, bytes: Buffer): RecordText {
  const head = bytes.subarray(0, headBytes);
  const plain = decodedHead(head);
  if (plain !== null) return plainText(file, name, bytes);
  const text = decoded(bytes);
  return plainText(
    file,
    name,
    Buffer.from(/\r(?!\n)/.test(text) ? text.replace(/\r\n?/g, "\n") : text),
  );
}

function plainText(file: string, name: string, bytes: Buffer): RecordText {
  const start = bytes
    .subarray(0, headBytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "");
  const lines = jsonLines(start, bytes);
  if (lines !== null) return plainText(file, name, Buffer.from(lines));
  const tail = () =>
    bytes.length <= headBytes ? "" : afterLineEnd(bytes.subarray(-tailBytes).toString("utf8"));
  return { file, name, head: start, tail, scan: (onLine, take) => scanText(bytes, onLine, take) };
}

/** East Money's answers hold a list of lines; null for what is no JSON. */
function jsonLines(start: string, bytes: Buffer): string | null {
  if (looksLikeScript.test(start)) throw new Unreadable("other_json");
  if (!looksLikeJson.test(start)) return null;
  const text = bytes
    .toString("utf8")
    .trim()
    .replace(/^[\w$.]+\((.*)\);?$/s, "$1");
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = (read ?? {}) as {
    data?: { code?: unknown; market?: unknown; klines?: unknown };
  };
  if (!Array.isArray(data?.klines) || typeof data.code !== "string") {
    throw new Unreadable("other_json");
  }
  const symbol = typeof data.market === "number" ? `${data.market}.${data.code}` : data.code;
  const rows = data.klines.map((row) => `${symbol},${String(row)}`);
  const width = String(data.klines[0] ?? "").split(",").length + 1;
  return [klineNames.slice(0, width).join(","), ...rows, ""].join("\n");
}

/** A caller chooses how many of them it is sent. */
const klineNames =
  "股票代码,日期,开盘,收盘,最高,最低,成交量,成交额,振幅,涨跌幅,涨跌额,换手率".split(",");

/** Sina's and Tencent's answers give a value to a variable. */
const looksLikeScript = /^\s*(?:var\s+)?[\w$.]+\s*=\s*["[{]/;
const looksLikeJson = /^\s*(?:[\w$.]+\()?\s*[{[]/;
/** What no text has. */
// oxlint-disable-next-line no-control-regex -- Control characters are what is looked for.
const controls = /[\0-\u0008\u000e-\u001a]/;

/** The head where it is UTF-8 (or ASCII) that can be read line by line as it stands; null for anything else. */
function decodedHead(head: Buffer): string | null {
  if (isWide(head) || (!head.includes(0x0a) && head.includes(0x0d))) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return controls.test(text.slice(0, 4_096)) ||
      looksLikeJson.test(text) ||
      looksLikeScript.test(text)
      ? null
      : text;
  } catch {
    return null;
  }
}

/** @throws Unreadable for bytes that are no text. */
function decoded(bytes: Buffer): string {
  if (isWide(bytes)) {
    const isBig = bytes[0] === 0xfe || (bytes[0] === 0 && bytes[1] !== 0);
    return new TextDecoder(isBig ? "utf-16be" : "utf-16le").decode(bytes);
  }
  const binary = isObject(bytes);
  if (binary !== null) throw new Unreadable(binary);
  const readings = encodings.flatMap((encoding) => {
    try {
      return [new TextDecoder(encoding, { fatal: true }).decode(bytes)];
    } catch {
      return [];
    }
  });
  const [best] = readings.toSorted((one, other) => wordsIn(other) - wordsIn(one));
  return best ?? new TextDecoder("windows-1252").decode(bytes);
}

/** The first that decodes is taken where none has words of prices. */
const encodings = ["utf-8", "gb18030", "shift_jis", "big5", "euc-kr", "euc-jp"];
const words =
  /日期|日付|時間|时间|开盘|開盤|收盘|收盤|最高|最低|成交|出来高|始値|終値|高値|安値|通达信|注記|著作/g;

function wordsIn(text: string): number {
  return text.slice(0, headBytes).match(words)?.length ?? 0;
}

/** UTF-16, with its mark or by the zeros between Latin letters. */
function isWide(bytes: Buffer): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return true;
  if (bytes.length < 4) return false;
  const isLittle = bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0;
  return isLittle || (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0);
}

/** What bytes are that are no text; null for text. */
function isObject(bytes: Buffer): RecordFault | null {
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") {
    return "old_workbook";
  }
  if (bytes.subarray(0, 4).toString("latin1") === "PAR1") return "parquet";
  const start = bytes.toString("latin1", 0, 4_096);
  return controls.test(start) ? "binary" : null;
}

/** The first and the last bytes; no last ones of a file that the first are all of. */
function readEnds(file: string): { head: Buffer; tail: Buffer; seen: Seen } {
  const handle = openSync(file, "r");
  try {
    const seen = fstatSync(handle);
    const { size } = seen;
    const head = readAt(handle, 0, Math.min(headBytes, size));
    // The names of a table of thousands of stocks are longer than that.
    const isCut = size > head.length && !head.includes("\n", head.indexOf("\n") + 1);
    const tail = readAt(handle, size - tailBytes, size > head.length ? tailBytes : 0);
    return { head: isCut ? readAt(handle, 0, Math.min(wideHeadBytes, size)) : head, tail, seen };
  } finally {
    closeSync(handle);
  }
}

function readAt(handle: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, length === 0 ? 0 : readSync(handle, bytes, 0, length, from));
}

function afterLineEnd(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

function readWhole(file: string): Buffer {
  const handle = openSync(file, "r");
  try {
    if (fstatSync(handle).size > wholeBytesMax) {
      throw new Unreadable("too_large");
    }
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

function unpacked(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: wholeBytesMax, finishFlush: constants.Z_FINISH });
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new Unreadable(isTooLarge ? "too_large" : "gzip_damaged");
  }
}
