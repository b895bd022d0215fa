import { pino, type Logger } from "pino";
import { noteTrouble } from "./troubles.ts";

export type { Logger };

const warnLevel = 40;
const errorLevel = 50;

/** One JSON line per event; secrets never reach it. */
export function createLog(level: string): Logger {
  return pino({
    level,
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
  });
}
