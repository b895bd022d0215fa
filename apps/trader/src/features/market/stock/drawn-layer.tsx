import type { DrawnLine } from "@sanshi/chart";
import type { Plot } from "@sanshi/chart/candle-chart";
import { LineLayer } from "@sanshi/chart/line-layer";
import type { ChartLines } from "./chart-lines.ts";
import type { ChartState } from "./chart-state.ts";
import { axisPrice } from "./stock-figures-format.ts";

type DrawnLayerProps = { plot: Plot; drawn: ChartLines; digits: number; state: ChartState };

/** What the customer has drawn, and while somebody draws what the next touch does. */
export function DrawnLayer({ plot, drawn, digits, state }: DrawnLayerProps) {
  const { drawing, setDrawing } = state;
  const tool = drawn.isKnown ? (drawing?.tool ?? null) : null;
  const onDraw = (line: Omit<DrawnLine, "id">) => {
    const selected = drawn.draw(line);
    setDrawing({ tool: null, selected });
  };
  return (
    <LineLayer
      plot={plot}
      lines={drawn.lines}
      tool={tool}
      editing={drawing !== null}
      selected={drawing?.selected ?? null}
      onSelect={(selected) => setDrawing({ tool: null, selected })}
      onDraw={onDraw}
      onMove={drawn.move}
      formatPrice={(price) => axisPrice(price, digits)}
    />
  );
}
