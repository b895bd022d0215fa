export const ruleList = {
  title: "取引ルール",
  count: "未確認 {{open}} 件（全 {{all}} 件）",
  show_all: "すべて表示",
  market: "市場",
  rule: "ルール",
  since: "適用開始",
  since_unknown: "{{date}}より前（開始日は不明）",
  state: "状態",
  confirmed: "確認済み",
  unconfirmed: "未確認",
  source: "根拠と未確認の点",
  failed: "ルールを読み込めませんでした。",
};
