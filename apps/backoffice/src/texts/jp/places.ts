export const places = {
  group_work: "業務",
  group_money: "資金",
  group_site: "サイト",
  group_control: "管理",
  proposals: "承認待ち",
  customers: "お客様",
  journals: "手動仕訳",
  invitations: "招待コード",
  clock: "デモ環境の時計",
  operators: "オペレーターと権限",
  audit: "監査ログ",
};
