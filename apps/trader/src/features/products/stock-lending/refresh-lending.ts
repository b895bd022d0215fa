import { refresh } from "../../../shared/queries.ts";

/** After shares were lent or recalled everything that shows them is read anew. */
export async function refreshLending(): Promise<void> {
  await refresh(
    "/trade/lending",
    "/trade/lendinglist",
    "/trade/lending-earnings",
    "/trade/userstocklist",
    "/trade/position",
    "/trade/holdings",
  );
}
