import { pino, type Logger } from "pino";

export type { Logger };

/** One JSON line per event; secrets never reach it. */
export function createLog(level: string): Logger {
  return pino({
    level,
    redact: {
      paths: ["*.password", "*.token", "headers.token", "headers.cookie", "headers.authorization"],
      remove: true,
    },
  });
}
