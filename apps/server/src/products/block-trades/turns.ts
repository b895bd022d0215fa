/**
 * Lets so many of what comes for one key work at once, and the others wait in the order in which they came: whoever
 * waits holds no connection to the database, so that a rush on one offer keeps nobody else's calls waiting.
 */
export function createTurns(
  widthMax: number,
): <Value>(key: string, work: () => Promise<Value>) => Promise<Value> {
  const lanes = new Map<string, { working: number; waiting: (() => void)[] }>();
  return async (key, work) => {
    const lane = lanes.get(key) ?? { working: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.working >= widthMax) await new Promise<void>((go) => lane.waiting.push(go));
    else lane.working += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else {
        lane.working -= 1;
        if (lane.working === 0) lanes.delete(key);
      }
    }
  };
}
