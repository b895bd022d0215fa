import type { CallOutput, Calls } from "@sanshi/contract";

type Margin = Pick<
  CallOutput<Calls["/trade/margin"]>,
  "ratio" | "initial_percent" | "maintenance_percent" | "forced_sale_percent" | "call"
>;

/** `low`: below what has to be kept, or called already; `near`: less than a fifth above it. */
export function marginState({ ratio, maintenance_percent, call }: Margin): "good" | "near" | "low" {
  if (call !== null) return "low";
  if (ratio === null) return "good";
  const [now, kept] = [Number(ratio), Number(maintenance_percent)];
  if (now < kept) return "low";
  return now < kept * 1.2 ? "near" : "good";
}

/** Where the ratio and its limits stand on a bar from nothing to twice what an opening needs, 0 to 1. */
export function meterOf(margin: Margin): { now: number; forced: number; maintenance: number } {
  const full = 2 * Math.max(Number(margin.initial_percent), Number(margin.maintenance_percent));
  const share = (percent: string) => Math.min(1, Math.max(0, Number(percent) / (full || 1)));
  return {
    // Without exposure there is nothing to fall.
    now: margin.ratio === null ? 1 : share(margin.ratio),
    forced: share(margin.forced_sale_percent),
    maintenance: share(margin.maintenance_percent),
  };
}
