import { workerData } from "node:worker_threads";
import readXlsxFile from "read-excel-file/universal";
import type { Sheet, SheetResult, SheetTask } from "./sheets.ts";
import { Unreadable } from "./unreadable.ts";
import { unzip } from "./zip.ts";

const { bytes, bytesMax, port, isDone } = workerData as SheetTask;

/** Of the rectangle up to the farthest cell. */
const cellsMax = 20_000_000;

const result = await read().catch((error: unknown): SheetResult => {
  const why = error instanceof Unreadable ? error.reason : "workbook_damaged";
  return { unreadable: why };
});
port.postMessage(result);
Atomics.store(isDone, 0, 1);
Atomics.notify(isDone, 0);

async function read(): Promise<SheetResult> {
  checkSize();
  // Numbers keep their digits as texts.
  const sheets = await readXlsxFile(new Blob([new Uint8Array(bytes)]), {
    parseNumber: (text) => text,
  });
  return { sheets: sheets.map(({ sheet, data }) => ({ title: sheet, text: linesOf(data) })) };
}

/** The library takes the memory that an archive asks for, and a row of cells up to the farthest one. */
function checkSize(): void {
  let size = 0;
  for (const { name, bytes: part } of unzip(Buffer.from(bytes), bytesMax)) {
    size += part.length;
    if (size > bytesMax) throw tooLarge();
    if (/\.xml$/i.test(name)) checkCells(part.toString("latin1"));
  }
}

function checkCells(xml: string): void {
  let [rows, columns] = [0, 0];
  for (const [, letters = "", row] of xml.matchAll(/\sr=["']([A-Z]{1,3})(\d{1,7})["']/g)) {
    rows = Math.max(rows, Number(row));
    columns = Math.max(columns, columnOf(letters));
  }
  if (rows * columns > cellsMax) throw tooLarge();
}

function tooLarge(): Unreadable {
  return new Unreadable("workbook_too_large");
}

/** From 1 on. */
function columnOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** A sheet of a diagram has no cells. */
function linesOf(data: readonly (readonly unknown[])[] | undefined): Sheet["text"] {
  return (data ?? []).map((row) => `${row.map(textOf).join("\t")}\n`).join("");
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return momentText(cell);
  return cell === null ? "" : String(cell).replaceAll(/[\t\r\n]+/g, " ");
}

/** `2026-11-24`, with its time where it has one; a number below a day is a time alone. */
function momentText(moment: Date): string {
  const rounded = new Date(Math.round(moment.getTime() / 1_000) * 1_000);
  const [date = "", time = ""] = rounded.toISOString().slice(0, -5).split("T");
  if (date <= "1900-01-00") return time;
  return time === "00:00:00" ? date : `${date} ${time}`;
}
