/**
 * Works on all that is listed, two of them at once: while one waits for the database, the other is reckoned. Where one
 * fails, nothing further is begun, and the fault is thrown once the other has ended.
 */
export async function twoAtOnce<One>(
  listed: AsyncGenerator<One>,
  work: (one: One) => Promise<void>,
): Promise<void> {
  async function takeTurns(): Promise<void> {
    try {
      for (let next = await listed.next(); next.done !== true; next = await listed.next()) {
        await work(next.value);
      }
    } catch (error) {
      await listed.return(undefined);
      throw error;
    }
  }
  const ended = await Promise.allSettled([takeTurns(), takeTurns()]);
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

/** Pages of rows in the order of their ids, each read behind the last id of the one before it, until one is empty. */
export async function* pagesOf<Row>(
  read: (after: bigint) => Promise<Row[]>,
  idOf: (row: Row) => bigint,
): AsyncGenerator<Row[]> {
  let after = 0n;
  for (;;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = idOf(last);
  }
}
