import type { Texts } from "../../jp/index.ts";

export const search: Texts["search"] = {
  title: "搜索股票",
  field: "按名称或代码搜索",
  placeholder: "名称 / 代码 / 拼音",
  clear: "清空输入",
  history: "搜索历史",
  clear_history: "清空",
  hot: "{{market}}热门股票",
  found_one: "共{{count}}只",
  found_other: "共{{count}}只",
  nothing_found: "没有找到与“{{query}}”匹配的股票。",
  nothing_found_hint: "可以输入股票代码（600519、AAPL）、中文名称或拼音、日文名称、英文名称。",
  search_again: "换个词搜索",
};
