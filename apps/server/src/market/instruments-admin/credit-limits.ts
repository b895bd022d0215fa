import type { CheckedInput, OperatorCalls } from "@sanshi/contract";
import { formatMinor, parseMinor, settlementCurrency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { creditOf, setCreditLimit } from "../../ledger/credit-limit.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Proposed, type Handlers } from "../../governance/approvals/approvals.ts";
import { objectToCreditLimit } from "./instruments-admin.rules.ts";
import * as store from "./instruments-admin.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";

type Form = CheckedInput<OperatorCalls["/api/ops/customers/:account/credit-limit"]>;

const limitKind = "credit_limit";

/** What a customer may borrow is a promise of the house: one operator proposes it, another approves. */
export function proposeCreditLimit(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Form,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const customerId = await store.findCustomerId(transaction, form.account);
    if (customerId === undefined) return refuse("customer_not_found");
    const currency = settlementCurrency(form.type);
    const proposed = await propose(context, transaction, operator, {
      kind: limitKind,
      subject: `${form.account} ${currency}`,
      customerId,
      input: { account: form.account, currency, credit_limit: form.credit_limit },
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, form.account, {
      proposal: proposed.value.id,
      currency,
      credit_limit: form.credit_limit,
    });
    return proposed;
  });
}

export const creditLimitProposals: Handlers<"credit_limit"> = {
  credit_limit: {
    approve: "approve_proposals",
    differences: async (_context, transaction, { account, currency, credit_limit }) => {
      const customerId = await store.findCustomerId(transaction, account);
      const now = customerId && (await creditOf(transaction, customerId, currency));
      if (!now) return refuse("customer_not_found");
      const limit = parseMinor(credit_limit, currency);
      const objection = objectToCreditLimit(limit, now);
      if (objection !== null || limit === null) {
        return refuse(objection ?? "credit_limit_out_of_range");
      }
      const shown = (amount: typeof limit) => `${formatMinor(amount, currency)} ${currency}`;
      return accept([{ field: "credit_limit", before: shown(now.limit), after: shown(limit) }]);
    },
    apply: async (_context, transaction, { input, at }) => {
      const { account, currency } = input;
      const customerId = await store.findCustomerId(transaction, account);
      const limit = parseMinor(input.credit_limit, currency);
      if (customerId === undefined || limit === null) return refuse("customer_not_found");
      if (!(await setCreditLimit(transaction, customerId, currency, limit))) {
        return refuse("credit_limit_below_borrowed");
      }
      await notifyOfOperatorAct(transaction, {
        customerId,
        kind: "operator_acted",
        what: "credit_limit_changed",
        params: { currency, amount: formatMinor(limit, currency) },
        at,
      });
      return accept({});
    },
  },
};
