import type { FundRecord } from "@sanshi/contract";
import { recordSearchLengthMax } from "@sanshi/contract/constants";
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
import { Illustration } from "../../../shared/illustration.tsx";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { Older } from "../../../shared/older.tsx";
import { SearchField } from "../../../shared/search-field.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { showDate } from "@sanshi/web/times";
import { DateSheet } from "./date-sheet.tsx";
import { ExportButton } from "./export-button.tsx";
import { readFilter, recordTabs, writeFilter, type RecordFilter } from "./record-filter.ts";
import { MonthHead } from "./month-sums.tsx";
import { RecordRow } from "./record-row.tsx";
import { RecordSheet } from "./record-sheet.tsx";
import { groupByMonth } from "./record-words.ts";
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
  const [searching, setSearching] = useState(filter.q !== "");
  const { currency, range, holds } = filter;
  return (
    <>
      <div className={styles["filters"]}>
        <div className={styles["pills"]}>
          <label className={styles["pill"]} data-on={currency !== null}>
            <span className="visually-hidden">{t("currency")}</span>
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
          <button
            type="button"
            className={styles["pill"]}
            aria-pressed={holds}
            data-on={holds}
            onClick={() => onChange({ holds: !holds })}
          >
            <Icon name="lock" size={14} />
            {t("holds")}
          </button>
        </div>
        <button
          type="button"
          className={styles["find"]}
          aria-label={t("search")}
          aria-expanded={searching}
          onClick={() => {
            setSearching(!searching);
            if (searching && filter.q !== "") onChange({ q: "" });
          }}
        >
          <Icon name={searching ? "close" : "search"} size={20} />
        </button>
        <ExportButton filter={filter} />
        <DateSheet
          open={choosing}
          range={range}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => onChange({ range: chosen })}
        />
      </div>
      {searching && <Search q={filter.q} onSearch={(q) => onChange({ q })} />}
      {holds && <p className={styles["holdsNote"]}>{t("holds_note")}</p>}
    </>
  );
}

/** The server is asked once the typing rests. */
const typingMs = 400;

function Search({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const t = useText("records");
  const [typed, setTyped] = useState(q);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed === q) return;
    const timer = window.setTimeout(() => search(typed), typingMs);
    return () => window.clearTimeout(timer);
  }, [typed, q]);
  return (
    <SearchField
      texts={{
        label: t("search"),
        placeholder: t("search_placeholder"),
        clear: t("search_clear"),
      }}
      lengthMax={recordSearchLengthMax}
      value={typed}
      onChange={setTyped}
      onSubmit={() => onSearch(typed)}
      focuses
    />
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
      {groupByMonth(records, showDate).map(({ month, days }) => (
        <section key={month} aria-label={month}>
          <MonthHead month={month} filter={filter} />
          {days.map(({ day, records: ofDay }) => (
            <section key={`${day} ${ofDay[0]?.id}`} aria-label={day}>
              <h3 className={styles["day"]}>{day}</h3>
              <ul className={styles["list"]}>
                {ofDay.map((record) => (
                  <li key={`${record.id} ${record.currency}`}>
                    <RecordRow record={record} onPress={() => setShown(record)} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
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
  if (filter.currency !== null || filter.range !== null || filter.q !== "") {
    return (
      <EmptyState picture={<Illustration name="records_filtered" />} sentence={t("empty_filtered")}>
        <Button look="quiet" onClick={() => onChange({ currency: null, range: null, q: "" })}>
          {t("clear_filter")}
        </Button>
      </EmptyState>
    );
  }
  if (filter.holds) {
    return (
      <EmptyState picture={<Illustration name="holds" />} sentence={t("empty_holds")}>
        <Button look="quiet" onClick={() => onChange({ holds: false })}>
          {t("show_moved")}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState picture={<Illustration name="records" />} sentence={t(`empty_${filter.tab}`)}>
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
