import { Button, Sheet } from "@sanshi/ui";
import { useState } from "react";
import {
  addDays,
  daysIn,
  localDay,
  rangeOf,
  startOf,
  type Choice,
  type Day,
  type DayRange,
} from "../../../shared/calendar-days.ts";
import { RangeCalendar } from "../../../shared/range-calendar.tsx";
import { useText } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { showDate } from "@sanshi/web/times";
import { recordDaysMax } from "@sanshi/contract/constants";
import styles from "./records.module.css";

type DateSheetProps = {
  open: boolean;
  range: DayRange | null;
  onClose: () => void;
  onChoose: (range: DayRange | null) => void;
};

/** How far back the calendar goes. */
const yearsBack = 5;

export function DateSheet({ open, range, onClose, onChoose }: DateSheetProps) {
  const t = useText("records");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("choose_dates")} closeLabel={shell("close")}>
      <Dates
        range={range}
        onChoose={(chosen) => {
          onChoose(chosen);
          onClose();
        }}
      />
    </Sheet>
  );
}

function Dates({ range, onChoose }: Pick<DateSheetProps, "range" | "onChoose">) {
  const t = useText("records");
  const shell = useText("shell");
  const [choice, setChoice] = useState<Choice>(range ?? { first: null, last: null });
  const today = localDay(serverNow());
  const chosen = rangeOf(choice);
  const isTooLong = chosen !== null && daysIn(chosen) > recordDaysMax;
  const say = () => {
    if (isTooLong) return shell("choose_days_max", { days: recordDaysMax });
    if (choice.first === null) return t("first_day");
    return choice.last === null ? t("last_day") : `${shown(choice.first)} – ${shown(choice.last)}`;
  };
  return (
    <div className={styles["dates"]}>
      <div className={styles["spans"]}>
        <button type="button" className={styles["span"]} onClick={() => onChoose(null)}>
          {t("all_dates")}
        </button>
        {([7, 30, recordDaysMax] as const).map((days) => (
          <button
            key={days}
            type="button"
            className={styles["span"]}
            onClick={() => onChoose(lastDays(today, days))}
          >
            {t(`last_${days}`)}
          </button>
        ))}
      </div>
      <RangeCalendar
        value={choice}
        onChange={setChoice}
        first={addDays(today, -365 * yearsBack)}
        last={today}
        texts={{ previous: t("previous_month"), next: t("next_month") }}
      />
      <p className={styles["chosen"]} data-wrong={isTooLong} role="status">
        {say()}
      </p>
      <Button wide disabled={chosen === null || isTooLong} onClick={() => onChoose(chosen)}>
        {t("apply")}
      </Button>
    </div>
  );
}

function shown(day: Day): string {
  return showDate(startOf(day));
}

function lastDays(today: Day, days: number): DayRange {
  return { first: addDays(today, 1 - days), last: today };
}
