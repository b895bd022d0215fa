import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { countLeftOut } from "./left-out.ts";
import { readRecordedMarket } from "./recorded-market.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sanshi-texts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(name: string, content: Buffer | string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

/** `code date close` of every day, and what was said. */
function read(): { days: string[]; said: string[] } {
  const leftOut = countLeftOut();
  try {
    const { stocks } = readRecordedMarket(folder, undefined, leftOut.add);
    const days = stocks.flatMap((stock) =>
      Array.from({ length: stock.days.length }, (_, index) => {
        const { tradingDate, close } = stock.days.bar(index);
        return `${stock.instrument.code} ${tradingDate} ${Number(close) / 10_000}`;
      }),
    );
    return { days: days.toSorted(), said: leftOut.sentences() };
  } catch (error) {
    expect(String(error)).toContain("no recorded bars");
    return { days: [], said: leftOut.sentences() };
  }
}

const plain = "Date,Open,High,Low,Close,Volume\n2026-11-24,10,11,9,10.5,1200\n";
const chinese = "日期,开盘,最高,最低,收盘,成交量\n2026-11-24,10,11,9,10.5,1200\n";
const japanese = "日付,始値,高値,安値,終値,出来高\n2026-11-24,10,11,9,10.5,1200\n";

/** A zip archive as the usual programs make it. */
function zipOf(files: Readonly<Record<string, Buffer | string>>, flags = 0): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const named = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(named.length, 22);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    fields.copy(entry, 6);
    entry.writeUInt32LE(at, 42);
    entries.push(entry, named);
    const local = Buffer.concat([Buffer.from("504b0304", "hex"), fields, named, packed]);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const utf16 = (text: string) => Buffer.from(text, "utf16le");
/** `日期,开盘,最高,最低,收盘,成交量` and `日付,始値,高値,安値,終値,出来高`. */
const gbNames = Buffer.from(
  "c8d5c6da2cbfaac5cc2cd7eeb8df2cd7eeb5cd2ccad5c5cc2cb3c9bdbbc1bf",
  "hex",
);
const sjisNames = Buffer.from(
  "93fa95742c8e6e926c2c8d82926c2c88c0926c2c8f49926c2c8f6f97888d82",
  "hex",
);
const rows = Buffer.from("\r\n2026-11-24,10,11,9,10.5,1200\r\n");

describe("a file is read in whatever its vendor wrote it", () => {
  it.each([
    ["UTF-8 with its mark", `\uFEFF${japanese}`],
    ["UTF-16 with its mark", utf16(`\uFEFF${japanese}`)],
    ["UTF-16, big-endian", utf16(`\uFEFF${japanese}`).swap16()],
    ["UTF-16 without a mark", utf16(plain)],
    ["GB18030", Buffer.concat([gbNames, rows])],
    ["Shift_JIS", Buffer.concat([sjisNames, rows])],
    ["lines that end in CR", plain.replaceAll("\n", "\r")],
    ["gzip", gzipSync(plain)],
  ])("%s", (_encoding, content) => {
    write("7203.csv", content);
    expect(read()).toEqual({ days: ["7203 2026-11-24 10.5"], said: [] });
  });

  it.each([
    ["a file of tabs that is called .xls", "7203.xls", plain.replaceAll(",", "\t")],
    [".tsv", "7203.tsv", plain.replaceAll(",", "\t")],
    [".csv.gz", "7203.csv.gz", gzipSync(japanese)],
    ["an archive", "quotes.zip", zipOf({ "data/daily/7203.jp.txt": plain, "readme.txt": "x" })],
    [
      "an archive with Chinese in it",
      "quotes.zip",
      zipOf({ "7203.csv": Buffer.concat([gbNames, rows]) }),
    ],
    ["a folder in a folder", "data/daily/jp/stocks/1/7203.jp.txt", plain],
    ["the bulk archive's own folders", "daily/jp/tse stocks/2/7203.jp.txt", plain],
  ])("%s", (_kind, name, content) => {
    write(name, content);
    expect(read()).toEqual({ days: ["7203 2026-11-24 10.5"], said: [] });
  });

  it("East Money's JSON, units proven", () => {
    const klines = ["2026-11-24,11.82,11.95,12.01,11.78,812340,967812345.0"];
    write(
      "kline.json",
      JSON.stringify({ rc: 0, data: { code: "600000", market: 1, name: "x", klines } }),
    );
    expect(read()).toEqual({ days: ["600000 2026-11-24 11.95"], said: [] });
    const { stocks } = readRecordedMarket(folder);
    expect(stocks[0]!.days.bar(0).volume).toBe(81_234_000n);
  });
});

function relationsOf(...sheets: readonly string[]): string {
  const type = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet";
  const all = sheets.map(
    (name, index) =>
      `<Relationship Id="rId${index + 1}" Type="${type}" Target="worksheets/${name}.xml"/>`,
  );
  return `<Relationships>${all.join("")}</Relationships>`;
}

/** A workbook with shared strings, a day as a number, an inline string and a formula. */
function workbook(rowsOfSheet: string, more: Readonly<Record<string, string>> = {}): Buffer {
  return zipOf({
    "xl/workbook.xml": `<workbook><sheets><sheet name="7203" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsOf("sheet1"),
    "xl/sharedStrings.xml": `<sst><si><t>Date</t></si><si><r><t>Op</t></r><r><t>en</t></r><rPh sb="0" eb="1"><t>x</t></rPh></si><si><t>High</t></si><si><t>Low</t></si><si><t>Close</t></si></sst>`,
    "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rowsOfSheet}</sheetData></worksheet>`,
    ...more,
  });
}

const names = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c><c r="F1" t="inlineStr"><is><t>Volume</t></is></c></row>`;
const valuesOf = (style: number, close: string) =>
  `<row r="2"><c r="A2" s="${style}"><v>46350</v></c><c r="B2"><v>10</v></c><c r="C2"><v>11</v></c><c r="D2"><v>9</v></c>${close}<c r="F2"><v>1200</v></c></row>`;

describe("a workbook", () => {
  it.each([
    ["with days in a built-in format", valuesOf(1, '<c r="E2"><v>10.5</v></c>')],
    ["with days in a format of its own", valuesOf(2, '<c r="E2"><v>10.5</v></c>')],
    [
      "with a formula, of which the saved value counts",
      valuesOf(1, '<c r="E2"><f>1+1</f><v>10.5</v></c>'),
    ],
  ])("%s", (_what, values) => {
    write("7203.xlsx", workbook(names + values));
    expect(read()).toEqual({ days: ["7203 2026-11-24 10.5"], said: [] });
  });

  it("with codes as texts, closes of many digits and a sheet of something else", () => {
    const [code, close] = ["000001", "11.949999999999999"];
    const named = names.replace("</row>", '<c r="G1" t="inlineStr"><is><t>code</t></is></c></row>');
    const values = valuesOf(1, `<c r="E2"><v>${close}</v></c>`)
      .replace("<v>11</v>", "<v>12</v>")
      .replace("</row>", `<c r="G2" t="inlineStr"><is><t>${code}</t></is></c></row>`);
    const book = workbook(named + values, {
      "xl/workbook.xml": `<workbook><sheets><sheet name="prices" sheetId="1" r:id="rId1"/><sheet name="notes" sheetId="2" r:id="rId2"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": relationsOf("sheet1", "sheet2"),
      "xl/worksheets/sheet2.xml": `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
    });
    write("book.xlsx", book);
    const { days, said } = read();
    expect(days).toEqual(["000001 2026-11-24 11.95"]);
    expect(said).toEqual([expect.stringMatching(/^book\.xlsx > notes: .*no column open, high/)]);
  });

  it("whose days and times stand apart, the times rounded by their program", () => {
    const header = names.replace(
      "</row>",
      '<c r="G1" t="inlineStr"><is><t>Time</t></is></c></row>',
    );
    const at = (row: number, serial: string) =>
      valuesOf(1, '<c r="E2"><v>10.5</v></c>')
        .replaceAll(/(r="[A-F]?)2"/g, `$1${row}"`)
        .replace("</row>", `<c r="G${row}" s="3"><v>${serial}</v></c></row>`);
    write("7203.xlsx", workbook(header + at(2, "0.3819444") + at(3, "0.3854167")));
    const { stocks } = readRecordedMarket(folder);
    expect(stocks[0]!.minutes.map(({ from }) => new Date(from).toISOString())).toEqual([
      "2026-11-24T00:10:00.000Z",
      "2026-11-24T00:15:00.000Z",
    ]);
  });

  it.each([
    [
      "with more cells up to its farthest one than are read",
      `<row r="1"><c r="A1"><v>5</v></c></row><row r="1048576"><c r="U1048576"><v>5</v></c></row>`,
      "too large a workbook; save it as CSV",
    ],
    ["whose cells do not say where they are", `<row><c><v>5</v></c></row>`, "no workbook"],
    ["that is cut off", `<row r="1"><c r="A1"><v>5`, "no workbook"],
  ])("%s is named", (_what, sheetRows, why) => {
    write("AAPL.csv", plain);
    write("7203.xlsx", workbook(sheetRows));
    expect(read()).toEqual({
      days: ["AAPL 2026-11-24 10.5"],
      said: [expect.stringContaining(`7203.xlsx: left out (not read: ${why}`)],
    });
  });
});

describe("what cannot be read is named, and the rest is read on", () => {
  const fine = () => write("AAPL.csv", plain);

  it.each([
    [
      "an old workbook",
      "7203.xls",
      Buffer.from("d0cf11e0a1b11ae100000000", "hex"),
      "an Excel file of before 2007; save it as .xlsx or CSV",
    ],
    [
      "a database",
      "7203.csv",
      Buffer.from([1, 2, 3, 0, 0, 5, 6, 0]),
      "it is no text; save it as CSV",
    ],
    ["a Parquet file", "7203.parquet", "PAR1", "is of no kind that is read; save it as CSV"],
    [
      "a gzip that is cut off",
      "7203.csv.gz",
      gzipSync(plain).subarray(0, 30),
      "it is no gzip, or cut off",
    ],
    [
      "an archive that is cut off",
      "7203.zip",
      zipOf({ "7203.csv": plain }).subarray(0, 60),
      "a damaged archive",
    ],
    [
      "an archive with a password",
      "7203.zip",
      zipOf({ "7203.csv": plain }, 1),
      "an archive with a password; unpack it",
    ],
    ["an archive without a file", "7203.zip", zipOf({}), "an archive without a file in it"],
    [
      "other JSON",
      "7203.json",
      '{"chart":{}}',
      "JSON or a script that is not East Money's; save its rows as CSV",
    ],
    ["an empty file", "7203.csv", "", "it is empty"],
  ])("%s", (_what, name, content, why) => {
    fine();
    write(name, content);
    const { days, said } = read();
    expect(days).toEqual(["AAPL 2026-11-24 10.5"]);
    expect(said).toEqual([
      expect.stringMatching(
        new RegExp(`^${name.replaceAll(".", "\\.")}: left out \\(not read: .*${why}`),
      ),
    ]);
  });

  it("what an archive holds beside prices, each by its name", () => {
    const packed = zipOf({
      "7203.zip": zipOf({ "7203.csv": plain }),
      "6758.parquet": "PAR1",
      "9984.json": '{"chart":{}}',
      "readme.md": "x",
      "AAPL.csv": plain,
    });
    write("all.zip", packed);
    const { days, said } = read();
    expect(days).toEqual(["AAPL 2026-11-24 10.5"]);
    expect(said).toEqual([
      expect.stringMatching(/^all\.zip > 7203\.zip: .*an archive within an archive is not opened/),
      expect.stringMatching(/^all\.zip > 6758\.parquet: .*of no kind that is read/),
      expect.stringMatching(/^all\.zip > 9984\.json: .*JSON or a script that is not East Money's/),
    ]);
  });

  it("a bomb of zeros, packed in either way", () => {
    fine();
    const zeros = Buffer.alloc(300 * 1_024 * 1_024);
    write("7203.csv.gz", gzipSync(zeros, { level: 1 }));
    write("9984.zip", zipOf({ "9984.csv": zeros }));
    const { days, said } = read();
    expect(days).toEqual(["AAPL 2026-11-24 10.5"]);
    expect(said).toEqual([
      expect.stringContaining("7203.csv.gz: left out (not read: too large"),
      expect.stringContaining("9984.zip: left out (not read: too large"),
    ]);
  });

  it("a line without an end", () => {
    fine();
    write("7203.csv", `${plain}${"9".repeat(20 * 1_024 * 1_024)}`);
    const { said } = read();
    expect(said).toEqual([
      expect.stringContaining("7203.csv: left out (not read: a line of more than 16 MB"),
    ]);
  });

  it("what stands beside the three folders", () => {
    write("daily/AAPL.csv", plain);
    write("ipo/old.csv", plain);
    expect(read().said).toEqual([
      "ipo: left out (not read: prices are looked for in daily/ and intraday/; put files of prices there)",
    ]);
  });
});

it("a path in an archive leads nowhere, and a link to a folder is not followed", () => {
  write("evil.zip", zipOf({ "../../../../tmp/7203.csv": plain, "/etc/6758.csv": plain }));
  symlinkSync(folder, join(folder, "loop"));
  expect(read()).toEqual({ days: ["6758 2026-11-24 10.5", "7203 2026-11-24 10.5"], said: [] });
});

it("two folders may hold the same stock", () => {
  write("a/AAPL.csv", plain);
  write("b/AAPL.csv", plain.replace("24,10", "25,10"));
  expect(read().days).toEqual(["AAPL 2026-11-24 10.5", "AAPL 2026-11-25 10.5"]);
});

it("Chinese text in a name of UTF-8 is no fault", () => {
  write("600000.csv", chinese);
  expect(read()).toEqual({ days: ["600000 2026-11-24 10.5"], said: [] });
});
