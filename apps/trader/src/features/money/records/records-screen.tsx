import type { FundRecord } from "@sanshi/contract";
import { currencies, isCurrency } from "@sanshi/money";
import {
  Button,
  EmptyState,
  Icon,
  LinkButton,
  PullToRefresh,
  Skeleton,
  SkeletonRows,
  Tabs,
} from "@sanshi/ui";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { Older } from "../../../shared/older.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { showDate } from "@sanshi/web/times";
import { DateSheet } from "./date-sheet.tsx";
import { ExportButton } from "./export-button.tsx";
import { readFilter, recordTabs, writeFilter, type RecordFilter } from "./record-filter.ts";
import { RecordRow } from "./record-row.tsx";
import { RecordSheet } from "./record-sheet.tsx";
import { groupByDay } from "./record-words.ts";
import {
  refreshRecords,
  useFreshRecords,
  useRecords,
  type RecordsQuery,
} from "./records-queries.ts";
import styles from "./records.module.css";

export default function RecordsScreen() {
  const t = useText("records");
  const [query, setQuery] = useSearchParams();
  const filter = readFilter(query);
  const setFilter = (changed: Partial<RecordFilter>) =>
    setQuery(writeFilter({ ...filter, ...changed }), { replace: true });
  const records = useRecords(filter);
  useFreshRecords();
  return (
    <Screen title={t("title")} root quickLinks>
      <div className={styles["bar"]}>
        <Tabs
          spread
          label={t("tabs")}
          choices={recordTabs.map((tab) => ({ value: tab, label: t(`tab_${tab}`) }))}
          value={filter.tab}
          onChange={(tab) => setFilter({ tab })}
        />
        <Filters filter={filter} onChange={setFilter} />
      </div>
      <PullToRefresh onRefresh={refreshRecords} texts={pullTexts()}>
        <Loaded query={records} waiting={<Waiting />}>
          {({ pages }) => (
            <List
              records={pages.flatMap((page) => page.items)}
              query={records}
              filter={filter}
              onChange={setFilter}
            />
          )}
        </Loaded>
      </PullToRefresh>
    </Screen>
  );
}

function Waiting() {
  return (
    <>
      <div className={styles["day"]}>
        <Skeleton width="6rem" />
      </div>
      <div className={styles["list"]}>
        <SkeletonRows count={8} />
      </div>
    </>
  );
}

type FilterProps = { filter: RecordFilter; onChange: (changed: Partial<RecordFilter>) => void };

function Filters({ filter, onChange }: FilterProps) {
  const t = useText("records");
  const [choosing, setChoosing] = useState(false);
  const { currency, range } = filter;
  return (
    <div className={styles["filters"]}>
      <label className={styles["pill"]} data-on={currency !== null}>
        <span className={styles["hidden"]}>{t("currency")}</span>
        <select
          value={currency ?? ""}
          onChange={({ target }) =>
            onChange({ currency: isCurrency(target.value) ? target.value : null })
          }
        >
          <option value="">{t("all_currencies")}</option>
          {currencies.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        <Icon name="down" size={14} />
      </label>
      <button
        type="button"
        className={styles["pill"]}
        data-on={range !== null}
        onClick={() => setChoosing(true)}
      >
        {range === null ? t("all_dates") : `${shortDay(range.first)} – ${shortDay(range.last)}`}
        <Icon name="down" size={14} />
      </button>
      <ExportButton filter={filter} />
      <DateSheet
        open={choosing}
        range={range}
        onClose={() => setChoosing(false)}
        onChoose={(chosen) => onChange({ range: chosen })}
      />
    </div>
  );
}

/** `6/1`: the year is in the calendar. */
function shortDay(day: string): string {
  return `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;
}

type ListProps = FilterProps & { records: readonly FundRecord[]; query: RecordsQuery };

function List({ records, query, filter, onChange }: ListProps) {
  const t = useText("records");
  const [shown, setShown] = useState<FundRecord | null>(null);
  if (records.length === 0) return <Nothing filter={filter} onChange={onChange} />;
  return (
    <>
      {groupByDay(records, showDate).map(({ day, records: ofDay }) => (
        <section key={`${day} ${ofDay[0]?.id}`} aria-label={day}>
          <h2 className={styles["day"]}>{day}</h2>
          <ul className={styles["list"]}>
            {ofDay.map((record) => (
              <li key={`${record.id} ${record.currency}`}>
                <RecordRow record={record} onPress={() => setShown(record)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage ? (
        <Older query={query} className={styles["end"]}>
          {t("older")}
        </Older>
      ) : (
        <p className={styles["end"]}>{t("all_shown")}</p>
      )}
      <RecordSheet record={shown} onClose={() => setShown(null)} />
    </>
  );
}

function Nothing({ filter, onChange }: FilterProps) {
  const t = useText("records");
  if (filter.currency !== null || filter.range !== null) {
    return (
      <EmptyState picture="search" sentence={t("empty_filtered")}>
        <Button look="quiet" onClick={() => onChange({ currency: null, range: null })}>
          {t("clear_filter")}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState sentence={t(`empty_${filter.tab}`)}>
      {filter.tab === "deposit" || filter.tab === "withdrawal" ? (
        <Button look="quiet" onClick={() => onChange({ tab: "all" })}>
          {t("show_all")}
        </Button>
      ) : (
        <LinkButton href={link(paths.market())}>{t("to_market")}</LinkButton>
      )}
    </EmptyState>
  );
}
