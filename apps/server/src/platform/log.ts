import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { currentRequestId } from "./request-id.ts";
import { noteTrouble } from "./troubles.ts";

export type { Logger };

const warnLevel = 40;
const errorLevel = 50;

/**
 * One JSON line per event, with the id of the request that it happened in; secrets never reach it.
 * `destination` is standard output where it is left out.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  return pino(optionsOf(level), destination ?? pino.destination(1));
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
