import type { StockRow } from "@sanshi/contract";
import { displayDecimal, settlementCurrency, type MarketKey } from "@sanshi/money";
import { Button, Icon } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useState, type ReactNode } from "react";
import { link, paths } from "../../../../app/paths.ts";
import { NameWords } from "../../../../shared/stock-list/stock-name.tsx";
import { useText } from "../../../../shared/text.ts";
import { type CalendarDay, type CompanyDay, type EventKind } from "./calendar-events.ts";
import styles from "./market-calendar.module.css";

type DayEventsProps = {
  market: MarketKey;
  day: CalendarDay;
  rows: ReadonlyMap<string, StockRow>;
  isAhead: boolean;
};

/** All that happens on a day, in groups; each line leads to what it is of. */
export function DayEvents({ market, day, rows, isAhead }: DayEventsProps) {
  const t = useText("marketTools");
  const { companies, offerings, holiday } = day;
  const ofKind = (kind: CompanyDay["kind"]) => companies.filter((event) => event.kind === kind);
  return (
    <>
      {holiday !== null && (
        <Group kind="holiday">
          <Line
            href={link(paths.helpArticle({ id: "sessions" }))}
            title={t(`holiday_${holiday.kind}`)}
          >
            {t(holiday.closed_here ? "holiday_closed_here" : "holiday_open_here")}
          </Line>
        </Group>
      )}
      {offerings.length > 0 && (
        <Group kind="new_shares">
          {offerings.map(({ offering, step }) => (
            <Line
              key={`${offering.id} ${step}`}
              href={link(paths.newShareInfo({ id: offering.id }))}
              title={<NameWords name={inLanguage(offering.names)} />}
              code={offering.code}
            >
              {t(`offering_${step}`)}
            </Line>
          ))}
        </Group>
      )}
      {(["earnings", "dividend", "split"] as const).map((kind) => (
        <Companies
          key={kind}
          kind={kind}
          market={market}
          events={ofKind(kind)}
          rows={rows}
          isAhead={isAhead}
        />
      ))}
    </>
  );
}

/** On a day on which a whole market pays, the first of them; the rest at a touch. */
const shownAtFirst = 20;

type CompaniesProps = {
  kind: CompanyDay["kind"];
  events: readonly CompanyDay[];
} & Pick<DayEventsProps, "market" | "rows" | "isAhead">;

function Companies({ kind, market, events, rows, isAhead }: CompaniesProps) {
  const t = useText("marketTools");
  const [isWhole, setWhole] = useState(false);
  if (events.length === 0) return null;
  const shown = isWhole ? events : events.slice(0, shownAtFirst);
  return (
    <Group kind={kind} count={events.length}>
      {shown.map((event) => {
        const { code } = event;
        const row = rows.get(code);
        return (
          <Line
            key={code}
            href={link(paths.stock({ type: market, code }))}
            title={<NameWords name={row === undefined ? code : inLanguage(row.names)} />}
            code={code}
          >
            <What event={event} market={market} isAhead={isAhead} />
          </Line>
        );
      })}
      {shown.length < events.length && (
        <li className={styles["more"]}>
          <Button look="quiet" wide onClick={() => setWhole(true)}>
            {t("show_all", { count: events.length })}
          </Button>
        </li>
      )}
    </Group>
  );
}

type WhatProps = { event: CompanyDay; market: MarketKey; isAhead: boolean };

function What({ event: { kind, amount, ratio }, market, isAhead }: WhatProps) {
  const t = useText("marketTools");
  if (kind === "earnings") return t(isAhead ? "earnings_ahead" : "earnings_told");
  if (ratio !== null) return t("split_ratio", ratio);
  if (amount === null) return t("dividend_ahead");
  return t("dividend_amount", {
    amount: `${displayDecimal(amount, 2, 4)} ${settlementCurrency(market)}`,
  });
}

type GroupProps = { kind: EventKind; count?: number; children: ReactNode };

function Group({ kind, count, children }: GroupProps) {
  const t = useText("marketTools");
  return (
    <section className={styles["group"]} aria-label={t(`kind_${kind}`)}>
      <h4 className={styles["kind"]}>
        <span className={styles["dot"]} data-kind={kind} />
        {t(`kind_${kind}`)}
        {count !== undefined && <span>{t("stock_count", { count })}</span>}
      </h4>
      <ul className={styles["lines"]}>{children}</ul>
    </section>
  );
}

type LineProps = { href: string; title: ReactNode; code?: string; children: ReactNode };

function Line({ href, title, code, children }: LineProps) {
  return (
    <li>
      <a className={styles["line"]} href={href}>
        <span className={styles["texts"]}>
          <span className={styles["names"]}>
            <span className={styles["name"]}>{title}</span>
            {code !== undefined && <small>{code}</small>}
          </span>
          <span className={styles["what"]}>{children}</span>
        </span>
        <Icon name="chevron" size={16} />
      </a>
    </li>
  );
}
