import type { NewsItem } from "@sanshi/contract";

type NewsDay = { key: string; items: readonly NewsItem[] };

/** Groups a list, newest first, by the day on which its articles came out where the reader is. */
export function newsDays(
  items: readonly NewsItem[],
  dayOf: (iso: string) => string,
): readonly NewsDay[] {
  const days: { key: string; items: NewsItem[] }[] = [];
  for (const item of items) {
    const key = dayOf(item.at);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else days.push({ key, items: [item] });
  }
  return days;
}

/** Where the articles of a list come from, each once: the operator's own may stand among computed ones. */
export function newsSourcesOf(items: readonly NewsItem[]): readonly NewsItem["source"][] {
  return [...new Set(items.map(({ source }) => source))];
}

/** `11月20日 金曜日`, `Friday, November 20`. */
export function dayHeading(iso: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, {
    month: "long",
    day: "numeric",
    weekday: "long",
  }).format(new Date(iso));
}
