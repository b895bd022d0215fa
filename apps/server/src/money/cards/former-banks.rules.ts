/** A bank that took another name, or went into another one under whose code its accounts are held now. */
export type FormerBank = {
  /** Its own code then: that of today's bank where only the name changed. */
  code: string;
  name: string;
  /** The code of the bank that it is today. */
  today: string;
  /** The day of the change in Japan. */
  since: string;
  /** Whose announcement says so. */
  source: string;
};

/**
 * Only changes that an announcement of the banks themselves says with its day; a test holds each against the list: the old
 * code is gone from it, today's is there. Branches and account numbers may have changed with the bank, so that a former
 * bank's account is never rewritten: its holder is asked for the new one.
 */
export const formerBanks: readonly FormerBank[] = [
  renamed("0005", "三菱東京UFJ銀行", "2018-04-01", "三菱UFJ銀行"),
  merged("0597", "八千代銀行", "0137", "2018-05-01", "きらぼし銀行"),
  merged("0554", "関西アーバン銀行", "0159", "2019-04-01", "関西みらい銀行"),
  merged("0555", "大正銀行", "0572", "2020-01-01", "徳島大正銀行"),
  merged("0180", "十八銀行", "0181", "2020-10-01", "十八親和銀行"),
  merged("0141", "北越銀行", "0140", "2021-01-01", "第四北越銀行"),
  renamed("0033", "ジャパンネット銀行", "2021-04-05", "PayPay銀行"),
  merged("0546", "第三銀行", "0154", "2021-05-01", "三十三銀行"),
  renamed("0397", "新生銀行", "2023-01-04", "SBI新生銀行"),
  merged("0118", "みちのく銀行", "0117", "2025-01-01", "青森みちのく銀行"),
  merged("0544", "中京銀行", "0542", "2025-01-01", "あいち銀行"),
  merged("0533", "長野銀行", "0143", "2026-01-01", "八十二長野銀行"),
  merged("0537", "福邦銀行", "0147", "2026-05-02", "福井銀行"),
  renamed("0038", "住信SBIネット銀行", "2026-08-03", "ドコモSMTBネット銀行"),
];

function renamed(code: string, name: string, since: string, bank: string): FormerBank {
  return { code, name, today: code, since, source: `${bank}：商号変更のお知らせ` };
}

function merged(
  code: string,
  name: string,
  today: string,
  since: string,
  bank: string,
): FormerBank {
  return { code, name, today, since, source: `${bank}：合併のお知らせ` };
}
