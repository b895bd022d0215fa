import type { ListedRuleOnWire, RulesBody } from "@sanshi/contract";

export type Row = Omit<ListedRuleOnWire, "changes"> & { market: string };

/** Each version by itself: what is known to follow can be unconfirmed where what holds today is not. */
export function rowsOf({ markets }: RulesBody): readonly Row[] {
  return markets.flatMap(({ type, rules }) =>
    rules.flatMap(({ changes, ...now }) =>
      [now, ...changes].map((version) => ({ ...now, ...version, market: type })),
    ),
  );
}
