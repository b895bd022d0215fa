import { refresh } from "../../../shared/queries.ts";

/** After anything was done, or came to pass, whatever shows it is read anew. */
export function refreshBlocks(): Promise<void> {
  return refresh(
    "/trade/blocklist",
    "/trade/block",
    "/trade/block-draw",
    "/trade/block-sales",
    "/trade/ustockslist",
    "/trade/userstocklist",
    "/user/assets",
    "/user/getUserinfo",
    "/user/fund-records",
  );
}
