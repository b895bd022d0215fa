import { price, type Price } from "@sanshi/money";
import { bestOf } from "../checking/trailing.rules.ts";
import type { Watch } from "./watched.ts";
import { createTrailBook, type TrailOwner, type Trailing } from "./trail-book.ts";

type Side = "buy" | "sell";

/** The trailing stops of one stock, on both sides. */
export type StockTrails<Owner extends TrailOwner> = {
  add(side: Side, one: Trailing<Owner>): void;
  /** It follows, and sets nothing off until it is awakened by what this answers. */
  rest(side: Side, one: Trailing<Owner>): () => void;
  /** Follows a traded price, and takes out what it reaches. */
  follow(last: Price): { side: Side; one: Trailing<Owner> }[];
  /** What a price has to do before one of them follows it, or is reached. */
  nearest(): Pick<Watch, "side" | "level">[];
};

const sides = ["sell", "buy"] as const;

export function createStockTrails<Owner extends TrailOwner>(): StockTrails<Owner> {
  const books = {
    sell: createTrailBook<Owner>("sell"),
    buy: createTrailBook<Owner>("buy"),
  };
  const resting = new Map<Trailing<Owner>, Side>();
  return {
    nearest: () => [
      ...sides.flatMap((side) => {
        const found = books[side].nearest();
        return found === null ? [] : watchesBehind(side, found.best, found.stop);
      }),
      ...[...resting].flatMap(([{ best }, side]) => watchesBehind(side, best, null)),
    ],
    add: (side, one) => books[side].add(one),
    rest(side, one) {
      resting.set(one, side);
      return () => {
        resting.delete(one);
        books[side].add(one);
      };
    },
    follow(last) {
      for (const [one, side] of resting) {
        if (one.owner.isCurrent) one.best = bestOf(side, one.best, last);
        else resting.delete(one);
      }
      return sides.flatMap((side) => books[side].follow(last).map((one) => ({ side, one })));
    },
  };
}

/** The prices that a stop waits for that has seen `best`: the next better one, and the stop itself. */
export function watchesBehind(
  side: Side,
  best: Price,
  stop: Price | null,
): Pick<Watch, "side" | "level">[] {
  const [better, turned] =
    side === "sell"
      ? (["last_at_or_above", "last_at_or_below"] as const)
      : (["last_at_or_below", "last_at_or_above"] as const);
  const next = { side: better, level: price(side === "sell" ? best + 1n : best - 1n) };
  return stop === null ? [next] : [next, { side: turned, level: stop }];
}

/** What has trailing stops, a part of which is looked through at each call for what they have seen. */
export type Round<Owner> = {
  readonly all: ReadonlySet<Owner>;
  add(one: Owner): void;
  delete(one: Owner): void;
  find(isWanted: (one: Owner) => boolean, max: number): Owner[];
};

const lookedThroughMax = 20_000;

export function createRound<Owner>(): Round<Owner> {
  const all = new Set<Owner>();
  let next = all.values();
  return {
    all,
    add: (one) => void all.add(one),
    delete: (one) => void all.delete(one),
    find(isWanted, max) {
      const found: Owner[] = [];
      const most = Math.min(all.size, lookedThroughMax);
      for (let looked = 0; looked < most && found.length < max; looked += 1) {
        let { value, done } = next.next();
        // Behind the last comes the first again.
        if (done === true) {
          next = all.values();
          ({ value, done } = next.next());
        }
        if (done !== true && value !== undefined && isWanted(value)) found.push(value);
      }
      return found;
    },
  };
}
