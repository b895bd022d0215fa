import { placedWords } from "./band-words.ts";
import type { ExtendedHours } from "./bars.ts";
import { groupFills, type FillGroup, type FillLetters, type FillMark } from "./fill-marks.ts";
import type { PriceScale } from "./price-scale.ts";
import type { SessionAxis } from "./session-axis.ts";
import { textScale } from "./text-scale.ts";
import type { PlotBox } from "./time-share-paths.ts";
import styles from "./time-share-chart.module.css";

/** An auction of the day: from the first order until the one price. */
export type Auction = { kind: "opening" | "closing"; from: number; until: number };

type Placed = { axis: SessionAxis; box: PlotBox };

const diamondRadius = 4;

/** Where auctions collect orders is shaded; a diamond stands at the moment of each one's price. */
export function AuctionMarks({ auctions, axis, box }: Placed & { auctions: readonly Auction[] }) {
  const bottom = box.volumeTop + box.volumeHeight;
  return auctions.map(({ kind, from, until }) => {
    const left = axis.position(from) * box.width;
    const right = axis.position(until) * box.width;
    // At the very edge half a diamond would be cut off.
    const x = Math.min(box.width - diamondRadius, Math.max(diamondRadius, right));
    const y = box.priceHeight + (box.volumeTop - box.priceHeight) / 2;
    return (
      <g key={kind}>
        {right - left >= 1 && (
          <rect className={styles["auction"]} x={left} width={right - left} height={bottom} />
        )}
        <path
          className={styles["diamond"]}
          d={`M${x} ${y - diamondRadius}l${diamondRadius} ${diamondRadius}l${-diamondRadius} ${diamondRadius}l${-diamondRadius} ${-diamondRadius}z`}
        />
      </g>
    );
  });
}

/** The hours outside of the regular ones, each with its words. */
export function ExtendedBands({
  sessions,
  axis,
  box,
}: Placed & { sessions: ExtendedHours["sessions"] }) {
  const bottom = box.volumeTop + box.volumeHeight;
  const bands = sessions.map(({ from, until, label }) => {
    const left = axis.position(from) * box.width;
    return { from, left, width: axis.position(until) * box.width - left, label };
  });
  const scale = textScale();
  const words = placedWords(bands, box.width, scale);
  return (
    <>
      {bands.map(({ from, left, width }) => (
        <rect key={from} className={styles["extended"]} x={left} width={width} height={bottom} />
      ))}
      {words.map(({ centre, lines }) => (
        <text key={centre} className={styles["label"]} textAnchor="middle">
          {lines.map((line, index) => (
            <tspan
              key={line}
              x={centre}
              y={bottom - box.volumeHeight - 12 - (lines.length - 1 - index) * 13 * scale}
            >
              {line}
            </tspan>
          ))}
        </text>
      ))}
    </>
  );
}

/** The breaks of the day: what the eye should read as time cut out. */
export function BreakBands({ axis, box }: Placed) {
  return axis.breaks.map(({ from, until }) => (
    <rect
      key={from}
      className={styles["break"]}
      x={from * box.width}
      width={(until - from) * box.width}
      height={box.volumeTop + box.volumeHeight}
    />
  ));
}

const markRadius = 8;
const markStem = 7;
/** Fills closer than this would cover each other. */
const bucketPixels = 18;

type FillMarksProps = Placed & {
  fills: readonly FillMark[];
  scale: PriceScale;
  letters: FillLetters;
};

/** Own fills: buys below their price, sales above it, each with a stem to the price itself. */
export function FillMarks({ fills, letters, scale, ...place }: FillMarksProps) {
  const { axis, box } = place;
  const groups = groupFills(fills, ({ at }) => bucketOf(at, place));
  return [...groups.values()].flat().map((group) => {
    const x = Math.min(
      box.width - markRadius - 1,
      Math.max(markRadius + 1, axis.position(group.at) * box.width),
    );
    const y = Math.min(box.priceHeight - 2, Math.max(2, scale.y(group.price)));
    const away = group.side === "buy" ? markStem + markRadius : -markStem - markRadius;
    const centre = Math.min(box.priceHeight - markRadius - 1, Math.max(markRadius + 1, y + away));
    const look = group.side === "buy" ? styles["up"] : styles["down"];
    return (
      <g key={`${group.side} ${group.at}`} className={`${styles["fill"]} ${look ?? ""}`}>
        <line x1={x} x2={x} y1={y} y2={centre} />
        <circle cx={x} cy={y} r="2" />
        <circle cx={x} cy={centre} r={markRadius} />
        <text x={x} y={centre + 3.5} textAnchor="middle">
          {letters[group.side]}
        </text>
      </g>
    );
  });
}

/** The fills that stand where a moment does. */
export function fillsNear(
  fills: readonly FillMark[],
  at: number,
  place: { axis: SessionAxis; box: { width: number } },
): readonly FillGroup[] {
  const groups = groupFills(fills, (fill) => bucketOf(fill.at, place));
  const wanted = axisPixel(at, place);
  const near = [...groups.values()]
    .flat()
    .filter((group) => Math.abs(axisPixel(group.at, place) - wanted) <= bucketPixels / 2);
  return near;
}

type Wide = { axis: SessionAxis; box: { width: number } };

function axisPixel(at: number, { axis, box }: Wide): number {
  return axis.position(at) * box.width;
}

function bucketOf(at: number, place: Wide): number {
  return Math.round(axisPixel(at, place) / bucketPixels);
}
