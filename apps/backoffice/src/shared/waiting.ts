import { usePolling } from "./presence.ts";
import { useCall } from "./queries.ts";

// Each reading stands in the audit log.
const refetchMs = 60_000;
/** More than this many are not counted: the number only says that there is work. */
export const waitingMax = 100;

/** How many proposals wait for a second operator. */
export function useWaitingCount(): number {
  const waiting = useCall(
    "/api/ops/proposals",
    { limit: String(waitingMax) },
    { refetchInterval: usePolling(refetchMs) },
  );
  return waiting.data?.items.length ?? 0;
}
