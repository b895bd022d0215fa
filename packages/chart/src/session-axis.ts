/** When trading is possible, milliseconds since the epoch: `from` inclusive, `until` exclusive. */
export type SessionSpan = readonly [from: number, until: number];

export type AxisMark = {
  /** Where on the axis, 0 to 1. */
  at: number;
  /** The times that meet here: one, or the end of a session and the start of the next. */
  times: readonly number[];
};

export type SessionAxis = {
  /** 0 at the day's opening, 1 at its close; a moment in a break lies where the break was cut out. */
  position: (at: number) => number;
  /** The moment at a position: the inverse, without the breaks. */
  timeAt: (position: number) => number;
  /** The day's start and end, and where breaks were cut out. */
  edges: readonly AxisMark[];
  /** Whole hours in between, far enough from the edges and from one another to be labelled. */
  hours: readonly AxisMark[];
};

const hourMs = 3_600_000;
/** A label needs about a seventh of a phone's width. */
const labelShare = 0.145;

/** The axis of one trading day with its breaks cut out. The sessions are in order and apart. */
export function buildSessionAxis(sessions: readonly SessionSpan[]): SessionAxis {
  const totalMs = sessions.reduce((sum, [from, until]) => sum + until - from, 0);
  const position = (at: number) => (totalMs === 0 ? 0 : tradedMs(sessions, at) / totalMs);
  const timeAt = (place: number) => momentAfter(sessions, clamp(place) * totalMs);
  const edges = findEdges(sessions, position);
  return { position, timeAt, edges, hours: findHours(sessions, position, edges) };
}

function tradedMs(sessions: readonly SessionSpan[], at: number): number {
  return sessions.reduce((sum, [from, until]) => sum + Math.max(0, Math.min(at, until) - from), 0);
}

function momentAfter(sessions: readonly SessionSpan[], ms: number): number {
  let left = ms;
  for (const [from, until] of sessions) {
    if (left < until - from) return from + left;
    left -= until - from;
  }
  return sessions.at(-1)?.[1] ?? 0;
}

function findEdges(
  sessions: readonly SessionSpan[],
  position: (at: number) => number,
): readonly AxisMark[] {
  const first = sessions[0];
  const last = sessions.at(-1);
  if (first === undefined || last === undefined) return [];
  const breaks = sessions.slice(1).map(([from], index) => {
    const until = sessions[index]?.[1] ?? from;
    return { at: position(from), times: until === from ? [from] : [until, from] };
  });
  return [{ at: 0, times: [first[0]] }, ...breaks, { at: 1, times: [last[1]] }];
}

function findHours(
  sessions: readonly SessionSpan[],
  position: (at: number) => number,
  edges: readonly AxisMark[],
): readonly AxisMark[] {
  // The labels at the ends stand beside their mark, the others around it.
  const taken = edges.map(({ at, times }) => {
    const half = at === 0 || at === 1 ? labelShare : (times.length * labelShare) / 2;
    return { at, half };
  });
  const hours: AxisMark[] = [];
  for (const [from, until] of sessions) {
    for (let at = Math.ceil(from / hourMs) * hourMs; at < until; at += hourMs) {
      const place = position(at);
      const free = taken.every((mark) => Math.abs(mark.at - place) > mark.half + labelShare / 2);
      if (!free) continue;
      taken.push({ at: place, half: labelShare / 2 });
      hours.push({ at: place, times: [at] });
    }
  }
  return hours;
}

function clamp(position: number): number {
  return Math.min(1, Math.max(0, position));
}
