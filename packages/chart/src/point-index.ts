/** The point that a moment belongs to: the last one not after it, else the first. */
export function pointIndexAt(points: readonly { at: number }[], at: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((points[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
