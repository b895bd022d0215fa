import type { ExchangeRange } from "@sanshi/contract";
import type { Currency } from "@sanshi/money";
import { SegmentedControl, Skeleton, Sparkline } from "@sanshi/ui";
import { useState } from "react";
import { homeCurrency } from "../../../shared/home-currency.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useText } from "../../../shared/text.ts";
import { useRateHistory } from "./exchange-queries.ts";
import { figureIn, rateFigure, readingOf, type Reading } from "./exchange-text.ts";
import styles from "./exchange.module.css";

const ranges: readonly ExchangeRange[] = ["1w", "1m", "3m", "6m", "1y"];

/** Read as the country reads the pair. */
type Point = { date: string; figure: string };

/** The course of a pair's reference rate, with the same figures as a table. */
export function RateHistory({ from, to }: { from: Currency; to: Currency }) {
  const t = useText("exchange");
  const [range, setRange] = useState<ExchangeRange>("3m");
  const history = useRateHistory(from, to, range);
  return (
    <section className={styles["section"]} aria-labelledby="rate-history">
      <h2 id="rate-history">{t("history", { from, to })}</h2>
      <Loaded query={history} waiting={<Skeleton height="11rem" />}>
        {({ points, per }) => {
          const last = { from, to, per, rate: points.at(-1)?.mid ?? "0" };
          const reading = readingOf(last, homeCurrency());
          const read = points.map(({ date, mid }) => ({
            date,
            figure: figureIn(reading, { ...last, rate: mid }),
          }));
          return (
            <>
              <Course points={read} reading={reading} />
              <SegmentedControl
                label={t("range")}
                choices={ranges.map((value) => ({ value, label: t(`range_${value}`) }))}
                value={range}
                onChange={setRange}
              />
              <Table points={read} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

type CourseProps = { points: readonly Point[]; reading: Reading };

function Course({ points, reading }: CourseProps) {
  const t = useText("exchange");
  const mids = points.map(({ figure }) => figure);
  const [first, last] = [Number(mids[0]), Number(mids.at(-1))];
  const figures = mids.map(Number);
  const high = mids[figures.indexOf(Math.max(...figures))] ?? "";
  const low = mids[figures.indexOf(Math.min(...figures))] ?? "";
  const direction = last === first ? "flat" : last > first ? "up" : "down";
  const percent = first > 0 ? ((last / first - 1) * 100).toFixed(2).replace("-", "−") : "0.00";
  return (
    <div className={styles["course"]}>
      <p className={styles["courseHead"]}>
        <strong>{rateFigure(mids.at(-1) ?? "")}</strong>
        <span data-direction={direction}>
          {last > first ? "▲ +" : last < first ? "▼ " : ""}
          {percent}%
        </span>
        <small>
          {reading.units} {reading.base} → {reading.counter}
        </small>
      </p>
      <div className={styles["line"]}>
        <Sparkline
          prices={mids}
          reference={mids[0]}
          direction={direction}
          width={320}
          height={96}
        />
      </div>
      <p className={styles["note"]}>
        {t("high")} {rateFigure(high)} · {t("low")} {rateFigure(low)}
      </p>
    </div>
  );
}

/** Every week or so a line, and the last one: what the course shows, for those who read it. */
function Table({ points }: { points: readonly Point[] }) {
  const t = useText("exchange");
  const step = Math.max(1, Math.ceil(points.length / 14));
  const shown = points.filter((_, index) => (points.length - 1 - index) % step === 0).toReversed();
  return (
    <details className={styles["table"]}>
      <summary>{t("as_table")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col">{t("mid")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ date, figure }) => (
            <tr key={date}>
              <th scope="row">{date.replaceAll("-", "/")}</th>
              <td>{rateFigure(figure)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
