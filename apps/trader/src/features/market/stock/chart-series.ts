import {
  applyTick,
  applyTickToDayLine,
  mergeExtended,
  type Auction,
  type Bar,
  type SessionSpan,
  type Tick,
  type TimeSharePoint,
} from "@sanshi/chart";
import type { AdjustMode, CallOutput, Calls } from "@sanshi/contract";
import { useCallback, useMemo, useState } from "react";
import { call } from "../../../shared/api.ts";
import { useCall } from "../../../shared/queries.ts";
import { useQuote, type LiveQuote } from "../../../shared/quotes.ts";
import { candleSource, type CandleView } from "./chart-choice.ts";
import type { StockKey } from "./stock-queries.ts";

type Candles = CallOutput<Calls["/market/candles"]>;
type TimeShare = CallOutput<Calls["/market/timeshare"]>;

/** Ticks move the newest bar in between; this corrects it and brings the next week, month or day. */
const refreshMs = 60_000;
const olderLimit = "300";
const chartOptions = { quiet: true, staleTime: refreshMs / 2, refetchInterval: refreshMs } as const;

export type TimeShareDay = {
  points: readonly TimeSharePoint[];
  pointMinutes: number;
  previousClose: number;
  sessions: readonly SessionSpan[];
  auctions: readonly Auction[];
  auctionPrices: TimeShare["auction_prices"];
  /** Null where they are not shown. */
  extended: {
    sessions: readonly { phase: ExtendedPhase; from: number; until: number }[];
    points: readonly TimeSharePoint[];
  } | null;
};

export type ExtendedPhase = NonNullable<TimeShare["extended"]>["sessions"][number]["phase"];

const withExtended = { hours: "extended" } as const;

/** The running day, live. */
export function useTimeShare({ type, code }: StockKey, showsExtended: boolean) {
  const query = useCall(
    "/market/timeshare",
    { code, type, ...(showsExtended && withExtended) },
    {
      ...chartOptions,
      // The day without them is on the screen until they come.
      keepOf: { code, type },
      select: timeShareOf,
    },
  );
  const tick = useTick({ type, code });
  const sessions = query.data?.sessions;
  const inside = tick !== null && sessions !== undefined && isWithin(tick.at, sessions);
  const pointMinutes = query.data?.pointMinutes ?? 1;
  const fold = useCallback(
    (points: readonly TimeSharePoint[], now: Tick, before: Tick | null) =>
      applyTickToDayLine(points, pointMinutes, now, before),
    [pointMinutes],
  );
  const points = useFolded(query.data?.points, inside ? tick : null, fold);
  const day = useMemo(
    () => (query.data === undefined ? undefined : { ...query.data, points }),
    [query.data, points],
  );
  return { query, day };
}

/** The candles of a view, live; `loadOlder` brings what lies before them. */
export function useCandles(
  { type, code }: StockKey,
  view: CandleView,
  adjust: AdjustMode,
  limit: number,
  showsExtended: boolean,
) {
  const { period } = candleSource(view);
  const asked = { code, type, period, adjust, limit: String(limit) };
  const query = useCall(
    "/market/candles",
    { ...asked, ...(showsExtended && withExtended) },
    {
      ...chartOptions,
      keepOf: asked,
      select: candlesOf,
    },
  );
  const tick = useTick({ type, code });
  const fold = useCallback(
    (bars: readonly Bar[], now: Tick, before: Tick | null) => applyTick(bars, period, now, before),
    [period],
  );
  // Backward-adjusted prices are not today's prices: there the server alone moves the last bar.
  const folded = useFolded(query.data?.bars, adjust === "backward" ? null : tick, fold);
  const extended = query.data?.extended ?? nothing;
  const bars = useMemo(() => mergeExtended(folded, extended), [folded, extended]);
  const loadOlder = useCallback(
    async (beforeMs: number) => {
      const before = new Date(beforeMs).toISOString();
      try {
        const input = { code, type, period, adjust, before, limit: olderLimit };
        const form = { ...input, ...(showsExtended && withExtended) };
        const older = candlesOf(await call("/market/candles", form, { quiet: true }));
        return { bars: mergeExtended(older.bars, older.extended), more: older.more };
      } catch {
        return { bars: [], more: true };
      }
    },
    [type, code, period, adjust, showsExtended],
  );
  return { query, bars, loadOlder };
}

function useTick({ type, code }: StockKey): Tick | null {
  const quote = useQuote(type, code);
  return useMemo(() => (quote === null ? null : tickOf(quote)), [quote]);
}

type Fold<Item> = (items: readonly Item[], tick: Tick, before: Tick | null) => readonly Item[];
type Folded<Item> = {
  base: readonly Item[];
  items: readonly Item[];
  tick: Tick | null;
  fold: Fold<Item>;
};

const nothing: readonly never[] = [];

/** What was read, with every tick since folded in; read anew, it starts from what was read. */
function useFolded<Item>(
  read: readonly Item[] | undefined,
  tick: Tick | null,
  fold: Fold<Item>,
): readonly Item[] {
  const base = read ?? nothing;
  const [held, setHeld] = useState<Folded<Item>>({ base, items: base, tick: null, fold });
  const isOld = held.base !== base || held.fold !== fold;
  const start: Folded<Item> = isOld ? { base, items: base, tick: null, fold } : held;
  if (tick === null || start.tick === tick || read === undefined) {
    if (isOld) setHeld(start);
    return start.items;
  }
  const items = fold(start.items, tick, start.tick);
  setHeld({ base, items, tick, fold });
  return items;
}

function tickOf(quote: LiveQuote): Tick {
  return {
    at: quote.at,
    price: Number(quote.price),
    dayHigh: Number(quote.high),
    dayLow: Number(quote.low),
    dayVolume: Number(quote.volume),
    dayTurnover: Number(quote.turnover),
  };
}

function isWithin(at: number, sessions: readonly SessionSpan[]): boolean {
  return sessions.some(([from, until]) => at >= from && at < until);
}

function timeShareOf(data: TimeShare): TimeShareDay {
  return {
    previousClose: Number(data.previous_close),
    pointMinutes: data.point_minutes,
    sessions: data.sessions.map(([from, until]) => [Date.parse(from), Date.parse(until)] as const),
    auctions: data.auctions.map(({ kind, from, until }) => ({
      kind,
      from: Date.parse(from),
      until: Date.parse(until),
    })),
    auctionPrices: data.auction_prices,
    points: data.items.map(([at, price, average, volume]) => ({
      at: Date.parse(at),
      price: Number(price),
      average: Number(average),
      volume: Number(volume),
    })),
    extended: data.extended === undefined ? null : extendedOf(data.extended),
  };
}

function extendedOf({
  sessions,
  items,
}: NonNullable<TimeShare["extended"]>): TimeShareDay["extended"] {
  return {
    sessions: sessions.map(({ phase, from, until }) => ({
      ...{ phase, from: Date.parse(from), until: Date.parse(until) },
    })),
    points: items.map(([at, price, volume]) => ({
      ...{ at: Date.parse(at), price: Number(price), average: Number(price) },
      ...{ volume: Number(volume), isExtended: true },
    })),
  };
}

type CandlesRead = { bars: readonly Bar[]; extended: readonly Bar[]; more: boolean };

function candlesOf({ items, extended = [], more }: Candles): CandlesRead {
  return { bars: barsOf(items), extended: barsOf(extended), more };
}

function barsOf(items: Candles["items"]): readonly Bar[] {
  return items.map(([time, open, high, low, close, volume, turnover]) => ({
    time: Date.parse(time),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
    turnover: Number(turnover),
  }));
}
