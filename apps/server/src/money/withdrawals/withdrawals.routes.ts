import { settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { withdrawalStatistics, withdrawalTerms, withdrawalsOf } from "./withdrawals.answers.ts";
import { startWithdrawalJobs } from "./withdrawals.jobs.ts";
import { serveWithdrawalQueue } from "./withdrawals.queue.ts";
import { cancelWithdrawal, requestWithdrawal } from "./withdrawals.ts";

export async function withdrawalsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  http.handle("/user/withdrawal-terms", async ({ customer }) =>
    accept(await withdrawalTerms(context, customer)),
  );
  http.handle("/user/withdraw", ({ input, customer }) =>
    requestWithdrawal(
      context,
      customer,
      {
        currency: input.currency,
        amount: input.amount,
        cardId: BigInt(input.card_id),
        fundPassword: input.fund_password,
      },
      input.request_id,
    ),
  );
  http.handle("/user/cancel-withdrawal", ({ input, customer }) =>
    cancelWithdrawal(context, customer, BigInt(input.id), input.request_id),
  );
  http.handle("/user/withdrawallist", async ({ input, customer }) => {
    const currency = input.type === undefined ? null : settlementCurrency(input.type);
    return accept(await withdrawalsOf(context, customer, currency));
  });
  http.handle("/user/withdrawal-statistics", async () =>
    accept(await withdrawalStatistics(context)),
  );
  serveWithdrawalQueue(context);
  return startWithdrawalJobs(context);
}
