import type { Texts } from "../jp/index.ts";

export const withdrawals: Texts["withdrawals"] = {
  title: "提现",
  empty: "没有待处理的提现。",
  number: "编号",
  account: "账号",
  name: "客户姓名",
  name_kana: "假名",
  not_verified: "未实名认证",
  amount: "金额",
  expected_by: "预计到账",
  latest_by: "最迟到账",
  pay_to: "收款账户",
  holder: "户名",
  bank: "银行",
  branch: "支行",
  card_type: "账户类型",
  country: "国家",
  card_number: "账号",
  added_at: "绑定时间",
  holder_differs: "账户户名与客户姓名不一致。",
  same_account: "绑定相同账户的客户：",
};
