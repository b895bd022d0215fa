import { price, shares, type Price, type Shares } from "@sanshi/money";
import { stopBehind, trailOf } from "@sanshi/rulebook";
import { kindOfExit, type BornExit, type OrderExit } from "../storing/exits.store.ts";
import type { Change, OrderChange } from "../storing/changes.store.ts";
import type { StoredPosition } from "../storing/positions.store.ts";
import { closingAfter, noTrailing } from "./closing-orders.ts";

/** The exits for parts that an order to open has brought with it, and when they begin to work. */

/**
 * With the end of the order that opens, whatever has ended it, each of its exits is a closing order: in the change
 * itself, so that no moment and no crash lies between. Where less was filled, the first of them take what there is.
 */
export function withExitsBorn(stored: StoredPosition, change: Change): Change {
  const { opening, ends, to } = change;
  const isOver = opening !== null && opening.state !== "working";
  if (stored.exits === null || !isOver || ends) return change;
  const born = exitsWithin(
    stored.exits.map(exitOf),
    shares(to.opened - to.closed - to.closing_shares),
  );
  if (born.length === 0) return change;
  const begun = begins(born, stored.side, to.open_price);
  const orders = [...change.orders, ...begun.map((exit) => orderOf(stored, exit))];
  const doNotReduce = stored.do_not_reduce || change.doNotReduce === true;
  return { ...change, orders, doNotReduce, to: { ...to, ...closingAfter(stored, orders, false) } };
}

/** As far as there are shares for them, in their order. */
export function exitsWithin(exits: readonly OrderExit[], free: Shares): OrderExit[] {
  if (exits.length === 0) return [];
  let left: bigint = free;
  return exits.flatMap((exit) => {
    const quantity = shares(exit.quantity < left ? exit.quantity : left);
    left -= quantity;
    return quantity > 0n ? [{ ...exit, quantity }] : [];
  });
}

/** A stop that follows begins at what the purchase has cost on average, whatever the price has done since. */
export function begins(
  exits: readonly OrderExit[],
  side: "long" | "short",
  from: Price | null,
  /** On the tick where whoever asks knows the stock's; otherwise between two, and reached all the same. */
  stopOf: typeof stopBehind = stopBehind,
): BornExit[] {
  return exits.map((exit) => {
    const trail = exit.trail === null ? null : trailOf(exit.trail.amount, exit.trail.basisPoints);
    if (trail === null || from === null) return { ...exit, follows: null };
    const stop = stopOf(side === "long" ? "sell" : "buy", from, trail);
    return { ...exit, follows: { best: from, stop } };
  });
}

function exitOf([id, quantity, gain, loss, amount, basisPoints]: NonNullable<
  StoredPosition["exits"]
>[number]): OrderExit {
  const priced = (text: string | null) => (text === null ? null : price(BigInt(text)));
  return {
    id: BigInt(id),
    quantity: shares(BigInt(quantity)),
    takeProfit: priced(gain),
    stopLoss: priced(loss),
    trail: amount === null && basisPoints === null ? null : { amount: priced(amount), basisPoints },
  };
}

function orderOf({ side }: StoredPosition, exit: BornExit): OrderChange {
  return {
    id: exit.id,
    isNew: true,
    state: "working",
    side: side === "long" ? "sell" : "buy",
    origin: "customer",
    kind: kindOfExit(exit),
    timeInForce: "until_cancelled",
    quantity: exit.quantity,
    limit: exit.takeProfit,
    stop: exit.follows?.stop ?? exit.stopLoss,
    trail:
      exit.follows === null
        ? noTrailing
        : {
            amount: exit.trail?.amount ?? null,
            basisPoints: exit.trail?.basisPoints ?? null,
            best: exit.follows.best,
          },
    scale: 0,
    triggers: false,
    triggeredAt: null,
    filled: shares(0n),
    filledValue: 0n,
    expiresAt: null,
    isExtended: false,
  };
}
