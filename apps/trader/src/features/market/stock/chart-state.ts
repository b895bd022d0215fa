import type { DrawnKind } from "@sanshi/chart";
import type { MarketKey } from "@sanshi/money";
import { useState } from "react";
import type { ChartChoice } from "./chart-choice.ts";
import { useChartChoice } from "./chart-memory.ts";

/** What a stock is held against. */
export type Compared = {
  kind: "stock" | "index";
  type: MarketKey;
  code: string;
  names: Readonly<Record<"jp" | "cn" | "us", string>>;
};

/** What is being drawn, while somebody draws. */
export type Drawing = { tool: DrawnKind | null; selected: string | null };

/** Everything that is chosen on a chart: the one in the page and the one on the full screen share it. */
export type ChartState = {
  choice: ChartChoice;
  choose: (choice: ChartChoice) => void;
  asTable: boolean;
  setAsTable: (asTable: boolean) => void;
  /** Null while nobody draws. */
  drawing: Drawing | null;
  setDrawing: (drawing: Drawing | null) => void;
  compared: Compared | null;
  setCompared: (compared: Compared | null) => void;
};

export function useChartState(isReady: boolean): ChartState {
  const [choice, choose] = useChartChoice(isReady);
  const [asTable, setAsTable] = useState(false);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  return { choice, choose, asTable, setAsTable, drawing, setDrawing, compared, setCompared };
}
