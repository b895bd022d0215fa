import type { ScreenCriteria, StockFigures, StockRow } from "@sanshi/contract";
import type { ScreenBound } from "@sanshi/contract/constants";

export const metrics = [
  "price",
  "change",
  "volume",
  "yield",
  "per",
  "below_high",
  "above_low",
] as const;
export type Metric = (typeof metrics)[number];

/** By which ends each figure can be asked for. */
export const boundsOf: Record<Metric, { min?: ScreenBound; max?: ScreenBound }> = {
  price: { min: "price_min", max: "price_max" },
  change: { min: "change_min", max: "change_max" },
  volume: { min: "volume_min", max: "volume_max" },
  yield: { min: "yield_min", max: "yield_max" },
  per: { min: "per_min", max: "per_max" },
  below_high: { max: "below_high_max" },
  above_low: { max: "above_low_max" },
};

/** A stock with what is known of it, each figure as a number for comparing only; null where nobody told it. */
export type Candidate = {
  row: StockRow;
  sector: string;
  figures: Record<Metric, number | null>;
  value: number | null;
};

export function candidateOf(row: StockRow, known: StockFigures | undefined): Candidate {
  const price = numberOf(row.price);
  const [high, low] = [numberOf(known?.year_high), numberOf(known?.year_low)];
  return {
    row,
    sector: known?.sector ?? "",
    value: numberOf(known?.market_value),
    figures: {
      price,
      change: numberOf(row.change_percent),
      volume: numberOf(row.volume),
      yield: numberOf(known?.dividend_yield),
      per: numberOf(known?.per),
      below_high: price === null || !high ? null : Math.max(0, (1 - price / high) * 100),
      above_low: price === null || !low ? null : Math.max(0, (price / low - 1) * 100),
    },
  };
}

function numberOf(text: string | null | undefined): number | null {
  if (text === null || text === undefined || text === "") return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

export type Verdict = "matches" | "fails" | "unknown";

/** A figure that is not known neither matches nor fails; whatever else is asked for still must match. */
export function judge(candidate: Candidate, criteria: ScreenCriteria): Verdict {
  if (criteria.sector !== undefined && candidate.sector !== criteria.sector) return "fails";
  let isUnknown = false;
  for (const metric of askedMetrics(criteria)) {
    const figure = candidate.figures[metric];
    if (figure === null) isUnknown = true;
    else if (!isWithin(figure, metric, criteria)) return "fails";
  }
  return isUnknown ? "unknown" : "matches";
}

export function askedMetrics(criteria: ScreenCriteria): Metric[] {
  return metrics.filter((metric) => {
    const { min, max } = boundsOf[metric];
    return (
      (min !== undefined && criteria[min] !== undefined) || criteria[max ?? min!] !== undefined
    );
  });
}

function isWithin(figure: number, metric: Metric, criteria: ScreenCriteria): boolean {
  const { min, max } = boundsOf[metric];
  const from = min === undefined ? null : numberOf(criteria[min]);
  const until = max === undefined ? null : numberOf(criteria[max]);
  return (from === null || figure >= from) && (until === null || figure <= until);
}

export type Screened = { matching: Candidate[]; unknown: Candidate[]; of: number };

export function screen(candidates: readonly Candidate[], criteria: ScreenCriteria): Screened {
  const matching: Candidate[] = [];
  const unknown: Candidate[] = [];
  for (const candidate of candidates) {
    const verdict = judge(candidate, criteria);
    if (verdict === "matches") matching.push(candidate);
    if (verdict === "unknown") unknown.push(candidate);
  }
  return { matching, unknown, of: candidates.length };
}

export const orders = ["turnover", "change", "yield", "per", "value"] as const;
export type Order = (typeof orders)[number];

/** The best of what the order counts first (the lowest PER, the highest of all else), unknown ones last. */
export function ordered(candidates: readonly Candidate[], order: Order): Candidate[] {
  const keyOf = ({ row, figures, value }: Candidate): number | null => {
    if (order === "turnover") return numberOf(row.turnover);
    if (order === "value") return value;
    const figure = figures[order];
    return order === "per" && figure !== null ? -figure : figure;
  };
  return candidates.toSorted((left, right) => {
    const [one, other] = [keyOf(left) ?? -Infinity, keyOf(right) ?? -Infinity];
    if (one !== other) return one > other ? -1 : 1;
    return left.row.code < right.row.code ? -1 : 1;
  });
}

export type Preset = "dividend" | "value" | "near_high" | "near_low" | "rising" | "falling";
/** What most people look for, as a beginning. */
export const presets: Record<Preset, { criteria: ScreenCriteria; order: Order }> = {
  dividend: { criteria: { yield_min: "3", unknown: "hide" }, order: "yield" },
  value: { criteria: { per_max: "12", unknown: "hide" }, order: "per" },
  near_high: { criteria: { below_high_max: "5", unknown: "hide" }, order: "change" },
  near_low: { criteria: { above_low_max: "5", unknown: "hide" }, order: "change" },
  rising: { criteria: { change_min: "2", unknown: "hide" }, order: "change" },
  falling: { criteria: { change_max: "-2", unknown: "hide" }, order: "turnover" },
};

export const noCriteria: ScreenCriteria = { unknown: "hide" };

export function isEmpty(criteria: ScreenCriteria): boolean {
  return criteria.sector === undefined && askedMetrics(criteria).length === 0;
}

/** The same criteria without a figure's bounds, then with these; an empty text asks for nothing. */
export function withBounds(
  criteria: ScreenCriteria,
  metric: Metric,
  bounds: { min: string; max: string },
): ScreenCriteria {
  const { min, max } = boundsOf[metric];
  const next = { ...criteria };
  if (min !== undefined) delete next[min];
  if (max !== undefined) delete next[max];
  if (min !== undefined && bounds.min !== "") next[min] = bounds.min;
  if (max !== undefined && bounds.max !== "") next[max] = bounds.max;
  return next;
}

/** As the call takes them: what is not asked for is left out. */
export function sameCriteria(one: ScreenCriteria, other: ScreenCriteria): boolean {
  const text = (criteria: ScreenCriteria) =>
    JSON.stringify(Object.entries(criteria).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return text(one) === text(other);
}
