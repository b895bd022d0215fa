import { textScale } from "./text-scale.ts";

type BubbleProps = {
  text: string;
  x: number;
  y: number;
  box: { width: number };
  centred?: boolean;
};

/** A figure in a box on an edge of the plot; its styles travel with it, so that any chart can have it. */
export function Bubble({ text, x, y, box, centred }: BubbleProps) {
  const scale = textScale();
  const width = (text.length * 6.6 + 10) * scale;
  const wanted = centred === true ? x - width / 2 : x;
  const left = Math.min(box.width - width, Math.max(0, wanted));
  return (
    <g transform={`translate(${left} ${y - 9 * scale})`}>
      <rect width={width} height={18 * scale} rx="4" fill="var(--text)" />
      <text
        x={width / 2}
        y={13 * scale}
        textAnchor="middle"
        fill="var(--surface)"
        fontSize="var(--size-tiny)"
        fontWeight="600"
      >
        {text}
      </text>
    </g>
  );
}
