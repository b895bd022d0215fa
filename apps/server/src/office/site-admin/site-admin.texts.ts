import {
  neverAsked,
  parseAmounts,
  siteSettings,
  type ReasonSentences,
  type SiteSettingName,
  type WrittenTexts,
} from "@sanshi/contract";
import { currencies, displayMoney, formatMinor } from "@sanshi/money";

type Language = "jp" | "cn" | "us";
type Said = Readonly<Record<Language, string>>;

/** What customers call each setting. */
export const settingNames: Readonly<Record<SiteSettingName, Said>> = {
  title: { jp: "サービス名", cn: "网站名称", us: "Name of the site" },
  logo: { jp: "ロゴ", cn: "标志", us: "Logo" },
  kefu: { jp: "カスタマーサービスの連絡先", cn: "客服链接", us: "Customer-service link" },
  menu: { jp: "下部メニュー", cn: "底部菜单", us: "Bottom menu" },
  default_language: { jp: "初期表示の言語", cn: "默认语言", us: "Default language" },
  withdrawal_hours: { jp: "出金の受付時間", cn: "提现受理时间", us: "Withdrawal hours" },
  withdrawal_days: { jp: "出金の受付日", cn: "提现受理日", us: "Withdrawal days" },
  withdrawal_minimum: { jp: "最低出金額", cn: "最低提现金额", us: "Smallest withdrawal" },
  withdrawal_maximum: { jp: "最高出金額", cn: "最高提现金额", us: "Largest withdrawal" },
  withdrawal_requires_no_positions: {
    jp: "保有銘柄がある間の出金停止",
    cn: "持仓期间不能提现",
    us: "No withdrawal while positions are held",
  },
  withdrawal_arrival_minutes: {
    jp: "出金の着金目安（分）",
    cn: "提现预计到账（分钟）",
    us: "Expected arrival of a withdrawal, minutes",
  },
  withdrawals_under_review_max: {
    jp: "同時に審査できる出金の件数",
    cn: "同时审核中的提现笔数上限",
    us: "Withdrawals under review at once",
  },
  withdrawal_four_eyes: {
    jp: "出金の二重承認",
    cn: "提现双人复核",
    us: "Withdrawals need two operators",
  },
  bank_card_cooling_off_hours: {
    jp: "新しい銀行口座の待機時間（時間）",
    cn: "新银行账户的等待时间（小时）",
    us: "Hold on a new bank account, hours",
  },
  reset_hold_hours: {
    jp: "パスワード再設定後の保護期間（時間、実時間）",
    cn: "密码重置后的保护期（小时，实际时间）",
    us: "Hold after a password reset, hours of real time",
  },
  deposit_minimum: { jp: "最低入金額", cn: "最低充值金额", us: "Smallest deposit" },
  deposit_maximum: { jp: "最高入金額", cn: "最高充值金额", us: "Largest deposit" },
  deposit_four_eyes: {
    jp: "入金の二重承認",
    cn: "充值双人复核",
    us: "Deposits need two operators",
  },
  deposit_four_eyes_from: {
    jp: "入金の二重承認の基準額",
    cn: "充值双人复核的起点金额",
    us: "Deposits need two operators from",
  },
  loan_rate_jpy: {
    jp: "ローンの年利（円、ベーシスポイント）",
    cn: "贷款年利率（日元，基点）",
    us: "Annual rate of loans in yen, basis points",
  },
  loan_rate_usd: {
    jp: "ローンの年利（米ドル、ベーシスポイント）",
    cn: "贷款年利率（美元，基点）",
    us: "Annual rate of loans in US dollars, basis points",
  },
  loan_rate_cny: {
    jp: "ローンの年利（人民元、ベーシスポイント）",
    cn: "贷款年利率（人民币，基点）",
    us: "Annual rate of loans in yuan, basis points",
  },
  loan_capital: { jp: "貸付資金の上限", cn: "放款资金上限", us: "Capital for loans" },
  loan_cooling_off_days: {
    jp: "ローンのクーリング・オフ期間（日）",
    cn: "贷款冷静期（天）",
    us: "Cooling-off period of loans, days",
  },
  allow_partial_repayment: {
    jp: "ローンの一部返済",
    cn: "贷款部分还款",
    us: "Partial repayment of loans",
  },
  short_borrow_unlimited: {
    jp: "機関投資家による無制限の貸株",
    cn: "机构不限量出借股票",
    us: "Institutions lend shares without limit",
  },
  house_lends_shares: {
    jp: "当社が貸し出す株数（銘柄ごと）",
    cn: "本公司每只股票的出借股数",
    us: "Shares of each stock we lend",
  },
  extended_hours: {
    jp: "米国株の時間外取引（プレ/アフターマーケット）",
    cn: "美股盘前盘后交易",
    us: "Extended-hours trading in US stocks",
  },
  loan_four_eyes: { jp: "ローンの二重承認", cn: "贷款双人复核", us: "Loans need two operators" },
  correction_objection_from: {
    jp: "残高訂正に異議を申し立てられる金額（1日）",
    cn: "可对余额更正提出异议的起点金额（每日）",
    us: "A day's corrections that can be objected to, from",
  },
  deposit_review_minutes: {
    jp: "入金の確認にかかる時間（分）",
    cn: "充值审核时间（分钟）",
    us: "Review of a deposit, minutes",
  },
  health_insurance_card_accepted: {
    jp: "健康保険証の受付",
    cn: "受理健康保险证",
    us: "Health insurance card accepted",
  },
};

const words: Readonly<Record<string, Said>> = {
  on: { jp: "あり", cn: "是", us: "on" },
  off: { jp: "なし", cn: "否", us: "off" },
  business: { jp: "東京の営業日", cn: "东京营业日", us: "Tokyo's business days" },
  weekdays: { jp: "月曜日から金曜日", cn: "周一至周五", us: "Monday to Friday" },
  every: { jp: "毎日", cn: "每天", us: "every day" },
  five: { jp: "5項目", cn: "五个", us: "five tabs" },
  six: { jp: "6項目", cn: "六个", us: "six tabs" },
  jp: { jp: "日本語", cn: "日语", us: "Japanese" },
  cn: { jp: "中国語", cn: "中文", us: "Chinese" },
  us: { jp: "英語", cn: "英语", us: "English" },
};
const tokyo: Said = { jp: "（日本時間）", cn: "（日本时间）", us: " (Japan time)" };

/** A value in words; of amounts those alone that differ from the other value. */
export function valueInWords(name: SiteSettingName, value: string, other: string): Said {
  const { kind } = siteSettings[name];
  const same = (text: string): Said => ({ jp: text, cn: text, us: text });
  if (kind === "hours") {
    return { jp: value + tokyo.jp, cn: value + tokyo.cn, us: value + tokyo.us };
  }
  if (kind === "amounts") return same(amountsThatDiffer(value, other));
  if (kind === "text" || kind === "address" || kind === "whole") return same(value || "–");
  return words[value] ?? same(value);
}

function amountsThatDiffer(value: string, other: string): string {
  const [own, others] = [parseAmounts(value), parseAmounts(other)];
  if (own === null || others === null) return value;
  const isAlike = currencies.every((currency) => own[currency] === others[currency]);
  return currencies
    .filter((currency) => isAlike || own[currency] !== others[currency])
    .map((currency) => `${displayMoney(formatMinor(own[currency], currency))} ${currency}`)
    .join(", ");
}

/** What everybody is told where an announced change is withdrawn before it holds. */
export function settingKept(name: SiteSettingName): WrittenTexts {
  const of = settingNames[name];
  return {
    jp: {
      title: `${of.jp}の変更の取りやめ`,
      body: `お知らせしていた${of.jp}の変更は取りやめになりました。これまでどおりです。`,
    },
    cn: { title: `取消调整${of.cn}`, body: `此前通知的${of.cn}调整已取消，维持不变。` },
    us: { title: `Change canceled: ${of.us}`, body: `The announced change is canceled: ${of.us}.` },
  };
}

/** What stands below an announced change: what holds until then. */
const untilThen: Said = {
  jp: "それより前に受け付けたお手続きには、変更前の条件が適用されます。",
  cn: "在此之前已受理的业务仍按调整前的条件办理。",
  us: "Anything you began before keeps its earlier terms.",
};

/** What everybody is told of a change that tightens, a day before it holds. */
export function settingAnnounced(change: {
  name: SiteSettingName;
  before: string;
  value: string;
  effectiveFrom: number;
  reason: ReasonSentences;
}): WrittenTexts {
  const { name, before, value, reason } = change;
  const from = new Intl.DateTimeFormat("ja-JP", {
    timeZone: "Asia/Tokyo",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  }).format(change.effectiveFrom);
  const [was, becomes] = [valueInWords(name, before, value), valueInWords(name, value, before)];
  const of = settingNames[name];
  // A link leads out of the app: somebody there may ask for what nobody here does.
  const below = siteSettings[name].kind === "address" ? neverAsked : untilThen;
  return {
    jp: {
      title: `${of.jp}の変更`,
      body: `${from}${tokyo.jp}から、${of.jp}が変わります。\n変更前：${was.jp}\n変更後：${becomes.jp}\n理由：${reason.jp}\n${below.jp}`,
    },
    cn: {
      title: `${of.cn}调整`,
      body: `自${from}${tokyo.cn}起，${of.cn}将作调整。\n调整前：${was.cn}\n调整后：${becomes.cn}\n原因：${reason.cn}\n${below.cn}`,
    },
    us: {
      title: `Change: ${of.us}`,
      body: `From ${from}${tokyo.us} this changes: ${of.us}.\nUntil then: ${was.us}\nFrom then on: ${becomes.us}\nReason: ${reason.us}\n${below.us}`,
    },
  };
}
