import type { WrittenTexts } from "@sanshi/contract";

const forms: Record<keyof WrittenTexts, Intl.DateTimeFormat> = {
  jp: new Intl.DateTimeFormat("ja-JP", { dateStyle: "long", timeZone: "UTC" }),
  cn: new Intl.DateTimeFormat("zh-CN", { dateStyle: "long", timeZone: "UTC" }),
  us: new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }),
};

/** A day `YYYY-MM-DD` as a sentence of each language has it: 2026年12月16日, December 16, 2026. */
export function dateInWords(day: string): Record<keyof WrittenTexts, string> {
  const at = new Date(`${day}T00:00:00Z`);
  return { jp: forms.jp.format(at), cn: forms.cn.format(at), us: forms.us.format(at) };
}
