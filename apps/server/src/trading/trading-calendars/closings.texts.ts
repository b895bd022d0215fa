import type { ReasonSentences, WrittenTexts } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { haltedTexts as markets } from "../../market/trading-halts/trading-halts.ts";
import { dateInWords } from "../../platform/date-in-words.ts";

type Announced = {
  market: MarketKey;
  date: LocalDate;
  /** The time of an early close on the market's clock; null of a whole day. */
  from: string | null;
  reason: ReasonSentences;
};

/** What customers are told of a day that is to be closed, or to end early. */
export function closingAnnounced({ market, date, from, reason }: Announced): WrittenTexts {
  const day = dateInWords(date);
  const [jp, cn, us] = [markets.jp[market], markets.cn[market], markets.us[market]];
  const when = {
    jp:
      from === null
        ? `${day.jp}（現地日付）は終日`
        : `${day.jp}の${from}（現地時間）から同日の取引終了まで`,
    cn: from === null ? `${day.cn}（当地日期）全天` : `${day.cn} ${from}（当地时间）起至当日收市`,
    us: from === null ? `on ${day.us} (market date)` : `on ${day.us} from ${from} (market time) on`,
  };
  return {
    jp: {
      title: `${jp}の臨時休業`,
      body: `${when.jp}、${jp}の取引を行いません。理由：${reason.jp}\n当日限りの注文はその時点で失効し、期間指定の注文は翌営業日まで待ちます。`,
    },
    cn: {
      title: `${cn}临时休市`,
      body: `${when.cn}，${cn}休市。原因：${reason.cn}\n当日有效的委托届时失效，期限更长的委托将等待下一交易日。`,
    },
    us: {
      title: `Unscheduled closing: ${us}`,
      body: `${us} do not trade ${when.us}. ${reason.us}\nDay orders expire then; orders that are good for longer wait for the next trading day.`,
    },
  };
}

/** That a day which was announced as closed trades after all. */
export function closingWithdrawn(market: MarketKey, date: LocalDate): WrittenTexts {
  const day = dateInWords(date);
  const [jp, cn, us] = [markets.jp[market], markets.cn[market], markets.us[market]];
  return {
    jp: {
      title: `${jp}の臨時休業の取りやめ`,
      body: `${day.jp}（現地日付）の${jp}の臨時休業を取りやめ、通常どおり取引を行います。`,
    },
    cn: {
      title: `${cn}临时休市取消`,
      body: `${day.cn}（当地日期）${cn}的临时休市已取消，照常交易。`,
    },
    us: {
      title: `No closing after all: ${us}`,
      body: `${us} trade as usual on ${day.us} (market date). The closing that was announced does not take place.`,
    },
  };
}
