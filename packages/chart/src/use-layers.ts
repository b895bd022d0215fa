import type { Chart } from "klinecharts";
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import type { ComparedFigures, ComparedPoint } from "./comparison.ts";
import { comparedFigures, hideComparison, showComparison } from "./comparison-line.ts";
import { watchPlot, type Plot } from "./plot.ts";

type ChartRef = RefObject<Chart | null>;

type Comparison = {
  compared?: readonly ComparedPoint[] | null;
  onCompared?: (figures: ComparedFigures | null) => void;
};

/**
 * The other's line, and both figures after each move of the candles and of the crosshair. What it answers is told
 * which bar the crosshair is on.
 */
export function useComparison(
  chart: ChartRef,
  newest: RefObject<Comparison>,
  { compared }: Comparison,
): (at: number | null) => void {
  const points = compared ?? null;
  const pickedAt = useRef<number | null>(null);
  const told = useRef("");
  const tell = useCallback(() => {
    const made = chart.current;
    if (made === null) return;
    const figures = comparedFigures(made, pickedAt.current);
    const state = JSON.stringify(figures);
    if (state === told.current) return;
    told.current = state;
    newest.current.onCompared?.(figures);
  }, [chart, newest]);
  const isOn = points !== null;
  useEffect(() => {
    if (chart.current === null || points === null) return;
    showComparison(chart.current, points);
    tell();
  }, [chart, points, tell]);
  useEffect(() => {
    const made = chart.current;
    if (made === null || !isOn) return;
    const stop = watchPlot(made, tell);
    return () => {
      if (isGone(chart)) return;
      stop();
      hideComparison(made);
    };
  }, [chart, isOn, tell]);
  return useCallback(
    (at) => {
      pickedAt.current = at;
      if (Array.isArray(newest.current.compared)) tell();
    },
    [newest, tell],
  );
}

/** Where the candles are, for what lies over them; null while nothing does. */
export function usePlot(chart: ChartRef, isWanted: boolean): Plot | null {
  const [plot, setPlot] = useState<Plot | null>(null);
  useEffect(() => {
    const made = chart.current;
    if (made === null || !isWanted) return;
    const stop = watchPlot(made, setPlot);
    return () => {
      if (!isGone(chart)) stop();
      setPlot(null);
    };
  }, [chart, isWanted]);
  return plot;
}

/** The chart may be gone already when an effect is cancelled. */
function isGone(chart: ChartRef): boolean {
  return chart.current === null;
}
