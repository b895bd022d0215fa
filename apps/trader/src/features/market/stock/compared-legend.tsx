import type { ComparedFigures, ComparedPoint } from "@sanshi/chart";
import type { AdjustMode, CallOutput, Calls } from "@sanshi/contract";
import { Icon, classNames } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useEffect, useMemo } from "react";
import { useCall } from "../../../shared/queries.ts";
import { useIndexQuote, useQuote, type LiveQuote } from "../../../shared/quotes.ts";
import { useText } from "../../../shared/text.ts";
import { candleSource, type CandleView } from "./chart-choice.ts";
import { lookOf } from "./chart-legend.tsx";
import type { Compared } from "./chart-state.ts";
import { signedPercent } from "./stock-figures-format.ts";
import styles from "./compare.module.css";

type ComparedLegendProps = {
  compared: Compared;
  view: CandleView;
  adjust: AdjustMode;
  /** The names of the stock whose candles these are. */
  own: Compared["names"] | null;
  figures: ComparedFigures | null;
  formatTime: (at: number) => string;
  onPoints: (points: readonly ComparedPoint[] | null) => void;
  onStop: () => void;
};

/** Both names with what they have gained since the first visible candle; and it brings the other's figures. */
export function ComparedLegend(props: ComparedLegendProps) {
  const { compared, view, figures, own, onPoints } = props;
  const t = useText("chart");
  const shell = useText("shell");
  const { points, isMissing, query } = usePoints(props);
  useEffect(() => onPoints(points), [onPoints, points]);
  useEffect(() => () => onPoints(null), [onPoints]);
  const name = inLanguage(compared.names);
  const isTooShort = compared.kind === "index" && !isIndexPeriod(candleSource(view).period);
  const cells = [
    { key: "own", name: own === null ? "" : inLanguage(own), value: figures?.own ?? null },
    { key: "other", name, value: figures?.other ?? null },
  ] as const;
  return (
    <div className={styles["legend"]} data-compared={compared.code}>
      <div className={styles["both"]}>
        {isTooShort ? (
          <p className={styles["since"]}>{t("compare_longer")}</p>
        ) : isMissing ? (
          <p className={styles["since"]}>
            {query.error?.message}{" "}
            <button type="button" className={styles["again"]} onClick={() => void query.refetch()}>
              {shell("try_again")}
            </button>
          </p>
        ) : (
          <>
            <dl className={styles["figures"]}>
              {cells.map((cell) => (
                <div key={cell.key} className={styles[cell.key]}>
                  <dt>{cell.name}</dt>
                  <dd className={classNames(styles[lookOf(cell.value ?? 0)])}>
                    {cell.value === null ? "–" : signedPercent(cell.value)}
                  </dd>
                </div>
              ))}
            </dl>
            {figures !== null && (
              <p className={styles["since"]}>
                {t("compare_since", { date: props.formatTime(figures.from) })}
              </p>
            )}
          </>
        )}
      </div>
      <button
        type="button"
        className={styles["stop"]}
        aria-label={t("compare_remove", { name })}
        onClick={props.onStop}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}

const refreshMs = 60_000;
/** As many as one call brings: further to the left the other has no line. */
const pointsMax = "1000";

function usePoints({ compared, view, adjust }: ComparedLegendProps) {
  const { period } = candleSource(view);
  const { kind, type, code } = compared;
  const options = { quiet: true, staleTime: refreshMs / 2, refetchInterval: refreshMs };
  const stock = useCall(
    "/market/candles",
    { code, type, period, adjust, limit: pointsMax },
    { ...options, enabled: kind === "stock", select: closesOf },
  );
  const index = useCall(
    "/market/index-line",
    { code, type, period: isIndexPeriod(period) ? period : "day", limit: pointsMax },
    { ...options, enabled: kind === "index" && isIndexPeriod(period), select: levelsOf },
  );
  const query = kind === "stock" ? stock : index;
  const [ofStock, ofIndex] = [useQuote(type, code), useIndexQuote(type, code)];
  // Backward-adjusted prices are not today's prices.
  const isLive = kind === "index" || adjust !== "backward";
  const live = kind === "stock" ? ofStock : ofIndex;
  const isShown = kind === "stock" || isIndexPeriod(period);
  const points = useMemo(
    () =>
      query.data === undefined || !isShown ? null : withLive(query.data, isLive ? live : null),
    [query.data, isShown, isLive, live],
  );
  return { points, isMissing: query.isError && query.data === undefined, query };
}

/** The running period ends where the other stands now; the next one comes with the next answer. */
function withLive(
  read: readonly ComparedPoint[],
  live: LiveQuote | null,
): readonly ComparedPoint[] {
  const last = read.at(-1);
  if (last === undefined || live === null || live.at < last.at) return read;
  return [...read.slice(0, -1), { at: last.at, value: Number(live.price) }];
}

function isIndexPeriod(period: string): period is "day" | "week" | "month" | "year" {
  return !period.endsWith("m");
}

function closesOf(data: CallOutput<Calls["/market/candles"]>): readonly ComparedPoint[] {
  return data.items.map(([at, , , , close]) => ({ at: Date.parse(at), value: Number(close) }));
}

function levelsOf(data: CallOutput<Calls["/market/index-line"]>): readonly ComparedPoint[] {
  return data.items.map(([at, level]) => ({ at: Date.parse(at), value: Number(level) }));
}
