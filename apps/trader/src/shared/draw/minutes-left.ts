/** Less is not worth a sentence; and the first parts say little about the rest. */
const minuteMs = 60_000;
const partsFirst = 4;

/** What the rest of the parts takes at the speed so far, in whole minutes; null below one, and at first. */
export function minutesLeft(
  { checked, beganAt, at }: { checked: number; beganAt: number; at: number },
  count: number,
): number | null {
  if (checked < partsFirst) return null;
  const leftMs = ((at - beganAt) / checked) * (count - checked);
  return leftMs < minuteMs ? null : Math.ceil(leftMs / minuteMs);
}
