import readXlsxFile from "read-excel-file/node";

type WorkbookCell = string | number | Date | null;

/** The cells of a workbook's first sheet, read by a library that is not the one that writes ours. */
export async function cellsOfWorkbook(bytes: Buffer): Promise<WorkbookCell[][]> {
  const [sheet] = await readXlsxFile(bytes);
  return (sheet?.data ?? []).map((row) => row.map((cell) => cell as WorkbookCell));
}

/** The lines of a CSV file as texts, without what keeps a spreadsheet from changing them. */
export function linesOfCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|$)/y;
  const content = text.replace(/^\ufeff/, "").replace(/\r\n$/, "");
  for (;;) {
    const [, quoted, plain = "", end] = cell.exec(content) ?? [];
    lines
      .at(-1)!
      .push((quoted?.replaceAll('""', '"') ?? plain).replace(/^(?:\t|'(?=[=+@\t\r-]))/, ""));
    if (end === "\r\n") lines.push([]);
    else if (end !== ",") return lines;
  }
}

/** The cells of a workbook as a CSV file of the same rows spells them: a date has no zone there, a number no zeros behind. */
export function spelledAs(
  csv: readonly (readonly string[])[],
  cells: WorkbookCell[][],
): string[][] {
  return csv.map((line, row) =>
    line.map((text, at) => spelledCell(text, cells[row]?.[at] ?? null)),
  );
}

function spelledCell(text: string, cell: WorkbookCell): string {
  if (typeof cell === "number") return Number(text) === cell ? text : String(cell);
  if (!(cell instanceof Date)) return cell ?? "";
  const isoText = text.length === 10 || text.endsWith("Z") ? text : `${text.replace(" ", "T")}Z`;
  // The library rounds a moment down to its millisecond.
  return Math.abs(Date.parse(isoText) - cell.getTime()) <= 1 ? text : cell.toISOString();
}
