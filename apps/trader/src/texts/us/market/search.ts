import type { Texts } from "../../jp/index.ts";

export const search: Texts["search"] = {
  title: "Search",
  field: "Search by name or symbol",
  placeholder: "Company or symbol",
  clear: "Clear the field",
  history: "Recent searches",
  clear_history: "Clear all",
  hot: "Most active · {{market}}",
  found_one: "{{count}} result",
  found_other: "{{count}} results",
  nothing_found: "No stock matches “{{query}}”.",
  nothing_found_hint:
    "Try a symbol (AAPL, 7203), an English name, a Japanese name in kanji or kana, or a Chinese name or its pinyin.",
  search_again: "Search for something else",
};
