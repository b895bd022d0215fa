import { errorCode } from "./database.ts";

const passing = /^(?:08|53|57P|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/;
/** The driver's own words, which have no code. */
const cutOff =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable/;

/** Faults that pass by themselves: the database restarts, is full of connections, or was cut off. */
export function isConnectionFault(error: Error & { syscall?: string }): boolean {
  const code = errorCode(error);
  // A database that starts again has no socket for a moment.
  if (code === "ENOENT") return error.syscall === "connect";
  return code === "" ? cutOff.test(error.message) : passing.test(code);
}
