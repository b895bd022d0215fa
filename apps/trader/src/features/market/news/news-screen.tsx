import type { NewsItem } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import { EmptyState, LinkButton, PullToRefresh, SegmentedControl, Skeleton } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { create } from "zustand";
import { link, paths } from "../../../app/paths.ts";
import { config } from "../../../shared/config.ts";
import { language, locale } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { prefetch, refresh } from "../../../shared/queries.ts";
import { Older } from "../../../shared/older.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { showDate } from "@sanshi/web/times";
import { showTime } from "../../../shared/times.ts";
import { dayHeading, newsDays, newsSourcesOf } from "./news-days.ts";
import { useNews, type NewsFilter } from "./news-queries.ts";
import { kindName, newsText } from "./news-text.ts";
import styles from "./news.module.css";

/** Kept while the app runs, so that a return finds the same part of the list. */
const useFilter = create<{ filter: NewsFilter }>(() => ({ filter: "all" }));

export default function NewsScreen() {
  const t = useText("news");
  const shell = useText("shell");
  const { filter } = useFilter();
  const news = useNews(filter);
  // A place of the bottom menu has no way back: where the menu has six, this is one.
  const isTab = config("menu") === "six";
  return (
    <Screen title={t("title")} root={isTab} quickLinks={isTab}>
      <PullToRefresh onRefresh={() => refresh("/news/list")} texts={pullTexts()}>
        <div className={styles["head"]}>
          <SegmentedControl
            label={t("filter")}
            choices={[
              { value: "all" as NewsFilter, label: t("all") },
              ...marketKeys.map((key) => ({
                value: key as NewsFilter,
                label: shell(`market_${key}`),
              })),
            ]}
            value={filter}
            onChange={(chosen) => useFilter.setState({ filter: chosen })}
          />
        </div>
        <Loaded query={news} waiting={<Waiting />}>
          {({ pages }) => <List items={pages.flatMap((page) => page.items)} query={news} />}
        </Loaded>
      </PullToRefresh>
    </Screen>
  );
}

type ListProps = { items: readonly NewsItem[]; query: ReturnType<typeof useNews> };

function List({ items, query }: ListProps) {
  const t = useText("news");
  if (items.length === 0) {
    return (
      <EmptyState picture={<Illustration name="news" />} sentence={t("empty")}>
        <LinkButton href={link(paths.market())}>{t("to_market")}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      {newsSourcesOf(items).map((source) => (
        <p key={source} className={styles["source"]}>
          {t(`list_note_${source}`)}
        </p>
      ))}
      {newsDays(items, showDate).map(({ key, items: ofDay }) => {
        const heading = dayHeading(ofDay[0]!.at, locale());
        return (
          <section key={key} aria-label={t("list", { date: heading })}>
            <h2 className={styles["day"]}>{heading}</h2>
            <ul className={styles["list"]}>
              {ofDay.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </ul>
          </section>
        );
      })}
      {query.hasNextPage ? (
        <Older query={query} className={styles["end"]}>
          {t("older")}
        </Older>
      ) : (
        <p className={styles["end"]}>{t("all_shown")}</p>
      )}
    </>
  );
}

function Row({ item }: { item: NewsItem }) {
  const t = useText("news");
  const shell = useText("shell");
  const { id, kind, type, at } = item;
  const { title, lead } = newsText(item, t, { language: language(), locale: locale() });
  const isSummary = kind === "market_close" || kind === "article";
  return (
    <li>
      <a
        className={styles["row"]}
        href={link(paths.newsInfo({ id }))}
        data-summary={isSummary}
        onPointerDown={() => prefetch("/news/info", { id })}
      >
        <span className={styles["meta"]}>
          <span className={styles["kind"]}>{kindName(kind, t)}</span>
          {type !== null && <span>{shell(`market_${type}`)}</span>}
          <time className={styles["time"]} dateTime={at}>
            {showTime(at)}
          </time>
        </span>
        <span className={styles["title"]}>{title}</span>
        {isSummary && <span className={styles["preview"]}>{lead}</span>}
      </a>
    </li>
  );
}

function Waiting() {
  return (
    <div className={styles["waiting"]}>
      {Array.from({ length: 7 }, (_, index) => (
        <span key={index} className={styles["row"]}>
          <Skeleton width="9rem" height="0.75rem" />
          <Skeleton width={`${70 + (index % 3) * 10}%`} height="1.25rem" />
        </span>
      ))}
    </div>
  );
}
