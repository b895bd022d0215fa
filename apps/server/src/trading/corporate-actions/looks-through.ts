import { createHash } from "node:crypto";
import { hourMs } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Reader } from "../../platform/sql/database.ts";
import { keepLookThrough, looksThrough } from "./corporate-actions.store.ts";

type Found = { market: MarketKey; code: string; number: number; at: number } & {
  action: { kind: string; exDate: string };
};

/** All of a market's actions that have taken effect until a moment. */
export type Look<Action extends Found> = {
  market: MarketKey;
  until: number;
  found: readonly Action[];
};

/** A position is written up to so long after the quote that it was filled at (`position_action_due`). */
const writtenAfterMs = hourMs;

/**
 * What has to be held against the positions. What took effect an hour before the market was last looked through is left
 * out, if the feed says of the time before that look what it said then (decision 0180).
 */
export async function withoutLookedThrough<Action extends Found>(
  reader: Reader,
  looks: readonly Look<Action>[],
): Promise<Action[]> {
  const kept = new Map((await looksThrough(reader)).map((one) => [one.market, one]));
  return looks.flatMap(({ market, found }) => {
    const before = kept.get(market);
    if (before === undefined) return found;
    const until = before.looked_until;
    if (!hashOf(found, until).equals(before.known)) return found;
    return found.filter(({ at }) => at > until - writtenAfterMs);
  });
}

/** To be called once all that was found is applied to everything. */
export async function noteLookedThrough(
  reader: Reader,
  { market, until, found }: Look<Found>,
): Promise<void> {
  await keepLookThrough(reader, { market, looked_until: until, known: hashOf(found, until) });
}

function hashOf(found: readonly Found[], until: number): Buffer {
  const lines = found
    .filter(({ at }) => at <= until)
    .map(({ code, number, at, action }) =>
      [code, action.exDate, number, action.kind, at].join("\t"),
    );
  return createHash("sha256").update(lines.toSorted().join("\n")).digest();
}
