import type { CallOutput, Calls, NewsItem } from "@sanshi/contract";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Button, EmptyState, Skeleton } from "@sanshi/ui";
import type { ReactNode } from "react";
import { calendarDate } from "../../../shared/calendar-date.ts";
import { useCall } from "../../../shared/queries.ts";
import { StockLine } from "../../../shared/stock-list/stock-line.tsx";
import { sectorText, useText, type Translate } from "../../../shared/text.ts";
import { compactMoney } from "./stock-figures-format.ts";
import type { StockDetail } from "./stock-queries.ts";
import styles from "./company-section.module.css";

type Company = CallOutput<Calls["/market/company"]>;
type CompanySectionProps = {
  stock: StockDetail;
  /** Another feature's list, which the app hands in. */
  news: (items: readonly NewsItem[]) => ReactNode;
};

const freshMs = 60_000;

/** What a company is, earns and pays, when it tells so, what was told of it, and which stocks are like it. */
export function CompanySection({ stock, news }: CompanySectionProps) {
  const t = useText("company");
  const shell = useText("shell");
  const { type, code } = stock;
  const query = useCall("/market/company", { type, code }, { quiet: true, staleTime: freshMs });
  if (query.data === undefined) {
    return query.isError ? (
      <EmptyState picture="cloud" sentence={query.error.message}>
        <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
          {shell("try_again")}
        </Button>
      </EmptyState>
    ) : (
      <CompanyWaiting />
    );
  }
  const company = query.data;
  return (
    <>
      <section className={styles["section"]} aria-label={t("figures")}>
        <h2 className={styles["title"]}>{t("figures")}</h2>
        <p className={styles["note"]}>{t(`source_${company.source}`)}</p>
        <Facts facts={figureFacts(company, stock, t)} />
      </section>
      <section className={styles["section"]} aria-label={t("profile")}>
        <h2 className={styles["title"]}>{t("profile")}</h2>
        <Facts facts={profileFacts(company, t)} />
      </section>
      {company.news.length > 0 && (
        <section className={styles["list"]} aria-label={t("news")}>
          <h2 className={styles["title"]}>{t("news")}</h2>
          {news(company.news)}
        </section>
      )}
      {company.related.length > 0 && (
        <section className={styles["list"]} aria-label={t("related")}>
          <h2 className={styles["title"]}>{t("related")}</h2>
          {company.related.map((row) => (
            <StockLine key={row.code} row={row} />
          ))}
        </section>
      )}
    </>
  );
}

type Fact = readonly [label: string, value: string];

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles["grid"]}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function figureFacts({ figures }: Company, { type }: StockDetail, t: Translate<"company">): Fact[] {
  const currency = settlementCurrency(type);
  const times = (value: string | null) => (value === null ? "–" : t("times", { value }));
  const price = (value: string | null) => (value === null ? "–" : displayDecimal(value, 2, 2));
  const { market_value: value, year_end: yearEnd } = figures;
  return [
    [t("per"), times(figures.per)],
    [t("pbr"), times(figures.pbr)],
    [t("dividend_yield"), `${figures.dividend_yield}%`],
    [t("market_value"), value === null ? "–" : compactMoney(value, type)],
    [t("earnings_per_share", { currency }), price(figures.earnings_per_share)],
    [t("book_per_share", { currency }), price(figures.book_per_share)],
    [t("dividends_per_share", { currency }), price(figures.dividends_per_share)],
    [t("year_end"), yearEnd === null ? "–" : yearEnd.slice(0, 7).replace("-", "/")],
  ];
}

function profileFacts(company: Company, t: Translate<"company">): Fact[] {
  const { figures, dates } = company;
  const day = (date: string | null) => (date === null ? "–" : calendarDate(date));
  return [
    [t("sector"), sectorText(company.sector)],
    [t("exchange"), company.exchange],
    [t("listed_on"), company.listed_on.replaceAll("-", "/")],
    [t("shares"), figures.shares === null ? "–" : displayDecimal(figures.shares, 0, 0)],
    [t("last_earnings"), day(dates.last_earnings)],
    [t("next_earnings"), day(dates.next_earnings)],
    [t("last_ex_dividend"), day(dates.last_ex_dividend)],
    [t("next_ex_dividend"), day(dates.next_ex_dividend)],
  ];
}

function CompanyWaiting() {
  return (
    <div className={styles["section"]} aria-busy="true">
      <div className={styles["grid"]}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index}>
            <Skeleton width="4rem" height="0.75rem" />
            <Skeleton width="6rem" />
          </div>
        ))}
      </div>
    </div>
  );
}
