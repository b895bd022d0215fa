import { refresh } from "../../../shared/queries.ts";

/** After a request or its cancelling everything that shows money is read anew. */
export async function refreshMoney(): Promise<void> {
  await refresh(
    "/user/withdrawal-terms",
    "/user/withdrawallist",
    "/user/assets",
    "/user/getUserinfo",
    "/user/fund-records",
  );
}
