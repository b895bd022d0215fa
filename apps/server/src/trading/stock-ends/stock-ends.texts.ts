import type { WrittenTexts } from "@sanshi/contract";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { dateInWords } from "../../platform/date-in-words.ts";

type Names = Instrument["names"];

/** What the sentences name: a stock, its last trading day, and the shares or the cash that are paid. */
export type EndInNews = {
  code: string;
  names: Names;
  lastTradingDay: string;
  target: { code: string; names: Names; ratio: string } | null;
};

type Sentences = { title: string; body: string };
type Language = keyof WrittenTexts;

/** The news that a stock's listing ends. */
export function endAhead(end: EndInNews): WrittenTexts {
  const { code, target } = end;
  const date = dateInWords(end.lastTradingDay);
  return inEach(end, {
    jp: (name, into) => ({
      title: `${name}（${code}）上場廃止のお知らせ`,
      body:
        target === null
          ? `${name}（${code}）の最終売買日は${date.jp}です。同日の取引終了後に残る保有株・建玉は公表価格で清算します。`
          : `${name}（${code}）は合併により上場廃止となります。最終売買日は${date.jp}です。その後、保有株・建玉は新株${target.ratio}旧株の比率で${into}（${target.code}）の株式に交換します。`,
    }),
    cn: (name, into) => ({
      title: `${name}（${code}）终止上市公告`,
      body:
        target === null
          ? `${name}（${code}）的最后交易日为${date.cn}。当日收市后仍持有的多头或空头持仓按公布的价格结算。`
          : `${name}（${code}）因合并终止上市，最后交易日为${date.cn}。此后持仓按新股${target.ratio}旧股的比例换成${into}（${target.code}）股份。`,
    }),
    us: (name, into) => ({
      title: `${name} (${code}): end of listing`,
      body:
        target === null
          ? `The last trading day of ${name} (${code}) is ${date.us}. Positions still open then, long or short, are settled at the published price.`
          : `${name} (${code}) is merging into ${into} (${target.code}). Its last trading day is ${date.us}. Positions still open then are exchanged at ${target.ratio}, new shares to old.`,
    }),
  });
}

/** The news that it stays listed after all. */
export function endWithdrawn(end: EndInNews): WrittenTexts {
  const { code } = end;
  const date = dateInWords(end.lastTradingDay);
  return inEach(end, {
    jp: (name) => ({
      title: `${name}（${code}）上場廃止の取りやめ`,
      body: `${date.jp}を最終売買日とする${name}（${code}）の上場廃止は取りやめとなり、上場が続きます。`,
    }),
    cn: (name) => ({
      title: `${name}（${code}）取消终止上市`,
      body: `原定最后交易日为${date.cn}的${name}（${code}）终止上市已取消，继续上市交易。`,
    }),
    us: (name) => ({
      title: `${name} (${code}) stays listed`,
      body: `The end of listing of ${name} (${code}), announced with the last trading day ${date.us}, was withdrawn.`,
    }),
  });
}

/** The news of the published price; where shares are given, it is that of a new one, which fractions are paid at. */
export function endSettled(end: EndInNews, price: string, currency: string): WrittenTexts {
  const { code, target } = end;
  return inEach(end, {
    jp: (name, into) => ({
      title: `${name}（${code}）${target === null ? "清算価格" : "株式交換"}のお知らせ`,
      body:
        target === null
          ? `上場廃止となった${name}（${code}）の清算価格は1株${price} ${currency}です。`
          : `${name}（${code}）の株式は新株${target.ratio}旧株の比率で${into}（${target.code}）の株式に交換されます。端数の精算価格は1株${price} ${currency}です。`,
    }),
    cn: (name, into) => ({
      title: `${name}（${code}）${target === null ? "结算价" : "换股"}公告`,
      body:
        target === null
          ? `已终止上市的${name}（${code}）结算价为每股${price} ${currency}。`
          : `${name}（${code}）股份按新股${target.ratio}旧股的比例换成${into}（${target.code}）股份，零股结算价为每股${price} ${currency}。`,
    }),
    us: (name, into) => ({
      title: `${name} (${code}): ${target === null ? "settlement price" : "share exchange"}`,
      body:
        target === null
          ? `${name} (${code}) is no longer listed. Positions are settled at ${price} ${currency} per share.`
          : `Shares of ${name} (${code}) are exchanged for ${into} (${target.code}) at ${target.ratio}, new shares to old. Fractions are paid at ${price} ${currency} per new share.`,
    }),
  });
}

function inEach(
  { names, target }: EndInNews,
  write: Record<Language, (name: string, into: string) => Sentences>,
): WrittenTexts {
  const of = (language: Language) =>
    write[language](names[language], target === null ? "" : target.names[language]);
  return { jp: of("jp"), cn: of("cn"), us: of("us") };
}
