import type { ReviewItem } from "@sanshi/contract";
import type { Asked } from "../api.ts";
import type { Me } from "../session.ts";
import { decisionLocks } from "./decision-locks.ts";
import type { Queue } from "./queue.ts";

/** So many are looked at and decided in one go: more than that nobody reads. */
export const bulkMax = 20;

/** What became of one of them: each is a call of its own, with its own entry in the audit log. */
export type BulkResult<Data> = { id: string; asked: Asked<Data> };

/** Of what was chosen, what this operator can decide now, and why not the rest. */
export function sortOut<Item extends ReviewItem>(
  queue: Pick<Queue<Item, Item>, "decide">,
  chosen: readonly Item[],
  me: Me,
  lock: "decide" | "claim",
  approvalLock?: (one: Item) => string | null,
): { open: Item[]; left: { one: Item; why: string }[] } {
  const locked = chosen.map((one) => ({
    one,
    why: decisionLocks(one, me, queue.decide)[lock] ?? approvalLock?.(one) ?? null,
  }));
  return {
    open: locked.flatMap(({ one, why }) => (why === null ? [one] : [])),
    left: locked.flatMap(({ one, why }) => (why === null ? [] : [{ one, why }])),
  };
}

/** After one of these every further call would end the same way. */
const hopeless = new Set<string>(["sign_in_again", "network_error"]);

/**
 * One after the other, so that each is decided by how things stand when its turn comes. A refusal is the
 * result of its item and keeps none of the others.
 */
export async function oneAfterAnother<Item extends { id: string }, Data>(
  items: readonly Item[],
  act: (item: Item) => Promise<Asked<Data>>,
  onResult: (results: readonly BulkResult<Data>[]) => void,
): Promise<readonly BulkResult<Data>[]> {
  const results: BulkResult<Data>[] = [];
  for (const item of items) {
    const asked = await act(item);
    results.push({ id: item.id, asked });
    onResult([...results]);
    if (!asked.ok && hopeless.has(asked.refusal.code)) break;
  }
  return results;
}
