export const customerStates = {
  title: "制限の解除・更新",
  account: "口座番号",
  before: "現在の状態",
  after: "変更後",
  proposer: "申請者",
  changes: "変更の内容",
  empty: "承認を待っている制限の解除・更新はありません。",
};
