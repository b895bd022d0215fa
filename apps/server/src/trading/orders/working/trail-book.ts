import type { Price } from "@sanshi/money";
import { isBetter, stopBehind, type Trail } from "../checking/trailing.rules.ts";
import { createHeap, type Heap } from "./heap.ts";

/**
 * The trailing stops of one stock and side. All that have seen the same best price stand together, so that a new
 * best price joins groups instead of moving orders: a tick costs the same however many follow it.
 */
export type TrailBook<Owner extends TrailOwner> = {
  /** Begins to follow, from the best price that it has seen. */
  add(one: Trailing<Owner>): void;
  /** Follows a traded price, and takes out whatever it reaches. */
  follow(last: Price): Trailing<Owner>[];
  /** The best price that is overtaken first, and the stop that is reached first; null where nothing follows. */
  nearest(): { best: Price; stop: Price } | null;
};

export type TrailOwner = { readonly isCurrent: boolean; readonly number: number };

/** One stop that follows; `group` is the book's own. */
export type Trailing<Owner extends TrailOwner> = {
  readonly owner: Owner;
  readonly trail: Trail;
  /** What it had seen when it was added; `bestSeen` says what it has seen by now. */
  best: Price;
  group: Group<Owner> | null;
};

type Group<Owner extends TrailOwner> = {
  best: Price;
  /** The group that has taken it in. */
  into: Group<Owner> | null;
  amounts: Node<Owner> | null;
  parts: Node<Owner> | null;
  /** Grows with each change: what was noted of its next stop before is out of date. */
  version: number;
};

/** A pairing heap, which two groups join in one step. */
type Node<Owner extends TrailOwner> = {
  one: Trailing<Owner>;
  child: Node<Owner> | null;
  sibling: Node<Owner> | null;
};

type NextStop<Owner extends TrailOwner> = { group: Group<Owner>; version: number; stop: Price };

/** Fewer notes of stops that are out of date are not worth clearing away. */
const outdatedMin = 64;

export function bestSeen<Owner extends TrailOwner>(one: Trailing<Owner>): Price {
  return one.group === null ? one.best : rootOf(one.group).best;
}

export function createTrailBook<Owner extends TrailOwner>(side: "buy" | "sell"): TrailBook<Owner> {
  /** The best price of each is better than that of the next: the last is the first to be overtaken. */
  const groups: Group<Owner>[] = [];
  let next = newNext();
  let noted = 0;

  function newNext(): Heap<NextStop<Owner>> {
    return createHeap((one, other) => isBetter(side, one.stop, other.stop));
  }

  function note(group: Group<Owner>): void {
    group.version += 1;
    const stop = nextStop(side, group);
    if (stop === null) return;
    noted += 1;
    next.push({ group, version: group.version, stop });
    if (noted <= 2 * groups.length + outdatedMin) return;
    next = newNext();
    noted = 0;
    for (const one of groups) {
      const stopNow = nextStop(side, one);
      if (stopNow === null) continue;
      noted += 1;
      next.push({ group: one, version: one.version, stop: stopNow });
    }
  }

  function raise(last: Price): void {
    let raised: Group<Owner> | null = null;
    for (let group = groups.at(-1); group !== undefined; group = groups.at(-1)) {
      if (!isBetter(side, last, group.best)) break;
      groups.pop();
      if (raised === null) raised = group;
      else join(raised, group);
    }
    if (raised === null) return;
    const equal = groups.at(-1);
    if (equal !== undefined && equal.best === last) {
      join(equal, raised);
      note(equal);
      return;
    }
    raised.best = last;
    groups.push(raised);
    note(raised);
  }

  function takeReached(last: Price): Trailing<Owner>[] {
    const reached: Trailing<Owner>[] = [];
    for (let first = firstStop(); first !== null; first = firstStop()) {
      if (isBetter(side, last, first.stop)) break;
      takeOf(first.group, last, reached);
      dropEmpty(first.group);
      dropNote();
      note(first.group);
    }
    return reached;
  }

  /** What was noted before a group has changed is out of date. */
  function firstStop(): NextStop<Owner> | null {
    for (let first = next.first(); first !== undefined; first = next.first()) {
      if (first.version === first.group.version && first.group.into === null) return first;
      dropNote();
    }
    return null;
  }

  function dropNote(): void {
    next.pop();
    noted -= 1;
  }

  function takeOf(group: Group<Owner>, last: Price, reached: Trailing<Owner>[]): void {
    const isReached = ({ trail }: Trailing<Owner>) =>
      !isBetter(side, last, stopBehind(side, group.best, trail));
    const take = (from: Node<Owner> | null): Node<Owner> | null => {
      let node = withoutAbandoned(from);
      while (node !== null && isReached(node.one)) {
        node.one.best = group.best;
        node.one.group = null;
        reached.push(node.one);
        node = withoutAbandoned(removeFirst(node));
      }
      return node;
    };
    group.amounts = take(group.amounts);
    group.parts = take(group.parts);
  }

  function dropEmpty(group: Group<Owner>): void {
    if (group.amounts !== null || group.parts !== null) return;
    const index = groups.indexOf(group);
    if (index >= 0) groups.splice(index, 1);
  }

  return {
    nearest() {
      const [best, stop] = [groups.at(-1)?.best, firstStop()?.stop];
      return best === undefined || stop === undefined ? null : { best, stop };
    },
    add(one) {
      const index = placeOf(side, groups, one.best);
      const before = groups[index - 1];
      let group = before;
      if (group === undefined || group.best !== one.best) {
        group = { best: one.best, into: null, amounts: null, parts: null, version: 0 };
        groups.splice(index, 0, group);
      }
      const node = { one, child: null, sibling: null };
      if (one.trail.amount === null) group.parts = meld(group.parts, node);
      else group.amounts = meld(group.amounts, node);
      one.group = group;
      note(group);
    },
    follow(last) {
      if (groups.length === 0) return [];
      raise(last);
      return takeReached(last);
    },
  };
}

/** The first stop of the group that the market comes to; what has been abandoned is left out. */
function nextStop<Owner extends TrailOwner>(
  side: "buy" | "sell",
  group: Group<Owner>,
): Price | null {
  group.amounts = withoutAbandoned(group.amounts);
  group.parts = withoutAbandoned(group.parts);
  const stops = [group.amounts, group.parts].flatMap((node) =>
    node === null ? [] : [stopBehind(side, group.best, node.one.trail)],
  );
  const [one, other] = stops;
  if (one === undefined || other === undefined) return one ?? null;
  return isBetter(side, one, other) ? one : other;
}

/** Behind all groups whose best price is as good or better. */
function placeOf<Owner extends TrailOwner>(
  side: "buy" | "sell",
  groups: readonly Group<Owner>[],
  best: Price,
): number {
  let [from, to] = [0, groups.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const group = groups[middle];
    if (group !== undefined && isBetter(side, best, group.best)) to = middle;
    else from = middle + 1;
  }
  return from;
}

function rootOf<Owner extends TrailOwner>(group: Group<Owner>): Group<Owner> {
  let root = group;
  while (root.into !== null) root = root.into;
  // Whoever looks again has a shorter way.
  for (let one = group; one.into !== null && one.into !== root;) {
    const further = one.into;
    one.into = root;
    one = further;
  }
  return root;
}

function join<Owner extends TrailOwner>(into: Group<Owner>, group: Group<Owner>): void {
  into.amounts = meld(into.amounts, group.amounts);
  into.parts = meld(into.parts, group.parts);
  group.amounts = null;
  group.parts = null;
  group.into = into;
}

function meld<Owner extends TrailOwner>(
  one: Node<Owner> | null,
  other: Node<Owner> | null,
): Node<Owner> | null {
  if (one === null || other === null) return one ?? other;
  const [first, second] = isBefore(one, other) ? [one, other] : [other, one];
  second.sibling = first.child;
  first.child = second;
  return first;
}

/** Of one best price the shorter distance is reached first, and of one distance the order that was set first. */
function isBefore<Owner extends TrailOwner>(one: Node<Owner>, other: Node<Owner>): boolean {
  const [near, far] = [distanceOf(one.one.trail), distanceOf(other.one.trail)];
  return near === far ? one.one.owner.number < other.one.owner.number : near < far;
}

function distanceOf({ amount, basisPoints }: Trail): bigint {
  return amount ?? BigInt(basisPoints ?? 0);
}

function withoutAbandoned<Owner extends TrailOwner>(from: Node<Owner> | null): Node<Owner> | null {
  let node = from;
  while (node !== null && !node.one.owner.isCurrent) node = removeFirst(node);
  return node;
}

/** The two passes of a pairing heap: its children joined in pairs, and those from the last to the first. */
function removeFirst<Owner extends TrailOwner>(node: Node<Owner>): Node<Owner> | null {
  const pairs: (Node<Owner> | null)[] = [];
  for (let child = node.child; child !== null;) {
    const other = child.sibling;
    const further: Node<Owner> | null = other?.sibling ?? null;
    child.sibling = null;
    if (other !== null) other.sibling = null;
    pairs.push(meld(child, other));
    child = further;
  }
  return pairs.reduceRight((joined, pair) => meld(joined, pair), null);
}
