/** A day and what a line stands at on it. */
export type LinePoint = { day: string; value: number };

export type LineBox = { width: number; height: number };

/** Room over the highest and under the lowest line, in pixels. */
const margin = 8;
/** Days between the marks of an axis that are read at once. */
const marksMax = 3;

/** Where days and values lie in a box: days by the calendar, so that a week is as wide everywhere. */
export function linePlaces(lines: readonly (readonly LinePoint[])[], { width, height }: LineBox) {
  const points = lines.flat();
  const times = points.map(({ day }) => Date.parse(day));
  const values = points.map(({ value }) => value);
  const [from, until] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (day: string) =>
    until === from ? 0 : ((Date.parse(day) - from) / (until - from)) * width;
  const y = (value: number) =>
    high === low
      ? height / 2
      : height - margin - ((value - low) / (high - low)) * (height - 2 * margin);
  return {
    low,
    high,
    y,
    path: (line: readonly LinePoint[]) =>
      line.length === 0
        ? ""
        : `M${line.map(({ day, value }) => `${round(x(day))} ${round(y(value))}`).join("L")}`,
    /** The first day, the last, and one in the middle of the time between them where there is a day between. */
    marks: [...new Set(marksOf(from, until))],
  };
}

function marksOf(from: number, until: number): string[] {
  const steps = marksMax - 1;
  return Array.from({ length: marksMax }, (_, step) =>
    new Date(from + ((until - from) * step) / steps).toISOString().slice(0, 10),
  );
}

function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
