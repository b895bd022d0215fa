import { refresh } from "../../../shared/queries.ts";

/** After an application or a repayment everything that shows money or debts is read anew. */
export async function refreshLoans(): Promise<void> {
  await refresh(
    "/user/loan",
    "/user/loanlist",
    "/user/assets",
    "/user/getUserinfo",
    "/user/fund-records",
    "/user/withdrawal-terms",
  );
}
