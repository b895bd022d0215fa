import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { ColumnKind } from "@sanshi/contract";

export type TableColumn = { title: string; kind: ColumnKind };

/** One sheet: lines of text above, the columns' titles, rows of the wire's spellings, and lines of text below. */
export type TableSheet = {
  name: string;
  above?: readonly (readonly string[])[];
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
  below?: readonly (readonly string[])[];
};

export const workbookMediaType =
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** 10,000 rows of 40 columns take 350 MB and four seconds. */
const heapMbMax = 768;
let before: Promise<unknown> = Promise.resolve();

/**
 * A workbook (.xlsx) with figures as numbers, moments and dates as such, and everything else as text, also what looks like
 * a number or a formula. It is written in a thread of its own, for the calls would wait for it, and one after the other,
 * for its memory. Rejects where the thread fails.
 */
export function workbookOf(sheets: readonly TableSheet[]): Promise<Buffer> {
  const written = before.then(() => writeApart(sheets));
  before = written.catch(() => undefined);
  return written;
}

async function writeApart(sheets: readonly TableSheet[]): Promise<Buffer> {
  const worker = new Worker(new URL("./workbook.worker.ts", import.meta.url), {
    workerData: sheets,
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  });
  try {
    const [bytes] = (await once(worker, "message")) as [Uint8Array];
    return Buffer.from(bytes);
  } finally {
    await worker.terminate();
  }
}
