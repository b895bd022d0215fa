import { Unreadable } from "./unreadable.ts";
import { unzip } from "./zip.ts";

/**
 * The sheets of a workbook (.xlsx) as lines of tabs: values as they were saved, days as `2026-11-24`. No formula is
 * evaluated: of one the value counts that was saved with it.
 *
 * @throws Unreadable for what is no workbook.
 */
export function readSheets(bytes: Buffer, bytesMax: number): { title: string; text: string }[] {
  const parts = new Map<string, string>();
  let size = 0;
  for (const { name, bytes: part } of unzip(bytes, bytesMax)) {
    if (
      !/^xl\/(?:workbook|sharedStrings|styles|worksheets\/[^/]+)\.xml$|^xl\/_rels\/workbook/.test(
        name,
      )
    ) {
      continue;
    }
    size += part.length;
    if (size > bytesMax) throw new Unreadable("too large a workbook: save it as CSV");
    parts.set(name, part.toString("utf8"));
  }
  const workbook = parts.get("xl/workbook.xml");
  if (workbook === undefined) throw new Unreadable("no workbook: save it as CSV");
  const targets = new Map(
    tags(parts.get("xl/_rels/workbook.xml.rels") ?? "", "Relationship").map(({ attributes }) => [
      attributes["Id"] ?? "",
      (attributes["Target"] ?? "").replace(/^\/?(?:xl\/)?/, "xl/"),
    ]),
  );
  const shared = tags(parts.get("xl/sharedStrings.xml") ?? "", "si").map(({ body }) =>
    textIn(body),
  );
  const isDay = dayStyles(parts.get("xl/styles.xml") ?? "");
  const epochDays = /date1904="(?:1|true)"/.test(workbook) ? 1_462 : 0;
  return tags(workbook, "sheet").flatMap(({ attributes }) => {
    const sheet = parts.get(targets.get(attributes["r:id"] ?? "") ?? "");
    if (sheet === undefined) return [];
    const lines = tags(sheet, "row").map(({ body }) => rowOf(body, { shared, isDay, epochDays }));
    return [{ title: attributes["name"] ?? "", text: lines.join("\n") }];
  });
}

type Book = {
  shared: readonly string[];
  isDay: (style: number) => boolean;
  epochDays: number;
};

const columnsMax = 16_384;

function rowOf(row: string, book: Book): string {
  const cells: string[] = [];
  for (const { attributes, body } of tags(row, "c")) {
    const letters = /^[A-Z]+/.exec(attributes["r"] ?? "")?.[0];
    const place = letters === undefined ? cells.length : columnOf(letters);
    if (place >= columnsMax) break;
    while (cells.length < place) cells.push("");
    cells[place] = valueOf(attributes, body, book).replaceAll(/[\t\r\n]+/g, " ");
  }
  return cells.join("\t");
}

function valueOf(attributes: Attributes, body: string, book: Book): string {
  if (attributes["t"] === "inlineStr") return textIn(body);
  const value = tags(body, "v")[0]?.body ?? "";
  if (attributes["t"] === "s") return book.shared[Number(value)] ?? "";
  const isNumber = attributes["t"] === undefined || attributes["t"] === "n";
  if (!isNumber) return unescaped(value);
  return value !== "" && book.isDay(Number(attributes["s"] ?? 0))
    ? dayText(Number(value) + book.epochDays)
    : value;
}

/** Days since 1899-12-30; what follows the point is the time of day. */
function dayText(serial: number): string {
  const at = new Date(Math.round((serial - 25_569) * 86_400) * 1_000);
  if (Number.isNaN(at.getTime())) return "";
  return at
    .toISOString()
    .replace("T", " ")
    .slice(0, serial % 1 === 0 ? 10 : 19);
}

/** Which of the cells' styles show a number as a day. */
function dayStyles(styles: string): (style: number) => boolean {
  const own = new Map(
    tags(styles, "numFmt").map(({ attributes }) => [
      Number(attributes["numFmtId"]),
      /[ymdh]/i.test((attributes["formatCode"] ?? "").replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "")),
    ]),
  );
  const cells = tags(tags(styles, "cellXfs")[0]?.body ?? "", "xf").map(({ attributes }) => {
    const format = Number(attributes["numFmtId"]);
    const isBuiltIn =
      (format >= 14 && format <= 22) ||
      (format >= 27 && format <= 36) ||
      (format >= 45 && format <= 58);
    return own.get(format) ?? isBuiltIn;
  });
  return (style) => cells[style] === true;
}

function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

type Attributes = Readonly<Record<string, string>>;

/** The elements of a name, which must not stand within one another. */
function tags(xml: string, name: string): { attributes: Attributes; body: string }[] {
  const found: { attributes: Attributes; body: string }[] = [];
  const close = `</${name}>`;
  for (let at = xml.indexOf(`<${name}`); at >= 0; at = xml.indexOf(`<${name}`, at)) {
    const end = xml.indexOf(">", at);
    if (end < 0) break;
    const next = xml[at + name.length + 1]!;
    if (!/[\s/>]/.test(next)) {
      at = end;
      continue;
    }
    const isEmpty = xml[end - 1] === "/";
    const until = isEmpty ? end : xml.indexOf(close, end);
    if (until < 0) break;
    const attributes = attributesOf(xml.slice(at + name.length + 1, end));
    found.push({ attributes, body: isEmpty ? "" : xml.slice(end + 1, until) });
    at = until;
  }
  return found;
}

function attributesOf(text: string): Attributes {
  const pairs = [...text.matchAll(/([\w:]+)="([^"]*)"/g)];
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, unescaped(value!)]));
}

/** All the text of a cell, of its parts in different scripts too; how it is spoken (`rPh`) is none. */
function textIn(xml: string): string {
  const spoken = xml.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, "");
  return tags(spoken, "t")
    .map(({ body }) => unescaped(body))
    .join("");
}

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, ten, hex, name) => {
    if (name !== undefined) return entities[name as string] ?? all;
    const point = Number.parseInt(ten ?? hex, ten === undefined ? 16 : 10);
    return point <= 0x10ffff ? String.fromCodePoint(point) : "";
  });
}
