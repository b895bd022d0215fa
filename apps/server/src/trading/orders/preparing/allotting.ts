import type { Transaction } from "../../../platform/sql/database.ts";
import { beginAllotted, type AllottedPosition } from "../../positions/positions.ts";
import { insertAllotmentFills } from "../storing/allotments.store.ts";
import { positionIdsPerBlock, takePositionIdBlocks } from "./preparing.store.ts";

/** Shares that came to a customer by an offering's draw, and not by an order. */
export type Allotted = Omit<AllottedPosition, "id"> & { offeringId: bigint };

/**
 * Makes a position of each, at the price that was paid, in the caller's transaction, which moves the money.
 * Answers their ids in the same order. No exchange made this fill, so that none of its fees is due.
 */
export async function allotShares(
  transaction: Transaction,
  allotted: readonly Allotted[],
  at: number,
): Promise<bigint[]> {
  const blocks = Math.ceil(allotted.length / Number(positionIdsPerBlock));
  const firsts = await takePositionIdBlocks(transaction, blocks);
  const positions = allotted.map((one, index) => {
    const first = firsts[Math.floor(index / Number(positionIdsPerBlock))];
    if (first === undefined) throw new Error("positions without ids");
    return { ...one, id: first + BigInt(index % Number(positionIdsPerBlock)) };
  });
  await beginAllotted(transaction, positions, at);
  await insertAllotmentFills(
    transaction,
    positions.map(({ id, offeringId, quantity, price, cost }) => {
      return { positionId: id, offeringId, quantity, price, cost };
    }),
    at,
  );
  return positions.map(({ id }) => id);
}
