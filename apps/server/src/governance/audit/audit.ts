import { exportedRowsMax, iso } from "@sanshi/contract";
import { Readable } from "node:stream";
import type { CallOutput, CheckedInput, OperatorCalls, OperatorRole } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { AuditEntry } from "../../platform/audit-log.ts";
import { readAuditHead } from "../../platform/audit-log.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { FileAnswer } from "../../platform/http/operator-http.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { workbookMediaType, workbookOf, type TableSheet } from "../../platform/workbook.ts";
import * as store from "./audit.store.ts";
import { checkChain, holds, type ChainReport } from "./chain.ts";
import { readHeadFile, writeHeadFile } from "./head-file.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Listed = CallOutput<OperatorCalls["/api/ops/audit"]>;

/**
 * Keeps the newest head beside the database, as long as the log still holds what was kept: a log that
 * was cut or rewritten must not get a new head by going on.
 */
export async function keepAuditHead(
  context: Pick<Context, "database" | "log" | "auditLog"> & { settings: { dataDir: string } },
): Promise<void> {
  const { database, log, settings, auditLog } = context;
  const { reader } = database;
  const first = await readAuditHead(reader);
  if ((await readHeadFile(settings.dataDir, first.log)) === null) {
    if (first.number === 0n) await writeHeadFile(settings.dataDir, first);
    else log.error({ entries: first.number.toString() }, "no head of the audit log is kept here");
  }
  let writing: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  const follow = async () => {
    const head = await readAuditHead(reader);
    const kept = await readHeadFile(settings.dataDir, head.log);
    if (kept !== null && kept.number >= head.number) return;
    if (kept === null || !(await holds(reader, kept))) {
      log.error(
        { entry: head.number.toString() },
        "the audit log is not the one whose head is kept",
      );
      return;
    }
    await writeHeadFile(settings.dataDir, head);
  };
  auditLog.onAppended(() => {
    // Whoever comes while one is written waits for the next, which is written once for all of them.
    waiting ??= writing
      .catch(() => undefined)
      .then(() => {
        waiting = null;
        writing = follow();
        return writing;
      });
    return waiting;
  });
}

export async function checkAudit(context: Context): Promise<Outcome<ChainReport>> {
  const { reader } = context.database;
  const { log } = await readAuditHead(reader);
  return accept(await checkChain(reader, await readHeadFile(context.settings.dataDir, log)));
}

export async function auditListed(
  context: Context,
  form: Input<"/api/ops/audit">,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await store.listEntries(context.database.reader, filterOf(form), {
    before: place?.[0],
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({
    items: shown.map((entry) => ({
      number: entry.number.toString(),
      at: iso(entry.at),
      operator: entry.operator,
      role: entry.role as OperatorRole | null,
      address: entry.address,
      method: entry.method,
      path: entry.path,
      subject: entry.subject,
      outcome: entry.outcome,
      details: entry.details,
      hash: entry.hash,
    })),
    next_cursor: more ? cursorOf(last.number) : null,
  });
}

/** Read and sent in pieces: a log of years fits no memory. */
export async function auditFile(
  context: Context,
  form: Input<"/api/ops/audit/export">,
): Promise<FileAnswer> {
  const name = `audit-${iso(context.clock.now()).slice(0, 10)}.${form.format}`;
  const entries = exportEntries(context, filterOf(form));
  if (form.format === "xlsx") {
    return new FileAnswer(name, workbookMediaType, await workbookOf([await sheetOf(entries)]));
  }
  const isCsv = form.format === "csv";
  const lines = linesOf(entries, isCsv ? csvLine : jsonLine);
  const header = isCsv ? `${columns.join(",")}\r\n` : "";
  return new FileAnswer(
    name,
    isCsv ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
    Readable.from(withHeader(header, lines)),
  );
}

const exportedAtOnce = 500;

/** A workbook is whole in memory. */
async function sheetOf(entries: AsyncGenerator<AuditEntry[]>): Promise<TableSheet> {
  const rows: string[][] = [];
  let isTruncated = false;
  for await (const some of entries) {
    const left = exportedRowsMax - rows.length;
    rows.push(...some.slice(0, left).map(cellsOf));
    isTruncated = some.length > left;
    if (isTruncated) break;
  }
  const kindOf = (title: string) => (title === "at" ? ("time" as const) : ("text" as const));
  return {
    name: "audit",
    columns: columns.map((title) => ({ title, kind: kindOf(title) })),
    rows,
    below: isTruncated ? [["TRUNCATED", String(exportedRowsMax)]] : [],
  };
}

async function* linesOf(
  entries: AsyncGenerator<AuditEntry[]>,
  line: (entry: AuditEntry) => string,
): AsyncGenerator<string> {
  for await (const some of entries) yield some.map(line).join("");
}

async function* exportEntries(
  context: Context,
  filter: store.AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let after = 0n;
  for (;;) {
    const found = await store.entriesAfter(context.database.reader, filter, {
      after,
      limit: exportedAtOnce,
    });
    const last = found.at(-1);
    if (last === undefined) return;
    yield found;
    after = last.number;
  }
}

async function* withHeader(header: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  if (header !== "") yield header;
  yield* lines;
}

const columns = [
  ...["number", "at", "operator_id", "operator", "role", "address", "method", "path"],
  ...["subject", "outcome", "details", "previous_hash", "hash"],
];

function exported(entry: AuditEntry) {
  return {
    number: entry.number.toString(),
    at: iso(entry.at),
    operator_id: entry.operatorId?.toString() ?? null,
    operator: entry.operator,
    role: entry.role,
    address: entry.address,
    method: entry.method,
    path: entry.path,
    subject: entry.subject,
    outcome: entry.outcome,
    details: entry.details,
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

function jsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(exported(entry))}\n`;
}

function cellsOf(entry: AuditEntry): string[] {
  const cells = Object.values({ ...exported(entry), details: JSON.stringify(entry.details) });
  return cells.map((cell) => cell ?? "");
}

function csvLine(entry: AuditEntry): string {
  return `${cellsOf(entry).map(csvCell).join(",")}\r\n`;
}

/** A cell that begins like a formula is text: the quote in front keeps a spreadsheet from running it. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function filterOf(form: {
  operator?: string | undefined;
  subject?: string | undefined;
  path?: string | undefined;
  outcome?: "ok" | "refused" | undefined;
  from?: string | undefined;
  to?: string | undefined;
  changes?: "" | "only" | undefined;
}): store.AuditFilter {
  const text = (given: string | undefined) => (given === undefined || given === "" ? null : given);
  const time = (given: string | undefined) => (given === undefined ? null : Date.parse(given));
  return {
    operator: text(form.operator),
    subject: text(form.subject),
    path: text(form.path),
    outcome: form.outcome ?? null,
    from: time(form.from),
    to: time(form.to),
    changesOnly: form.changes === "only",
  };
}
