export const search = {
  title: "銘柄検索",
  field: "銘柄名またはコードで検索",
  placeholder: "銘柄名・コードで検索",
  clear: "入力を消去",
  history: "検索履歴",
  clear_history: "すべて消去",
  hot: "{{market}}株・売買代金上位",
  found_one: "{{count}}件",
  found_other: "{{count}}件",
  nothing_found: "「{{query}}」に一致する銘柄は見つかりませんでした。",
  nothing_found_hint:
    "銘柄コード（7203、AAPL）、漢字やかなの社名、中国語名やピンイン、英語名で検索できます。",
  search_again: "別の言葉で検索",
};
