import type { Texts } from "../jp/index.ts";

export const proposals: Texts["proposals"] = {
  title: "Approvals",
  kind: "Kind",
  subject: "About",
  proposer: "Proposed by",
  changes: "What would change",
  empty: "Nothing waits for approval.",
  kind_journal: "Manual journal",
  kind_customer_state: "Change of a customer’s state",
  kind_operator_role: "Change of a role",
  kind_operator_enabled: "Operator to be enabled",
  kind_single_approval: "Single approval",
  kind_site_setting: "Site setting",
  kind_deposit_channel: "Deposit channel",
  kind_stock_offer: "Leverage and short selling",
  kind_credit_limit: "Credit limit",
  subject_single_approval: "Single approval",
  kind_review_deposits: "Deposit",
  kind_review_withdrawals: "Withdrawal",
  kind_review_verifications: "Verification",
  kind_review_loans: "Loan",
};
