import type { CalendarWarning } from "@sanshi/contract/constants";
import { locale } from "@sanshi/web/language";
import { Badge } from "../../../shared/kit/badge.tsx";
import { CheckField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { useText } from "../../../shared/text.ts";
import styles from "./calendars.module.css";
import { Moves } from "./moves.tsx";
import type { ReadYear } from "./calendars.ts";

type Day = ReadYear["days"][number];

type ReadDaysProps = {
  read: ReadYear;
  confirmed: readonly CalendarWarning[];
  onConfirm: (confirmed: readonly CalendarWarning[]) => void;
  refusal: string | undefined;
};

/** What was read beside what stands, each difference marked, and what has to be confirmed of it. */
export function ReadDays({ read, confirmed, onConfirm, refusal }: ReadDaysProps) {
  const t = useText("calendars");
  const found = read.days.filter((day) => day.read !== null).length;
  return (
    <>
      <Notice tone="info">
        {t("read_summary", { found, differences: read.differences })}
        <Moves moves={read.moves} />
      </Notice>
      <div className={styles["days"]} tabIndex={0} role="region" aria-label={t("read_days")}>
        <DataTable
          name={t("read_days")}
          columns={useColumns()}
          rows={read.days}
          rowKey={({ date }) => date}
          narrow
        />
      </div>
      {read.warnings.map(({ code, dates }, index) => (
        <Notice key={code} tone="warn">
          <CheckField
            checked={confirmed.includes(code)}
            onChange={(checked) =>
              onConfirm(checked ? [...confirmed, code] : confirmed.filter((one) => one !== code))
            }
            refusal={index === 0 ? refusal : undefined}
          >
            {t(`warning_${code}`)}
          </CheckField>
          <p className={styles["dates"]}>{dates.map(dayText).join(", ")}</p>
        </Notice>
      ))}
    </>
  );
}

function useColumns(): Column<Day>[] {
  const t = useText("calendars");
  const kind = (of: Day["read"]) => t(of === null ? "kind_open" : `kind_${of}`);
  return [
    { key: "date", head: t("date"), cell: ({ date }) => dayText(date) },
    { key: "read", head: t("by_notice"), cell: (day) => kind(day.read) },
    { key: "stands", head: t("stands"), cell: (day) => kind(day.stands) },
    {
      key: "mark",
      head: t("difference"),
      cell: (day) => <Mark day={day} />,
    },
    {
      key: "line",
      head: t("line"),
      grow: true,
      cell: ({ line }) => <span className={styles["line"]}>{line}</span>,
    },
  ];
}

function Mark({ day: { read, stands, certain, passed } }: { day: Day }) {
  const t = useText("calendars");
  if (read !== stands && passed) return <Badge tone="quiet">{t("mark_passed")}</Badge>;
  if (certain && read !== "closed") return <Badge tone="bad">{t("mark_certain_missing")}</Badge>;
  if (read !== stands) return <Badge tone="waits">{t("mark_differs")}</Badge>;
  return <span className="muted">{t(certain ? "mark_certain" : "mark_same")}</span>;
}

/** With the weekday, which the notice has in brackets. */
function dayText(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday = new Intl.DateTimeFormat(locale(), { timeZone: "UTC", weekday: "short" });
  return `${date} (${weekday.format(at)})`;
}
