/** When trading is possible, milliseconds since the epoch: `from` inclusive, `until` exclusive. */
export type SessionSpan = readonly [from: number, until: number];

export type AxisMark = {
  /** Where on the axis, 0 to 1. */
  at: number;
  /** The times that meet here: one, or the end of a session and the start of the next. */
  times: readonly number[];
};

/** A stretch of the axis, 0 to 1. */
type AxisBand = { from: number; until: number };

export type SessionAxis = {
  /** 0 at the day's opening, 1 at its close; a moment in a break lies in the narrow gap left for it. */
  position: (at: number) => number;
  /** The moment at a position: the inverse; a gap belongs to the session before it. */
  timeAt: (position: number) => number;
  /** Which session a moment belongs to: the one that it lies in, else the last that has begun. */
  sessionOf: (at: number) => number;
  /** The day's start and end, and the middle of each break. */
  edges: readonly AxisMark[];
  /** Whole hours in between, in even steps with room for their labels. */
  hours: readonly AxisMark[];
  /** What is left of the breaks: an hour of lunch is a gap that the eye sees, and no more. */
  breaks: readonly AxisBand[];
};

type PlacedSession = { from: number; until: number; left: number; right: number };

const hourMs = 3_600_000;
/** A label needs about a seventh of a phone's width. */
const labelShare = 0.145;
/** The width of a break, of the whole axis. */
const gapShare = 0.022;

/**
 * The axis of one trading day with its breaks narrowed. The sessions are in order and apart; `clockOffsetMs` is what
 * the exchange's clock is ahead of UTC, as labels stand at its round hours.
 */
export function buildSessionAxis(sessions: readonly SessionSpan[], clockOffsetMs = 0): SessionAxis {
  const placed = placeSessions(sessions);
  const position = (at: number) => positionOf(placed, at);
  const edges = findEdges(placed);
  return {
    position,
    timeAt: (place) => momentAt(placed, clamp(place)),
    sessionOf: (at) => sessionIndex(placed, at),
    edges,
    hours: findHours(placed, position, clockOffsetMs),
    breaks: breaksOf(placed).map(([before, after]) => ({ from: before.right, until: after.left })),
  };
}

function placeSessions(sessions: readonly SessionSpan[]): readonly PlacedSession[] {
  const totalMs = sessions.reduce((sum, [from, until]) => sum + until - from, 0);
  if (totalMs === 0) return [];
  const gapAfter = (index: number) => {
    const next = sessions[index + 1];
    return next !== undefined && next[0] > (sessions[index]?.[1] ?? 0) ? gapShare : 0;
  };
  const gaps = sessions.reduce((sum, _, index) => sum + gapAfter(index), 0);
  let left = 0;
  return sessions.map(([from, until], index) => {
    const isLast = index === sessions.length - 1;
    const right = isLast ? 1 : left + ((until - from) / totalMs) * (1 - gaps);
    const one = { from, until, left, right };
    left = right + gapAfter(index);
    return one;
  });
}

function positionOf(placed: readonly PlacedSession[], at: number): number {
  const index = sessionIndex(placed, at);
  const own = placed[index];
  if (own === undefined) return 0;
  if (at <= own.from) return own.left;
  const next = placed[index + 1];
  if (at > own.until && next !== undefined) {
    return between(at, [own.until, next.from], [own.right, next.left]);
  }
  return between(Math.min(at, own.until), [own.from, own.until], [own.left, own.right]);
}

function sessionIndex(placed: readonly PlacedSession[], at: number): number {
  return Math.max(
    0,
    placed.findLastIndex((one) => one.from <= at),
  );
}

function momentAt(placed: readonly PlacedSession[], place: number): number {
  const own = placed.findLast((one) => one.left <= place) ?? placed[0];
  if (own === undefined) return 0;
  return between(Math.min(place, own.right), [own.left, own.right], [own.from, own.until]);
}

type Span = readonly [from: number, until: number];

function between(value: number, [from, until]: Span, [low, high]: Span): number {
  return until === from ? low : low + ((value - from) / (until - from)) * (high - low);
}

function breaksOf(placed: readonly PlacedSession[]): [PlacedSession, PlacedSession][] {
  return placed.slice(1).flatMap((after, index): [PlacedSession, PlacedSession][] => {
    const before = placed[index];
    return before === undefined || before.right === after.left ? [] : [[before, after]];
  });
}

function findEdges(placed: readonly PlacedSession[]): readonly AxisMark[] {
  const first = placed[0];
  const last = placed.at(-1);
  if (first === undefined || last === undefined) return [];
  const joints = placed.slice(1).map((after, index) => {
    const before = placed[index] ?? after;
    const times = before.until === after.from ? [after.from] : [before.until, after.from];
    return { at: (before.right + after.left) / 2, times };
  });
  return [{ at: 0, times: [first.from] }, ...joints, { at: 1, times: [last.until] }];
}

/** Hours between two labels, the closest first. */
const hourSteps = [1, 2, 3, 4, 6, 8, 12] as const;
/** How much longer than a step the way from an end to its first label may be. */
const endSlack = 1.5;

/**
 * In even steps: the closest ones that have room everywhere, of which only a label beside an end may be missing.
 * A day with a break has no even steps, and is read by the times of its sessions.
 */
function findHours(
  placed: readonly PlacedSession[],
  position: (at: number) => number,
  clockOffsetMs: number,
): readonly AxisMark[] {
  const first = placed[0];
  const last = placed.at(-1);
  if (first === undefined || last === undefined || breaksOf(placed).length > 0) return [];
  const joints = placed.slice(1).map((one) => one.from);
  for (const step of hourSteps) {
    const stepMs = step * hourMs;
    const all = multiplesBetween([first.from, last.until], stepMs, clockOffsetMs);
    const roomy = all.filter((at) => {
      const place = position(at);
      return place > labelShare * 1.5 && place < 1 - labelShare * 1.5;
    });
    const [start, end] = [roomy[0], roomy.at(-1)];
    if (start === undefined || end === undefined) continue;
    const isTight = position(start + stepMs) - position(start) <= labelShare;
    const isHoled = start - first.from > endSlack * stepMs || last.until - end > endSlack * stepMs;
    // Where two sessions meet stands a label already.
    const isTaken = roomy.some((at) =>
      joints.some(
        (joint) => joint !== at && Math.abs(position(joint) - position(at)) <= labelShare,
      ),
    );
    if (isTight || isHoled || isTaken) continue;
    return roomy
      .filter((at) => !joints.includes(at))
      .map((at) => ({ at: position(at), times: [at] }));
  }
  return [];
}

/** Whole multiples of a step on the exchange's clock, inside a span. */
function multiplesBetween([from, until]: Span, stepMs: number, offsetMs: number): number[] {
  const found: number[] = [];
  const first = Math.floor((from + offsetMs) / stepMs) * stepMs + stepMs - offsetMs;
  for (let at = first; at < until; at += stepMs) found.push(at);
  return found;
}

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}
