import type { NewsItem } from "@sanshi/contract";
import { displayDecimal, type MarketKey } from "@sanshi/money";
import { compactFigure } from "../../../shared/compact-figure.ts";
import type { Language } from "@sanshi/web/language";
import type { TextKey, Translate } from "../../../shared/text.ts";

type Key = TextKey<"news">;
type Texts = Translate<"news">;
type Told = Pick<
  NewsItem,
  "kind" | "type" | "trading_date" | "stock" | "index" | "params" | "texts"
>;

type NewsText = { title: string; lead: string; body: readonly string[] };
export type Reader = { language: Language; locale: string };

/** What an article says in the reader's language: a title, a first sentence and what follows it. */
export function newsText(item: Told, t: Texts, reader: Reader): NewsText {
  const written = item.texts?.[reader.language];
  if (written !== undefined) {
    const [lead = "", ...body] = written.body.split(/\n+/);
    return { title: written.title, lead, body };
  }
  const keys = sentenceKeys(item);
  const gaps = gapsOf(item, t, reader);
  return {
    title: t(keys.title, gaps),
    lead: t(keys.lead, gaps),
    body: keys.body.map((key) => t(key, gaps)),
  };
}

type SentenceKeys = { title: Key; lead: Key; body: readonly Key[] };

const unknownKind: SentenceKeys = { title: "title_unknown", lead: "lead_unknown", body: [] };

function sentenceKeys(item: Told): SentenceKeys {
  const { kind, index, params } = item;
  const move = directionOf(item.stock?.change);
  const single = params["count"] === "1" ? "_single" : "";
  switch (kind) {
    case "market_close": {
      const variant = index === null ? "breadth" : directionOf(index.change);
      const body: readonly Key[] = move === "flat" ? [] : [`body_leader_${move}`];
      return { title: `title_market_close_${variant}`, lead: `lead_market_close_${variant}`, body };
    }
    case "market_open": {
      const variant = directionOf(String(Number(params["up"]) - Number(params["down"])));
      const body: readonly Key[] = move === "flat" ? [] : [`body_open_${move}`];
      return { title: `title_market_open_${variant}`, lead: `lead_market_open_${variant}`, body };
    }
    case "most_active":
      return { title: "title_most_active", lead: `lead_most_active_${move}`, body: [] };
    case "listing":
      return { title: `title_listing_${move}`, lead: `lead_listing_${move}`, body: ["body_range"] };
    case "top_gainer":
    case "top_loser":
    case "large_gain":
    case "large_loss":
      return { title: `title_${kind}`, lead: `lead_${kind}`, body: ["body_range"] };
    case "limit_up_close":
    case "limit_down_close": {
      const locked = params["locked"] === "all_day" ? "_locked" : "";
      return { title: `title_${kind}${locked}`, lead: `lead_${kind}${locked}`, body: [] };
    }
    case "limit_up":
    case "limit_down":
      return { title: `title_${kind}`, lead: `lead_${kind}`, body: [] };
    case "year_high":
    case "year_low":
    case "dividend":
    case "dividend_ahead":
      return { title: `title_${kind}${single}`, lead: `lead_${kind}${single}`, body: [] };
    case "split":
    case "split_ahead": {
      const isReverse = Number(params["numerator"]) < Number(params["denominator"]);
      const reverse = isReverse ? "_reverse" : "";
      return { title: `title_${kind}${reverse}`, lead: `lead_${kind}${reverse}`, body: [] };
    }
    default:
      return unknownKind;
  }
}

/** A newer server may know kinds that this app does not. */
export function kindName(kind: NewsItem["kind"], t: Texts): string {
  const key: Key = `kind_${kind}`;
  const name = t(key);
  return name === key ? t("kind_article") : name;
}

/** The figures of an article as prices in its market's currency; undefined for what it does not have. */
export function priceText(price: string | undefined, market: MarketKey, t: Texts): string {
  const digitsMin = market === "jpy" ? 0 : 2;
  return t(`money_${market}`, { amount: displayDecimal(withoutSign(price), digitsMin, 12) });
}

export function volumeText(volume: string | undefined, t: Texts, language: Language): string {
  return t("shares", { amount: compactFigure(volume, language) });
}

const pricesInSentences = ["open", "high", "low", "previous_close", "before", "limit"] as const;

function gapsOf(item: Told, t: Texts, { language, locale }: Reader): Record<string, string> {
  const { stock, index, params } = item;
  const market = item.type ?? "jpy";
  const money = (price: string | null | undefined) => priceText(price ?? undefined, market, t);
  const prices = pricesInSentences.map((name) => [name, money(params[name])] as const);
  return {
    ...Object.fromEntries(prices),
    desk: t(`desk_${market}`),
    date: dayText(item.trading_date, locale),
    ex_date: dayText(params["ex_date"] ?? item.trading_date, locale),
    name: stock?.names[language] ?? "",
    code: stock?.code ?? "",
    price: money(stock?.price),
    change: money(stock?.change),
    percent: displayDecimal(withoutSign(stock?.change_percent), 2, 2),
    per_share: money(params["per_share"]),
    volume: volumeText(params["volume"], t, language),
    index: index?.names[language] ?? "",
    level: displayDecimal(index?.level, 2, 2),
    index_change: displayDecimal(withoutSign(index?.change), 2, 2),
    index_percent: displayDecimal(withoutSign(index?.change_percent), 2, 2),
    up: params["up"] ?? "",
    down: params["down"] ?? "",
    flat: params["flat"] ?? "",
    n: params["count"] ?? "",
    ratio: ratioText(params["numerator"], params["denominator"]),
  };
}

/** A trading day as its exchange calls it, whatever the reader's own time zone is. */
function dayText(date: string, locale: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  return new Intl.DateTimeFormat(locale, {
    month: "long",
    day: "numeric",
    timeZone: "UTC",
  }).format(at);
}

/** `4` of 4 for 1, `10` of 1 for 10, `1.5` of 3 for 2. */
function ratioText(numerator = "1", denominator = "1"): string {
  const ratio = Number(numerator) / Number(denominator);
  const larger = ratio < 1 ? 1 / ratio : ratio;
  return Number.isFinite(larger) ? String(Math.round(larger * 1000) / 1000) : "";
}

function directionOf(change: string | null | undefined): "up" | "down" | "flat" {
  if (change === null || change === undefined || !/[1-9]/.test(change)) return "flat";
  return change.startsWith("-") ? "down" : "up";
}

function withoutSign(decimal: string | null | undefined): string | undefined {
  return decimal?.replace(/^-/, "");
}
