import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { instantOf, localDate } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import type { Bar, MarketFeed, Quote } from "../market-feed.ts";
import type { LeftOut } from "./csv.ts";
import { findRecordedStock, readRecordedMarket } from "./recorded-market.ts";
import type { RecordedBar } from "./recorded-rows.ts";
import { createTape, playedBar, quoteOf, type Tape, type TapeEvent } from "./tape.ts";

export type ReplayOptions = {
  folder: string;
  clock: { now(): number };
  /** The first and last local date that are played; the whole record when left out. */
  from?: string;
  until?: string;
  /** Seconds of the record that pass in one second of the app's clock. */
  speed?: number;
  /** The moment on the app's clock at which midnight (UTC) of `from` is played; now when left out. */
  startsAt?: number;
  /** Only these codes; everything in the folder when left out. */
  codes?: readonly string[];
  pollMs?: number;
  /** Told of every row that was not taken. */
  leaveOut?: (what: LeftOut) => void;
};

export type ReplayFeed = MarketFeed & {
  /** Delivers what has happened since the last look; the timer of `start` calls it. */
  poll(): void;
};

export const replayName = "replay";

const jumpMs = 1_000;

/**
 * Plays recorded bars on the app's clock. Within a bar it delivers the open, the high and the low, and
 * the close as last prices; that is all that a bar tells, so nothing is made up in between. The
 * record's dates stay what they were, while a quote's `at` is on the app's clock.
 */
export function createReplayFeed(options: ReplayOptions): ReplayFeed {
  const { folder, clock } = options;
  const {
    from,
    until,
    codes,
    speed = 1,
    pollMs = 250,
    startsAt = clock.now(),
  } = { ...readConfig(folder), ...options };
  const stocks = readRecordedMarket(folder, codes, options.leaveOut);
  const firstDate = from ?? stocks.map(({ instrument }) => instrument.listedOn).toSorted()[0]!;
  const tapes = new Map<string, Tape>();
  const zero = Date.parse(`${firstDate}T00:00:00Z`);
  /** What the record's clock shows, and when the app's clock shows a moment of the record. */
  const recordTime = (now: number) => zero + (now - startsAt) * speed;
  const appTime = (at: number) => startsAt + (at - zero) / speed;
  for (const stock of stocks) tapes.set(keyOf(stock.instrument), createTape(stock, until));
  const recorded = (market: MarketKey, code: string) => findRecordedStock(folder, market, code);
  const played = new Map<string, { event: TapeEvent; quote: Quote }>();
  let deliver: Parameters<MarketFeed["start"]>[0] | null = null;
  let timer: NodeJS.Timeout | null = null;
  let lookedAt = clock.now();

  function poll(): void {
    const now = clock.now();
    const isJump = now - lookedAt > jumpMs;
    lookedAt = now;
    const quotes: Quote[] = [];
    for (const [key, tape] of tapes) {
      for (const event of newEvents(tape, recordTime(now), played.get(key)?.event, isJump)) {
        const quote = quoteOf(tape.stock, event, replayName, appTime(event.at));
        played.set(key, { event, quote });
        quotes.push(quote);
      }
    }
    if (quotes.length > 0) deliver?.(quotes, []);
  }

  return {
    name: replayName,
    kind: "simulated",
    poll,
    instruments: () => {
      poll();
      return stocks.map(({ instrument }) => instrument).filter((one) => played.has(keyOf(one)));
    },
    // Our own indices belong to the simulated companies; a record has none of them.
    indexes: () => [],
    snapshot: () => {
      poll();
      return [...played.values()].map(({ quote }) => quote);
    },
    start(callback) {
      deliver = callback;
      poll();
      timer ??= setInterval(poll, pollMs);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
      timer = null;
      deliver = null;
    },
    bars({ market, code, period, before, limit }) {
      const tape = tapes.get(keyOf({ market, code }));
      if (tape === undefined) return [];
      const now = recordTime(clock.now());
      return barsOf(
        tape,
        period === "1d" ? tape.stock.days : tape.stock.minutes,
        now,
        before,
        limit,
      );
    },
    additions: {
      of: "codes",
      objection(market, code) {
        if (tapes.has(keyOf({ market, code }))) return "carried";
        // Without a choice of codes everything that was recorded is played already.
        return codes === undefined || recorded(market, code) === null ? "unknown" : null;
      },
      carry({ market, code, ...told }) {
        const found = tapes.has(keyOf({ market, code })) ? null : recorded(market, code);
        if (found === null) return;
        // The record knows prices and dates; what a stock is called it does not.
        const { exchange, names, searchTerms, sector, addedAt } = told;
        const addedOn = localDate(market, recordTime(addedAt));
        const instrument = { ...found.instrument, exchange, names, searchTerms, sector, addedOn };
        const stock = { ...found, instrument };
        stocks.push(stock);
        tapes.set(keyOf(instrument), createTape(stock, until));
      },
    },
    corporateActions(market, code) {
      const tape = tapes.get(keyOf({ market, code }));
      const now = recordTime(clock.now());
      return (tape?.stock.actions ?? []).filter(
        ({ exDate }) => instantOf(market, exDate, "00:00") <= now,
      );
    },
  };
}

/** Everything since the last look, or the newest price alone after a jump of the clock. */
function newEvents(
  tape: Tape,
  moment: number,
  previous: TapeEvent | undefined,
  isJump: boolean,
): TapeEvent[] {
  if (previous !== undefined && !isJump) return tape.between(previous, moment);
  const newest = tape.at(moment);
  return newest === null || newest.at <= (previous?.at ?? -Infinity) ? [] : [newest];
}

/** The file's bars that have been played, the running one as far as it has got. */
function barsOf(
  tape: Tape,
  bars: readonly RecordedBar[],
  now: number,
  before: number,
  limit: number,
): Bar[] {
  const newest = tape.at(now);
  const found: Bar[] = [];
  if (newest === null) return found;
  for (let index = bars.length - 1; index >= 0 && found.length < limit; index -= 1) {
    const bar = bars[index]!;
    const shown = bar.from < before ? playedBar(bar, newest, now) : null;
    if (shown !== null) found.push(shown);
  }
  return found.reverse();
}

/** `replay.json` in the folder: {"from", "until", "speed", "starts_at", "codes"}, all optional. */
function readConfig(folder: string): Partial<Omit<ReplayOptions, "folder" | "clock">> {
  const file = join(folder, "replay.json");
  if (!existsSync(file)) return {};
  const read = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const { from, until, speed, codes, starts_at: startsAt } = read;
  const isDate = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
  for (const [name, value, isRight] of [
    ["from", from, isDate(from)],
    ["until", until, isDate(until)],
    ["speed", speed, typeof speed === "number" && speed > 0 && speed <= 100_000],
    ["starts_at", startsAt, typeof startsAt === "string" && !Number.isNaN(Date.parse(startsAt))],
    ["codes", codes, Array.isArray(codes) && codes.every((code) => typeof code === "string")],
  ] as const) {
    if (value !== undefined && !isRight) throw new Error(`${file}: "${name}" is not valid`);
  }
  return {
    ...(from === undefined ? {} : { from: from as string }),
    ...(until === undefined ? {} : { until: until as string }),
    ...(speed === undefined ? {} : { speed: speed as number }),
    ...(startsAt === undefined ? {} : { startsAt: Date.parse(startsAt as string) }),
    ...(codes === undefined ? {} : { codes: codes as string[] }),
  };
}

function keyOf({ market, code }: { market: MarketKey; code: string }): string {
  return `${market}:${code}`;
}
