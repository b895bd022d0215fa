import { Readable } from "node:stream";
import {
  columnsOf,
  exportedRowsMax,
  itemOfList,
  operatorCalls,
  type CheckedInput,
  type ListColumn,
  type OperatorCall,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { csvLines } from "../../money/records/records.ts";
import { parseForm } from "../../platform/http/form.ts";
import { FileAnswer, type ReadWithin } from "../../platform/http/operator-http.ts";
import { workbookMediaType, workbookOf, type TableSheet } from "../../platform/workbook.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { cellsOf, fieldOf, fileNameOf, placeOf } from "./list-exports.rules.ts";

type Form = CheckedInput<OperatorCalls["/api/ops/lists/export"]>;
type Request = Parameters<ReadWithin>[2];
type Page = { rows: readonly Record<string, unknown>[]; next: string | null };

const rowsPerPage = "100";

/**
 * A list as a file, page by page as its own call answers them: with its rights, its filters and its looks that
 * customers are told of. What is sent as CSV is never whole in memory.
 */
export async function listFile(
  context: Context,
  { list, filter, format }: Form,
  request: Request,
): Promise<Outcome<FileAnswer>> {
  const { path, field } = placeOf(list);
  const call: OperatorCall = operatorCalls[path];
  const item = itemOfList(call.output, field);
  const fields = parseForm(filter);
  if (item === undefined) throw new Error(`${list} is no list`);
  if (fields === null || "cursor" in fields) return refuse("invalid_request");
  const isPaged = "limit" in (call.input as unknown as { shape: object }).shape;
  const read = async (cursor: string | null): Promise<Outcome<Page>> => {
    const asked = {
      ...fields,
      ...(isPaged && { limit: rowsPerPage }),
      ...(cursor !== null && { cursor }),
    };
    const answer = await context.operatorHttp.readWithin(path, asked, request);
    if (!answer.ok) return answer;
    const told = answer.value as Readonly<Record<string, unknown>>;
    const next = (told["next_cursor"] ?? null) as Page["next"];
    return accept({ rows: (fieldOf(told, field) ?? []) as Page["rows"], next });
  };
  // What is refused is answered as everywhere: the file begins once there is one.
  const first = await read(null);
  if (!first.ok) return first;
  const columns = columnsOf(item);
  const isSimulated = context.feed.kind === "simulated";
  const above = isSimulated ? [["SIMULATED"]] : [];
  const name = fileNameOf(list, context.clock.now());
  const lines = linesOf(columns, first.value, read);
  if (format === "xlsx") {
    const bytes = await workbookOf([await sheetOf(name, { above, columns }, lines)]);
    return accept(new FileAnswer(`${name}.xlsx`, workbookMediaType, bytes));
  }
  const head = csvLines([...above, columns.map((column) => column.name)]);
  const content = Readable.from(csvOf(head, lines));
  return accept(new FileAnswer(`${name}.csv`, "text/csv; charset=utf-8", content));
}

async function* csvOf(head: string, lines: AsyncGenerator<string[][]>): AsyncGenerator<string> {
  yield head;
  // Only the first lines of a text have the mark of UTF-8.
  for await (const some of lines) yield csvLines(some).replace(/^\ufeff/, "");
}

async function sheetOf(
  name: string,
  { above, columns }: { above: string[][]; columns: readonly ListColumn[] },
  lines: AsyncGenerator<string[][]>,
): Promise<TableSheet> {
  const rows: string[][] = [];
  for await (const some of lines) rows.push(...some);
  return {
    name,
    above,
    columns: columns.map((one) => ({ title: one.name, kind: one.kind })),
    rows,
  };
}

/** Page by page; a last line says where a list has more than a file may. */
async function* linesOf(
  columns: readonly ListColumn[],
  first: Page,
  read: (cursor: string) => Promise<Outcome<Page>>,
): AsyncGenerator<string[][]> {
  let page = first;
  let left: number = exportedRowsMax;
  for (;;) {
    const shown = page.rows.slice(0, left);
    left -= shown.length;
    const cursor = page.next;
    if (shown.length > 0) yield shown.map((row) => cellsOf(row, columns));
    if (shown.length < page.rows.length || (left === 0 && cursor !== null)) {
      yield [["TRUNCATED", String(exportedRowsMax)]];
      return;
    }
    if (cursor === null) return;
    const next = await read(cursor);
    // Half a file must not look like a whole one.
    if (!next.ok) throw new Error(`a page was refused: ${next.refusal.code}`);
    page = next.value;
  }
}
