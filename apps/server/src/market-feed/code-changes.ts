import type { MarketKey } from "@sanshi/money";
import type { Exchange } from "@sanshi/rulebook";
import type { Instrument } from "./market-feed.ts";

type Names = Instrument["names"];
type Stock = Pick<Instrument, "market" | "code">;

/** A stock that has another code, name or exchange from a trading day on. */
export type CodeChange = {
  id: bigint;
  market: MarketKey;
  oldCode: string;
  /** The same where only the name or the exchange changes. */
  newCode: string;
  exchange: Exchange;
  namesBefore: Names;
  /** Null where the name stays. */
  names: Names | null;
  /** `YYYY-MM-DD` at the exchange. */
  effectiveOn: string;
  /** The midnight with which that day begins, milliseconds since the epoch on the app's clock. */
  effectiveAt: number;
  /** When its rows came under the new code; null while that lies ahead. */
  carriedAt: number | null;
};

/** What stocks are and were called. Codes are never used twice: each leads to one stock. */
export type Codes = {
  /** The code that the stock has now, whichever of its codes is asked for; the same code of one without changes. */
  present(market: MarketKey, code: string): string;
  /** The code that it had at a moment (milliseconds since the epoch). */
  at(market: MarketKey, code: string, at: number): string;
  /** Its first code, by which its feed knows it. */
  first(market: MarketKey, code: string): string;
  /** Every code that it has had, the first one first. */
  all(market: MarketKey, code: string): readonly string[];
  /** The changes of the stock that are in force, oldest first. */
  changesOf(market: MarketKey, code: string): readonly CodeChange[];
};

/** Of changes that are in force, whatever their order. */
export function codesOf(changes: readonly CodeChange[]): Codes {
  const chains = new Map<string, { first: string; changes: CodeChange[] }>();
  for (const change of changes.toSorted((one, other) => one.effectiveAt - other.effectiveAt)) {
    const { market, oldCode, newCode } = change;
    const chain = chains.get(keyOf({ market, code: oldCode })) ?? { first: oldCode, changes: [] };
    chain.changes.push(change);
    for (const code of [oldCode, newCode]) chains.set(keyOf({ market, code }), chain);
  }
  const chainOf = (market: MarketKey, code: string) => chains.get(keyOf({ market, code }));
  return {
    present: (market, code) => chainOf(market, code)?.changes.at(-1)?.newCode ?? code,
    at(market, code, at) {
      const chain = chainOf(market, code);
      if (chain === undefined) return code;
      return chain.changes.findLast(({ effectiveAt }) => effectiveAt <= at)?.newCode ?? chain.first;
    },
    first: (market, code) => chainOf(market, code)?.first ?? code,
    all(market, code) {
      const chain = chainOf(market, code);
      if (chain === undefined) return [code];
      return [...new Set([chain.first, ...chain.changes.map(({ newCode }) => newCode)])];
    },
    changesOf: (market, code) => chainOf(market, code)?.changes ?? [],
  };
}

/** A name that a code has had, from a moment (milliseconds since the epoch) on. */
export type KeptName = Stock & { since: number; names: Names };

/** What stocks were called; the first name of a code counts for what was before it too. */
export type PastNames = (market: MarketKey, code: string, at: number) => Names | null;

/** Of names in the order of their times. */
export function pastNamesOf(kept: readonly KeptName[], codes: Codes): PastNames {
  const byCode = Map.groupBy(kept, keyOf);
  return (market, code, at) => {
    const own = byCode.get(keyOf({ market, code })) ?? [];
    const then = own.findLast(({ since }) => since <= at) ?? own[0];
    const left = codes.changesOf(market, code).find(({ oldCode }) => oldCode === code);
    return then?.names ?? left?.namesBefore ?? null;
  };
}

function keyOf({ market, code }: Stock): string {
  return `${market}:${code}`;
}
