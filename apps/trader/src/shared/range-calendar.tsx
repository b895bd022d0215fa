import { Icon } from "@sanshi/ui";
import { useState } from "react";
import { addDays, addMonths, choose, weeksOf, type Choice, type Day } from "./calendar-days.ts";
import { language, locale } from "@sanshi/web/language";
import styles from "./range-calendar.module.css";

type RangeCalendarProps = {
  value: Choice;
  onChange: (value: Choice) => void;
  /** Days outside cannot be chosen. */
  first: Day;
  last: Day;
  texts: { previous: string; next: string };
};

/** One month at a time; touch the first day, then the last. */
export function RangeCalendar({ value, onChange, first, last, texts }: RangeCalendarProps) {
  const [month, setMonth] = useState<Day>(`${(value.last ?? value.first ?? last).slice(0, 7)}-01`);
  const weekStart = language() === "cn" ? 1 : 0;
  const isFirst = month.slice(0, 7) <= first.slice(0, 7);
  const isLast = month.slice(0, 7) >= last.slice(0, 7);
  const weeks = weeksOf(month, weekStart);
  return (
    <div className={styles["calendar"]}>
      <div className={styles["head"]}>
        <button
          type="button"
          className={styles["step"]}
          aria-label={texts.previous}
          disabled={isFirst}
          onClick={() => setMonth(addMonths(month, -1))}
        >
          <Icon name="back" size={20} />
        </button>
        <h3 className={styles["month"]} aria-live="polite">
          {format(month, { year: "numeric", month: "long" })}
        </h3>
        <button
          type="button"
          className={styles["step"]}
          aria-label={texts.next}
          disabled={isLast}
          onClick={() => setMonth(addMonths(month, 1))}
        >
          <Icon name="chevron" size={20} />
        </button>
      </div>
      <div className={styles["names"]} aria-hidden="true">
        {Array.from({ length: 7 }, (_, index) => (
          // 4 January 2026 was a Sunday.
          <span key={index}>
            {format(addDays("2026-01-04", index + weekStart), { weekday: "narrow" })}
          </span>
        ))}
      </div>
      <div className={styles["days"]}>
        {weeks.flat().map((day, index) =>
          day === null ? (
            <span key={index} />
          ) : (
            <button
              key={day}
              type="button"
              className={styles["day"]}
              data-place={placeOf(day, value)}
              aria-pressed={placeOf(day, value) !== "outside"}
              aria-label={format(day, { dateStyle: "long" })}
              disabled={day < first || day > last}
              onClick={() => onChange(choose(value, day))}
            >
              {Number(day.slice(8))}
            </button>
          ),
        )}
      </div>
    </div>
  );
}

/** Where a day stands in what is chosen; the ends are drawn full, the days between pale. */
function placeOf(
  day: Day,
  { first, last }: Choice,
): "single" | "first" | "last" | "inside" | "outside" {
  if (day === first) return last === null || last === first ? "single" : "first";
  if (day === last) return "last";
  return first !== null && last !== null && day > first && day < last ? "inside" : "outside";
}

function format(day: Day, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(new Date(day));
}
