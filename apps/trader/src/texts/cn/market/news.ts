import type { Texts } from "../../jp/index.ts";

export const news: Texts["news"] = {
  title: "资讯",
  info_title: "资讯详情",
  filter: "市场",
  all: "全部",
  list: "{{date}}的资讯",
  empty: "暂无资讯。开始交易后，市场动态会显示在这里。",
  to_market: "查看股票",
  to_news: "返回资讯列表",
  older: "加载更多",
  all_shown: "没有更早的资讯了",
  newer_article: "下一篇",
  older_article: "上一篇",
  figures: "数据",
  indexes: "指数",

  note_simulated: "本文由本应用模拟市场的行情数据自动计算生成，并非真实公司或真实市场的动态。",
  note_replay: "本文由正在回放的历史行情自动计算生成，并非当前市场的动态。",
  note_live: "本文由行情数据自动计算生成。",
  note_editor: "本文由运营方发布。",
  list_note_simulated: "根据模拟市场行情自动生成",
  list_note_replay: "根据历史行情回放自动生成",
  list_note_live: "根据行情数据自动生成",
  list_note_editor: "运营方发布的资讯",

  desk_jpy: "日本股市",
  desk_usd: "美国股市",
  desk_cny: "中国股市",
  money_jpy: "{{amount}}日元",
  money_usd: "{{amount}}美元",
  money_cny: "{{amount}}元",
  shares: "{{amount}}股",

  kind_article: "公告",
  kind_market_close: "收盘",
  kind_market_open: "开盘",
  kind_top_gainer: "涨幅榜",
  kind_top_loser: "跌幅榜",
  kind_most_active: "成交量",
  kind_listing: "新股上市",
  kind_limit_up_close: "涨停",
  kind_limit_down_close: "跌停",
  kind_year_high: "创新高",
  kind_year_low: "创新低",
  kind_large_gain: "大涨",
  kind_large_loss: "大跌",
  kind_limit_up: "涨停",
  kind_limit_down: "跌停",
  kind_split: "拆股",
  kind_split_ahead: "拆股",
  kind_dividend: "分红",
  kind_dividend_ahead: "分红",

  title_market_close_up: "{{desk}}收盘：{{index}}涨{{index_percent}}%，报{{level}}点",
  lead_market_close_up:
    "{{date}}，{{desk}}收盘，{{index}}上涨{{index_change}}点，涨幅{{index_percent}}%，报{{level}}点。上涨{{up}}只，下跌{{down}}只，平盘{{flat}}只。",
  title_market_close_down: "{{desk}}收盘：{{index}}跌{{index_percent}}%，报{{level}}点",
  lead_market_close_down:
    "{{date}}，{{desk}}收盘，{{index}}下跌{{index_change}}点，跌幅{{index_percent}}%，报{{level}}点。上涨{{up}}只，下跌{{down}}只，平盘{{flat}}只。",
  title_market_close_flat: "{{desk}}收盘：{{index}}平收，报{{level}}点",
  lead_market_close_flat:
    "{{date}}，{{desk}}收盘，{{index}}与前一交易日持平，报{{level}}点。上涨{{up}}只，下跌{{down}}只，平盘{{flat}}只。",
  title_market_close_breadth: "{{desk}}收盘：{{up}}只上涨，{{down}}只下跌",
  lead_market_close_breadth:
    "{{date}}，{{desk}}收盘，上涨{{up}}只，下跌{{down}}只，平盘{{flat}}只。",
  body_leader_up: "涨幅居首的是{{name}}，涨{{percent}}%，报{{price}}。",
  body_leader_down: "当日无个股上涨，{{name}}跌{{percent}}%，报{{price}}。",

  title_market_open_up: "{{desk}}开盘：{{up}}只个股高开",
  lead_market_open_up:
    "{{date}}，{{desk}}开盘，高开个股居多。高开{{up}}只，低开{{down}}只，平开{{flat}}只。",
  title_market_open_down: "{{desk}}开盘：{{down}}只个股低开",
  lead_market_open_down:
    "{{date}}，{{desk}}开盘，低开个股居多。低开{{down}}只，高开{{up}}只，平开{{flat}}只。",
  title_market_open_flat: "{{desk}}开盘：涨跌互现",
  lead_market_open_flat:
    "{{date}}，{{desk}}开盘涨跌互现。高开{{up}}只，低开{{down}}只，平开{{flat}}只。",
  body_open_up: "开盘涨幅居首的是{{name}}，高开{{percent}}%，报{{price}}。",
  body_open_down: "开盘跌幅居首的是{{name}}，低开{{percent}}%，报{{price}}。",

  title_top_gainer: "{{name}}涨{{percent}}%，居{{desk}}涨幅首位",
  lead_top_gainer:
    "{{date}}，{{name}}（{{code}}）收报{{price}}，上涨{{change}}，涨幅{{percent}}%，居{{desk}}涨幅首位。",
  title_top_loser: "{{name}}跌{{percent}}%，居{{desk}}跌幅首位",
  lead_top_loser:
    "{{date}}，{{name}}（{{code}}）收报{{price}}，下跌{{change}}，跌幅{{percent}}%，居{{desk}}跌幅首位。",
  title_most_active: "{{name}}成交{{volume}}，居{{desk}}成交量首位",
  lead_most_active_up:
    "{{date}}，{{name}}（{{code}}）成交{{volume}}，居{{desk}}成交量首位，收涨{{percent}}%，报{{price}}。",
  lead_most_active_down:
    "{{date}}，{{name}}（{{code}}）成交{{volume}}，居{{desk}}成交量首位，收跌{{percent}}%，报{{price}}。",
  lead_most_active_flat:
    "{{date}}，{{name}}（{{code}}）成交{{volume}}，居{{desk}}成交量首位，收报{{price}}。",
  body_range: "盘中最高{{high}}，最低{{low}}，成交{{volume}}。",

  title_listing_up: "{{name}}上市首日收涨{{percent}}%，开盘价{{open}}",
  title_listing_down: "{{name}}上市首日收跌{{percent}}%，开盘价{{open}}",
  title_listing_flat: "{{name}}上市首日收于开盘价{{open}}",
  lead_listing_up:
    "{{name}}（{{code}}）于{{date}}上市，开盘价{{open}}，收报{{price}}，较开盘价上涨{{percent}}%。",
  lead_listing_down:
    "{{name}}（{{code}}）于{{date}}上市，开盘价{{open}}，收报{{price}}，较开盘价下跌{{percent}}%。",
  lead_listing_flat: "{{name}}（{{code}}）于{{date}}上市，开盘价与收盘价均为{{price}}。",

  title_limit_up_close: "{{name}}收于涨停价{{price}}",
  lead_limit_up_close: "{{date}}，{{name}}（{{code}}）收于当日涨停价{{price}}，涨幅{{percent}}%。",
  title_limit_up_close_locked: "{{name}}全天一字涨停，报{{price}}",
  lead_limit_up_close_locked:
    "{{date}}，{{name}}（{{code}}）全天封于涨停价{{price}}，涨幅{{percent}}%。",
  title_limit_down_close: "{{name}}收于跌停价{{price}}",
  lead_limit_down_close:
    "{{date}}，{{name}}（{{code}}）收于当日跌停价{{price}}，跌幅{{percent}}%。",
  title_limit_down_close_locked: "{{name}}全天一字跌停，报{{price}}",
  lead_limit_down_close_locked:
    "{{date}}，{{name}}（{{code}}）全天封于跌停价{{price}}，跌幅{{percent}}%。",
  title_limit_up: "{{name}}盘中触及涨停价{{limit}}",
  lead_limit_up:
    "{{date}}，{{name}}（{{code}}）盘中触及涨停价{{limit}}，前收盘价为{{previous_close}}。",
  title_limit_down: "{{name}}盘中触及跌停价{{limit}}",
  lead_limit_down:
    "{{date}}，{{name}}（{{code}}）盘中触及跌停价{{limit}}，前收盘价为{{previous_close}}。",

  title_year_high: "{{desk}}{{n}}只个股收盘价创52周新高",
  lead_year_high:
    "{{date}}，{{desk}}有{{n}}只个股的收盘价高于过去52周的最高收盘价，其中{{name}}当日涨幅居首。",
  title_year_high_single: "{{name}}收盘价创52周新高，报{{price}}",
  lead_year_high_single:
    "{{date}}，{{name}}（{{code}}）收报{{price}}，高于过去52周的最高收盘价{{before}}。",
  title_year_low: "{{desk}}{{n}}只个股收盘价创52周新低",
  lead_year_low:
    "{{date}}，{{desk}}有{{n}}只个股的收盘价低于过去52周的最低收盘价，其中{{name}}当日跌幅居首。",
  title_year_low_single: "{{name}}收盘价创52周新低，报{{price}}",
  lead_year_low_single:
    "{{date}}，{{name}}（{{code}}）收报{{price}}，低于过去52周的最低收盘价{{before}}。",
  title_large_gain: "{{name}}大涨{{percent}}%，收报{{price}}",
  lead_large_gain:
    "{{date}}，{{name}}（{{code}}）大幅上涨{{change}}，涨幅{{percent}}%，收报{{price}}。",
  title_large_loss: "{{name}}大跌{{percent}}%，收报{{price}}",
  lead_large_loss:
    "{{date}}，{{name}}（{{code}}）大幅下跌{{change}}，跌幅{{percent}}%，收报{{price}}。",

  title_split: "{{name}}今日拆股，1股拆为{{ratio}}股",
  lead_split:
    "{{ex_date}}为{{name}}（{{code}}）的拆股除权日，1股拆为{{ratio}}股，参考价已按拆股后调整。",
  title_split_ahead: "{{name}}将于{{ex_date}}拆股，1股拆为{{ratio}}股",
  lead_split_ahead:
    "{{name}}（{{code}}）将于{{ex_date}}拆股除权，1股拆为{{ratio}}股。在此之前仍按拆股前的股数交易。",
  title_split_reverse: "{{name}}今日合股，{{ratio}}股合为1股",
  lead_split_reverse:
    "{{ex_date}}为{{name}}（{{code}}）的合股生效日，{{ratio}}股合为1股，参考价已按合股后调整。",
  title_split_ahead_reverse: "{{name}}将于{{ex_date}}合股，{{ratio}}股合为1股",
  lead_split_ahead_reverse: "{{name}}（{{code}}）的合股将于{{ex_date}}生效，{{ratio}}股合为1股。",
  title_dividend: "{{desk}}{{n}}只个股今日除息",
  lead_dividend: "{{date}}，{{desk}}有{{n}}只个股除息。自今日起买入的股票不享有本次分红。",
  title_dividend_single: "{{name}}今日除息，每股分红{{per_share}}",
  lead_dividend_single:
    "{{ex_date}}为{{name}}（{{code}}）的除息日，每股分红{{per_share}}。自今日起买入的股票不享有本次分红。",
  title_dividend_ahead: "{{desk}}{{n}}只个股将于{{ex_date}}除息",
  lead_dividend_ahead: "{{date}}为{{desk}}{{n}}只个股除息前的最后交易日，除息日为{{ex_date}}。",
  title_dividend_ahead_single: "{{name}}将于{{ex_date}}除息，每股分红{{per_share}}",
  lead_dividend_ahead_single:
    "{{date}}为{{name}}（{{code}}）除息前的最后交易日，每股分红{{per_share}}，除息日为{{ex_date}}。",
  title_unknown: "市场资讯",
  lead_unknown: "这是新类型的资讯，刷新应用后即可查看。",

  table_opened_up: "高开个股",
  table_opened_down: "低开个股",
  table_gainers: "涨幅",
  table_losers: "跌幅",
  table_active: "成交量",
  table_limit_up: "收盘涨停",
  table_limit_down: "收盘跌停",
  table_year_high: "52周新高",
  table_year_low: "52周新低",
  table_dividends: "每股分红",
  figure_price: "收盘价",
  figure_limit: "涨跌停价",
  figure_before: "此前52周极值（收盘价）",
  figure_open: "开盘",
  figure_high: "最高",
  figure_low: "最低",
  figure_previous_close: "前收盘",
  figure_volume: "成交量",
  figure_up: "上涨",
  figure_down: "下跌",
  figure_flat: "平盘",
};
