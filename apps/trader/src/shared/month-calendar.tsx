import { Icon } from "@sanshi/ui";
import { language, locale } from "@sanshi/web/language";
import { Fragment, type ReactNode } from "react";
import { addDays, addMonths, weeksOf, type Day } from "./calendar-days.ts";
import styles from "./month-calendar.module.css";

type MonthCalendarProps = {
  /** Any day of it. */
  month: Day;
  onMonth: (firstDay: Day) => void;
  /** There is nothing in the months before and after. */
  first: Day;
  last: Day;
  texts: { previous: string; next: string };
  heading: "h2" | "h3";
  /** A button of the class `dayClass`. */
  children: (day: Day) => ReactNode;
};

export const dayClass = styles["day"];

/** One month at a time, in weeks that begin as the language's do. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { onMonth, first, last, texts, heading: Heading, children } = props;
  const month: Day = `${props.month.slice(0, 7)}-01`;
  const weekStart = language() === "cn" ? 1 : 0;
  return (
    <>
      <div className={styles["head"]}>
        <button
          type="button"
          className={styles["step"]}
          aria-label={texts.previous}
          disabled={month.slice(0, 7) <= first.slice(0, 7)}
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <Icon name="back" size={20} />
        </button>
        <Heading className={styles["month"]} aria-live="polite">
          {formatDay(month, { year: "numeric", month: "long" })}
        </Heading>
        <button
          type="button"
          className={styles["step"]}
          aria-label={texts.next}
          disabled={month.slice(0, 7) >= last.slice(0, 7)}
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <Icon name="chevron" size={20} />
        </button>
      </div>
      <div className={styles["weekdays"]} aria-hidden="true">
        {Array.from({ length: 7 }, (_, index) => (
          // 4 January 2026 was a Sunday.
          <span key={index}>
            {formatDay(addDays("2026-01-04", index + weekStart), { weekday: "narrow" })}
          </span>
        ))}
      </div>
      <div className={styles["days"]}>
        {weeksOf(month, weekStart)
          .flat()
          .map((day, index) =>
            day === null ? <span key={index} /> : <Fragment key={day}>{children(day)}</Fragment>,
          )}
      </div>
    </>
  );
}

export function formatDay(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(new Date(day));
}
