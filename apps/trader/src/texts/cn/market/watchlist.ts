import type { Texts } from "../../jp/index.ts";

export const watchlist: Texts["watchlist"] = {
  title: "自选",
  edit: "编辑",
  done: "完成",
  add: "添加股票",
  filter: "按市场筛选",
  all: "全部",
  empty: "还没有自选股。点一下股票旁的星标，就会显示在这里。",
  empty_market: "还没有{{market}}市场的自选股。",
  find_stocks: "去找股票",
  see_rankings: "从排行中挑选",
  remove: "移除",
  remove_stock: "将{{name}}移出自选",
  removed: "已移除“{{name}}”",
  undo: "撤销",
};
