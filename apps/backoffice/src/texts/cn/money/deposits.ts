import type { Texts } from "../../jp/index.ts";

export const deposits: Texts["deposits"] = {
  title: "充值",
  empty: "没有待审核的充值。",
  number: "编号",
  account: "账号",
  name: "客户姓名",
  not_verified: "尚未实名认证",
  amount: "金额",
  channel: "充值渠道",
  reference: "转账附言",
  receipt: "转账凭证",
  same_receipt_one: "相同凭证此前提交过{{count}}次。",
  same_receipt_other: "相同凭证此前提交过{{count}}次。",
};
