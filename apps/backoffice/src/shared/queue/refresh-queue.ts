import type { ReviewItem } from "@sanshi/contract";
import { refresh } from "../queries.ts";
import type { Queue } from "./queue.ts";

/** After a decision or another hand: the queue, its cases, what waits, and what else the queue says. */
export function refreshQueue<Item extends ReviewItem, Case extends Item>(
  queue: Pick<Queue<Item, Case>, "name" | "changes">,
): Promise<void> {
  return refresh(
    `/api/ops/${queue.name}` as "/api/ops/proposals",
    `/api/ops/${queue.name}/:id` as "/api/ops/proposals/:id",
    "/api/ops/proposals",
    "/api/ops/health",
    "/api/ops/cases/:queue/:id/comments",
    ...queue.changes,
  );
}
