import type { CallOutput, Calls } from "@sanshi/contract";
import { ValueChart } from "@sanshi/chart/value-chart";
import { displayMoney } from "@sanshi/money";
import { Amount, Button, Change, directionOf, Icon, SignedAmount, Tabs } from "@sanshi/ui";
import { language } from "@sanshi/web/language";
import { showDate } from "@sanshi/web/times";
import { useCallback, useMemo, useState } from "react";
import { compactFigure } from "../../../shared/compact-figure.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import type { DisplayCurrency } from "../../../shared/home-choice.ts";
import styles from "./course-card.module.css";
import { pointsOf, type NetAssetsPoint } from "./net-assets.ts";

const ranges = ["1w", "1m", "3m", "6m", "1y", "all"] as const;
type Range = (typeof ranges)[number];
type NetAssets = CallOutput<Calls["/user/net-assets"]>;

const chartHeight = 78;
const rowsMax = 40;

/** The one figure over time: each day's end, with what was paid in and out. */
export default function CourseCard({ currency }: { currency: DisplayCurrency }) {
  const t = useText("home");
  const shell = useText("shell");
  const [range, setRange] = useState<Range>("1m");
  const query = useCall("/user/net-assets", { range, currency }, { quiet: true, keep: true });
  const { data } = query;
  return (
    <div className={styles["card"]}>
      <div className={styles["content"]} aria-busy={data === undefined && !query.isError}>
        {data === undefined && query.isError && (
          <div className={styles["failed"]} role="alert">
            <p>{query.error.message}</p>
            <Button look="quiet" small busy={query.isFetching} onClick={() => void query.refetch()}>
              {shell("try_again")}
            </Button>
          </div>
        )}
        {data !== undefined && <Content data={data} range={range} />}
      </div>
      <Tabs
        spread
        label={t("net_assets_range")}
        value={range}
        onChange={setRange}
        choices={ranges.map((one) => ({ value: one, label: t(`range_${one}`) }))}
      />
    </div>
  );
}

/** How it changed over the range, or what there was on the day under the finger. */
function Content({ data, range }: { data: NetAssets; range: Range }) {
  const t = useText("home");
  const [picked, setPicked] = useState<NetAssetsPoint | null>(null);
  const [asTable, setAsTable] = useState(false);
  const points = useMemo(() => pointsOf(data.points), [data.points]);
  const formatValue = useCallback((value: number) => compactFigure(String(value), language()), []);
  const formatTime = useCallback((at: number) => showDate(new Date(at).toISOString()), []);
  const onPick = useCallback(
    (point: { at: number } | null) =>
      setPicked(point === null ? null : (points.find((one) => one.at === point.at) ?? null)),
    [points],
  );
  const newest = points.at(-1);
  if (newest === undefined) return null;
  const rangeText = t(`range_${range}`);
  const toggle = t(asTable ? "show_chart" : "show_table");
  return (
    <>
      <div className={styles["head"]}>
        <p className={styles["change"]}>
          {picked === null ? (
            <>
              {t("course_change", { range: rangeText })} <SignedAmount value={data.change} />
              {data.change_percent !== null && (
                <span className={styles["growth"]}>
                  {t("course_growth")} <Change percent={data.change_percent} />
                </span>
              )}
            </>
          ) : (
            <>
              {formatTime(picked.at)} <Amount value={picked.text} currency={data.currency} />
            </>
          )}
        </p>
        <button
          type="button"
          className={styles["toggle"]}
          aria-label={toggle}
          title={toggle}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name={asTable ? "chart" : "table"} size={18} />
        </button>
      </div>
      {asTable ? (
        <PointTable points={points} formatTime={formatTime} />
      ) : (
        <ValueChart
          points={points}
          direction={directionOf(data.change)}
          formatValue={formatValue}
          formatTime={formatTime}
          label={t("net_assets_summary", {
            amount: `${displayMoney(newest.text)} ${data.currency}`,
            change: displayMoney(data.change),
            range: rangeText,
          })}
          height={chartHeight}
          onPick={onPick}
        />
      )}
    </>
  );
}

type PointTableProps = {
  points: readonly NetAssetsPoint[];
  formatTime: (at: number) => string;
};

/** The chart's figures, newest first. */
function PointTable({ points, formatTime }: PointTableProps) {
  const t = useText("home");
  return (
    <div className={styles["tableFrame"]} tabIndex={0}>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{t("net_assets")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col">{t("net_assets")}</th>
          </tr>
        </thead>
        <tbody>
          {points
            .slice(-rowsMax)
            .toReversed()
            .map(({ at, text }) => (
              <tr key={at}>
                <td>{formatTime(at)}</td>
                <td>{displayMoney(text)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
