import type { NewsItem } from "@sanshi/contract";
import { language, locale } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { link, paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { newsText } from "./news-text.ts";
import styles from "./news.module.css";

/** What was told of one stock, the newest first: each leads to its article. */
export function StockNews({ items }: { items: readonly NewsItem[] }) {
  const t = useText("news");
  return (
    <ul className={styles["list"]}>
      {items.map((item) => (
        <li key={item.id}>
          <a className={styles["row"]} href={link(paths.newsInfo({ id: item.id }))}>
            <span className={styles["title"]}>
              {newsText(item, t, { language: language(), locale: locale() }).title}
            </span>
            <span className={styles["meta"]}>
              <time dateTime={item.at}>{showDateTime(item.at)}</time>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
