import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { sharePoolsOf } from "../../trading/share-pool/share-pool.ts";
import { lendingEarnings } from "./lending-earnings.ts";
import { lendingReport } from "./lending-report.ts";
import { startLendingJobs } from "./stock-lending.jobs.ts";
import {
  borrowing,
  lend,
  lendAutomatically,
  lendingOverview,
  lendingsIn,
  recall,
  type LendingContext,
} from "./stock-lending.ts";

export async function stockLendingFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { database, clock, quotes, hours } = context;
  const pools = sharePoolsOf(context);
  const lending = { database, clock, quotes, hours, pools };
  serveCustomers(context, lending);
  context.operatorHttp.handle("/api/ops/stock-lending", async ({ input, audit }) => {
    audit.about("stock lending");
    return accept(await lendingReport(lending, input.type));
  });
  return startLendingJobs(context);
}

function serveCustomers({ http }: Context, lending: LendingContext): void {
  http.handle("/market/borrowing", ({ input }) => borrowing(lending, input.type, input.code));
  http.handle("/trade/lending", async ({ customer }) =>
    accept(await lendingOverview(lending, customer)),
  );
  http.handle("/trade/lend", ({ input, customer }) =>
    lend(lending, customer, { id: BigInt(input.id), quantity: input.quantity }, input.request_id),
  );
  http.handle("/trade/recall", ({ input, customer }) =>
    recall(lending, customer, BigInt(input.id)),
  );
  http.handle("/trade/lend-automatically", ({ input, customer }) =>
    lendAutomatically(lending, customer, input.choice === "automatic"),
  );
  http.handle("/trade/lendinglist", async ({ input, customer }) =>
    accept(await lendingsIn(lending, customer, input.type)),
  );
  http.handle("/trade/lending-earnings", ({ input, customer }) =>
    lendingEarnings(lending, customer, {
      id: BigInt(input.id),
      cursor: input.cursor,
      limit: Number(input.limit),
    }),
  );
}
