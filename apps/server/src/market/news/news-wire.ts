import type { NewsArticle, NewsIndex, NewsItem, NewsStock, NewsTable } from "@sanshi/contract";
import {
  formatPerShare,
  formatPrice,
  formatShares,
  price,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import type { MarketFeed } from "../../market-feed/market-feed.ts";
import { changePercent, indexFigures } from "../market/market.ts";
import type { Article, StockFigure } from "./news-articles.rules.ts";

type Source = Pick<MarketFeed, "kind" | "name">;

/** An article as the lists show it. */
export function newsItemOf(article: Article, feed: Source): NewsItem {
  const { id, kind, market, tradingDate, at, stock } = article;
  return {
    id,
    kind,
    type: market,
    trading_date: tradingDate,
    source: sourceOf(feed),
    at: new Date(at).toISOString(),
    stock: stock === null ? null : newsStock(stock, market),
    index: newsIndexes(article)[0] ?? null,
    params: paramsOf(article),
    texts: null,
  };
}

export function newsIndexes({ indexes }: Article): NewsIndex[] {
  return indexes.map(({ code, names, ...index }) => {
    const { level, change, percent } = indexFigures(index.level, index.previousClose);
    return { code, names, level, change, change_percent: percent };
  });
}

export function newsTables({ tables, market }: Article): NewsTable[] {
  return tables.map(({ kind, rows }) => ({
    kind,
    rows: rows.map((row) => ({ ...newsStock(row, market), figure: figureOf(row, market) })),
  }));
}

function newsStock({ instrument, price: at, base }: StockFigure, market: MarketKey): NewsStock {
  const { code, names } = instrument;
  const currency = settlementCurrency(market);
  const hasChange = at !== null && base !== null;
  return {
    code,
    names,
    price: at === null ? null : formatPrice(at, currency),
    change: hasChange ? formatPrice(price(at - base), currency) : null,
    change_percent: hasChange ? changePercent(at, base) : null,
  };
}

function figureOf({ volume, perShare }: StockFigure, market: MarketKey): string | null {
  if (perShare !== undefined) return formatPerShare(perShare, settlementCurrency(market));
  return volume === undefined ? null : formatShares(volume);
}

function paramsOf({ params, market }: Article): NewsArticle["params"] {
  const currency = settlementCurrency(market);
  const shown = Object.entries(params).map(([name, value]) => {
    if (typeof value === "string") return [name, value];
    if ("perShare" in value) return [name, formatPerShare(value.perShare, currency)];
    return [
      name,
      "price" in value ? formatPrice(value.price, currency) : formatShares(value.shares),
    ];
  });
  return Object.fromEntries(shown) as NewsArticle["params"];
}

function sourceOf({ kind, name }: Source): NewsItem["source"] {
  if (name === "replay") return "replay";
  return kind === "simulated" ? "simulated" : "live";
}
