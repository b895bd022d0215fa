import { usePolling } from "./presence.ts";
import { useCall } from "./queries.ts";

// Each reading stands in the audit log.
const refetchMs = 60_000;

/** How much waits in a queue, by the name that its screen has. One call tells of all of them. */
export function useWaitingCounts(): (name: string) => number {
  const health = useCall("/api/ops/health", {}, { refetchInterval: usePolling(refetchMs) });
  const queues = health.data?.queues ?? [];
  return (name) => queues.find((queue) => queue.name === name)?.waiting ?? 0;
}
