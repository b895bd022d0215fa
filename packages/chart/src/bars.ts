/** A candle. Times in milliseconds since the epoch; the rest are pixels to be, so floats are fine. */
export type Bar = {
  /** When the bar starts. */
  time: number;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  turnover: number;
  /** Traded outside of the regular hours: it stands beside the others, and no indicator counts it. */
  isExtended?: true;
};

/** The bars with those of extended hours in their places, which are marked. Both are in order of time. */
export function mergeExtended(bars: readonly Bar[], extended: readonly Bar[]): readonly Bar[] {
  if (extended.length === 0) return bars;
  const marked = extended.map((bar): Bar => ({ ...bar, isExtended: true }));
  return [...bars, ...marked].toSorted((one, other) => one.time - other.time);
}

/** Extended hours around a day: their sessions with a word for each, and minutes that are no part of the day's figures. */
export type ExtendedHours = {
  sessions: readonly { from: number; until: number; label: string }[];
  points: readonly TimeSharePoint[];
};

/** A minute or a few of a trading day: their last price, and the day's average price up to then. */
export type TimeSharePoint = {
  at: number;
  price: number;
  average: number;
  volume: number;
  /** Outside of the regular hours, where the day has no average. */
  isExtended?: true;
};

/** The newest state of a stock: its price, and the day's figures so far. */
export type Tick = {
  at: number;
  price: number;
  dayHigh: number;
  dayLow: number;
  /** Shares and money traded since the day's opening. */
  dayVolume: number;
  dayTurnover: number;
};

export type BarPeriod = "1m" | "5m" | "15m" | "30m" | "day" | "week" | "month" | "year";

const minuteMs = 60_000;
const periodMinutes: Partial<Record<BarPeriod, number>> = {
  "1m": 1,
  "5m": 5,
  "15m": 15,
  "30m": 30,
};

/**
 * The bars after a tick: the running bar moves, or the next one starts. `before` is the tick that
 * came before, from which the volume in between follows; null for the first. A bar of a week or
 * longer only moves: the server says when the next one starts.
 */
export function applyTick(
  bars: readonly Bar[],
  period: BarPeriod,
  tick: Tick,
  before: Tick | null,
): readonly Bar[] {
  const last = bars.at(-1);
  if (last === undefined || tick.at < last.time) return bars;
  const minutes = periodMinutes[period];
  if (minutes !== undefined && tick.at >= last.time + minutes * minuteMs) {
    const time = startOfPoint(tick.at, minutes);
    return [...bars, moved(flatBar(time, tick.price), tick, before)];
  }
  const running = period === "day" ? applyTickToDay(last, tick) : moved(last, tick, before);
  return [...bars.slice(0, -1), running];
}

/** A running day takes the day's own figures, so it needs no tick before. */
function applyTickToDay(day: Bar, tick: Tick): Bar {
  // The day's volume only grows: a smaller one belongs to the next day, which the server will send.
  if (tick.dayVolume < day.volume) return day;
  return {
    ...day,
    high: Math.max(tick.dayHigh, tick.price),
    low: Math.min(tick.dayLow, tick.price),
    close: tick.price,
    volume: tick.dayVolume,
    turnover: tick.dayTurnover,
  };
}

/**
 * The day's points after a tick, each `pointMinutes` long. The average is the day's own: what was paid
 * for what was traded.
 */
export function applyTickToDayLine(
  points: readonly TimeSharePoint[],
  pointMinutes: number,
  tick: Tick,
  before: Tick | null,
): readonly TimeSharePoint[] {
  const last = points.at(-1);
  const at = startOfPoint(tick.at, pointMinutes);
  if (last !== undefined && at < last.at) return points;
  const running = last?.at === at ? last : { at, volume: 0 };
  const moving = {
    at,
    price: tick.price,
    average: tick.dayVolume > 0 ? tick.dayTurnover / tick.dayVolume : tick.price,
    volume: running.volume + grown(tick.dayVolume, before?.dayVolume),
  };
  return [...(last?.at === at ? points.slice(0, -1) : points), moving];
}

/** When the bar or point of so many minutes begins that a moment belongs to. */
export function startOfPoint(at: number, pointMinutes: number): number {
  const length = pointMinutes * minuteMs;
  return Math.floor(at / length) * length;
}

function flatBar(time: number, price: number): Bar {
  return { time, open: price, high: price, low: price, close: price, volume: 0, turnover: 0 };
}

function moved(bar: Bar, tick: Tick, before: Tick | null): Bar {
  return {
    ...bar,
    high: Math.max(bar.high, tick.price),
    low: Math.min(bar.low, tick.price),
    close: tick.price,
    volume: bar.volume + grown(tick.dayVolume, before?.dayVolume),
    turnover: bar.turnover + grown(tick.dayTurnover, before?.dayTurnover),
  };
}

/** What was traded between two ticks; a smaller figure is a new day's, which starts from nothing. */
function grown(now: number, before: number | undefined): number {
  if (before === undefined) return 0;
  return now >= before ? now - before : now;
}
