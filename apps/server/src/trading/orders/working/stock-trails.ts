import type { Price } from "@sanshi/money";
import { bestOf } from "../checking/trailing.rules.ts";
import { createTrailBook, type TrailOwner, type Trailing } from "./trail-book.ts";

type Side = "buy" | "sell";

/** The trailing stops of one stock, on both sides. */
export type StockTrails<Owner extends TrailOwner> = {
  add(side: Side, one: Trailing<Owner>): void;
  /** It follows, and sets nothing off until it is awakened by what this answers. */
  rest(side: Side, one: Trailing<Owner>): () => void;
  /** Follows a traded price, and takes out what it reaches. */
  follow(last: Price): { side: Side; one: Trailing<Owner> }[];
};

const sides = ["sell", "buy"] as const;

export function createStockTrails<Owner extends TrailOwner>(): StockTrails<Owner> {
  const books = {
    sell: createTrailBook<Owner>("sell"),
    buy: createTrailBook<Owner>("buy"),
  };
  const resting = new Map<Trailing<Owner>, Side>();
  return {
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
