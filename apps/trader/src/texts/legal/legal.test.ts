import { expect, test } from "vitest";
import { storedKeys } from "../../shared/stored.ts";
import * as cn from "./cn.ts";
import * as jp from "./jp.ts";
import * as us from "./us.ts";

test.each([
  ["Japanese", jp],
  ["Chinese", cn],
  ["English", us],
])("the privacy page in %s names every key that the browser keeps", (_language, texts) => {
  const text = JSON.stringify(texts);
  const isNamed = (key: string) => new RegExp(`[（(、, ]${key}[）)、, ]`).test(text);
  expect(Object.values(storedKeys).filter((key) => !isNamed(key))).toEqual([]);
});

/** In the order of the account, its secrets, identity, money, sign-ins, operators' looks, trades and words. */
const kept = {
  us: "mobile number · recovery codes · passkeys · photos of your ID · bank accounts · receipts · network address · operators view · credit score · conversations · notes",
  jp: "携帯電話番号 · リカバリーコード · パスキー · 書類の種類・番号・写真 · 出金先口座 · 振込明細の写真 · 接続元アドレス · 閲覧・操作の履歴 · 信用スコア · やり取り · メモ",
  cn: "手机号 · 恢复码 · 通行密钥 · 证件类型、号码和照片 · 提现账户 · 汇款凭证照片 · 网络地址 · 查看与操作记录 · 信用评分 · 对话 · 备注",
};

test.each([
  ["us", us],
  ["jp", jp],
  ["cn", cn],
] as const)(
  "the privacy page in %s names what the server keeps, and what the score is for",
  (language, texts) => {
    const { what, why } = texts.legal.privacy.sections;
    expect(kept[language].split(" · ").filter((words) => !what.text.includes(words))).toEqual([]);
    expect(why.text).toMatch(
      { us: /credit score .*borrow/i, jp: /信用スコア.*ローンの限度額/, cn: /信用评分.*贷款额度/ }[
        language
      ],
    );
  },
);
