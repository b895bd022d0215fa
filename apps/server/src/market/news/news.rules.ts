import type { NewsKind, NewsTableKind } from "@sanshi/contract";
import { exactPerShare, type MarketKey, type Price } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import type { CorporateAction, IndexClose, Instrument } from "../../market-feed/market-feed.ts";
import type { Article, ArticleParams, StockFigure } from "./news-articles.rules.ts";
import type { StockDay } from "./news-days.rules.ts";

/** All that is known of a market's day. */
export type MarketDay = {
  market: MarketKey;
  date: LocalDate;
  /** When trading starts, milliseconds since the epoch. */
  opensAt: number;
  endsAt: number;
  /** The trading day after. */
  nextDate: LocalDate;
  stocks: readonly StockDay[];
  indexes: readonly IndexClose[];
  actions: readonly { instrument: Instrument; action: CorporateAction }[];
  /** When a stock first traded at a limit of the day, by `limitKey`. */
  touchedAt: ReadonlyMap<string, number>;
};

/** Every stock has had its first trade by then. */
export const openingMs = 5 * 60_000;
const leadersMax = 5;
const rankingMax = 10;
/** From how many per cent on a day's move is news of its own. */
const largeMovePercent: Record<MarketKey, bigint> = { jpy: 6n, usd: 6n, cny: 6n };

type LimitSide = "limit_up" | "limit_down";
export function limitKey(code: string, side: LimitSide): string {
  return `${side}-${code}`;
}

/** The limits that a stock has traded at. */
export function limitsTouched({ high, low, limits }: StockDay): LimitSide[] {
  if (limits === null) return [];
  return [
    ...(high >= limits.high ? (["limit_up"] as const) : []),
    ...(low <= limits.low ? (["limit_down"] as const) : []),
  ];
}

/** What can be told before the day is over, each article at its own moment. */
export function runningArticles(day: MarketDay): Article[] {
  return [...opening(day), ...touches(day), ...corporateArticles(day)];
}

/** What is told when the day is over. */
export function closingArticles(day: MarketDay): Article[] {
  return [
    ...closing(day),
    ...leaders(day),
    ...listings(day),
    ...limitCloses(day),
    ...yearExtremes(day),
    ...largeMoves(day),
  ];
}

function opening(day: MarketDay): Article[] {
  const opened = day.stocks.filter(hasBase);
  if (opened.length === 0) return [];
  const figures = opened.map((stock) => figureOf(stock, stock.open)).toSorted(byGain);
  const [best] = figures;
  const up = figures.filter(({ price, base }) => price! > base!);
  const down = figures.filter(({ price, base }) => price! < base!).toReversed();
  return [
    article(day, "market_open", day.opensAt + openingMs, {
      stock: up.length > 0 ? best! : (down[0] ?? null),
      params: breadth(up.length, down.length, figures.length),
      tables: tables([
        ["opened_up", up.slice(0, leadersMax)],
        ["opened_down", down.slice(0, leadersMax)],
      ]),
    }),
  ];
}

function touches(day: MarketDay): Article[] {
  return day.stocks.flatMap((stock) =>
    limitsTouched(stock).map((side) => {
      const limit = side === "limit_up" ? stock.limits!.high : stock.limits!.low;
      const at = day.touchedAt.get(limitKey(stock.instrument.code, side)) ?? day.endsAt;
      return article(day, side, at, {
        stock: figureOf(stock, limit),
        params: { limit: { price: limit }, previous_close: { price: stock.base! } },
      });
    }),
  );
}

/** A day has one article for all its dividends, and one for each split. */
function corporateArticles(day: MarketDay): Article[] {
  return [
    ...(["split", "split_ahead"] as const).flatMap((kind) => {
      const exDate = kind === "split" ? day.date : day.nextDate;
      return day.actions.flatMap(({ instrument, action }) => {
        if (action.kind !== "split" || action.exDate !== exDate) return [];
        const { numerator, denominator } = action;
        const params = {
          numerator: String(numerator),
          denominator: String(denominator),
          ex_date: exDate,
        };
        const stock = { instrument, price: null, base: null };
        return article(day, kind, day.opensAt, { stock, params });
      });
    }),
    ...(["dividend", "dividend_ahead"] as const).flatMap((kind) => {
      const exDate = kind === "dividend" ? day.date : day.nextDate;
      const rows = day.actions.flatMap(({ instrument, action }) =>
        action.kind === "dividend" && action.exDate === exDate
          ? [{ instrument, price: null, base: null, perShare: exactPerShare(action) }]
          : [],
      );
      const [first] = rows;
      if (first === undefined) return [];
      const params = {
        count: String(rows.length),
        ex_date: exDate,
        per_share: { perShare: first.perShare },
      };
      const shown = tables([["dividends", rows]]);
      return article(day, kind, day.opensAt, { stock: first, params, tables: shown });
    }),
  ];
}

function closing(day: MarketDay): Article[] {
  const figures = dayFigures(day);
  if (figures.length === 0) return [];
  const up = figures.filter(({ price, base }) => price! > base!);
  const down = figures.filter(({ price, base }) => price! < base!).toReversed();
  const atLimit = (side: LimitSide) => closedAtLimit(day, side).map((stock) => figureOf(stock));
  const extremes = (side: "year_high" | "year_low") =>
    day.stocks.filter((stock) => isYearExtreme(stock, side)).map((stock) => figureOf(stock));
  const shown = tables([
    ["gainers", up.slice(0, leadersMax)],
    ["losers", down.slice(0, leadersMax)],
    ["active", mostActive(day).slice(0, leadersMax)],
    ["limit_up", atLimit("limit_up")],
    ["limit_down", atLimit("limit_down")],
    ["year_high", extremes("year_high").toSorted(byGain)],
    ["year_low", extremes("year_low").toSorted(byGain).toReversed()],
  ]);
  return [
    article(day, "market_close", day.endsAt, {
      stock: up[0] ?? down[0] ?? null,
      indexes: day.indexes,
      params: breadth(up.length, down.length, figures.length),
      tables: shown,
    }),
  ];
}

function leaders(day: MarketDay): Article[] {
  const figures = dayFigures(day);
  const up = figures.filter(({ price, base }) => price! > base!);
  const down = figures.filter(({ price, base }) => price! < base!).toReversed();
  const active = mostActive(day);
  const found: Article[] = [];
  const add = (
    kind: "top_gainer" | "top_loser" | "most_active",
    table: NewsTableKind,
    rows: readonly StockFigure[],
  ) => {
    const [first] = rows;
    if (first === undefined) return;
    const stock = day.stocks.find(({ instrument }) => instrument === first.instrument)!;
    found.push(
      article(day, kind, day.endsAt, {
        stock: first,
        params: dayParams(stock),
        tables: tables([[table, rows.slice(0, rankingMax)]]),
      }),
    );
  };
  add("top_gainer", "gainers", up);
  add("top_loser", "losers", down);
  add("most_active", "active", active);
  return found;
}

/** A first day is compared with its first price: there is no close before it. */
function listings(day: MarketDay): Article[] {
  return day.stocks
    .filter(({ base }) => base === null)
    .map((stock) =>
      article(day, "listing", day.endsAt, {
        stock: { instrument: stock.instrument, price: stock.close, base: stock.open },
        params: dayParams(stock),
      }),
    );
}

function limitCloses(day: MarketDay): Article[] {
  return (["limit_up", "limit_down"] as const).flatMap((side) =>
    closedAtLimit(day, side).map((stock) =>
      article(day, `${side}_close`, day.endsAt, {
        stock: figureOf(stock),
        params: { ...dayParams(stock), locked: stock.high === stock.low ? "all_day" : "close" },
      }),
    ),
  );
}

/** One article for all highs of a day: on a rising market there are many. */
function yearExtremes(day: MarketDay): Article[] {
  return (["year_high", "year_low"] as const).flatMap((kind) => {
    const found = day.stocks.filter((stock) => isYearExtreme(stock, kind));
    const rows = found.map((stock) => figureOf(stock)).toSorted(byGain);
    if (kind === "year_low") rows.reverse();
    const [first] = rows;
    if (first === undefined) return [];
    const { high, low } = found.find(
      ({ instrument }) => instrument === first.instrument,
    )!.yearCloses!;
    const params = {
      count: String(rows.length),
      before: { price: kind === "year_high" ? high : low },
    };
    return article(day, kind, day.endsAt, { stock: first, params, tables: tables([[kind, rows]]) });
  });
}

/** The day's first and last, and those at a limit, have an article already. */
function largeMoves(day: MarketDay): Article[] {
  const figures = dayFigures(day);
  const told = new Set<Instrument>();
  for (const { instrument } of [...figures.slice(0, 1), ...figures.slice(-1)]) told.add(instrument);
  for (const side of ["limit_up", "limit_down"] as const) {
    for (const { instrument } of closedAtLimit(day, side)) told.add(instrument);
  }
  return day.stocks.flatMap((stock) => {
    const { base, close, instrument } = stock;
    if (base === null || told.has(instrument)) return [];
    const move = close - base;
    const size = move < 0n ? -move : move;
    if (size * 100n < base * largeMovePercent[day.market]) return [];
    const kind = move > 0n ? "large_gain" : "large_loss";
    return article(day, kind, day.endsAt, { stock: figureOf(stock), params: dayParams(stock) });
  });
}

function closedAtLimit({ stocks }: MarketDay, side: LimitSide): StockDay[] {
  return stocks.filter(({ close, limits }) => {
    if (limits === null) return false;
    return side === "limit_up" ? close >= limits.high : close <= limits.low;
  });
}

function isYearExtreme({ close, yearCloses }: StockDay, side: "year_high" | "year_low"): boolean {
  if (yearCloses === null) return false;
  return side === "year_high" ? close > yearCloses.high : close < yearCloses.low;
}

/** Stocks with a change on the day, the largest gain first. */
function dayFigures({ stocks }: MarketDay): StockFigure[] {
  return stocks
    .filter(hasBase)
    .map((stock) => figureOf(stock))
    .toSorted(byGain);
}

/** By shares traded, as an exchange counts volume. */
function mostActive({ stocks }: MarketDay): StockFigure[] {
  return stocks
    .map((stock) => ({ ...figureOf(stock), volume: stock.volume }))
    .toSorted((one, other) => compare(other.volume, one.volume) || byCode(one, other));
}

function hasBase({ base }: StockDay): boolean {
  return base !== null && base > 0n;
}

function figureOf({ instrument, close, base }: StockDay, price: Price = close): StockFigure {
  return { instrument, price, base };
}

/** By relative change, exactly: a/b < c/d is ad < cb. */
function byGain(one: StockFigure, other: StockFigure): number {
  const left = (other.price! - other.base!) * one.base!;
  const right = (one.price! - one.base!) * other.base!;
  return compare(left, right) || byCode(one, other);
}

function byCode(one: StockFigure, other: StockFigure): number {
  return one.instrument.code < other.instrument.code ? -1 : 1;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function breadth(up: number, down: number, total: number): ArticleParams {
  return { up: String(up), down: String(down), flat: String(total - up - down) };
}

function dayParams({ open, high, low, base, volume }: StockDay): ArticleParams {
  return {
    open: { price: open },
    high: { price: high },
    low: { price: low },
    ...(base !== null && { previous_close: { price: base } }),
    volume: { shares: volume },
  };
}

function tables(
  given: readonly (readonly [NewsTableKind, readonly StockFigure[]])[],
): Article["tables"] {
  return given.filter(([, rows]) => rows.length > 0).map(([kind, rows]) => ({ kind, rows }));
}

type Told = Partial<Pick<Article, "stock" | "indexes" | "params" | "tables">>;

function article({ market, date }: MarketDay, kind: NewsKind, at: number, told: Told): Article {
  const code = marketWide.has(kind) ? "" : (told.stock?.instrument.code ?? "");
  const id = [market, date.replaceAll("-", ""), kind, ...(code === "" ? [] : [code])].join("-");
  const empty = { stock: null, indexes: [], params: {}, tables: [] };
  return { ...empty, ...told, id, kind, market, tradingDate: date, at };
}

const marketWide: ReadonlySet<NewsKind> = new Set([
  "market_open",
  "market_close",
  "year_high",
  "year_low",
  "dividend",
  "dividend_ahead",
]);
