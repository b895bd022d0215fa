import type { ReasonSentences, WrittenTexts } from "@sanshi/contract";
import { displayMoney, settlementCurrency, type MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { dateInWords } from "../../platform/date-in-words.ts";
import type { TermsText } from "./fees-admin.rules.ts";

type Language = "jp" | "cn" | "us";

/** What customers are told when a change of the commission is approved. */
export function commissionAnnounced(
  market: MarketKey,
  validFrom: LocalDate,
  { now, next }: { now: TermsText; next: TermsText },
): WrittenTexts {
  const currency = settlementCurrency(market);
  const day = dateInWords(validFrom);
  const shown = (language: Language, terms: TermsText) => termsShown[language](terms, currency);
  return {
    jp: {
      title: `${markets.jp[market]}の委託手数料の変更`,
      body: `${day.jp}（現地日付）から、${markets.jp[market]}の委託手数料が変わります。\n変更前：${shown("jp", now)}\n変更後：${shown("jp", next)}\n${day.jp}より前に発注された新規注文には、発注日の手数料が適用されます。「取引手数料」のページでもご確認いただけます。`,
    },
    cn: {
      title: `${markets.cn[market]}交易佣金调整`,
      body: `自${day.cn}（当地日期）起，${markets.cn[market]}的交易佣金将作调整。\n调整前：${shown("cn", now)}\n调整后：${shown("cn", next)}\n${day.cn}之前提交的开仓委托，仍按提交当日的佣金收取。您也可以在“交易费用”页面查看。`,
    },
    us: {
      title: `Change of commission for ${markets.us[market]}`,
      body: `The commission for ${markets.us[market]} changes on ${day.us} (market date).\nUntil then: ${shown("us", now)}\nFrom then on: ${shown("us", next)}\nOpening orders placed before ${day.us} keep the commission of the day they were placed. See "Trading fees" for details.`,
    },
  };
}

/** That a change which was announced does not come. */
export function commissionWithdrawn(
  market: MarketKey,
  validFrom: LocalDate,
  stays: TermsText,
): WrittenTexts {
  const currency = settlementCurrency(market);
  const day = dateInWords(validFrom);
  const shown = (language: Language) => termsShown[language](stays, currency);
  return {
    jp: {
      title: `${markets.jp[market]}の委託手数料の変更取りやめ`,
      body: `${day.jp}に予定していた${markets.jp[market]}の委託手数料の変更は行いません。\n今後も適用される手数料：${shown("jp")}`,
    },
    cn: {
      title: `${markets.cn[market]}交易佣金调整取消`,
      body: `原定${day.cn}起的${markets.cn[market]}交易佣金调整已取消。\n继续执行的佣金：${shown("cn")}`,
    },
    us: {
      title: `No change of commission for ${markets.us[market]}`,
      body: `The commission change for ${markets.us[market]} announced for ${day.us} will not take place.\nThe commission stays: ${shown("us")}`,
    },
  };
}

/** The same with why, as the last line. */
export function commissionReasoned(texts: WrittenTexts, reason: ReasonSentences): WrittenTexts {
  const { jp, cn, us } = texts;
  return {
    jp: { ...jp, body: `${jp.body}\n理由：${reason.jp}` },
    cn: { ...cn, body: `${cn.body}\n原因：${reason.cn}` },
    us: { ...us, body: `${us.body}\nReason: ${reason.us}` },
  };
}

const markets: Record<Language, Record<MarketKey, string>> = {
  jp: { jpy: "日本株", usd: "米国株", cny: "中国株" },
  cn: { jpy: "日股", usd: "美股", cny: "A股" },
  us: { jpy: "Japanese stocks", usd: "US stocks", cny: "Chinese stocks" },
};

const isZero = (text: string) => !/[1-9]/.test(text);

const termsShown: Record<Language, (terms: TermsText, currency: string) => string> = {
  jp: ({ rate, minimum, maximum }, currency) => {
    const parts = [`約定代金の${rate}%`];
    if (!isZero(minimum)) parts.push(`最低 ${displayMoney(minimum)} ${currency}`);
    if (maximum !== null) parts.push(`上限 ${displayMoney(maximum)} ${currency}`);
    return isZero(rate) && isZero(minimum) ? "無料" : parts.join("、");
  },
  cn: ({ rate, minimum, maximum }, currency) => {
    const parts = [`成交金额的${rate}%`];
    if (!isZero(minimum)) parts.push(`最低${displayMoney(minimum)} ${currency}`);
    if (maximum !== null) parts.push(`最高${displayMoney(maximum)} ${currency}`);
    return isZero(rate) && isZero(minimum) ? "免佣金" : parts.join("，");
  },
  us: ({ rate, minimum, maximum }, currency) => {
    const parts = [`${rate}% of trade value`];
    if (!isZero(minimum)) parts.push(`at least ${displayMoney(minimum)} ${currency}`);
    if (maximum !== null) parts.push(`at most ${displayMoney(maximum)} ${currency}`);
    return isZero(rate) && isZero(minimum) ? "none" : parts.join(", ");
  },
};
