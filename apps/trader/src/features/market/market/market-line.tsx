import type { StockRow } from "@sanshi/contract";
import { directionOf } from "@sanshi/ui";
import type { ShownQuote } from "../../../shared/stock-list/shown-quote.ts";
import { StockLine } from "../../../shared/stock-list/stock-line.tsx";
import { dayLine } from "./day-line.ts";
import styles from "./market-line.module.css";

type MarketLineProps = {
  row: StockRow;
  /** Its place in a ranking, from 1. */
  rank?: number | undefined;
  /** The day so far, and how many points a whole day has; nothing until it is known. */
  changes?: readonly number[] | undefined;
  points?: number | undefined;
  /** The small figure beside the code. */
  detail: (quote: ShownQuote) => string;
};

/** One of ten stocks on a phone's screen, with its day as a line. */
export function MarketLine({ row, rank, changes, points, detail }: MarketLineProps) {
  return (
    <StockLine
      shape="dense"
      row={row}
      rank={rank}
      detail={detail}
      picture={({ changePercent }) => (
        <DayLine changes={changes} points={points} percent={changePercent} />
      )}
    />
  );
}

const width = 48;
const height = 28;

const noLine = { line: "", baseY: 0 };

type DayLineProps = Pick<MarketLineProps, "changes" | "points"> & { percent: string };

/** A picture of what price and change say beside it. */
function DayLine({ changes, points, percent }: DayLineProps) {
  const newest = percent === "" ? Number.NaN : Math.round(Number(percent) * 100);
  const isKnown = changes !== undefined && points !== undefined;
  const { line, baseY } = isKnown ? dayLine(changes, newest, points, width, height) : noLine;
  return (
    <svg
      className={styles["day"]}
      data-direction={directionOf(percent)}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {line !== "" && (
        <>
          <path className={styles["base"]} d={`M0 ${baseY}H${width}`} />
          <path className={styles["stroke"]} d={line} />
        </>
      )}
    </svg>
  );
}
