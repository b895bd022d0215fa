import { classNames } from "@sanshi/ui";
import { useState } from "react";
import { choose, type Choice, type Day } from "./calendar-days.ts";
import { dayClass, formatDay, MonthCalendar } from "./month-calendar.tsx";
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
  const [month, setMonth] = useState<Day>(value.last ?? value.first ?? last);
  return (
    <div className={styles["calendar"]}>
      <MonthCalendar {...{ month, first, last, texts }} onMonth={setMonth} heading="h3">
        {(day) => (
          <button
            type="button"
            className={classNames(dayClass, styles["day"])}
            data-place={placeOf(day, value)}
            aria-pressed={placeOf(day, value) !== "outside"}
            aria-label={formatDay(day, { dateStyle: "long" })}
            disabled={day < first || day > last}
            onClick={() => onChange(choose(value, day))}
          >
            {Number(day.slice(8))}
          </button>
        )}
      </MonthCalendar>
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
