import type { MarketKey } from "@sanshi/money";

/** `jpy:7203`; `jpy` for the whole market. */
export function subjectOf(market: MarketKey, code: string): string {
  return code === "" ? market : `${market}:${code}`;
}
