import type { Output } from "./calls.ts";
import { textOf } from "./text.ts";

type Halt = Output<"/api/ops/trading-halts">["items"][number];

/** What a halt stops, in words: everything, a market, a stock. */
export function haltedThing({ scope, type, code }: Pick<Halt, "scope" | "type" | "code">): string {
  const market = type === null ? "" : textOf("words")(`market_${type}`);
  if (scope === "all") return textOf("halts")("scope_all");
  return scope === "market" ? market : `${code ?? ""} · ${market}`;
}
