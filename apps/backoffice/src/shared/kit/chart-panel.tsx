import { EmptyState } from "@sanshi/ui";
import { useState, type ReactNode } from "react";
import { useText } from "../text.ts";
import { chartBars } from "./chart-bars.ts";
import styles from "./chart-panel.module.css";
import { Segments } from "./filters.tsx";
import { Panel } from "./panel.tsx";

export type Series = { name: string; values: readonly number[] };

type ChartPanelProps = {
  title: string;
  /** What the figures are, and whence. */
  note: string;
  /** Beside the view: a choice. */
  choice?: ReactNode;
  /** The figures of the whole span, and where the lists behind them are. */
  head?: ReactNode;
  /** Nothing to show, said as a sentence. */
  empty: string | null;
  chart: ReactNode;
  table: ReactNode;
  /** The table's rows as a file. */
  csv: ReactNode;
};

/** A chart that is a table too: the same figures for those who read them one by one, with ways to what is behind them. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, note, choice, head, empty, chart, table, csv } = props;
  const t = useText("shell");
  const [view, setView] = useState<"chart" | "table">("chart");
  return (
    <Panel
      title={title}
      aside={
        <>
          {view === "table" && csv}
          {choice}
          <Segments
            label={t("chart_view", { name: title })}
            value={view}
            onChange={setView}
            options={[
              { value: "chart", label: t("chart_chart") },
              { value: "table", label: t("chart_table") },
            ]}
          />
        </>
      }
    >
      {head}
      {empty !== null ? (
        <EmptyState sentence={empty} />
      ) : view === "chart" ? (
        chart
      ) : (
        <div className={styles["table"]} tabIndex={0} role="group" aria-label={title}>
          {table}
        </div>
      )}
      <p className="muted">{note}</p>
    </Panel>
  );
}

type BarChartProps = {
  label: string;
  days: readonly string[];
  series: readonly Series[];
  /** What one day says when it is pointed at. */
  tip: (index: number) => string;
  /** What a day is opened for, by a press on it; the table has the same as a link. */
  onOpen?: (day: string) => void;
  show: (value: number) => string;
};

/** Bars by the day. For those who cannot see it, the table beside it says the same. */
export function BarChart({ label, days, series, tip, onOpen, show }: BarChartProps) {
  const { bars, zero, max, min } = chartBars(series.map(({ values }) => values));
  const room = 100 / Math.max(1, days.length);
  return (
    <figure className={styles["figure"]}>
      <div className={styles["scale"]} aria-hidden="true">
        <span>{show(max)}</span>
        {min < 0 ? <span>{show(min)}</span> : <span>{show(0)}</span>}
      </div>
      <svg
        className={styles["bars"]}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <line className={styles["zero"]} x1="0" x2="100" y1={zero} y2={zero} />
        {bars.map((bar) => (
          <rect
            key={`${bar.group} ${bar.series}`}
            className={styles["bar"]}
            data-series={bar.series}
            x={bar.x}
            y={bar.y}
            width={bar.width}
            height={bar.height}
          />
        ))}
        {days.map((day, index) => (
          <rect
            key={day}
            className={styles["day"]}
            data-tip={tip(index)}
            data-opens={onOpen === undefined ? undefined : ""}
            x={index * room}
            y="0"
            width={room}
            height="100"
            onClick={() => onOpen?.(day)}
          />
        ))}
      </svg>
      <div className={styles["days"]} aria-hidden="true">
        {[days[0], days[Math.floor(days.length / 2)], days.at(-1)].map((day, index) => (
          <span key={index}>{day?.slice(5).replace("-", "/")}</span>
        ))}
      </div>
      {series.length > 1 && (
        <ul className={styles["legend"]}>
          {series.map(({ name }, index) => (
            <li key={name} data-series={index}>
              {name}
            </li>
          ))}
        </ul>
      )}
    </figure>
  );
}
