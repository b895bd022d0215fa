import { marketKeys, type MarketKey } from "@sanshi/money";
import {
  accrueThrough,
  localDate,
  settledThrough,
  type InterestBearing,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { keepInterest } from "../positions/positions.ts";
import { accruingPositions, type AccruingPosition } from "./interest.store.ts";

const positionsPerBatch = 7_000;
/**
 * Neighbours of a page are written by different statements. It has room for new versions of a few of its rows, which are
 * found by the entries that the indexes have already, and what one statement replaces makes room for the next.
 */
const statementsPerBatch = 7;

/**
 * Brings every position's interest up to the last day that is settled, whenever a market's day has
 * changed, however many days the clock went on. Costs nothing in between. What is accrued is kept by
 * position and day: a second process, or a second run, finds nothing left to add. A position that changes
 * between reading and writing is left as it is, and the next run takes it up. Nothing is lost meanwhile: a
 * closing reckons the days that are missing by itself.
 */
export function createInterestAccrual(context: Pick<Context, "clock" | "database">): {
  run(): Promise<void>;
} {
  const doneThrough = new Map<MarketKey, LocalDate>();
  return {
    async run() {
      for (const market of marketKeys) {
        const through = settledThrough(market, localDate(market, context.clock.now()));
        if ((doneThrough.get(market) ?? "") >= through) continue;
        if (await accrueMarket(context, market, through)) doneThrough.set(market, through);
      }
    },
  };
}

/** False where positions changed meanwhile: they are still to be brought up to the day. */
async function accrueMarket(
  { database }: Pick<Context, "database">,
  market: MarketKey,
  through: LocalDate,
): Promise<boolean> {
  let isDone = true;
  let after = { customerId: 0n, positionId: 0n };
  for (;;) {
    const found = await accruingPositions(
      database.reader,
      market,
      through,
      after,
      positionsPerBatch,
    );
    const accrued = found.flatMap((row) => {
      const next = accrueThrough(interestBearing(row), through);
      return next.interestThrough === row.interest_through
        ? []
        : [{ id: row.id, revision: row.revision, ...next }];
    });
    for (let first = 0; first < statementsPerBatch; first += 1) {
      const spread = accrued.filter((_, place) => place % statementsPerBatch === first);
      if (spread.length === 0) continue;
      const kept = await keepInterest(database.reader, spread);
      if (kept < spread.length) isDone = false;
    }
    const last = found.at(-1);
    if (last === undefined || found.length < positionsPerBatch) return isDone;
    after = { customerId: last.customer_id, positionId: last.id };
  }
}

/** A row of the table `position` as the rules of interest read it. */
export function interestBearing(
  row: Omit<AccruingPosition, "id" | "customer_id" | "revision">,
): InterestBearing {
  return {
    market: row.market,
    side: row.side,
    openedAt: row.opened_at,
    marginLeft: row.margin_left,
    borrowedLeft: row.borrowed_left,
    collateralLeft: row.collateral_left,
    interestUnits: row.interest_units,
    interestThrough: row.interest_through,
  };
}
