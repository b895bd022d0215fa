import type { Texts } from "../../jp/index.ts";

export const ruleList: Texts["ruleList"] = {
  title: "交易规则",
  count: "未核实 {{open}} 项（共 {{all}} 项）",
  show_all: "显示全部",
  market: "市场",
  rule: "规则",
  since: "施行日",
  since_unknown: "{{date}}之前（施行日不详）",
  since_older: "早于记录",
  state: "状态",
  confirmed: "已核实",
  unconfirmed: "未核实",
  source: "依据及未核实之处",
  failed: "规则加载失败。",
};
