/** A start that cannot go on for a reason the operator can mend: its message is the one sentence to print. */
export class StartError extends Error {
  override name = "StartError";
}
