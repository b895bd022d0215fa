import type { RecordKind } from "@sanshi/contract";

export type ExportLanguage = "jp" | "cn" | "us";

type ExportTexts = {
  simulated: string;
  made_at: string;
  /** In the order of the file's cells. */
  columns: string[];
  kinds: Record<RecordKind, string>;
  /** Where a short sale has a word of its own. */
  short: Partial<Record<RecordKind, string>>;
};

/** The words of an exported file, in the language of the one who asked for it. */
export const exportTexts: Record<ExportLanguage, ExportTexts> = {
  jp: {
    simulated: "デモ取引の記録です。実際のお金は動いていません。",
    made_at: "作成日時（UTC）",
    columns: [
      ...["日時（UTC）", "取引内容", "銘柄コード", "銘柄名", "通貨", "入出金額"],
      ...["拘束額の増減", "入出金後の残高", "注文番号", "受付番号", "受渡日"],
    ],
    kinds: {
      order_filled: "買付",
      position_closed: "売却",
      order_reserved: "買付注文の拘束",
      order_released: "注文取消（拘束解除）",
      dividend: "配当金",
      split_fraction: "株式分割・併合の端数代金",
      simulated_grant: "模擬資金の付与",
      exchange_sold: "両替（支払）",
      exchange_bought: "両替（受取）",
      correction: "残高の訂正",
      deposit: "入金",
      withdrawal_held: "出金申込（拘束）",
      withdrawal_paid: "出金",
      subscription_paid: "新規公開株の購入（拘束）",
      subscription_returned: "新規公開株の返金",
      withdrawal_returned: "出金取消（拘束解除）",
      loan_paid_out: "ローン実行",
      loan_interest: "ローン利息",
      loan_interest_waived: "ローン利息の免除",
      loan_repaid: "ローン返済",
      loan_written_off: "ローン債務の免除",
      other: "その他",
    },
    short: { order_filled: "売建", position_closed: "買い戻し", order_reserved: "売建注文の拘束" },
  },
  cn: {
    simulated: "本文件为模拟交易记录，不涉及真实资金。",
    made_at: "生成时间（UTC）",
    columns: [
      ...["时间（UTC）", "业务类型", "证券代码", "证券名称", "币种", "发生金额"],
      ...["冻结金额变动", "资金余额", "委托编号", "流水号", "交收日"],
    ],
    kinds: {
      order_filled: "证券买入",
      position_closed: "证券卖出",
      order_reserved: "委托冻结",
      order_released: "撤单解冻",
      dividend: "股息派发",
      split_fraction: "拆股、并股碎股款",
      simulated_grant: "模拟资金发放",
      exchange_sold: "换汇支出",
      exchange_bought: "换汇收入",
      correction: "调账",
      deposit: "充值",
      withdrawal_held: "提现申请冻结",
      withdrawal_paid: "提现",
      subscription_paid: "新股缴款冻结",
      subscription_returned: "新股缴款退回",
      withdrawal_returned: "提现退回",
      loan_paid_out: "贷款发放",
      loan_interest: "贷款利息",
      loan_interest_waived: "贷款利息免除",
      loan_repaid: "贷款还款",
      loan_written_off: "贷款债务免除",
      other: "其他",
    },
    short: { order_filled: "融券卖出", position_closed: "买入平仓" },
  },
  us: {
    simulated: "Simulated account: no real money was moved.",
    made_at: "Created (UTC)",
    columns: [
      ...["Time (UTC)", "Activity", "Symbol", "Name", "Currency", "Amount"],
      ...["Change in held funds", "Cash balance", "Order number", "Reference", "Settles on"],
    ],
    kinds: {
      order_filled: "Buy",
      position_closed: "Sell",
      order_reserved: "Funds held for order",
      order_released: "Held funds released",
      dividend: "Dividend",
      split_fraction: "Cash for fractional shares",
      simulated_grant: "Simulated funds",
      exchange_sold: "Currency exchange, paid",
      exchange_bought: "Currency exchange, received",
      correction: "Correction",
      deposit: "Deposit",
      withdrawal_held: "Held for a withdrawal",
      withdrawal_paid: "Withdrawal",
      subscription_paid: "Paid in for new shares",
      subscription_returned: "Returned from new shares",
      withdrawal_returned: "Withdrawal returned",
      loan_paid_out: "Loan paid out",
      loan_interest: "Loan interest",
      loan_interest_waived: "Loan interest waived",
      loan_repaid: "Loan repayment",
      loan_written_off: "Loan written off",
      other: "Other",
    },
    short: { order_filled: "Sell short", position_closed: "Buy to cover" },
  },
};
