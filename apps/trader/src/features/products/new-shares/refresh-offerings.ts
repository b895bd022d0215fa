import { refresh } from "../../../shared/queries.ts";

/** Once something came to pass, whatever shows it is read anew. */
export function refreshOfferings(): Promise<void> {
  return refresh(
    "/trade/newstocklist",
    "/trade/newstock",
    "/trade/usernewstocklist",
    "/trade/draw",
  );
}
