import { parentPort, workerData } from "node:worker_threads";
import type { ColumnKind } from "@sanshi/contract";
import { dayMs } from "@sanshi/contract/constants";
import writeXlsxFile, { type Cell, type Sheet } from "write-excel-file/node";
import type { TableSheet } from "./workbook.ts";

/** A spreadsheet calls a file damaged whose cells have more. */
const lettersMax = 32_767;

const firstDate = Date.parse("1900-03-01");

/** `2026-11-24`, `2026-11-24 09:30`, `2026-11-24 09:30:00`, or the wire's `2026-11-24T00:30:00.000Z`. */
const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(\.\d{1,3})?(Z)?)?$/;

const sheets = workerData as readonly TableSheet[];
parentPort?.postMessage(await writeXlsxFile(sheets.map(sheetOf)).toBuffer());

function sheetOf({ name, above = [], columns, rows, below = [] }: TableSheet): Sheet<Buffer> {
  const heads = columns.map(({ title }) => ({ ...textCell(title), fontWeight: "bold" as const }));
  const cells = rows.map((row) => row.map((text, at) => cellOf(columns[at]?.kind ?? "text", text)));
  const lines = (of: TableSheet["rows"]) => of.map((line) => line.map(textCell));
  return {
    // A spreadsheet takes thirty-one letters, and none of these.
    sheet: name.replaceAll(/[[\]:*?/\\]/g, " ").slice(0, 31),
    data: [...lines(above), ...(heads.length === 0 ? [] : [heads]), ...cells, ...lines(below)],
    columns: widthsOf(columns, above),
    ...(heads.length > 0 && { stickyRowsCount: above.length + 1 }),
  };
}

function widthsOf(columns: TableSheet["columns"], above: TableSheet["rows"]) {
  if (columns.length === 0)
    return above.some((line) => line.length > 1) ? [{ width: 28 }, { width: 24 }] : [];
  return columns.map(({ title, kind }) => ({
    width: Math.max(kind === "time" ? 22 : 12, Math.min(title.length + 2, 30)),
  }));
}

function cellOf(kind: ColumnKind, text: string): Cell {
  if (text === "") return null;
  if (kind === "figure") return figureCell(text);
  return kind === "text" ? textCell(text) : (momentCell(text) ?? textCell(text));
}

function textCell(text: string) {
  const shown = text.length > lettersMax ? `${text.slice(0, lettersMax - 1)}…` : text;
  return { value: shown, type: String } satisfies Cell;
}

/**
 * A spreadsheet counts days from the end of 1899, and has a 29 February 1900: what is before March of that year is none of
 * its dates. It has no zones: a moment of the wire keeps its Z.
 */
function momentCell(text: string): Cell {
  const [, date, time, seconds = "", part = "", zone] = moment.exec(text) ?? [];
  const clock = time === undefined ? "00:00" : `${time}${seconds}${part}`;
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T${clock}Z`);
  // 30 February would be a day of March.
  if (!(at >= firstDate) || new Date(at).toISOString().slice(0, 10) !== date) return null;
  const format = [
    "yyyy-mm-dd",
    time === undefined ? "" : " hh:mm",
    seconds === "" ? "" : ":ss",
    part === "" ? "" : `.${"0".repeat(part.length - 1)}`,
    zone === undefined ? "" : '"Z"',
  ].join("");
  return { value: at / dayMs + 25_569, type: Number, format };
}

/** Beyond fifteen digits a spreadsheet would round. */
function figureCell(text: string): Cell {
  if (!/^-?\d+(?:\.\d+)?$/.test(text) || text.replaceAll(/\D/g, "").length > 15) {
    return textCell(text);
  }
  const decimals = text.split(".")[1]?.length ?? 0;
  const format = `#,##0${decimals > 0 ? "." : ""}${"0".repeat(decimals)}`;
  return { value: Number(text), type: Number, format };
}
