import { FileAnswer } from "../../platform/http/operator-http.ts";
import { workbookMediaType, workbookOf, type TableSheet } from "../../platform/workbook.ts";
import { csvLines } from "./records.csv.ts";

/**
 * An operators' table as a file, its columns by the names of the contract: what a program reads is not translated. The
 * first line of a simulated instance says so.
 */
export async function tableFile(
  { name, format, isSimulated }: { name: string; format: "csv" | "xlsx"; isSimulated: boolean },
  { columns, rows }: Pick<TableSheet, "columns" | "rows">,
): Promise<FileAnswer> {
  const above = isSimulated ? [["SIMULATED"]] : [];
  if (format === "xlsx") {
    const bytes = await workbookOf([{ name, above, columns, rows }]);
    return new FileAnswer(`${name}.xlsx`, workbookMediaType, bytes);
  }
  const titles = columns.map(({ title }) => title);
  const text = csvLines([...above, titles, ...rows]);
  return new FileAnswer(`${name}.csv`, "text/csv; charset=utf-8", text);
}
