import type { CallOutput, Calls } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";

type Margin = Pick<
  CallOutput<Calls["/trade/margin"]>,
  | "ratio"
  | "initial_percent"
  | "maintenance_percent"
  | "forced_sale_percent"
  | "call"
  | "unpaid_debt"
>;
export type MarginState = "good" | "near" | "low" | "debt";

/**
 * `low`: below what has to be kept, or called already; `near`: less than a fifth above it; `debt`:
 * nothing is held any more, and something is owed.
 */
export function marginState({
  ratio,
  maintenance_percent,
  call,
  unpaid_debt,
}: Omit<Margin, "initial_percent" | "forced_sale_percent">): MarginState {
  if (call !== null) return "low";
  if (ratio === null) return /[1-9]/.test(unpaid_debt) ? "debt" : "good";
  const [now, kept] = [Number(ratio), Number(maintenance_percent)];
  if (now < kept) return "low";
  return now < kept * 1.2 ? "near" : "good";
}

/** Beyond this a ratio says no more than that nothing is near. */
const ratioShownMax = 999;

export function ratioText(ratio: string | null): string {
  if (ratio === null) return "–";
  if (Number(ratio) > ratioShownMax) return `>${ratioShownMax}%`;
  return `${displayDecimal(ratio, 2, 2)}%`;
}

/** Where the ratio and its limits stand on a bar from nothing to twice what an opening needs, 0 to 1. */
export function meterOf(margin: Margin): { now: number; forced: number; maintenance: number } {
  const full = 2 * Math.max(Number(margin.initial_percent), Number(margin.maintenance_percent));
  const share = (percent: string) => Math.min(1, Math.max(0, Number(percent) / (full || 1)));
  return {
    // Without exposure there is nothing to fall, or nothing left.
    now: margin.ratio === null ? (marginState(margin) === "debt" ? 0 : 1) : share(margin.ratio),
    forced: share(margin.forced_sale_percent),
    maintenance: share(margin.maintenance_percent),
  };
}
