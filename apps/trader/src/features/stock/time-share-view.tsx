import type { TimeSharePoint } from "@sanshi/chart";
import { TimeShareChart } from "@sanshi/chart/time-share-chart";
import { useCallback, useState } from "react";
import { displayDecimal } from "@sanshi/money";
import { useText } from "../../shared/text.ts";
import { ChartLegend, lookOf } from "./chart-legend.tsx";
import { useTimeShare, type TimeShareDay } from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartWaiting } from "./chart-waiting.tsx";
import {
  axisPrice,
  compactNumber,
  exchangeTime,
  priceDigits,
  signedPercent,
} from "./stock-figures-format.ts";
import type { StockDetail, StockKey } from "./stock-queries.ts";

const chartHeight = 296;

export type ChartViewProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  label: string;
  asTable: boolean;
};

/** The running day, minute by minute. */
export function TimeShareView({ stock, detail, label, asTable }: ChartViewProps) {
  const t = useText("stock");
  const { query, day } = useTimeShare(stock);
  const [picked, setPicked] = useState<TimeSharePoint | null>(null);
  const digits = priceDigits(detail?.tick ?? "0.01");
  const formatPrice = useCallback((price: number) => axisPrice(price, digits), [digits]);
  const formatTime = useCallback(
    (at: number) => exchangeTime(at, stock.type, "time"),
    [stock.type],
  );
  if (day === undefined) {
    const sentence = query.isError ? t("chart_failed") : undefined;
    return (
      <>
        <ChartLegend cells={[]} />
        <ChartWaiting height={chartHeight} {...(sentence !== undefined && { sentence })} />
      </>
    );
  }
  if (asTable) {
    return (
      <MinuteTable label={label} day={day} formatPrice={formatPrice} formatTime={formatTime} />
    );
  }
  const shown = picked ?? day.points.at(-1);
  return (
    <>
      <ChartLegend cells={legendOf(shown, day, { formatPrice, formatTime, t })} />
      {day.points.length === 0 ? (
        <ChartWaiting height={chartHeight} sentence={t("chart_empty")} />
      ) : (
        <TimeShareChart
          points={day.points}
          previousClose={day.previousClose}
          sessions={day.sessions}
          formatPrice={formatPrice}
          formatPercent={signedPercent}
          formatTime={formatTime}
          label={detail === undefined ? label : `${label}. ${summaryOf(detail, t)}`}
          height={chartHeight}
          onPick={setPicked}
        />
      )}
    </>
  );
}

/** A chart in a sentence, for those who cannot see it. */
export function summaryOf(detail: StockDetail, t: ReturnType<typeof useText<"stock">>): string {
  return t("chart_summary", {
    price: displayDecimal(detail.price, 2, 4),
    change: detail.change_percent,
    high: displayDecimal(detail.high, 2, 4),
    low: displayDecimal(detail.low, 2, 4),
  });
}

type Formats = {
  formatPrice: (price: number) => string;
  formatTime: (at: number) => string;
};

function legendOf(
  point: TimeSharePoint | undefined,
  day: TimeShareDay,
  { formatPrice, formatTime, t }: Formats & { t: ReturnType<typeof useText<"stock">> },
) {
  if (point === undefined) return [];
  const difference = point.price - day.previousClose;
  const percent = day.previousClose === 0 ? 0 : (difference / day.previousClose) * 100;
  const look = lookOf(difference);
  return [
    { key: "price", label: formatTime(point.at), value: formatPrice(point.price), look },
    { key: "percent", label: "", value: signedPercent(percent), look },
    {
      key: "average",
      label: t("average"),
      value: formatPrice(point.average),
      labelClass: "average" as const,
    },
    { key: "volume", label: t("short_volume"), value: compactNumber(point.volume) },
  ];
}

function MinuteTable({
  label,
  day,
  formatPrice,
  formatTime,
}: Formats & { label: string; day: TimeShareDay }) {
  const t = useText("stock");
  const { points } = day;
  return (
    <ChartTable
      caption={label}
      columns={[t("time"), t("price"), t("average"), t("volume")]}
      count={points.length}
      heightMin={chartHeight}
      row={(index) => {
        const point = points[points.length - 1 - index];
        if (point === undefined) return { key: index, cells: [] };
        return {
          key: point.at,
          cells: [
            formatTime(point.at),
            formatPrice(point.price),
            formatPrice(point.average),
            displayDecimal(String(point.volume), 0, 0),
          ],
        };
      }}
    />
  );
}
