import { isoOrNull, type DrawState } from "@sanshi/contract";
import { delayPartCount, readTerms } from "@sanshi/draw";
import type { StoredDraw } from "./draw-book.ts";

type Shown = Pick<
  StoredDraw,
  "terms" | "terms_hash" | "root" | "root_at" | "checkpoints_done" | "drawn_at"
> & {
  entries: number | null;
  result: string | null;
};

/** How far a draw is, and where everybody finds all that it is made of. */
export function drawStateOf(
  draw: Shown,
  { id, address, number }: { id: bigint; address: string; number: string | null },
): DrawState {
  const { delay, seed_commitment: commitment } = readTerms(draw.terms);
  const done = Math.max(0, (draw.checkpoints_done ?? 0) - 1);
  return {
    offering: id.toString(),
    address,
    terms_hash: draw.terms_hash,
    seed_commitment: commitment,
    delay,
    entries: draw.entries,
    root: draw.root,
    root_at: isoOrNull(draw.root_at),
    parts_done: Math.min(done, delayPartCount),
    result: draw.result,
    drawn_at: isoOrNull(draw.drawn_at),
    number,
  };
}
