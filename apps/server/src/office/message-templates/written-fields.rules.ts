import type { SentenceLanguage, TemplateDocument } from "@sanshi/contract";
import { displayDecimal, type Currency } from "@sanshi/money";

type Said = Readonly<Record<SentenceLanguage, string>>;

/** What customers call each document. */
export const documentNames: Readonly<Record<TemplateDocument, Said>> = {
  drivers_licence: { jp: "運転免許証", cn: "驾驶证", us: "driver’s licence" },
  my_number_card: {
    jp: "マイナンバーカード（表面）",
    cn: "个人编号卡（正面）",
    us: "My Number card (front)",
  },
  health_insurance_card: { jp: "健康保険証", cn: "健康保险证", us: "health insurance card" },
  passport: { jp: "パスポート", cn: "护照", us: "passport" },
  residence_card: { jp: "在留カード", cn: "在留卡", us: "residence card" },
  bank_statement: { jp: "銀行の取引明細", cn: "银行流水", us: "bank statement" },
  payment_receipt: { jp: "振込明細", cn: "转账凭证", us: "payment receipt" },
  utility_bill: { jp: "公共料金の領収書", cn: "水电费账单", us: "utility bill" },
};

/** A day, YYYY-MM-DD, as each language writes it. */
export function shownDate(day: string): Said {
  const [year, month, date] = day.split("-").map(Number);
  const us = new Date(day).toLocaleDateString("en-US", { timeZone: "UTC", dateStyle: "long" });
  const wide = `${year}年${month}月${date}日`;
  return { jp: wide, cn: wide, us };
}

/** An amount in decimal text with its currency; grouped, so that it reads as no other number. */
export function shownAmount(amount: string, currency: Currency): Said {
  const text = `${displayDecimal(amount, 0, 2)} ${currency}`;
  return { jp: text, cn: text, us: text };
}
