/** Upper bounds in milliseconds; what takes longer than the last is counted beyond it. */
export const boundsMs = [
  0.5, 1, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 250, 500, 1_000, 2_500, 5_000,
] as const;

const windowMs = 60_000;
const windowsKept = 5;

export type Latencies = {
  record(milliseconds: number, now: number): void;
  /** Over the last minutes. */
  recent(now: number): { count: number; p50: number | null; p99: number | null };
};

/** A histogram of a fixed size, so that measuring costs the same whatever is measured. */
export function createLatencies(): Latencies {
  const windows = Array.from({ length: windowsKept }, () => ({
    number: -1,
    counts: new Uint32Array(boundsMs.length + 1),
  }));

  function windowOf(number: number) {
    const found = windows[number % windowsKept]!;
    if (found.number !== number) {
      found.number = number;
      found.counts.fill(0);
    }
    return found.counts;
  }

  return {
    record(milliseconds, now) {
      let slot = 0;
      while (slot < boundsMs.length && milliseconds > boundsMs[slot]!) slot += 1;
      windowOf(Math.floor(now / windowMs))[slot]! += 1;
    },
    recent(now) {
      const newest = Math.floor(now / windowMs);
      const summed = new Array<number>(boundsMs.length + 1).fill(0);
      for (const window of windows) {
        if (window.number <= newest - windowsKept || window.number > newest) continue;
        window.counts.forEach((value, slot) => (summed[slot]! += value));
      }
      const count = summed.reduce((total, value) => total + value, 0);
      return { count, p50: quantile(summed, count, 0.5), p99: quantile(summed, count, 0.99) };
    },
  };
}

/** Within its slot as if the slot were evenly filled; beyond the last bound, that bound. */
export function quantile(counts: readonly number[], count: number, part: number): number | null {
  if (count === 0) return null;
  const wanted = part * count;
  let before = 0;
  for (const [slot, inSlot] of counts.entries()) {
    if (before + inSlot >= wanted && inSlot > 0) {
      const from = slot === 0 ? 0 : boundsMs[slot - 1]!;
      const to = boundsMs[slot] ?? from;
      return Math.round((from + ((to - from) * (wanted - before)) / inSlot) * 100) / 100;
    }
    before += inSlot;
  }
  return null;
}
