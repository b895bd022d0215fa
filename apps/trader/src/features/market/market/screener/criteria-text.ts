import type { ScreenCriteria } from "@sanshi/contract";
import { displayDecimal, settlementCurrency, type MarketKey } from "@sanshi/money";
import { language } from "@sanshi/web/language";
import { compactFigure } from "../../../../shared/compact-figure.ts";
import { textOf } from "../../../../shared/text.ts";
import { boundsOf, type Candidate, type Metric } from "./criteria.ts";

/** `3%以上`, `5–12×`: what is asked of a figure. */
export function rangeText(metric: Metric, criteria: ScreenCriteria, market: MarketKey): string {
  const t = textOf("marketTools");
  const { min, max } = boundsOf[metric];
  const from = min === undefined ? undefined : criteria[min];
  const until = max === undefined ? undefined : criteria[max];
  const shown = (text: string) => withUnit(metric, shownBound(metric, text), market);
  if (from !== undefined && until !== undefined) {
    return t("range_both", { from: shownBound(metric, from), to: shown(until) });
  }
  if (from !== undefined) return t("range_from", { from: shown(from) });
  return until === undefined ? t("any") : t("range_to", { to: shown(until) });
}

function shownBound(metric: Metric, text: string): string {
  return metric === "volume" ? compactFigure(text, language()) : displayDecimal(text, 0, 4);
}

export function withUnit(metric: Metric, value: string, market: MarketKey): string {
  const t = textOf("marketTools");
  if (metric === "price") return `${value} ${settlementCurrency(market)}`;
  if (metric === "volume") return t("unit_shares", { value });
  return metric === "per" ? t("unit_times", { value }) : `${value}%`;
}

/** A stock's figure with its name, where there is room for one line. */
export function figureText(
  of: Metric | "turnover" | "value",
  { row, figures, value }: Candidate,
): string {
  const t = textOf("marketTools");
  if (of === "turnover") return compactFigure(row.turnover, language());
  if (of === "volume") return compactFigure(row.volume, language());
  if (of === "value") {
    return value === null ? t("unknown_value") : compactFigure(value.toFixed(0), language());
  }
  const figure = figures[of];
  const name = t(`short_${of}`);
  if (figure === null) return t("unknown_figure", { name });
  const text = displayDecimal(figure.toFixed(2), 2, 2);
  return `${name} ${of === "per" ? t("unit_times", { value: text }) : `${text}%`}`;
}
