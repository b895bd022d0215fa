const keysAtOnceMax = 1_000;

/**
 * Reads for everybody who asks while the read before is under way in one go: where many open the same screen, the
 * database hears it twice and not once for each of them. What is returned was read after it was asked for, so it is
 * never older than a read of the caller's own. A read that fails fails for all who waited for it.
 *
 * @param readAll returns a value for each key; a promise in its place fails for that key alone.
 */
export function gatherReads<Key, Value>(
  readAll: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value | Promise<Value>>>,
): (key: Key) => Promise<Value> {
  type Waiting = {
    promise: Promise<Value>;
    resolve(value: Value | Promise<Value>): void;
    reject(error: unknown): void;
  };
  const waiting = new Map<Key, Waiting>();
  let isReading = false;

  async function readWaiting(): Promise<void> {
    isReading = true;
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, keysAtOnceMax);
      for (const [key] of taken) waiting.delete(key);
      try {
        const found = await readAll(taken.map(([key]) => key));
        for (const [key, { resolve, reject }] of taken) {
          if (found.has(key)) resolve(found.get(key) as Value | Promise<Value>);
          else reject(new Error("a read in one go has left a key out"));
        }
      } catch (error) {
        for (const [, { reject }] of taken) reject(error);
      }
    }
    isReading = false;
  }

  return (key) => {
    const asked = waiting.get(key) ?? Promise.withResolvers<Value>();
    waiting.set(key, asked);
    if (!isReading) void readWaiting();
    return asked.promise;
  };
}
