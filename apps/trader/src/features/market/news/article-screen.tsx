import type { NewsArticle, NewsItem } from "@sanshi/contract";
import { Button, EmptyState, Icon, LinkButton, Skeleton } from "@sanshi/ui";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { RefusedError } from "../../../shared/api.ts";
import { language, locale } from "@sanshi/web/language";
import { Screen } from "../../../shared/screen.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { ArticleFigures, IndexTable, StockTable } from "./article-tables.tsx";
import { useArticle } from "./news-queries.ts";
import { kindName, newsText } from "./news-text.ts";
import styles from "./article.module.css";
import { NeverAsked } from "../../../shared/operator-words.tsx";

export default function ArticleScreen() {
  const t = useText("news");
  const [query] = useSearchParams();
  const article = useArticle(query.get("id") ?? "");
  return (
    <Screen title={t("info_title")}>
      {article.data !== undefined && <Content key={article.data.id} article={article.data} />}
      {article.data === undefined && !article.isError && <Waiting />}
      {article.data === undefined && article.isError && <Failed query={article} />}
    </Screen>
  );
}

function Content({ article }: { article: NewsArticle }) {
  const t = useText("news");
  const shell = useText("shell");
  const { kind, type, at, source, indexes, tables } = article;
  const { title, lead, body } = newsText(article, t, { language: language(), locale: locale() });
  return (
    <article className={styles["article"]}>
      <header className={styles["head"]}>
        <p className={styles["meta"]}>
          <span className={styles["kind"]}>{kindName(kind, t)}</span>
          {type !== null && <span>{shell(`market_${type}`)}</span>}
          <time dateTime={at}>{showDateTime(at)}</time>
        </p>
        <h2 className={styles["title"]}>{title}</h2>
        <p className={styles["lead"]}>{lead}</p>
        {body.map((sentence) => (
          <p key={sentence} className={styles["body"]}>
            {sentence}
          </p>
        ))}
      </header>
      {indexes.length > 0 && <IndexTable rows={indexes} />}
      <ArticleFigures article={article} />
      {type !== null &&
        tables.map((table) => <StockTable key={table.kind} table={table} market={type} />)}
      <p className={styles["note"]}>{t(`note_${source}`)}</p>
      {source === "editor" && <NeverAsked />}
      <nav className={styles["neighbours"]}>
        <Neighbour item={article.newer} label={t("newer_article")} />
        <Neighbour item={article.older} label={t("older_article")} />
      </nav>
    </article>
  );
}

function Neighbour({ item, label }: { item: NewsItem | null; label: string }) {
  const t = useText("news");
  if (item === null) return null;
  const { title } = newsText(item, t, { language: language(), locale: locale() });
  return (
    <a className={styles["neighbour"]} href={link(paths.newsInfo({ id: item.id }))}>
      <span className={styles["neighbourText"]}>
        <span className={styles["neighbourLabel"]}>{label}</span>
        <span>{title}</span>
      </span>
      <Icon name="chevron" size={18} />
    </a>
  );
}

function Waiting() {
  return (
    <div className={styles["head"]} aria-busy="true">
      <Skeleton width="10rem" height="0.75rem" />
      <Skeleton width="90%" height="1.5rem" />
      <Skeleton height="5rem" />
    </div>
  );
}

function Failed({ query }: { query: ReturnType<typeof useArticle> }) {
  const t = useText("news");
  const shell = useText("shell");
  const code = query.error instanceof RefusedError ? query.error.refusal.code : null;
  const missing = code === "news_not_found" || code === "invalid_request";
  return (
    <EmptyState
      picture={missing ? "list" : "cloud"}
      sentence={missing ? refusalText({ code: "news_not_found" }) : (query.error?.message ?? "")}
    >
      {missing ? (
        <LinkButton href={link(paths.news)}>{t("to_news")}</LinkButton>
      ) : (
        <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
          {shell("try_again")}
        </Button>
      )}
    </EmptyState>
  );
}
