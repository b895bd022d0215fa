/** A bank that took another name, or went into another one under whose code its accounts are held now. */
export type FormerBank = {
  /** Its own code then: that of today's bank where only the name changed. */
  code: string;
  name: string;
  /** The code of the bank that it is today. */
  today: string;
  /** The day of the change in Japan; nothing is decided by it. */
  since: string;
  source: string;
};

/** The day and the former code are not read from a register. What the list confirms, a test holds: see there. */
const generalKnowledge = "general knowledge of the banks' announcements";

/**
 * Branches and account numbers may have changed with the bank, so that a former bank's account is never rewritten: its
 * holder is asked for the new one. The list confirms that the old code is gone and that today's bank is there.
 */
export const formerBanks: readonly FormerBank[] = [
  merged("0597", "八千代銀行", "0137", "2018-05-01"),
  merged("0554", "関西アーバン銀行", "0159", "2019-04-01"),
  merged("0555", "大正銀行", "0572", "2020-01-01"),
  merged("0180", "十八銀行", "0181", "2020-10-01"),
  merged("0141", "北越銀行", "0140", "2021-01-01"),
  merged("0546", "第三銀行", "0154", "2021-05-01"),
  merged("0118", "みちのく銀行", "0117", "2025-01-01"),
  {
    ...merged("0544", "中京銀行", "0542", "2025-01-01"),
    source: "https://maonline.jp/tags/ご当地銀行の合従連衡史",
  },
  merged("0533", "長野銀行", "0143", "2026-01-01"),
  {
    ...merged("0537", "福邦銀行", "0147", "2026-05-02"),
    source: "https://fujiinformation.com/business/98884.html (the contract of 2024-11-08)",
  },
  renamed("0005", "三菱東京UFJ銀行", "2018-04-01"),
  renamed("0033", "ジャパンネット銀行", "2021-04-05"),
  renamed("0397", "新生銀行", "2023-01-04"),
  renamed("0038", "住信SBIネット銀行", "2026-08-03"),
];

function renamed(code: string, name: string, since: string): FormerBank {
  return { code, name, today: code, since, source: generalKnowledge };
}

function merged(code: string, name: string, today: string, since: string): FormerBank {
  return { code, name, today, since, source: generalKnowledge };
}
