import type { CopyProductPage } from "@sanshi/contract";
import { useMemo } from "react";
import { useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";
import { linePlaces } from "./line-places.ts";
import { dayText } from "./words.ts";

type Points = CopyProductPage["live"]["points"];
type LinesProps = {
  points: Points;
  /** The code of the index beside it, where there is one. */
  index: string | null;
  kind: "live" | "tested";
};

const box = { width: 320, height: 150 };
/** As many rows as a table beside a chart has. */
const rowsMax = 30;

/** Values that begin at 100, and the market's index in the same scale; a table has the same figures. */
export function ValueLines({ points, index, kind }: LinesProps) {
  const t = useText("follow");
  const lines = useMemo(() => linesOf(points), [points]);
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return null;
  const hasIndex = index !== null && lines.level.length === points.length;
  const shown = hasIndex ? [lines.own, lines.level] : [lines.own];
  const { path, marks, low, high, y } = linePlaces(shown, box);
  const span = { from: dayText(first.day), to: dayText(last.day), value: last.value };
  const label = hasIndex
    ? t("chart_label_index", { ...span, code: index, level: last.index ?? "–" })
    : t("chart_label", span);
  return (
    <figure className={styles["figureBox"]}>
      <figcaption className={styles["legend"]}>
        <span data-line={kind}>
          {t("value_line")} {last.value}
        </span>
        {hasIndex && (
          <span data-line="index">
            {t("index_line", { code: index })} {last.index}
          </span>
        )}
      </figcaption>
      <div className={styles["plot"]}>
        <svg
          className={styles["chart"]}
          viewBox={`0 0 ${box.width} ${box.height}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          <path data-line="base" d={`M0 ${y(100)}H${box.width}`} />
          {hasIndex && <path data-line="index" d={path(lines.level)} />}
          <path data-line={kind} d={path(lines.own)} />
        </svg>
        <p className={styles["scale"]} aria-hidden="true">
          <span>{high.toFixed(2)}</span>
          {high !== low && <span>{low.toFixed(2)}</span>}
        </p>
      </div>
      <p className={styles["axis"]} aria-hidden="true">
        {marks.map((day) => (
          <span key={day}>{dayText(day)}</span>
        ))}
      </p>
      <Table points={points} index={hasIndex ? index : null} />
    </figure>
  );
}

function linesOf(points: Points) {
  const own = points.map(({ day, value }) => ({ day, value: Number(value) }));
  const level = points.flatMap(({ day, index }) =>
    index === null ? [] : [{ day, value: Number(index) }],
  );
  return { own, level };
}

/** The same figures to be read, as many of them as a table has rows. */
function Table({ points, index }: { points: Points; index: string | null }) {
  const t = useText("follow");
  const step = Math.ceil(points.length / rowsMax);
  const shown = points.filter((_, place) => (points.length - 1 - place) % step === 0);
  return (
    <details>
      <summary className={styles["summary"]}>{t("table")}</summary>
      <table className={styles["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            <th scope="col">{t("value_line")}</th>
            {index !== null && <th scope="col">{t("index_line", { code: index })}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.toReversed().map(({ day, value, index: level }, place) => (
            <tr key={`${day} ${place}`}>
              <td>{dayText(day)}</td>
              <td>{value}</td>
              {index !== null && <td>{level}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
