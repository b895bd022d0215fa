import { newsKinds, type NewsKind, type NewsTableKind } from "@sanshi/contract";
import type { MarketKey, PerShare, Price, Shares } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import type { IndexClose, Instrument } from "../../market-feed/market-feed.ts";

/** A stock with the price that an article names, and what it is compared with. */
export type StockFigure = {
  instrument: Instrument;
  price: Price | null;
  base: Price | null;
  /** Shares of the most active, the dividend per share of a dividend. */
  volume?: Shares;
  perShare?: PerShare;
};

/** Values of the gaps: counts and ratios as text, prices and shares in their own units. */
export type ArticleParams = Readonly<
  Record<string, string | { price: Price } | { perShare: PerShare } | { shares: Shares }>
>;

export type Article = {
  id: string;
  kind: NewsKind;
  market: MarketKey;
  tradingDate: LocalDate;
  at: number;
  stock: StockFigure | null;
  indexes: readonly IndexClose[];
  params: ArticleParams;
  tables: readonly { kind: NewsTableKind; rows: readonly StockFigure[] }[];
};

/** What articles are sorted by. */
type ArticlePlace = Pick<Article, "id" | "kind" | "at">;

const rankOfKind = new Map(newsKinds.map((kind, rank) => [kind, rank]));

/**
 * Newest first; at the same moment in the order of the kinds, then of the ids. Of the broker's own, whose ids
 * are numbers, the highest is the newest.
 */
export function compareArticles(one: ArticlePlace, other: ArticlePlace): number {
  return (
    other.at - one.at ||
    rankOfKind.get(one.kind)! - rankOfKind.get(other.kind)! ||
    (one.kind === "article"
      ? other.id.length - one.id.length || byText(other, one)
      : byText(one, other))
  );
}

function byText({ id: one }: ArticlePlace, { id: other }: ArticlePlace): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The market and the day that an id names; null for one that can be nobody's. */
export function placeOfId(id: string): { market: MarketKey; date: LocalDate } | null {
  const [, market, year, month, day] = /^(jpy|usd|cny)-(\d{4})(\d\d)(\d\d)-/.exec(id) ?? [];
  if (market === undefined) return null;
  const date = `${year}-${month}-${day}`;
  const isDate = !Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date);
  return isDate ? { market: market as MarketKey, date } : null;
}
