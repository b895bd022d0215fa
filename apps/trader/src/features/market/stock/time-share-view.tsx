import {
  groupFills,
  startOfPoint,
  type Auction,
  type ExtendedHours,
  type FillGroup,
  type TimeSharePoint,
} from "@sanshi/chart";
import { TimeShareChart } from "@sanshi/chart/time-share-chart";
import { useCallback, useMemo, useState } from "react";
import { displayDecimal } from "@sanshi/money";
import { useText } from "../../../shared/text.ts";
import { serverNow } from "@sanshi/web/server-clock";
import { ChartLegend, lookOf } from "./chart-legend.tsx";
import { useTimeShare, type TimeShareDay } from "./chart-series.ts";
import { ChartTable } from "./chart-table.tsx";
import { ChartFailed, ChartWaiting } from "./chart-waiting.tsx";
import { pageHeight, PlotFrame } from "./plot-frame.tsx";
import { fillsCell, FillsNote, useOwnFills, type OwnFills } from "./own-fills.tsx";
import {
  axisPrice,
  clockOffsetMs,
  compactNumber,
  exchangeTime,
  isForeignClock,
  priceDigits,
  signedPercent,
} from "./stock-figures-format.ts";
import { useShowsExtended, type StockDetail, type StockKey } from "./stock-queries.ts";
import styles from "./stock-chart.module.css";

export type ChartViewProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  label: string;
  asTable: boolean;
  full: boolean;
};

/** The running day, minute by minute, and under it what its clock and its diamonds mean. */
export function TimeShareView(props: ChartViewProps) {
  const { query, day } = useTimeShare(props.stock, useShowsExtended(props.detail));
  return (
    <>
      {day === undefined ? (
        <DayWaiting query={query} full={props.full} />
      ) : (
        <DayView {...props} day={day} />
      )}
      <DayNotes stock={props.stock} notes={day === undefined ? [] : auctionNotes(day)} />
    </>
  );
}

type DayWaitingProps = { query: ReturnType<typeof useTimeShare>["query"]; full: boolean };

function DayWaiting({ query, full }: DayWaitingProps) {
  return (
    <>
      <ChartLegend cells={[]} />
      <PlotFrame full={full}>
        {(height) =>
          query.isError ? (
            <ChartFailed height={height} query={query} />
          ) : (
            <ChartWaiting height={height} />
          )
        }
      </PlotFrame>
    </>
  );
}

type Picked = { point: TimeSharePoint | null; fills: readonly FillGroup[] };

function DayView(props: ChartViewProps & { day: TimeShareDay }) {
  const { stock, detail, label, asTable, full, day } = props;
  const t = useText("stock");
  const own = useOwnFills(stock);
  const [{ point, fills }, setPicked] = useState<Picked>({ point: null, fills: [] });
  const onPick = useCallback(
    (next: Picked["point"], there: Picked["fills"]) => setPicked({ point: next, fills: there }),
    [],
  );
  const digits = priceDigits(detail?.tick ?? "0.01");
  const formatPrice = useCallback((price: number) => axisPrice(price, digits), [digits]);
  const formatTime = useCallback(
    (at: number) => exchangeTime(at, stock.type, "time"),
    [stock.type],
  );
  const extended = useMemo(() => extendedOf(day, t), [day, t]);
  if (asTable) {
    return (
      <MinuteTable
        label={label}
        day={day}
        own={own}
        digits={digits}
        formatPrice={formatPrice}
        formatTime={formatTime}
      />
    );
  }
  const shown = point ?? day.points.at(-1);
  return (
    <>
      <ChartLegend cells={legendOf(shown, day, { formatPrice, formatTime, t })} />
      <PlotFrame full={full}>
        {(height) =>
          day.points.length === 0 ? (
            <ChartWaiting height={height} sentence={t("chart_empty")} />
          ) : (
            <>
              <TimeShareChart
                points={day.points}
                previousClose={day.previousClose}
                sessions={day.sessions}
                clockOffsetMs={clockOffsetMs(stock.type, day.sessions[0]?.[0] ?? 0)}
                auctions={day.auctions}
                extended={extended}
                fills={own.fills}
                fillLetters={own.letters}
                formatPrice={formatPrice}
                formatPercent={signedPercent}
                formatTime={formatTime}
                label={detail === undefined ? label : `${label}. ${summaryOf(detail, t)}`}
                height={height}
                onPick={onPick}
              />
              <FillsNote
                groups={fills}
                digits={digits}
                lineIs={(point?.price ?? 0) > day.previousClose ? "above" : "below"}
              />
            </>
          )
        }
      </PlotFrame>
    </>
  );
}

/** Their sessions with a word for each. */
function extendedOf({ extended }: TimeShareDay, t: StockText): ExtendedHours | null {
  if (extended === null) return null;
  const sessions = extended.sessions.map(({ phase, from, until }) => ({
    ...{ from, until, label: t(`extended_${phase}`) },
  }));
  return { sessions, points: extended.points };
}

type StockText = ReturnType<typeof useText<"stock">>;

type AuctionNote = { kind: Auction["kind"]; at: number; price: string | null };

/** The opening and the closing of the day, each with its one price once it has matched. */
function auctionNotes({ auctions, auctionPrices }: TimeShareDay): readonly AuctionNote[] {
  return (["opening", "closing"] as const).flatMap((kind) => {
    const print = auctionPrices.find(({ auction }) => auction === kind);
    const at = print === undefined ? undefined : Date.parse(print.at);
    const collected = auctions.find((auction) => auction.kind === kind)?.until;
    const moment = at ?? collected;
    return moment === undefined ? [] : { kind, at: moment, price: print?.price ?? null };
  });
}

type DayNotesProps = { stock: StockKey; notes: readonly AuctionNote[] };

/** Of one height, whatever stands in it: it is there before the day is. */
function DayNotes({ stock, notes }: DayNotesProps) {
  const t = useText("stock");
  const time = (at: number) => exchangeTime(at, stock.type, "time");
  return (
    <p className={styles["dayNotes"]}>
      <span>
        {notes.map(({ kind, at, price }) => (
          <span key={kind} className={styles["auctionNote"]}>
            {t(`auction_${kind}`, { time: time(at) })}
            {price !== null && ` ${displayDecimal(price, 2, 4)}`}
          </span>
        ))}
      </span>
      {isForeignClock(stock.type, serverNow()) && <span>{t(`zone_${stock.type}`)}</span>}
    </p>
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
    ...(point.isExtended === true
      ? [{ key: "phase", label: "", value: phaseName(point.at, day, t) }]
      : [
          {
            key: "average",
            label: t("average"),
            value: formatPrice(point.average),
            labelClass: "average" as const,
          },
        ]),
    { key: "volume", label: t("short_volume"), value: compactNumber(point.volume) },
  ];
}

function phaseName(at: number, { extended }: TimeShareDay, t: StockText): string {
  const session = extended?.sessions.find(({ from, until }) => at >= from && at < until);
  return session === undefined ? "" : t(`extended_${session.phase}`);
}

type MinuteTableProps = Formats & {
  label: string;
  day: TimeShareDay;
  own: OwnFills;
  digits: number;
};

function MinuteTable({ label, day, own, digits, formatPrice, formatTime }: MinuteTableProps) {
  const t = useText("stock");
  const outside = day.extended?.points ?? [];
  const points = [...day.points, ...outside].toSorted((one, other) => one.at - other.at);
  const from = points[0]?.at ?? 0;
  const ofDay = own.fills.filter(({ at }) => at >= from);
  const fills = groupFills(ofDay, ({ at }) => startOfPoint(at, day.pointMinutes));
  const hasOwn = fills.size > 0;
  return (
    <ChartTable
      caption={label}
      columns={[
        t("time"),
        t("price"),
        t("average"),
        t("volume"),
        ...(hasOwn ? [t("own_fills")] : []),
      ]}
      count={points.length}
      heightMin={pageHeight}
      row={(index) => {
        const point = points[points.length - 1 - index];
        if (point === undefined) return { key: index, cells: [] };
        return {
          key: point.at,
          cells: [
            formatTime(point.at),
            formatPrice(point.price),
            point.isExtended === true ? phaseName(point.at, day, t) : formatPrice(point.average),
            displayDecimal(String(point.volume), 0, 0),
            ...(hasOwn ? [fillsCell(fills.get(point.at), digits, t)] : []),
          ],
        };
      }}
    />
  );
}
