export const news = {
  title: "ニュース",
  info_title: "ニュース詳細",
  filter: "市場",
  all: "すべて",
  list: "{{date}}のニュース",
  empty: "ニュースはまだありません。取引が始まると、市場の動きがここに届きます。",
  to_market: "銘柄を見る",
  to_news: "ニュース一覧へ",
  older: "さらに表示",
  all_shown: "これより前のニュースはありません",
  newer_article: "次の記事",
  older_article: "前の記事",
  figures: "数値",
  indexes: "指数",

  note_simulated:
    "この記事は、本アプリのデモ市場の値動きから自動で計算したものです。実在する企業や市場の動きではありません。",
  note_replay:
    "この記事は、再生中の過去の値動きから自動で計算したものです。現在の市場の動きではありません。",
  note_live: "この記事は、配信された株価から自動で計算したものです。",
  note_editor: "運営者による記事です。",
  list_note_simulated: "デモ市場の値動きから自動作成しています",
  list_note_replay: "過去の値動きの再生から自動作成しています",
  list_note_live: "配信された株価から自動作成しています",
  list_note_editor: "運営者からのニュースです",

  desk_jpy: "東京株式",
  desk_usd: "米国株式",
  desk_cny: "中国株式",
  money_jpy: "{{amount}}円",
  money_usd: "{{amount}}ドル",
  money_cny: "{{amount}}元",
  shares: "{{amount}}株",

  kind_article: "お知らせ",
  kind_market_close: "大引け",
  kind_market_open: "寄り付き",
  kind_top_gainer: "値上がり",
  kind_top_loser: "値下がり",
  kind_most_active: "出来高",
  kind_listing: "新規上場",
  kind_limit_up_close: "ストップ高",
  kind_limit_down_close: "ストップ安",
  kind_year_high: "高値更新",
  kind_year_low: "安値更新",
  kind_large_gain: "大幅高",
  kind_large_loss: "大幅安",
  kind_limit_up: "ストップ高",
  kind_limit_down: "ストップ安",
  kind_split: "株式分割",
  kind_split_ahead: "株式分割",
  kind_dividend: "配当",
  kind_dividend_ahead: "配当",

  title_market_close_up: "{{desk}}大引け、{{index}}は{{index_percent}}%高の{{level}}",
  lead_market_close_up:
    "{{date}}の{{desk}}は、{{index}}が前日比{{index_change}}ポイント（{{index_percent}}%）高の{{level}}で取引を終えた。値上がりは{{up}}銘柄、値下がりは{{down}}銘柄、変わらずは{{flat}}銘柄だった。",
  title_market_close_down: "{{desk}}大引け、{{index}}は{{index_percent}}%安の{{level}}",
  lead_market_close_down:
    "{{date}}の{{desk}}は、{{index}}が前日比{{index_change}}ポイント（{{index_percent}}%）安の{{level}}で取引を終えた。値上がりは{{up}}銘柄、値下がりは{{down}}銘柄、変わらずは{{flat}}銘柄だった。",
  title_market_close_flat: "{{desk}}大引け、{{index}}は横ばいの{{level}}",
  lead_market_close_flat:
    "{{date}}の{{desk}}は、{{index}}が前日と同じ{{level}}で取引を終えた。値上がりは{{up}}銘柄、値下がりは{{down}}銘柄、変わらずは{{flat}}銘柄だった。",
  title_market_close_breadth: "{{desk}}大引け、値上がり{{up}}銘柄・値下がり{{down}}銘柄",
  lead_market_close_breadth:
    "{{date}}の{{desk}}は、値上がり{{up}}銘柄、値下がり{{down}}銘柄、変わらず{{flat}}銘柄で取引を終えた。",
  body_leader_up: "値上がり率の首位は{{name}}で、{{percent}}%高の{{price}}だった。",
  body_leader_down: "上昇した銘柄はなく、{{name}}は{{percent}}%安の{{price}}だった。",

  title_market_open_up: "{{desk}}寄り付き、買い先行　{{up}}銘柄が上昇",
  lead_market_open_up:
    "{{date}}の{{desk}}は買いが先行して始まった。始値が前日終値を上回ったのは{{up}}銘柄、下回ったのは{{down}}銘柄、同じだったのは{{flat}}銘柄。",
  title_market_open_down: "{{desk}}寄り付き、売り先行　{{down}}銘柄が下落",
  lead_market_open_down:
    "{{date}}の{{desk}}は売りが先行して始まった。始値が前日終値を下回ったのは{{down}}銘柄、上回ったのは{{up}}銘柄、同じだったのは{{flat}}銘柄。",
  title_market_open_flat: "{{desk}}寄り付き、売り買い交錯",
  lead_market_open_flat:
    "{{date}}の{{desk}}は方向感なく始まった。始値が前日終値を上回ったのは{{up}}銘柄、下回ったのは{{down}}銘柄、同じだったのは{{flat}}銘柄。",
  body_open_up: "始値の上昇率が最も大きかったのは{{name}}で、{{percent}}%高の{{price}}で始まった。",
  body_open_down:
    "始値の下落率が最も大きかったのは{{name}}で、{{percent}}%安の{{price}}で始まった。",

  title_top_gainer: "{{desk}}、{{name}}が値上がり率首位　{{percent}}%高",
  lead_top_gainer:
    "{{date}}の{{desk}}で、{{name}}（{{code}}）が前日比{{change}}（{{percent}}%）高の{{price}}で取引を終え、値上がり率の首位となった。",
  title_top_loser: "{{desk}}、{{name}}が値下がり率首位　{{percent}}%安",
  lead_top_loser:
    "{{date}}の{{desk}}で、{{name}}（{{code}}）が前日比{{change}}（{{percent}}%）安の{{price}}で取引を終え、値下がり率の首位となった。",
  title_most_active: "{{desk}}、{{name}}が出来高首位　{{volume}}",
  lead_most_active_up:
    "{{date}}の{{desk}}で最も多く売買されたのは{{name}}（{{code}}）で、出来高は{{volume}}だった。終値は{{percent}}%高の{{price}}。",
  lead_most_active_down:
    "{{date}}の{{desk}}で最も多く売買されたのは{{name}}（{{code}}）で、出来高は{{volume}}だった。終値は{{percent}}%安の{{price}}。",
  lead_most_active_flat:
    "{{date}}の{{desk}}で最も多く売買されたのは{{name}}（{{code}}）で、出来高は{{volume}}だった。終値は{{price}}。",
  body_range: "取引時間中の高値は{{high}}、安値は{{low}}。出来高は{{volume}}だった。",

  title_listing_up: "{{name}}が新規上場、初値{{open}}　終値は初値を{{percent}}%上回る",
  title_listing_down: "{{name}}が新規上場、初値{{open}}　終値は初値を{{percent}}%下回る",
  title_listing_flat: "{{name}}が新規上場、初値と終値は{{open}}",
  lead_listing_up:
    "{{name}}（{{code}}）が{{date}}に上場した。初値は{{open}}、終値は初値を{{percent}}%上回る{{price}}だった。",
  lead_listing_down:
    "{{name}}（{{code}}）が{{date}}に上場した。初値は{{open}}、終値は初値を{{percent}}%下回る{{price}}だった。",
  lead_listing_flat: "{{name}}（{{code}}）が{{date}}に上場した。初値、終値とも{{price}}だった。",

  title_limit_up_close: "{{name}}、ストップ高で取引終了　{{price}}",
  lead_limit_up_close:
    "{{name}}（{{code}}）は{{date}}、制限値幅の上限にあたる{{price}}（{{percent}}%高）で取引を終えた。",
  title_limit_up_close_locked: "{{name}}、終日ストップ高に張り付き　{{price}}",
  lead_limit_up_close_locked:
    "{{name}}（{{code}}）は{{date}}、終日にわたり制限値幅の上限にあたる{{price}}（{{percent}}%高）に張り付いた。",
  title_limit_down_close: "{{name}}、ストップ安で取引終了　{{price}}",
  lead_limit_down_close:
    "{{name}}（{{code}}）は{{date}}、制限値幅の下限にあたる{{price}}（{{percent}}%安）で取引を終えた。",
  title_limit_down_close_locked: "{{name}}、終日ストップ安に張り付き　{{price}}",
  lead_limit_down_close_locked:
    "{{name}}（{{code}}）は{{date}}、終日にわたり制限値幅の下限にあたる{{price}}（{{percent}}%安）に張り付いた。",
  title_limit_up: "{{name}}、一時ストップ高の{{limit}}",
  lead_limit_up:
    "{{name}}（{{code}}）は{{date}}、前日終値{{previous_close}}に対して制限値幅の上限となる{{limit}}まで買われた。",
  title_limit_down: "{{name}}、一時ストップ安の{{limit}}",
  lead_limit_down:
    "{{name}}（{{code}}）は{{date}}、前日終値{{previous_close}}に対して制限値幅の下限となる{{limit}}まで売られた。",

  title_year_high: "{{desk}}、{{n}}銘柄が52週高値を更新",
  lead_year_high:
    "{{date}}の{{desk}}では、{{n}}銘柄の終値が過去52週の終値の最高を上回った。このうち{{name}}の前日比が最も大きい。",
  title_year_high_single: "{{name}}、52週高値を更新　終値{{price}}",
  lead_year_high_single:
    "{{name}}（{{code}}）の{{date}}の終値は{{price}}となり、過去52週の終値の最高{{before}}を上回った。",
  title_year_low: "{{desk}}、{{n}}銘柄が52週安値を更新",
  lead_year_low:
    "{{date}}の{{desk}}では、{{n}}銘柄の終値が過去52週の終値の最低を下回った。このうち{{name}}の前日比の下げが最も大きい。",
  title_year_low_single: "{{name}}、52週安値を更新　終値{{price}}",
  lead_year_low_single:
    "{{name}}（{{code}}）の{{date}}の終値は{{price}}となり、過去52週の終値の最低{{before}}を下回った。",
  title_large_gain: "{{name}}が大幅高、{{percent}}%高の{{price}}",
  lead_large_gain:
    "{{name}}（{{code}}）は{{date}}、前日比{{change}}（{{percent}}%）高の{{price}}と大きく上昇して取引を終えた。",
  title_large_loss: "{{name}}が大幅安、{{percent}}%安の{{price}}",
  lead_large_loss:
    "{{name}}（{{code}}）は{{date}}、前日比{{change}}（{{percent}}%）安の{{price}}と大きく下落して取引を終えた。",

  title_split: "{{name}}、1株を{{ratio}}株に分割",
  lead_split:
    "{{name}}（{{code}}）は{{ex_date}}、1株を{{ratio}}株とする株式分割の権利落ち日を迎えた。基準となる株価は分割後の値に修正されている。",
  title_split_ahead: "{{name}}、{{ex_date}}に株式分割　1株を{{ratio}}株に",
  lead_split_ahead:
    "{{name}}（{{code}}）は{{ex_date}}に、1株を{{ratio}}株とする株式分割の権利落ち日を迎える。分割前の株数で売買できるのは、その前の取引日まで。",
  title_split_reverse: "{{name}}、{{ratio}}株を1株に併合",
  lead_split_reverse:
    "{{name}}（{{code}}）は{{ex_date}}、{{ratio}}株を1株とする株式併合の効力発生日を迎えた。基準となる株価は併合後の値に修正されている。",
  title_split_ahead_reverse: "{{name}}、{{ex_date}}に株式併合　{{ratio}}株を1株に",
  lead_split_ahead_reverse:
    "{{name}}（{{code}}）は{{ex_date}}に、{{ratio}}株を1株とする株式併合の効力発生日を迎える。",
  title_dividend: "{{desk}}、{{n}}銘柄が配当権利落ち",
  lead_dividend:
    "{{date}}の{{desk}}では、{{n}}銘柄が配当の権利落ち日を迎えた。本日以降に買った株式には、今回の配当を受け取る権利は付かない。",
  title_dividend_single: "{{name}}、配当権利落ち　1株{{per_share}}",
  lead_dividend_single:
    "{{name}}（{{code}}）は{{ex_date}}、1株あたり{{per_share}}の配当の権利落ち日を迎えた。本日以降に買った株式には、今回の配当を受け取る権利は付かない。",
  title_dividend_ahead: "{{desk}}、{{n}}銘柄が権利付き最終日　配当は{{ex_date}}権利落ち",
  lead_dividend_ahead:
    "{{date}}の{{desk}}では、{{n}}銘柄が配当の権利付き最終日を迎えた。{{ex_date}}が権利落ち日となる。",
  title_dividend_ahead_single: "{{name}}、{{ex_date}}に権利落ち　配当は1株{{per_share}}",
  lead_dividend_ahead_single:
    "{{name}}（{{code}}）は{{date}}、1株あたり{{per_share}}の配当の権利付き最終日を迎えた。{{ex_date}}が権利落ち日となる。",
  title_unknown: "市場ニュース",
  lead_unknown: "新しい種類のニュースです。アプリを再読み込みすると内容をご覧いただけます。",

  table_opened_up: "高く始まった銘柄",
  table_opened_down: "安く始まった銘柄",
  table_gainers: "値上がり率",
  table_losers: "値下がり率",
  table_active: "出来高",
  table_limit_up: "ストップ高で終了",
  table_limit_down: "ストップ安で終了",
  table_year_high: "52週高値更新",
  table_year_low: "52週安値更新",
  table_dividends: "1株あたり配当",
  figure_price: "終値",
  figure_limit: "制限値段",
  figure_before: "更新前の52週終値",
  figure_open: "始値",
  figure_high: "高値",
  figure_low: "安値",
  figure_previous_close: "前日終値",
  figure_volume: "出来高",
  figure_up: "値上がり",
  figure_down: "値下がり",
  figure_flat: "変わらず",
};
