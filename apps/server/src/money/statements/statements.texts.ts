import type { ExportLanguage } from "../records/records.ts";

type StatementTexts = {
  title: string;
  /** Across every page of a simulated instance. */
  watermark: string;
  simulated: string;
  account: string;
  period: string;
  as_of: string;
  time_zone: string;
  page: string;
  balances: string;
  movements: string;
  trades: string;
  holdings: string;
  none: string;
  truncated: string;
  balance_columns: [account: string, currency: string, before: string, after: string];
  movement_columns: [
    ...[time: string, kind: string, stock: string],
    ...[currency: string, amount: string, after: string],
  ];
  /** Beside the movements' columns where trades settle later. */
  settles_on: string;
  trade_columns: [
    ...[time: string, activity: string, code: string, name: string, currency: string],
    ...[quantity: string, price: string, amount: string, fee: string, profit: string],
  ];
  holding_columns: [
    ...[code: string, name: string, side: string, currency: string, quantity: string],
    ...[openPrice: string, price: string, value: string, profit: string],
  ];
  long: string;
  short: string;
  long_opened: string;
  long_closed: string;
  short_opened: string;
  short_closed: string;
  purposes: Record<string, string>;
  other_purpose: string;
  audit_head: string;
  audit_head_note: string;
};

export const statementTexts: Record<ExportLanguage, StatementTexts> = {
  jp: {
    title: "取引残高報告書",
    watermark: "デモ取引",
    simulated: "デモ取引の報告書です。実際のお金や株式は動いていません。",
    account: "口座番号",
    period: "対象期間",
    as_of: "基準日時",
    time_zone: "日本時間",
    page: "{{page}} / {{pages}} ページ",
    balances: "預り金等の残高",
    movements: "期間中の入出金",
    trades: "約定の明細",
    holdings: "期末の保有銘柄・建玉",
    none: "該当はありません。",
    truncated: "件数が多いため、期間中の新しい5,000件を記載しています。",
    balance_columns: ["区分", "通貨", "期首残高", "期末残高"],
    movement_columns: ["日時", "内容", "銘柄", "通貨", "金額", "残高"],
    settles_on: "受渡日",
    trade_columns: [
      "約定日時",
      "取引",
      "コード",
      "銘柄名",
      "通貨",
      "数量",
      "単価",
      "約定代金",
      "手数料等",
      "実現損益",
    ],
    holding_columns: [
      "コード",
      "銘柄名",
      "売買",
      "通貨",
      "数量",
      "取得単価",
      "期末時価",
      "評価額",
      "評価損益",
    ],
    long: "買",
    short: "空売り",
    long_opened: "買付",
    long_closed: "売却",
    short_opened: "空売り",
    short_closed: "買い戻し",
    purposes: {
      available: "預り金",
      reserved_orders: "注文拘束金",
      reserved_withdrawals: "出金手続き中",
      followed: "コピートレードの資金",
      reserved_subscriptions: "新規公開株の払込金",
      reserved_applications: "立会外分売の申込金",
      margin_debt: "信用取引の借入金",
      short_collateral: "空売りの担保金",
      shortfall_debt: "立替金（不足金）",
      loan_debt: "ローン元金",
      loan_interest_debt: "ローン未払利息",
      debt: "ローン借入金",
    },
    other_purpose: "その他",
    audit_head: "監査記録の署名",
    audit_head_note:
      "この時点までの当社の業務記録を証明する電子署名です。保管しておくと、記録が後から書き換えられた場合に確認できます。",
  },
  cn: {
    title: "账户对账单",
    watermark: "模拟交易",
    simulated: "本对账单为模拟交易，不涉及真实资金和证券。",
    account: "账户",
    period: "对账期间",
    as_of: "截止时间",
    time_zone: "日本时间",
    page: "第{{page}}页，共{{pages}}页",
    balances: "资金余额",
    movements: "期间资金变动",
    trades: "成交明细",
    holdings: "期末持仓",
    none: "无。",
    truncated: "记录较多，仅列出期间内最近的5,000条。",
    balance_columns: ["项目", "币种", "期初余额", "期末余额"],
    movement_columns: ["时间", "业务类型", "证券", "币种", "发生金额", "余额"],
    settles_on: "交收日",
    trade_columns: [
      "成交时间",
      "业务",
      "代码",
      "名称",
      "币种",
      "数量",
      "成交价",
      "成交金额",
      "费用",
      "已实现盈亏",
    ],
    holding_columns: [
      "代码",
      "名称",
      "方向",
      "币种",
      "数量",
      "成本价",
      "期末价",
      "市值",
      "浮动盈亏",
    ],
    long: "多",
    short: "空",
    long_opened: "证券买入",
    long_closed: "证券卖出",
    short_opened: "融券卖出",
    short_closed: "买入平仓",
    purposes: {
      available: "可用资金",
      reserved_orders: "委托冻结",
      reserved_withdrawals: "提现冻结",
      followed: "跟单资金",
      reserved_subscriptions: "新股缴款冻结",
      reserved_applications: "大宗交易申请冻结",
      margin_debt: "融资负债",
      short_collateral: "融券保证金",
      shortfall_debt: "欠款",
      loan_debt: "贷款本金",
      loan_interest_debt: "贷款应付利息",
      debt: "贷款",
    },
    other_purpose: "其他",
    audit_head: "审计记录签名",
    audit_head_note:
      "这是对本公司业务记录截至此刻状态的电子签名。请妥善保存：如记录日后被改写，可凭此查证。",
  },
  us: {
    title: "Account statement",
    watermark: "SIMULATED",
    simulated: "A statement of simulated trading: no real money or securities moved.",
    account: "Account",
    period: "Period",
    as_of: "As of",
    time_zone: "Japan time",
    page: "Page {{page}} of {{pages}}",
    balances: "Balances",
    movements: "Cash activity",
    trades: "Trades",
    holdings: "Holdings at the end of the period",
    none: "None.",
    truncated: "Too many movements to list: these are the newest 5,000 of the period.",
    balance_columns: ["Account", "Currency", "Opening", "Closing"],
    movement_columns: ["Time", "Activity", "Stock", "Currency", "Amount", "Balance"],
    settles_on: "Settles on",
    trade_columns: [
      "Time",
      "Activity",
      "Symbol",
      "Name",
      "Currency",
      "Quantity",
      "Price",
      "Amount",
      "Fees",
      "Realized P/L",
    ],
    holding_columns: [
      "Code",
      "Name",
      "Side",
      "Currency",
      "Quantity",
      "Average price",
      "Closing price",
      "Market value",
      "Unrealized P/L",
    ],
    long: "Long",
    short: "Short",
    long_opened: "Buy",
    long_closed: "Sell",
    short_opened: "Sell short",
    short_closed: "Buy to cover",
    purposes: {
      available: "Cash",
      reserved_orders: "Held for orders",
      reserved_withdrawals: "Held for withdrawals",
      followed: "In copy trading",
      reserved_subscriptions: "Paid for new shares",
      reserved_applications: "Held for block trades",
      margin_debt: "Margin loan",
      short_collateral: "Collateral of short positions",
      shortfall_debt: "Unpaid debt",
      loan_debt: "Loan principal",
      loan_interest_debt: "Loan interest owed",
      debt: "Loans",
    },
    other_purpose: "Other",
    audit_head: "Signed audit record",
    audit_head_note:
      "A digital signature of our operators’ record up to this moment. Keep it: if the record is ever rewritten, it is your proof.",
  },
};
