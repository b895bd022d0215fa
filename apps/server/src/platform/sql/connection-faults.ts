import { errorCode } from "./error-code.ts";

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

/** SQLSTATE's own word for it: transaction_resolution_unknown. */
const resolutionUnknown = "08007";

/**
 * The line to the database broke after it was told to commit: whether it did, nobody here knows. Only the
 * same request, asked again, finds out.
 */
export class OutcomeUnknownError extends Error {
  readonly code = resolutionUnknown;
  constructor(cause: Error) {
    super("the answer to a commit was lost", { cause });
    this.name = "OutcomeUnknownError";
  }
}

/** What is sent to be committed, or is read once that has been done: a line that breaks here loses the answer only. */
export async function whileCommitting<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw lostAnswer(error);
  }
}

/** The fault itself where it says that nothing was committed. */
export function lostAnswer(error: unknown): unknown {
  const isLost = error instanceof Error && isConnectionFault(error);
  return isLost && !(error instanceof OutcomeUnknownError) ? new OutcomeUnknownError(error) : error;
}
