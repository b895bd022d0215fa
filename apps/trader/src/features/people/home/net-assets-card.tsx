import type { CallOutput, Calls } from "@sanshi/contract";
import { ValueChart } from "@sanshi/chart/value-chart";
import { displayMoney, settlementCurrency, type MarketKey } from "@sanshi/money";
import { Amount, Button, Change, directionOf, Icon, SignedAmount, Tabs } from "@sanshi/ui";
import { useCallback, useMemo, useState } from "react";
import { compactFigure } from "../../../shared/compact-figure.ts";
import { language } from "@sanshi/web/language";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { showDate } from "@sanshi/web/times";
import styles from "./net-assets-card.module.css";
import { pointsOf, type NetAssetsPoint } from "./net-assets.ts";

const ranges = ["1w", "1m", "3m", "6m", "1y", "all"] as const;
type Range = (typeof ranges)[number];
type NetAssets = CallOutput<Calls["/user/net-assets"]>;

const chartHeight = 148;
const rowsMax = 40;

type NetAssetsCardProps = { market: MarketKey };

/** All currencies together over time, in the chosen market's: what is owned less what is owed. */
export default function NetAssetsCard({ market }: NetAssetsCardProps) {
  const t = useText("home");
  const shell = useText("shell");
  const currency = settlementCurrency(market);
  const [range, setRange] = useState<Range>("1m");
  const [asTable, setAsTable] = useState(false);
  const query = useCall(
    "/user/net-assets",
    { range, currency: displayCurrency(market) },
    { quiet: true, keep: true },
  );
  const { data } = query;
  const toggle = t(asTable ? "show_chart" : "show_table");
  return (
    <section className={styles["card"]} aria-label={t("net_assets")}>
      <div className={styles["head"]}>
        <h2>{t("net_assets")}</h2>
        <button
          type="button"
          className={styles["toggle"]}
          aria-label={toggle}
          title={toggle}
          onClick={() => setAsTable(!asTable)}
        >
          <Icon name={asTable ? "chart" : "table"} size={20} />
        </button>
      </div>
      <div className={styles["content"]} aria-busy={data === undefined && !query.isError}>
        {data === undefined && query.isError && (
          <div className={styles["failed"]} role="alert">
            <p>{query.error.message}</p>
            <Button look="quiet" small busy={query.isFetching} onClick={() => void query.refetch()}>
              {shell("try_again")}
            </Button>
          </div>
        )}
        {data !== undefined && (
          <Content data={data} currency={currency} range={range} asTable={asTable} />
        )}
      </div>
      <Tabs
        spread
        label={t("net_assets_range")}
        value={range}
        onChange={setRange}
        choices={ranges.map((one) => ({ value: one, label: t(`range_${one}`) }))}
      />
      <p className={styles["note"]}>
        {t(data?.points.length === 1 ? "net_assets_begins" : "net_assets_note", { currency })}
      </p>
    </section>
  );
}

type ContentProps = { data: NetAssets; currency: string; range: Range; asTable: boolean };

/** The newest figure, or the one under the finger; and how it changed over the range. */
function Content({ data, currency, range, asTable }: ContentProps) {
  const t = useText("home");
  const [picked, setPicked] = useState<NetAssetsPoint | null>(null);
  const points = useMemo(() => pointsOf(data.points), [data.points]);
  const newest = points.at(-1);
  const shown = picked ?? newest;
  const formatValue = useCallback((value: number) => compactFigure(String(value), language()), []);
  const formatTime = useCallback((at: number) => showDate(new Date(at).toISOString()), []);
  const onPick = useCallback(
    (point: { at: number } | null) =>
      setPicked(point === null ? null : (points.find((one) => one.at === point.at) ?? null)),
    [points],
  );
  if (newest === undefined || shown === undefined) return null;
  const rangeText = t(`range_${range}`);
  return (
    <>
      <p className={styles["figure"]}>
        <Amount value={shown.text} currency={currency} />
      </p>
      <p className={styles["change"]}>
        {picked === null ? (
          <>
            <span className={styles["muted"]}>{rangeText}</span>{" "}
            <SignedAmount value={data.change} /> <Change percent={data.change_percent} />
          </>
        ) : (
          <span className={styles["muted"]}>{formatTime(picked.at)}</span>
        )}
      </p>
      {asTable ? (
        <PointTable points={points} formatTime={formatTime} caption={t("net_assets")} />
      ) : (
        <ValueChart
          points={points}
          direction={directionOf(data.change)}
          formatValue={formatValue}
          formatTime={formatTime}
          label={t("net_assets_summary", {
            amount: `${displayMoney(newest.text)} ${currency}`,
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
  caption: string;
  formatTime: (at: number) => string;
};

/** The chart's figures, newest first. */
function PointTable({ points, caption, formatTime }: PointTableProps) {
  const t = useText("home");
  return (
    <div className={styles["tableFrame"]} style={{ height: chartHeight }} tabIndex={0}>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{caption}</caption>
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

/** The three markets' currencies are those in which sums are shown. */
function displayCurrency(market: MarketKey): "JPY" | "USD" | "CNY" {
  return ({ jpy: "JPY", usd: "USD", cny: "CNY" } as const)[market];
}
