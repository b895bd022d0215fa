import { textFrame } from "./frames.ts";
import type { LiveSymbol, LiveSymbols } from "./live-symbols.ts";

/**
 * The symbols that some connections watch. Those that watch the same ones share it, and share each
 * frame too as long as they have seen the same: most people look at the same lists.
 */
export class WatchSet {
  readonly key: string;
  readonly symbols: readonly LiveSymbol[];
  users = 0;
  #frame: string | null = null;
  #frameFrom = -1;
  #frameTo = -1;
  #frameAt = -1;

  constructor(key: string, symbols: readonly LiveSymbol[]) {
    this.key = key;
    this.symbols = symbols;
  }

  /**
   * The frame for a connection that has seen `from` of the board, which is at `to` now: what changed
   * in between, or null where nothing did. `now` is the app's time in milliseconds.
   */
  frame(from: number, to: number, now: number): string | null {
    // Nobody to share it with: kept, ten thousand of them would only grow old in memory.
    if (this.users === 1) return writeFrame(this.symbols, from, now);
    if (from !== this.#frameFrom || to !== this.#frameTo || now !== this.#frameAt) {
      this.#frameFrom = from;
      this.#frameTo = to;
      this.#frameAt = now;
      this.#frame = writeFrame(this.symbols, from, now);
    }
    return this.#frame;
  }

  /** Every symbol, changed or not: what a screen starts from. */
  snapshot(now: number): string {
    return writeFrame(this.symbols, -1, now) ?? textFrame(`{"op":"quotes","now":${now},"q":[]}`);
  }
}

function writeFrame(symbols: readonly LiveSymbol[], from: number, now: number): string | null {
  let fragments = "";
  for (const symbol of symbols) {
    if (symbol.version <= from) continue;
    fragments += fragments === "" ? symbol.fragment() : `,${symbol.fragment()}`;
  }
  return fragments === "" ? null : textFrame(`{"op":"quotes","now":${now},"q":[${fragments}]}`);
}

export type WatchSets = {
  /** The set of these keys; unknown ones and repetitions are left out. Give it back with `release`. */
  acquire(keys: readonly string[]): WatchSet;
  release(set: WatchSet): void;
  size(): number;
};

export function createWatchSets(live: LiveSymbols): WatchSets {
  const sets = new Map<string, WatchSet>();
  return {
    acquire(keys) {
      const symbols = new Set<LiveSymbol>();
      for (const key of keys) {
        const symbol = live.find(key);
        if (symbol !== undefined) symbols.add(symbol);
      }
      const known = [...symbols].sort((one, other) => (one.key < other.key ? -1 : 1));
      const key = known.map((symbol) => symbol.key).join();
      let set = sets.get(key);
      if (set === undefined) sets.set(key, (set = new WatchSet(key, known)));
      set.users += 1;
      return set;
    },
    release(set) {
      set.users -= 1;
      if (set.users === 0) sets.delete(set.key);
    },
    size: () => sets.size,
  };
}
