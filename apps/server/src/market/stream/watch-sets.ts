import type { FrameWriter } from "./frames.ts";
import type { LiveSymbol, LiveSymbols } from "./live-symbols.ts";

/**
 * The symbols that some connections watch. Those that watch the same ones share it, and share each
 * frame too as long as they have seen the same: most people look at the same lists.
 */
export class WatchSet {
  readonly key: string;
  readonly symbols: readonly LiveSymbol[];
  users = 0;
  readonly #writer: FrameWriter;
  #frame: Buffer | null = null;
  #frameFrom = -1;
  #frameTurn = -1;

  constructor(key: string, symbols: readonly LiveSymbol[], writer: FrameWriter) {
    this.key = key;
    this.symbols = symbols;
    this.#writer = writer;
  }

  /**
   * The frame for a connection that has seen `from` of the board: what changed since, or null where nothing did. The
   * board stands still in a turn. `now` is the app's time in milliseconds. It holds until the next one is asked of any set.
   */
  frame(from: number, now: number): Buffer | null {
    const writer = this.#writer;
    // Nobody to share it with.
    if (this.users === 1) return this.#write(from, now) ? writer.end() : null;
    if (from !== this.#frameFrom || writer.turn() !== this.#frameTurn) {
      this.#frameFrom = from;
      this.#frameTurn = writer.turn();
      this.#frame = this.#write(from, now) ? writer.end() : null;
      if (this.#frame !== null) writer.share();
    }
    return this.#frame;
  }

  /** Every symbol, changed or not: what a screen starts from. */
  snapshot(now: number): Buffer {
    this.#write(-1, now);
    return this.#writer.end();
  }

  /** False where nothing has changed since. */
  #write(from: number, now: number): boolean {
    let hasChanged = false;
    this.#writer.begin(now);
    for (const symbol of this.symbols) {
      if (symbol.version <= from) continue;
      hasChanged = true;
      this.#writer.add(symbol.fragment());
    }
    return hasChanged;
  }
}

export type WatchSets = {
  /** The set of these keys; unknown ones and repetitions are left out. Give it back with `release`. */
  acquire(keys: readonly string[]): WatchSet;
  release(set: WatchSet): void;
  size(): number;
};

export function createWatchSets(live: LiveSymbols, writer: FrameWriter): WatchSets {
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
      if (set === undefined) sets.set(key, (set = new WatchSet(key, known, writer)));
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
