import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { ExportLanguage } from "../records/records.ts";
import { fitText } from "./fit-text.rules.ts";
import type { Statement } from "./statement.ts";
import { timeOf } from "../records/records.ts";
import { figuresToRead, movementTitles, showsSettlement, tablesOf } from "./statements.rows.ts";
import { statementTexts } from "./statements.texts.ts";

/** Whole faces, of which a file carries the glyphs that it uses: it reads the same on every machine. */
const faces = {
  japanese: "@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf",
  chinese: "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf",
} as const;

/** The second has what the first lacks: Japan's face has no simplified characters, the other one not all of Japan's. */
const facesOf: Record<ExportLanguage, readonly (keyof typeof faces)[]> = {
  jp: ["japanese", "chinese"],
  cn: ["chinese", "japanese"],
  us: ["chinese", "japanese"],
};

const margin = 44;
const rowHeight = 15;
const rowSize = 8;
const ink = "#1b1f24";
const muted = "#667085";
const line = "#d0d5dd";

type Column = { title: string; width: number; align: "left" | "right" };

/** A4, lying on its side. On a simulated instance every page is watermarked. */
export function pdfOf(statement: Statement): Promise<Buffer> {
  const texts = statementTexts[statement.language];
  const document = new PDFDocument({
    size: "A4",
    layout: "landscape",
    margin,
    bufferPages: true,
    info: {
      Title: `${texts.title} ${statement.period.from} – ${statement.period.to}`,
      // The file's own id follows from it.
      CreationDate: new Date(statement.asOf),
    },
  });
  const { resolve } = createRequire(import.meta.url);
  const [usual, other] = facesOf[statement.language].map((name) => resolve(faces[name]));
  document.registerFont("usual", usual).registerFont("other", other);
  document.font("usual").fillColor(ink);
  const finished = collect(document);
  if (statement.isSimulated) {
    drawWatermark(document, texts.watermark);
    document.on("pageAdded", () => drawWatermark(document, texts.watermark));
  }
  writeHead(document, statement);
  const { balances, movements, trades, holdings } = tablesOf(statement, figuresToRead);
  const table = (title: string, columns: Column[], rows: readonly string[][], note?: string) =>
    writeTable(document, { title, columns, rows, none: texts.none, note });
  table(texts.balances, columnsOf(texts.balance_columns, [227, 60, 110, 110], 2), balances);
  table(
    texts.movements,
    showsSettlement(statement)
      ? columnsOf(movementTitles(statement), [80, 100, 107, 54, 34, 68, 64], 5)
      : columnsOf(movementTitles(statement), [88, 116, 125, 36, 72, 70], 4),
    movements,
    statement.isTruncated ? texts.truncated : undefined,
  );
  table(
    texts.trades,
    columnsOf(texts.trade_columns, [76, 48, 50, 75, 32, 42, 48, 54, 38, 44], 5),
    trades,
  );
  table(
    texts.holdings,
    columnsOf(texts.holding_columns, [56, 115, 44, 34, 46, 54, 50, 58, 50], 4),
    holdings,
  );
  writeAuditHead(document, statement);
  finishPages(document, statement);
  document.end();
  return finished;
}

/** So much wider than the shares that they are given in are the columns together. */
const widthOfShare = 1.48;

/** The columns from `firstRight` on are figures. */
function columnsOf(titles: readonly string[], shares: number[], firstRight: number): Column[] {
  return titles.map((title, index) => ({
    title,
    width: (shares[index] ?? 60) * widthOfShare,
    align: index >= firstRight ? "right" : "left",
  }));
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    document.on("data", (part: Buffer) => parts.push(part));
    document.on("end", () => resolve(Buffer.concat(parts)));
    document.on("error", reject);
  });
}

function writeHead(document: PDFKit.PDFDocument, statement: Statement): void {
  const texts = statementTexts[statement.language];
  document.fontSize(9).fillColor(muted).text("Sanshi 三市");
  document.fontSize(18).fillColor(ink).text(texts.title);
  document.moveDown(0.4).fontSize(9);
  const facts = [
    [texts.account, statement.account],
    [texts.period, `${statement.period.from} – ${statement.period.to}`],
    [texts.as_of, `${timeOf(statement.asOf)} (${texts.time_zone})`],
  ] as const;
  for (const [name, value] of facts) {
    document.fillColor(muted).text(`${name}  `, { continued: true }).fillColor(ink).text(value);
  }
  if (statement.isSimulated) document.moveDown(0.3).fillColor(muted).text(texts.simulated);
}

function writeTable(
  document: PDFKit.PDFDocument,
  table: {
    title: string;
    columns: readonly Column[];
    rows: readonly (readonly string[])[];
    none: string;
    note: string | undefined;
  },
): void {
  keepTogether(document, rowHeight * 4);
  document.moveDown(1.2).fontSize(11).fillColor(ink).text(table.title, margin);
  document.moveDown(0.3).fontSize(rowSize);
  const titles = table.columns.map(({ title }) => title);
  writeRow(document, table.columns, titles, muted);
  if (table.rows.length === 0) document.fillColor(muted).text(table.none, margin);
  for (const row of table.rows) {
    if (isFull(document, rowHeight)) {
      document.addPage();
      writeRow(document, table.columns, titles, muted);
    }
    writeRow(document, table.columns, row, ink);
  }
  if (table.note !== undefined) document.fillColor(muted).text(table.note, margin);
}

/** For whoever holds the statement against the audit log later. */
function writeAuditHead(document: PDFKit.PDFDocument, { auditHead, language }: Statement): void {
  const texts = statementTexts[language];
  keepTogether(document, rowHeight * 5);
  document.moveDown(1.5).fontSize(8).fillColor(ink).text(texts.audit_head, margin);
  document.moveDown(0.3).fontSize(7).fillColor(muted).text(texts.audit_head_note);
  document.moveDown(0.3).fillColor(ink).text(auditHead);
}

function writeRow(
  document: PDFKit.PDFDocument,
  columns: readonly Column[],
  cells: readonly string[],
  colour: string,
): void {
  const { y } = document;
  let x = margin;
  for (const [index, { width, align }] of columns.entries()) {
    const space = width - 6;
    document.font(faceFor(document, cells[index] ?? ""));
    const cell = fitText(cells[index] ?? "", {
      width: space,
      widthAt: (text, size) => document.fontSize(size).widthOfString(text),
      isFigure: align === "right",
    });
    // On one line, whatever its size: a reader of the file's text has it so too.
    const drop = 3 + (rowSize - cell.size) * 0.8;
    document
      .fontSize(cell.size)
      .fillColor(colour)
      .text(cell.text, x, y + drop, {
        width: space,
        align,
        lineBreak: false,
      });
    x += width;
  }
  document
    .moveTo(margin, y + rowHeight)
    .lineTo(x, y + rowHeight)
    .lineWidth(0.5)
    .stroke(line);
  document.font("usual").fontSize(rowSize);
  document.x = margin;
  document.y = y + rowHeight;
}

/** A name of another country may have characters that the usual face has no shape for. */
function faceFor(document: PDFKit.PDFDocument, text: string): "usual" | "other" {
  document.font("usual");
  const { font } = (document as unknown as Outlined)._font;
  const isWhole = [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0)!));
  return isWhole ? "usual" : "other";
}

function isFull(document: PDFKit.PDFDocument, height: number): boolean {
  return document.y + height > document.page.height - margin - 20;
}

function keepTogether(document: PDFKit.PDFDocument, height: number): void {
  if (isFull(document, height)) document.addPage();
}

/** What pdfkit writes text with: the font's own outlines. */
type Outlined = {
  _font: {
    font: {
      unitsPerEm: number;
      hasGlyphForCodePoint(codePoint: number): boolean;
      layout(text: string): { glyphs: { advanceWidth: number; path: { toSVG(): string } }[] };
    };
  };
};

/** Behind everything else, and drawn rather than written: in the file's text it would stand between the lines. */
function drawWatermark(document: PDFKit.PDFDocument, text: string): void {
  const { font } = (document as unknown as Outlined)._font;
  const { glyphs } = font.layout(text);
  const scale = 84 / font.unitsPerEm;
  const length = glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) * scale;
  const { width, height } = document.page;
  document.save();
  document.rotate(-25, { origin: [width / 2, height / 2] });
  // A font's outlines go upwards.
  document.translate((width - length) / 2, height / 2 + 30).scale(scale, -scale);
  document.fillColor("#b42318", 0.09);
  for (const { advanceWidth, path } of glyphs) {
    document.path(path.toSVG()).fill();
    document.translate(advanceWidth, 0);
  }
  document.restore();
}

/** The pages' numbers. */
function finishPages(document: PDFKit.PDFDocument, statement: Statement): void {
  const texts = statementTexts[statement.language];
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    const { width, height, margins } = document.page;
    // Below the margin, where text would begin a new page.
    margins.bottom = 0;
    const number = texts.page
      .replace("{{page}}", String(page + 1))
      .replace("{{pages}}", String(count));
    document
      .fontSize(8)
      .fillColor(muted)
      .text(number, margin, height - margin, { width: width - 2 * margin, align: "center" });
  }
}
