import type { NewsArticle, NewsIndex, NewsTable } from "@sanshi/contract";
import { displayDecimal, type MarketKey } from "@sanshi/money";
import { Change, Price } from "@sanshi/ui";
import type { ReactNode } from "react";
import { link, paths } from "../../../app/paths.ts";
import { language, inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { priceText, volumeText } from "./news-text.ts";
import styles from "./article.module.css";

/** The market's indices as they closed. */
export function IndexTable({ rows }: { rows: readonly NewsIndex[] }) {
  const t = useText("news");
  return (
    <Section title={t("indexes")}>
      {rows.map(({ code, names, level, change, change_percent }) => (
        <li key={code} className={styles["line"]}>
          <span className={styles["name"]}>{inLanguage(names)}</span>
          <span className={styles["figures"]}>
            <Price value={level} className={styles["value"]} />
            <Change change={change} percent={change_percent} className={styles["small"]} />
          </span>
        </li>
      ))}
    </Section>
  );
}

/** Stocks that an article names; each leads to its own screen. */
export function StockTable({ table, market }: { table: NewsTable; market: MarketKey }) {
  const t = useText("news");
  return (
    <Section title={t(`table_${table.kind}`)}>
      {table.rows.map((row) => (
        <li key={row.code}>
          <a className={styles["line"]} href={link(paths.stock({ type: market, code: row.code }))}>
            <span className={styles["name"]}>
              {inLanguage(row.names)}
              <span className={styles["code"]}>{row.code}</span>
            </span>
            <span className={styles["figures"]}>
              <RowFigures table={table} row={row} market={market} />
            </span>
          </a>
        </li>
      ))}
    </Section>
  );
}

type RowFiguresProps = { table: NewsTable; row: NewsTable["rows"][number]; market: MarketKey };

function RowFigures({ table, row, market }: RowFiguresProps) {
  const t = useText("news");
  if (table.kind === "dividends") {
    return <span className={styles["value"]}>{priceText(row.figure ?? undefined, market, t)}</span>;
  }
  return (
    <>
      <span className={styles["value"]}>
        {table.kind === "active"
          ? volumeText(row.figure ?? undefined, t, language())
          : priceText(row.price ?? undefined, market, t)}
      </span>
      {row.change_percent !== null && (
        <Change percent={row.change_percent} className={styles["small"]} />
      )}
    </>
  );
}

const priceFigures = ["open", "high", "low", "previous_close", "limit", "before"] as const;

/** The article's own figures: a stock's day, or how many rose and fell. */
export function ArticleFigures({ article }: { article: NewsArticle }) {
  const t = useText("news");
  const { type, stock, params } = article;
  if (type === null) return null;
  if (params["up"] !== undefined) return <Breadth params={params} />;
  // An article about several stocks has them in its table.
  const isAboutOne = params["count"] === undefined || params["count"] === "1";
  if (stock === null || !isAboutOne) return null;
  const isOfDay = params["volume"] !== undefined;
  return (
    <Section title={t("figures")}>
      <li>
        <a className={styles["line"]} href={link(paths.stock({ type, code: stock.code }))}>
          <span className={styles["name"]}>
            {inLanguage(stock.names)}
            <span className={styles["code"]}>{stock.code}</span>
          </span>
          {stock.price !== null && stock.change_percent !== null && (
            <span className={styles["figures"]}>
              <span className={styles["value"]}>{priceText(stock.price, type, t)}</span>
              <Change percent={stock.change_percent} className={styles["small"]} />
            </span>
          )}
        </a>
      </li>
      {priceFigures.map((name) =>
        params[name] === undefined ? null : (
          <Fact key={name} label={t(`figure_${name}`)}>
            {priceText(params[name], type, t)}
          </Fact>
        ),
      )}
      {isOfDay && (
        <Fact label={t("figure_volume")}>
          {t("shares", { amount: displayDecimal(params["volume"], 0, 0) })}
        </Fact>
      )}
    </Section>
  );
}

function Breadth({ params }: { params: NewsArticle["params"] }) {
  const t = useText("news");
  const counts = (["up", "flat", "down"] as const).map((name) => ({
    name,
    count: params[name] ?? "0",
  }));
  return (
    <section className={styles["breadth"]} aria-label={t("figures")}>
      <div className={styles["bar"]} aria-hidden="true">
        {counts.map(({ name, count }) => (
          <span key={name} data-side={name} style={{ flexGrow: Number(count) }} />
        ))}
      </div>
      <dl className={styles["counts"]}>
        {counts.map(({ name, count }) => (
          <div key={name} data-side={name}>
            <dt>{t(`figure_${name}`)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li className={styles["fact"]}>
      <span className={styles["label"]}>{label}</span>
      <span className={styles["value"]}>{children}</span>
    </li>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles["section"]} aria-label={title}>
      <h3 className={styles["sectionTitle"]}>{title}</h3>
      <ul className={styles["table"]}>{children}</ul>
    </section>
  );
}
