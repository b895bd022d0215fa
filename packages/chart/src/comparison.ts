/** Another stock's or an index's value at the end of each of its bars, oldest first. */
export type ComparedPoint = { at: number; value: number };

/** Both in per cent of where they stood at the first visible candle; null where one has no value there. */
export type ComparedFigures = { from: number; own: number | null; other: number | null };

/**
 * The other's value at the end of each bar: of its last bar that began before the next one of ours. So days of
 * exchanges on other continents meet, and a week meets its week though one of them has a holiday on Monday.
 */
export function alignedValues(
  times: readonly number[],
  points: readonly ComparedPoint[],
): readonly (number | null)[] {
  let next = 0;
  return times.map((_, index) => {
    const until = times[index + 1] ?? Number.POSITIVE_INFINITY;
    while (next < points.length && (points[next]?.at ?? until) < until) next += 1;
    return points[next - 1]?.value ?? null;
  });
}

/** What both are counted from: the first visible candle at which there are both. */
export function comparedBase(
  closes: readonly number[],
  others: readonly (number | null)[],
  { from, to }: { from: number; to: number },
): { index: number; own: number; other: number } | null {
  for (let index = Math.max(0, from); index < Math.min(to, closes.length); index += 1) {
    const [own, other] = [closes[index] ?? 0, others[index] ?? 0];
    if (own > 0 && other > 0) return { index, own, other };
  }
  return null;
}

/** In per cent of a base. */
export function percentFrom(base: number, value: number | null | undefined): number | null {
  if (base <= 0 || value === null || value === undefined) return null;
  return ((value - base) / base) * 100;
}
