import { settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { startLoanJobs } from "./credit-loans.jobs.ts";
import {
  applyForLoan,
  cancelLoan,
  loanOverview,
  previewLoan,
  repayLoan,
  scoreHistory,
  setAutoRepay,
} from "./credit-loans.ts";
import { loansOf } from "./loan-answers.ts";
import { changeLoanLimit, loansOfCustomer, proposeWriteOff } from "./loan-operators.ts";
import { lateLoans, loanReport } from "./loan-report.ts";
import { serveLoanQueue } from "./loans.queue.ts";

export async function creditLoansFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  serveCustomers(context);
  serveLoanQueue(context);
  serveOperators(context);
  return startLoanJobs(context);
}

function serveCustomers(context: Context): void {
  const { http } = context;
  http.handle("/user/loan", async ({ customer }) => accept(await loanOverview(context, customer)));
  http.handle("/user/loan-scores", ({ input, customer }) => scoreHistory(context, customer, input));
  http.handle("/user/preview-loan", ({ input, customer }) =>
    previewLoan(context, customer, { ...input, termDays: Number(input.term_days) }),
  );
  http.handle("/user/apply-loan", ({ input, customer }) =>
    applyForLoan(
      context,
      customer,
      {
        currency: input.currency,
        amount: input.amount,
        termDays: Number(input.term_days),
        purpose: input.purpose,
        autoRepay: input.auto_repay === "true",
      },
      input.request_id,
    ),
  );
  http.handle("/user/cancel-loan", ({ input, customer }) =>
    cancelLoan(context, customer, BigInt(input.id), input.request_id),
  );
  http.handle("/user/repay-loan", ({ input, customer }) =>
    repayLoan(context, customer, { id: BigInt(input.id), amount: input.amount }, input.request_id),
  );
  http.handle("/user/auto-repay-loan", ({ input, customer }) =>
    setAutoRepay(context, customer, BigInt(input.id), input.on === "true"),
  );
  http.handle("/user/loanlist", async ({ input, customer }) => {
    const currency = input.type === undefined ? null : settlementCurrency(input.type);
    const at = context.clock.now();
    return accept(await loansOf(context.database.reader, customer.customerId, { currency, at }));
  });
}

function serveOperators(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/customers/:account/loans", ({ input, audit }) => {
    audit.about(input.account, { viewed: "loans" });
    return loansOfCustomer(context, input.account);
  });
  operatorHttp.handle("/api/ops/customers/:account/loan-limit", ({ input, operator, audit }) => {
    audit.about(input.account, { currency: input.currency, limit: input.limit ?? "" });
    return changeLoanLimit(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/loans/:id/write-off", ({ input, operator, audit }) => {
    audit.about(`loans:${input.id}`);
    return proposeWriteOff(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/loan-report", async ({ audit }) => {
    audit.about("loans");
    return accept(await loanReport(context));
  });
  operatorHttp.handle("/api/ops/late-loans", ({ input, audit }) => {
    audit.about("loans");
    return lateLoans(context, input);
  });
}
