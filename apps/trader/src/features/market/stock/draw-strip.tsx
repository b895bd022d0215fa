import type { DrawnKind } from "@sanshi/chart";
import { Button, classNames } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { useText } from "../../../shared/text.ts";
import type { ChartState, Drawing } from "./chart-state.ts";
import { useChartLines } from "./chart-lines.ts";
import type { StockDetail, StockKey } from "./stock-queries.ts";
import styles from "./drawing.module.css";

const kinds = ["trend", "level", "fibonacci"] as const satisfies readonly DrawnKind[];

const LineList = lazy(() => import("./line-list.tsx"));

type DrawStripProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  drawing: Drawing;
  state: ChartState;
};

/** In the place of the chart's tools while somebody draws. */
export default function DrawStrip({ stock, detail, drawing, state }: DrawStripProps) {
  const t = useText("chart");
  const { setDrawing, choice } = state;
  const drawn = useChartLines(stock, choice.adjust, true);
  const [isListed, setListed] = useState(false);
  const [wasListed, setWasListed] = useState(false);
  const { tool, selected } = drawing;
  const isSelected = drawn.lines.some((line) => line.id === selected);
  return (
    <div className={styles["strip"]}>
      <div className={styles["tools"]}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={classNames(styles["tool"], tool === kind && styles["chosen"])}
            aria-pressed={tool === kind}
            disabled={!drawn.isKnown}
            onClick={() => setDrawing({ tool: tool === kind ? null : kind, selected: null })}
          >
            {t(`line_${kind}`)}
          </button>
        ))}
        <Button
          look="plain"
          small
          aria-haspopup="dialog"
          onClick={() => {
            setWasListed(true);
            setListed(true);
          }}
        >
          {t("lines")}
        </Button>
      </div>
      {isSelected && selected !== null && (
        <Button
          look="quiet"
          small
          onClick={() => {
            drawn.remove(selected);
            setDrawing({ tool: null, selected: null });
          }}
        >
          {t("remove")}
        </Button>
      )}
      <Button small onClick={() => setDrawing(null)}>
        {t("done")}
      </Button>
      {wasListed && (
        <Suspense fallback={null}>
          <LineList
            stock={stock}
            detail={detail}
            drawn={drawn}
            open={isListed}
            onClose={() => setListed(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
