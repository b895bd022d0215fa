import type { Context } from "../../../context.ts";
import { positionIdsPerBlock, takePositionIdBlocks } from "./preparing.store.ts";

/** The ids of positions and orders to come. */
export type PositionIds = { take(count: number): Promise<bigint[]> };

/** So many blocks are fetched at once, and more before they run out: no batch waits for them. */
const blocksAtOnce = 8;

export function createPositionIds(database: Context["database"]): PositionIds {
  const blocks: { next: bigint; end: bigint }[] = [];
  let fetching: Promise<void> | null = null;

  async function fetchBlocks(): Promise<void> {
    const firsts = await takePositionIdBlocks(database.reader, blocksAtOnce);
    for (const first of firsts) blocks.push({ next: first, end: first + positionIdsPerBlock });
  }

  function fetchMore(): Promise<void> {
    fetching ??= fetchBlocks().finally(() => (fetching = null));
    return fetching;
  }

  return {
    async take(count) {
      const ids: bigint[] = [];
      while (ids.length < count) {
        const [block] = blocks;
        if (block === undefined) {
          await fetchMore();
          continue;
        }
        for (; ids.length < count && block.next < block.end; block.next += 1n) ids.push(block.next);
        if (block.next === block.end) blocks.shift();
      }
      // Where it fails, whoever finds none left hears of it.
      if (blocks.length <= blocksAtOnce / 2) void fetchMore().catch(() => undefined);
      return ids;
    },
  };
}
