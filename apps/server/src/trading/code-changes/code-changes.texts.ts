import type { WrittenTexts } from "@sanshi/contract";
import type { CodeChange } from "../../market-feed/code-changes.ts";
import { dateInWords } from "../../platform/date-in-words.ts";

type Announced = Omit<CodeChange, "id" | "market" | "effectiveAt" | "carriedAt">;

/** The news of a change that lies ahead. */
export function changeAhead(change: Announced): WrittenTexts {
  const { oldCode, newCode, exchange, namesBefore: before } = change;
  const date = dateInWords(change.effectiveOn);
  const after = change.names ?? before;
  return {
    jp: {
      title: `${before.jp}（${oldCode}）の変更のお知らせ`,
      body: `${before.jp}（${oldCode}）は${date.jp}から${after.jp}（${newCode}、上場市場：${exchange}）に変更されます。`,
    },
    cn: {
      title: `${before.cn}（${oldCode}）变更公告`,
      body: `自${date.cn}起，${before.cn}（${oldCode}）变更为${after.cn}（${newCode}，上市交易所：${exchange}）。`,
    },
    us: {
      title: `${before.us} (${oldCode}): change ahead`,
      body: `From ${date.us}, ${before.us} (${oldCode}) will be listed as ${after.us} (${newCode}) on ${exchange}.`,
    },
  };
}

/** The news that it stays as it is after all. */
export function changeCalledOff(change: Omit<Announced, "names" | "exchange">): WrittenTexts {
  const { oldCode, namesBefore: before } = change;
  const date = dateInWords(change.effectiveOn);
  return {
    jp: {
      title: `${before.jp}（${oldCode}）の変更中止`,
      body: `${date.jp}に予定されていた${before.jp}（${oldCode}）の変更は中止されました。`,
    },
    cn: {
      title: `${before.cn}（${oldCode}）变更取消`,
      body: `原定${date.cn}生效的${before.cn}（${oldCode}）变更已取消。`,
    },
    us: {
      title: `${before.us} (${oldCode}): change called off`,
      body: `The change of ${before.us} (${oldCode}) announced for ${date.us} was called off.`,
    },
  };
}
