import type { Logger } from "./log.ts";

/**
 * Does something with each of what is due: one that fails is logged and left for the next look, and does not stand in
 * the way of those behind it. Answers what all of it came to.
 */
export async function eachByItself<Due extends { id: bigint }>(
  { log, failure }: { log: Pick<Logger, "error">; failure: string },
  due: readonly Due[],
  work: (one: Due) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (const one of due) {
    try {
      done += await work(one);
    } catch (error) {
      log.error({ err: error, id: one.id.toString() }, failure);
    }
  }
  return done;
}
