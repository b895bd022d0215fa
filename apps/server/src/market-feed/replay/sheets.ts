import type { RecordFault } from "@sanshi/contract/record-faults";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Unreadable } from "./unreadable.ts";

/** The lines of one sheet, its cells apart by tabs. */
export type Sheet = { title: string; text: string };
/** What the thread is given; `isDone` becomes 1 once it has written to `port`. */
export type SheetTask = {
  bytes: Uint8Array;
  bytesMax: number;
  port: MessagePort;
  isDone: Int32Array;
};
export type SheetResult = { sheets: Sheet[] } | { unreadable: RecordFault };
type MessagePort = MessageChannel["port1"];

/** A workbook of 100,000 rows takes a second and 275 MB. */
const [waitMsMax, heapMbMax] = [60_000, 1_024];

/**
 * The sheets of a workbook (.xlsx), days as `2026-11-24`. No formula is evaluated: of one the value counts that was saved
 * with it. A thread of its own reads them: its memory has a bound that a hostile workbook reaches before the server's own,
 * and the record is read in one go while the library answers later.
 *
 * @throws Unreadable for what is no workbook, or too large a one.
 */
export function readSheets(bytes: Buffer, bytesMax: number): Sheet[] {
  const { port1, port2 } = new MessageChannel();
  const isDone = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: SheetTask = { bytes, bytesMax, port: port2, isDone };
  const worker = new Worker(new URL("./sheets.worker.ts", import.meta.url), {
    workerData,
    transferList: [port2],
    resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
  });
  // Out of memory: nothing has come by then.
  worker.on("error", () => undefined);
  try {
    Atomics.wait(isDone, 0, 0, waitMsMax);
    const received = receiveMessageOnPort(port1) as { message: SheetResult } | undefined;
    if (received === undefined) throw new Unreadable("workbook_too_large");
    if ("unreadable" in received.message) throw new Unreadable(received.message.unreadable);
    return received.message.sheets;
  } finally {
    port1.close();
    void worker.terminate();
  }
}
