import type { HoldingFunding } from "@sanshi/contract";
import type { PositionRecord } from "../portfolio/portfolio.ts";

/** Whose openings are shown, averaged and closed together. */
export type HoldingKey = { code: string; side: "long" | "short"; funding: HoldingFunding };

/** What is paid in full is one's own; whatever borrows, money or shares, is on margin. */
export function keyOf({
  code,
  side,
  leverage,
}: Pick<PositionRecord, "code" | "side" | "leverage">): HoldingKey {
  return { code, side, funding: side === "long" && leverage === 1 ? "cash" : "margin" };
}

export function keyText({ code, side, funding }: HoldingKey): string {
  return `${code}:${side}:${funding}`;
}
