import type { MarketCalendar as CalendarAnswer, StockRow } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { Button, classNames, EmptyState, SkeletonRows } from "@sanshi/ui";
import { useMemo, useState } from "react";
import { calendarDate } from "../../../../shared/calendar-date.ts";
import type { Day } from "../../../../shared/calendar-days.ts";
import { Loaded } from "../../../../shared/loaded.tsx";
import { dayClass, formatDay, MonthCalendar } from "../../../../shared/month-calendar.tsx";
import { useCall } from "../../../../shared/queries.ts";
import { useText } from "../../../../shared/text.ts";
import {
  daysOf,
  eventKinds,
  firstShown,
  kindsOf,
  nextShown,
  type CalendarDay,
} from "./calendar-events.ts";
import { DayEvents } from "./day-events.tsx";
import styles from "./market-calendar.module.css";

/** A month changes with the trading day. */
const calendarMs = 5 * 60_000;

/** What happens in a market by day: results, dividends, splits, new shares, holidays; each leads to what it is of. */
export default function MarketCalendar({ market }: { market: MarketKey }) {
  const t = useText("marketTools");
  const [month, setMonth] = useState<string>();
  const asked = month === undefined ? { type: market } : { type: market, month };
  const calendar = useCall("/market/calendar", asked, {
    ...{ quiet: true, keep: true, staleTime: calendarMs },
  });
  const offerings = useCall("/trade/newstocklist", { type: market }, { quiet: true });
  const stocks = useCall("/market/stocks", { type: market }, { quiet: true });
  return (
    <section className={styles["view"]} aria-label={t("calendar_title")}>
      <Loaded query={calendar} waiting={<SkeletonRows count={8} />}>
        {(answer) => (
          <Month
            key={market}
            market={market}
            calendar={answer}
            days={daysOf(answer, offerings.data ?? [])}
            stocks={stocks.data ?? []}
            onMonth={setMonth}
          />
        )}
      </Loaded>
      {offerings.isError && offerings.data === undefined && (
        <p className={styles["note"]}>{t("new_shares_unknown")}</p>
      )}
    </section>
  );
}

type Answer = Parameters<typeof daysOf>[0] & {
  today: string;
  first_month: string;
  last_month: string;
  calendar_status: CalendarAnswer["calendar_status"];
};
type MonthProps = {
  market: MarketKey;
  calendar: Answer;
  days: ReadonlyMap<string, CalendarDay>;
  stocks: readonly StockRow[];
  onMonth: (month: string) => void;
};

function Month({ market, calendar, days, stocks, onMonth }: MonthProps) {
  const t = useText("marketTools");
  const { month, today } = calendar;
  const [chosen, setChosen] = useState<Day>();
  const shown = chosen?.startsWith(month) === true ? chosen : firstShown(days, month, today);
  const rows = useMemo(() => new Map(stocks.map((row) => [row.code, row])), [stocks]);
  const day = days.get(shown);
  const next = nextShown(days, shown);
  return (
    <>
      <Grid {...{ calendar, days, onMonth, shown }} onChoose={setChosen} />
      <ul className={styles["legend"]}>
        {eventKinds.map((kind) => (
          <li key={kind}>
            <span className={styles["dot"]} data-kind={kind} />
            {t(`kind_${kind}`)}
          </li>
        ))}
      </ul>
      {calendar.calendar_status !== "published" && (
        <p className={styles["note"]}>{t(`holidays_${calendar.calendar_status}`)}</p>
      )}
      <h3 className={styles["date"]}>{calendarDate(shown)}</h3>
      {day === undefined ? (
        <EmptyState picture="clock" sentence={t("nothing_that_day")}>
          {next !== null && (
            <Button look="quiet" onClick={() => setChosen(next)}>
              {t("next_day", { date: calendarDate(next) })}
            </Button>
          )}
        </EmptyState>
      ) : (
        <DayEvents key={shown} market={market} day={day} rows={rows} isAhead={shown > today} />
      )}
    </>
  );
}

type GridProps = { shown: string; onChoose: (day: Day) => void } & Pick<
  MonthProps,
  "calendar" | "days" | "onMonth"
>;

function Grid({ calendar, shown, days, onChoose, onMonth }: GridProps) {
  const t = useText("marketTools");
  const say = (day: Day) => {
    const found = days.get(day);
    const kinds = found === undefined ? [] : kindsOf(found).map((kind) => t(`kind_${kind}`));
    return [formatDay(day, { dateStyle: "long" }), ...kinds].join(t("and"));
  };
  return (
    <MonthCalendar
      month={`${calendar.month}-01`}
      onMonth={(day) => onMonth(day.slice(0, 7))}
      first={calendar.first_month}
      last={calendar.last_month}
      texts={{ previous: t("month_before"), next: t("month_after") }}
      heading="h2"
    >
      {(day) => (
        <button
          type="button"
          className={classNames(dayClass, styles["day"])}
          data-today={day === calendar.today}
          aria-pressed={day === shown}
          aria-label={say(day)}
          onClick={() => onChoose(day)}
        >
          {Number(day.slice(8))}
          <span className={styles["dots"]}>
            {kindsOf(days.get(day) ?? noDay).map((kind) => (
              <span key={kind} className={styles["dot"]} data-kind={kind} />
            ))}
          </span>
        </button>
      )}
    </MonthCalendar>
  );
}

const noDay: CalendarDay = { date: "", companies: [], offerings: [], holiday: null };
