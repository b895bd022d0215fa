/** A bar of a chart whose room is 100 × 100, from the top left corner. */
export type Bar = {
  series: number;
  group: number;
  x: number;
  y: number;
  width: number;
  height: number;
};

/** Of a group's room, what is left free between it and the next one. */
const gapShare = 0.25;
/** What is not nothing can be seen. */
const heightMin = 0.75;

/**
 * Groups of bars side by side, each series in every group, from one zero line for all. Above and below it have
 * one scale: what is twice as much is twice as high.
 */
export function chartBars(series: readonly (readonly number[])[]): {
  bars: Bar[];
  zero: number;
  max: number;
  min: number;
} {
  const all = series.flat();
  const max = Math.max(0, ...all);
  const min = Math.min(0, ...all);
  const span = max - min;
  const zero = span === 0 ? 100 : (max / span) * 100;
  const groups = Math.max(0, ...series.map((values) => values.length));
  const room = 100 / Math.max(1, groups);
  const width = (room * (1 - gapShare)) / Math.max(1, series.length);
  const bars = series.flatMap((values, index) =>
    values.flatMap((value, group): Bar[] => {
      if (value === 0) return [];
      const height = Math.max(heightMin, (Math.abs(value) / span) * 100);
      const x = group * room + (room * gapShare) / 2 + index * width;
      return [{ series: index, group, x, y: value > 0 ? zero - height : zero, width, height }];
    }),
  );
  return { bars, zero, max, min };
}

/** Every day of a span, both ends included: a day on which nothing happened is a day of the chart. */
export function daysOf(from: string, to: string): string[] {
  const dayMs = 86_400_000;
  const first = Date.parse(from);
  const count = Math.max(0, Math.round((Date.parse(to) - first) / dayMs) + 1);
  return Array.from({ length: count }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
}
