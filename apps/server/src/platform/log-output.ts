import { write, writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** What waits for a disk that is full; later lines are lost. */
const waitingBytesMax = 16 * 1024 * 1024;
/** How long the end of the process waits for a reader that takes nothing at the moment. */
const lastWaitMsMax = 1_000;
const retryMs = 1_000;
const shortWaitMs = 20;

interface LogOutput extends DestinationStream {
  /** Writes what waits, once and for all: for the end of the process. */
  finish(): void;
}

/**
 * Writes lines to a file descriptor beside whatever the process does. Where nothing can be written, on a full disk or to a
 * terminal that is gone, lines wait for the next try. pino's own stream (sonic-boom 4.2) repeats for ever at the end of the
 * process where a line that waits cannot be written.
 *
 * @param onWrittenAgain called after a time in which nothing could be written, with how many lines were lost in it.
 */
export function createLogOutput(fd: number, onWrittenAgain: (lost: number) => void): LogOutput {
  let lines: string[] = [];
  let waitingBytes = 0;
  /** What the next try begins with: it may be the rest of a line. */
  let rest: Buffer = Buffer.alloc(0);
  let lost = 0;
  let isWriting = false;
  let isFailing = false;
  let hasReader = true;

  function gather(): Buffer {
    if (lines.length > 0) rest = Buffer.concat([rest, Buffer.from(lines.join(""))]);
    lines = [];
    return rest;
  }

  function writeNext(): void {
    if (isWriting || !hasReader || gather().length === 0) return;
    isWriting = true;
    write(fd, rest, (error, count) => {
      isWriting = false;
      if (error === null) written(count);
      else failed(error);
    });
  }

  function written(count: number): void {
    rest = rest.subarray(count);
    waitingBytes -= count;
    if (rest.length === 0 && (isFailing || lost > 0)) {
      const lostUntilNow = lost;
      [isFailing, lost] = [false, 0];
      onWrittenAgain(lostUntilNow);
    }
    writeNext();
  }

  function failed({ code }: NodeJS.ErrnoException): void {
    if (code === "EPIPE") return forget();
    const isBusy = code === "EAGAIN" || code === "EBUSY";
    if (!isBusy) isFailing = true;
    setTimeout(writeNext, isBusy ? shortWaitMs : retryMs).unref();
  }

  /** A reader that has ended does not come back. */
  function forget(): void {
    hasReader = false;
    [lines, rest, waitingBytes] = [[], Buffer.alloc(0), 0];
  }

  return {
    write(line) {
      if (!hasReader) return;
      const bytes = Buffer.byteLength(line);
      if (waitingBytes + bytes > waitingBytesMax) {
        lost += 1;
        return;
      }
      lines.push(line);
      waitingBytes += bytes;
      if (!isFailing) writeNext();
    },
    finish() {
      if (!hasReader) return;
      // What is being written is, before the process ends.
      let left = isWriting ? Buffer.from(lines.join("")) : gather();
      const until = performance.now() + lastWaitMsMax;
      while (left.length > 0 && performance.now() < until) {
        try {
          left = left.subarray(writeSync(fd, left));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, shortWaitMs);
        }
      }
    },
  };
}
