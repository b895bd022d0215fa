import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { currentRequestId } from "./request-id.ts";
import { noteTrouble } from "./troubles.ts";

export type { Logger };

const warnLevel = 40;
const errorLevel = 50;
/** What waits for a disk that is full; later lines are dropped. */
const waitingBytesMax = 16 * 1024 * 1024;

/**
 * One JSON line per event, with the id of the request that it happened in; secrets never reach it.
 * `destination` is standard output where it is left out.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(optionsOf(level), destination ?? standardOutput());
}

/**
 * Goes on where nothing can be written, on a full disk or to a terminal that is gone, and writes again once it can. By
 * itself the stream ends the process, and before that repeats for ever to write the rest.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: waitingBytesMax });
  let isFailing = false;
  stream.on("error", () => (isFailing = true));
  stream.on("drain", () => (isFailing = false));
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return stream;
}

function optionsOf(level: string): LoggerOptions {
  return {
    level,
    mixin() {
      const request = currentRequestId();
      return request === undefined ? {} : { request };
    },
    hooks: {
      logMethod(given, method, level) {
        if (level >= warnLevel) noteTrouble(level >= errorLevel ? "error" : "warn", given);
        method.apply(this, given);
      },
    },
    redact: {
      paths: ["*.password", "*.token", "headers.token", "headers.cookie", "headers.authorization"],
      remove: true,
    },
  };
}
