import type { Context } from "../../context.ts";
import { presentStock } from "../market/market.ts";
import { chartLines, removeChartLine, saveChartLine } from "./chart-lines.ts";

export function chartLineRoutes(context: Context): void {
  const { http } = context;
  http.handle("/market/chart-lines", ({ input, customer }) =>
    chartLines(context, customer, presentStock(context, input)),
  );
  http.handle("/market/save-chart-line", ({ input, customer }) =>
    saveChartLine(context, customer, presentStock(context, input)),
  );
  http.handle("/market/remove-chart-line", ({ input, customer }) =>
    removeChartLine(context, customer, input),
  );
}
