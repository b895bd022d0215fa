import type { Texts } from "../../jp/index.ts";

export const watchlist: Texts["watchlist"] = {
  title: "自选",
  edit: "编辑",
  done: "完成",
  add: "添加股票",
  filter: "按市场筛选",
  all: "全部",
  empty: "暂无自选股。点按股票旁的星标，即可添加到这里。",
  empty_market: "暂无{{market}}市场的自选股。",
  find_stocks: "查找股票",
  see_rankings: "从排行中挑选",
  remove: "删除",
  remove_stock: "将{{name}}从自选中删除",
  removed: "已删除“{{name}}”",
  undo: "撤销",
};
