import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";
import { createLogOutput } from "./log-output.ts";
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
  return pino(optionsOf(level), destination ?? outputOfProcess());
}

let standardOutput: DestinationStream | null = null;

/** One for the process, which writes the last lines as it ends. */
function outputOfProcess(): DestinationStream {
  if (standardOutput !== null) return standardOutput;
  const output = createLogOutput(1, (lost) =>
    pino(optionsOf("warn"), output).warn({ lost }, "The log is written again"),
  );
  process.once("exit", () => output.finish());
  return (standardOutput = output);
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
