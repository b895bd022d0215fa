import { lazy, Suspense, useEffect } from "react";
import { withLaterTexts } from "../../../shared/text.ts";
import { loadCandleChart } from "./candle-view.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { useChartState } from "./chart-state.ts";
import { useFullChart } from "./full-chart-place.ts";
import type { StockDetail, StockKey } from "./stock-queries.ts";

const FullScreen = lazy(() => withLaterTexts(() => import("./full-screen.tsx")));

const idleLoadMs = 2500;

type StockChartProps = { stock: StockKey; detail: StockDetail | undefined };

/** The chart in the page, and on the full screen when it is asked for; what is chosen holds in both. */
export function StockChart({ stock, detail }: StockChartProps) {
  const state = useChartState(detail !== undefined);
  const { isOpen, open, close } = useFullChart(stock);
  useEffect(() => {
    const timer = window.setTimeout(
      () => void loadCandleChart().catch(() => undefined),
      idleLoadMs,
    );
    return () => window.clearTimeout(timer);
  }, []);
  const shared = { stock, detail, state };
  return (
    <>
      <ChartFrame {...shared} full={false} isResting={isOpen} onFull={open} />
      {isOpen && (
        <Suspense fallback={null}>
          <FullScreen detail={detail} onClose={close}>
            {(lead) => <ChartFrame {...shared} full lead={lead} />}
          </FullScreen>
        </Suspense>
      )}
    </>
  );
}
