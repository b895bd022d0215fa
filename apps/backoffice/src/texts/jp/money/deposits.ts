export const deposits = {
  title: "入金",
  empty: "確認を待っている入金はありません。",
  number: "受付番号",
  account: "口座番号",
  name: "お客様の氏名",
  not_verified: "本人確認が済んでいません",
  amount: "金額",
  channel: "入金先",
  reference: "振込時のメッセージ",
  receipt: "振込明細",
  same_receipt_one: "同じ明細が以前に{{count}}回提出されています。",
  same_receipt_other: "同じ明細が以前に{{count}}回提出されています。",
};
