import type { CallOutput, Calls, HeldStock } from "@sanshi/contract";
import { positionStatus } from "./position-status.ts";
import { workingOrdersOf, type WorkingOrder } from "./working-order.ts";

type HeldAnswer = CallOutput<Calls["/trade/userstocklist"]>;
type ClosedAnswer = CallOutput<Calls["/trade/userstocklists"]>;

export type HeldPositions = {
  holding: readonly HeldStock[];
  /** Everything that waits: orders that open, rests of those filled in part, and those that close. */
  waiting: readonly WorkingOrder[];
  marketValue: string;
  floatingProfit: string;
};

export type ClosedPositions = {
  items: readonly HeldStock[];
  realisedProfit: string;
};

/** The specification's keyed object, summary keys taken out, newest first. */
export function heldPositions(answer: HeldAnswer): HeldPositions {
  const all = positionsOf(answer).toSorted(newestFirst);
  return {
    holding: all.filter((one) => one.status !== positionStatus.pending),
    waiting: all.flatMap(workingOrdersOf),
    marketValue: summary(answer, "ccsz"),
    floatingProfit: summary(answer, "fdyk"),
  };
}

export function closedPositions(answer: ClosedAnswer): ClosedPositions {
  return {
    items: positionsOf(answer).toSorted(lastClosedFirst),
    realisedProfit: summary(answer, "lsyk"),
  };
}

function positionsOf(answer: HeldAnswer): HeldStock[] {
  return Object.values(answer).filter((value): value is HeldStock => typeof value !== "string");
}

function summary(answer: HeldAnswer, key: "ccsz" | "fdyk" | "lsyk"): string {
  const value = answer[key];
  return typeof value === "string" ? value : "0";
}

/** An object's own order is by id, which is the order of opening. */
function newestFirst(one: HeldStock, other: HeldStock): number {
  return other.buy_time.localeCompare(one.buy_time) || Number(BigInt(other.id) - BigInt(one.id));
}

function lastClosedFirst(one: HeldStock, other: HeldStock): number {
  const at = (stock: HeldStock) => stock.ended_at ?? stock.buy_time;
  return at(other).localeCompare(at(one)) || Number(BigInt(other.id) - BigInt(one.id));
}
