import { sparklinePath } from "./sparkline-path.ts";

type SparklineProps = {
  /** Wire decimals, oldest first. */
  prices: readonly string[];
  /** Draws the dotted line to which the price is compared. */
  reference?: string | undefined;
  direction: "up" | "down" | "flat";
  width?: number | undefined;
  height?: number | undefined;
};

/** A price's course in a list row: a shape, without figures of its own. */
export function Sparkline(props: SparklineProps) {
  const { prices, reference, direction, width = 72, height = 28 } = props;
  const { line, referenceY } = sparklinePath(prices, reference, width, height);
  const colour = direction === "flat" ? "var(--text-muted)" : `var(--${direction})`;
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {referenceY !== null && (
        <line
          x1="0"
          x2={width}
          y1={referenceY}
          y2={referenceY}
          stroke="var(--line-strong)"
          strokeDasharray="1 3"
        />
      )}
      <path d={line} fill="none" stroke={colour} strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
