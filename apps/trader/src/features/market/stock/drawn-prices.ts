import type { DrawnLine, DrawnPoint } from "@sanshi/chart";
import type { AdjustMode, CallInput, CallOutput, Calls } from "@sanshi/contract";

type KeptLines = CallOutput<Calls["/market/chart-lines"]>;
export type KeptLine = KeptLines["lines"][number];
/** Oldest first. */
export type Adjustment = KeptLines["adjustment"];
export type LineForm = Omit<CallInput<Calls["/market/save-chart-line"]>, "type" | "code">;

/**
 * By what a price that was paid at a moment is multiplied in a chart: nothing unadjusted, everything since forward,
 * and backward everything before. So a line stays at its candles in each of them, and over later splits.
 */
export function factorAt(adjustment: Adjustment, mode: AdjustMode, at: number): number {
  if (mode === "none") return 1;
  const step = adjustment.find(({ until }) => at < Date.parse(until));
  const forward = Number(step?.factor ?? 1);
  const oldest = Number(adjustment[0]?.factor ?? 1);
  return mode === "forward" ? forward : forward / oldest;
}

export function shownLine(kept: KeptLine, adjustment: Adjustment, mode: AdjustMode): DrawnLine {
  const shown = ({ at, price }: KeptLine["from"]): DrawnPoint => {
    const moment = Date.parse(at);
    return { at: moment, price: Number(price) * factorAt(adjustment, mode, moment) };
  };
  return { id: kept.id, kind: kept.kind, from: shown(kept.from), to: shown(kept.to) };
}

/** The inverse: a line of the chart at the prices of its days, as the server keeps it. */
export function lineForm(line: DrawnLine, adjustment: Adjustment, mode: AdjustMode): LineForm {
  const point = ({ at, price }: DrawnPoint) => ({
    at: new Date(at).toISOString(),
    price: priceText(price / factorAt(adjustment, mode, at)),
  });
  const [from, to] = [point(line.from), point(line.kind === "level" ? line.from : line.to)];
  return {
    line: line.id,
    kind: line.kind,
    ...{ from_at: from.at, from_price: from.price, to_at: to.at, to_price: to.price },
  };
}

const priceMin = 0.0001;
const priceMax = 999_999_999;

/** Four decimals at most, and never nothing. */
function priceText(price: number): string {
  return String(Number(Math.min(priceMax, Math.max(priceMin, price)).toFixed(4)));
}

/** What the server will keep of a form, before it has answered. */
export function keptOf(form: LineForm): KeptLine {
  const from = { at: form.from_at, price: form.from_price };
  const to = { at: form.to_at, price: form.to_price };
  const isInOrder = form.from_at <= form.to_at;
  return {
    id: form.line,
    kind: form.kind,
    from: isInOrder ? from : to,
    to: isInOrder ? to : from,
  };
}

export function withLine(lines: readonly KeptLine[], line: KeptLine): KeptLine[] {
  const isMoved = lines.some(({ id }) => id === line.id);
  return isMoved ? lines.map((one) => (one.id === line.id ? line : one)) : [...lines, line];
}
