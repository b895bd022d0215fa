import type { Texts } from "../jp/index.ts";

export const proposals: Texts["proposals"] = {
  title: "待审批",
  kind: "类型",
  subject: "对象",
  proposer: "申请人",
  changes: "变更内容",
  empty: "没有待审批的申请。",
  kind_journal: "手工记账",
  kind_customer_state: "账户状态变更",
  kind_operator_role: "角色变更",
  kind_operator_enabled: "启用操作员",
  kind_single_approval: "单人审批开关",
  kind_site_setting: "站点设置变更",
  kind_deposit_channel: "入金渠道",
  kind_stock_offer: "杠杆与融券变更",
  kind_credit_limit: "授信额度变更",
  subject_single_approval: "单人审批",
  kind_review_deposits: "充值审批",
  kind_review_withdrawals: "提现审批",
  kind_review_verifications: "实名认证审批",
  kind_review_loans: "贷款审批",
};
