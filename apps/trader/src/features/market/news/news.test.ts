import { newsKinds, newsTableKinds, type NewsItem } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { fillText } from "@sanshi/web/fill-text";
import type { Translate } from "../../../shared/text.ts";
import { news as cn } from "../../../texts/cn/market/news.ts";
import { news as jp } from "../../../texts/jp/market/news.ts";
import { news as us } from "../../../texts/us/market/news.ts";
import { newsDays, newsSourcesOf } from "./news-days.ts";
import { kindName, newsText, type Reader } from "./news-text.ts";

const texts = { jp, cn, us } as const;
const locales = { jp: "ja-JP", cn: "zh-CN", us: "en-US" } as const;
const languages = ["jp", "cn", "us"] as const;

function translate(language: "jp" | "cn" | "us"): Translate<"news"> {
  const own: Readonly<Record<string, string>> = texts[language];
  return (key, params = {}) => fillText(own[key] ?? key, params);
}
const reader = (language: "jp" | "cn" | "us"): Reader => ({ language, locale: locales[language] });

const toyota = {
  code: "7203",
  names: { jp: "トヨタ自動車", cn: "丰田汽车", us: "Toyota Motor" },
  price: "2950",
  change: "-92.5",
  change_percent: "-3.04",
};
const composite = {
  code: "SJPC",
  names: { jp: "三市日本総合指数", cn: "三市日本综合指数", us: "Sanshi Japan Composite" },
  level: "2345.67",
  change: "12.30",
  change_percent: "0.53",
};
const params = {
  open: "3040",
  high: "3050",
  low: "2940",
  previous_close: "3042.5",
  volume: "23545000",
  up: "28",
  down: "12",
  flat: "3",
  limit: "3542.5",
  before: "3100",
  count: "5",
  numerator: "4",
  denominator: "1",
  ex_date: "2026-11-24",
  per_share: "45.5",
};

function item(kind: NewsItem["kind"], more: Partial<NewsItem> = {}): NewsItem {
  return {
    id: `jpy-20261120-${kind}`,
    kind,
    type: "jpy",
    trading_date: "2026-11-20",
    source: "simulated",
    at: "2026-11-20T06:30:00.000Z",
    stock: toyota,
    index: null,
    params,
    texts: null,
    ...more,
  };
}

describe("what an article says", () => {
  it("is a desk's sentence in each language, with its figures", () => {
    const says = (language: "jp" | "cn" | "us") =>
      newsText(item("top_loser"), translate(language), reader(language));
    expect(says("jp")).toEqual({
      title: "東京株式、トヨタ自動車が値下がり率首位　3.04%安",
      lead: "11月20日の東京株式で、トヨタ自動車（7203）が前日比92.5円（3.04%）安の2,950円で取引を終え、値下がり率の首位となった。",
      body: ["取引時間中の高値は3,050円、安値は2,940円。出来高は2,354万株だった。"],
    });
    expect(says("cn").title).toBe("丰田汽车跌3.04%，居日本股市跌幅首位");
    expect(says("us").lead).toBe(
      "Toyota Motor (7203) closed ¥92.5, or 3.04%, lower at ¥2,950 on November 20, the largest Japan loss of the day.",
    );
  });

  it.each([
    ["12.30", "Japan close: Sanshi Japan Composite up 0.53% at 2,345.67"],
    ["-12.30", "Japan close: Sanshi Japan Composite down 0.53% at 2,345.67"],
    ["0.00", "Japan close: Sanshi Japan Composite unchanged at 2,345.67"],
  ])("follows the index at the close: %s", (change, title) => {
    const close = item("market_close", { index: { ...composite, change } });
    expect(newsText(close, translate("us"), reader("us")).title).toBe(title);
  });

  it("counts stocks where a feed has no index", () => {
    const { title } = newsText(item("market_close"), translate("us"), reader("us"));
    expect(title).toBe("Japan close: 28 stocks up, 12 down");
  });

  it.each([
    ["4", "1", "Toyota Motor splits 4 for 1"],
    ["3", "2", "Toyota Motor splits 1.5 for 1"],
    ["1", "10", "Toyota Motor consolidates 10 shares into 1"],
  ])("tells a split of %s for %s", (numerator, denominator, title) => {
    const split = item("split", { params: { ...params, numerator, denominator } });
    expect(newsText(split, translate("us"), reader("us")).title).toBe(title);
  });

  it("speaks of one stock by its name, of several by their number", () => {
    const titleOf = (count: string) =>
      newsText(item("year_high", { params: { ...params, count } }), translate("jp"), reader("jp"))
        .title;
    expect(titleOf("1")).toBe("トヨタ自動車、52週高値を更新　終値2,950円");
    expect(titleOf("5")).toBe("東京株式、5銘柄が52週高値を更新");
  });

  it("leaves no gap and no key in any kind, direction and language", () => {
    for (const language of languages) {
      for (const kind of newsKinds) {
        for (const change of ["92.5", "-92.5", "0"]) {
          for (const count of ["1", "5"]) {
            const told = item(kind, {
              stock: { ...toyota, change },
              params: { ...params, count, locked: count === "1" ? "all_day" : "close" },
            });
            const { title, lead, body } = newsText(told, translate(language), reader(language));
            for (const sentence of [title, lead, ...body]) {
              expect(sentence).not.toMatch(/\{\{|^[a-z_]+$|undefined|（）|\(\)|NaN/);
            }
          }
        }
        expect(kindName(kind, translate(language))).toBe(texts[language][`kind_${kind}`]);
      }
      for (const table of newsTableKinds) expect(texts[language][`table_${table}`]).toBeTruthy();
    }
  });

  it("is an operator's own text in the reader's language, and readable for a kind of the future", () => {
    const own = (title: string) => ({ title, body: "一。\n二。" });
    const written = item("article", {
      texts: { jp: own("休場"), cn: own("休市"), us: own("Holiday") },
    });
    expect(newsText(written, translate("cn"), reader("cn"))).toEqual({
      title: "休市",
      lead: "一。",
      body: ["二。"],
    });
    const newer = item("toString" as NewsItem["kind"]);
    expect(newsText(newer, translate("us"), reader("us")).title).toBe("Market news");
    expect(kindName(newer.kind, translate("us"))).toBe("Notice");
  });
});

describe("the list", () => {
  it("is grouped by the day on which an article came out", () => {
    const at = (time: string) => item("top_loser", { at: time });
    const items = [
      at("2026-11-20T06:30:00.000Z"),
      at("2026-11-20T00:05:00.000Z"),
      at("2026-11-19T21:00:00.000Z"),
    ];
    const days = newsDays(items, (iso) => iso.slice(0, 10));
    expect(days.map(({ key, items: ofDay }) => [key, ofDay.length])).toEqual([
      ["2026-11-20", 2],
      ["2026-11-19", 1],
    ]);
    expect(newsDays([], String)).toEqual([]);
  });

  it("says of every source that its articles are from there, whichever is the newest", () => {
    const editors = item("article", { source: "editor" });
    expect(newsSourcesOf([editors, item("top_loser"), editors, item("market_close")])).toEqual([
      "editor",
      "simulated",
    ]);
    expect(newsSourcesOf([item("top_loser")])).toEqual(["simulated"]);
  });
});
