import type { Texts } from "../../jp/index.ts";

export const news: Texts["news"] = {
  title: "News",
  info_title: "Article",
  filter: "Market",
  all: "All",
  list: "News for {{date}}",
  empty: "No news yet. Once trading starts, the market's moves will appear here.",
  to_market: "Browse stocks",
  to_news: "Go to news",
  older: "Show more",
  all_shown: "No older news",
  newer_article: "Next article",
  older_article: "Previous article",
  figures: "Figures",
  indexes: "Indices",

  note_simulated:
    "Computed automatically from this app's simulated market. It does not describe any real company or market.",
  note_replay:
    "Computed automatically from past prices that are being replayed. It does not describe today's market.",
  note_live: "Computed automatically from market prices.",
  note_editor: "Written by the operator of this site.",
  list_note_simulated: "Computed from the simulated market",
  list_note_replay: "Computed from replayed past prices",
  list_note_live: "Computed from market prices",
  list_note_editor: "From the operator of this site",

  desk_jpy: "Japan",
  desk_usd: "US",
  desk_cny: "China",
  money_jpy: "¥{{amount}}",
  money_usd: "${{amount}}",
  money_cny: "CN¥{{amount}}",
  shares: "{{amount}} shares",

  kind_article: "Notice",
  kind_market_close: "Close",
  kind_market_open: "Open",
  kind_top_gainer: "Top gainer",
  kind_top_loser: "Top loser",
  kind_most_active: "Most active",
  kind_listing: "New listing",
  kind_limit_up_close: "Limit up",
  kind_limit_down_close: "Limit down",
  kind_year_high: "52-week high",
  kind_year_low: "52-week low",
  kind_large_gain: "Big gain",
  kind_large_loss: "Big loss",
  kind_limit_up: "Limit up",
  kind_limit_down: "Limit down",
  kind_split: "Stock split",
  kind_split_ahead: "Stock split",
  kind_dividend: "Dividend",
  kind_dividend_ahead: "Dividend",

  title_market_close_up: "{{desk}} close: {{index}} up {{index_percent}}% at {{level}}",
  lead_market_close_up:
    "The {{index}} rose {{index_change}} points, or {{index_percent}}%, to close at {{level}} on {{date}}. {{desk}} advancers: {{up}}; decliners: {{down}}; unchanged: {{flat}}.",
  title_market_close_down: "{{desk}} close: {{index}} down {{index_percent}}% at {{level}}",
  lead_market_close_down:
    "The {{index}} fell {{index_change}} points, or {{index_percent}}%, to close at {{level}} on {{date}}. {{desk}} advancers: {{up}}; decliners: {{down}}; unchanged: {{flat}}.",
  title_market_close_flat: "{{desk}} close: {{index}} unchanged at {{level}}",
  lead_market_close_flat:
    "The {{index}} closed unchanged at {{level}} on {{date}}. {{desk}} advancers: {{up}}; decliners: {{down}}; unchanged: {{flat}}.",
  title_market_close_breadth: "{{desk}} close: {{up}} stocks up, {{down}} down",
  lead_market_close_breadth:
    "On {{date}}, {{desk}} advancers numbered {{up}}, decliners {{down}}, and {{flat}} stocks closed unchanged.",
  body_leader_up: "{{name}} led the gainers, up {{percent}}% at {{price}}.",
  body_leader_down: "No stock gained; {{name}} fell {{percent}}% to {{price}}.",

  title_market_open_up: "{{desk}} open: {{up}} stocks start higher",
  lead_market_open_up:
    "{{desk}} stocks opened mostly higher on {{date}}: {{up}} above the previous close, {{down}} below it, {{flat}} unchanged.",
  title_market_open_down: "{{desk}} open: {{down}} stocks start lower",
  lead_market_open_down:
    "{{desk}} stocks opened mostly lower on {{date}}: {{down}} below the previous close, {{up}} above it, {{flat}} unchanged.",
  title_market_open_flat: "{{desk}} open: a mixed start",
  lead_market_open_flat:
    "{{desk}} stocks opened mixed on {{date}}: {{up}} above the previous close, {{down}} below it, {{flat}} unchanged.",
  body_open_up: "{{name}} had the strongest open, up {{percent}}% at {{price}}.",
  body_open_down: "{{name}} had the weakest open, down {{percent}}% at {{price}}.",

  title_top_gainer: "{{name}} leads {{desk}} gainers, up {{percent}}%",
  lead_top_gainer:
    "{{name}} ({{code}}) closed {{change}}, or {{percent}}%, higher at {{price}} on {{date}}, the largest {{desk}} gain of the day.",
  title_top_loser: "{{name}} leads {{desk}} losers, down {{percent}}%",
  lead_top_loser:
    "{{name}} ({{code}}) closed {{change}}, or {{percent}}%, lower at {{price}} on {{date}}, the largest {{desk}} loss of the day.",
  title_most_active: "{{name}} most active in {{desk}} trading: {{volume}}",
  lead_most_active_up:
    "{{name}} ({{code}}) was the most traded {{desk}} stock on {{date}}, with {{volume}} changing hands. It closed {{percent}}% higher at {{price}}.",
  lead_most_active_down:
    "{{name}} ({{code}}) was the most traded {{desk}} stock on {{date}}, with {{volume}} changing hands. It closed {{percent}}% lower at {{price}}.",
  lead_most_active_flat:
    "{{name}} ({{code}}) was the most traded {{desk}} stock on {{date}}, with {{volume}} changing hands. It closed at {{price}}.",
  body_range: "It traded between {{low}} and {{high}}, with a volume of {{volume}}.",

  title_listing_up: "{{name}} ends its first day {{percent}}% above its {{open}} open",
  title_listing_down: "{{name}} ends its first day {{percent}}% below its {{open}} open",
  title_listing_flat: "{{name}} ends its first day at its {{open}} open",
  lead_listing_up:
    "{{name}} ({{code}}) began trading on {{date}}. It opened at {{open}} and closed {{percent}}% higher at {{price}}.",
  lead_listing_down:
    "{{name}} ({{code}}) began trading on {{date}}. It opened at {{open}} and closed {{percent}}% lower at {{price}}.",
  lead_listing_flat:
    "{{name}} ({{code}}) began trading on {{date}}. It opened and closed at {{price}}.",

  title_limit_up_close: "{{name}} closes limit up at {{price}}",
  lead_limit_up_close:
    "{{name}} ({{code}}) closed at its upper daily limit of {{price}} on {{date}}, up {{percent}}%.",
  title_limit_up_close_locked: "{{name}} locked limit up all day at {{price}}",
  lead_limit_up_close_locked:
    "{{name}} ({{code}}) traded only at its upper daily limit of {{price}} on {{date}}, up {{percent}}%.",
  title_limit_down_close: "{{name}} closes limit down at {{price}}",
  lead_limit_down_close:
    "{{name}} ({{code}}) closed at its lower daily limit of {{price}} on {{date}}, down {{percent}}%.",
  title_limit_down_close_locked: "{{name}} locked limit down all day at {{price}}",
  lead_limit_down_close_locked:
    "{{name}} ({{code}}) traded only at its lower daily limit of {{price}} on {{date}}, down {{percent}}%.",
  title_limit_up: "{{name}} hits its upper limit of {{limit}}",
  lead_limit_up:
    "{{name}} ({{code}}) reached its upper daily limit of {{limit}} on {{date}}, from a previous close of {{previous_close}}.",
  title_limit_down: "{{name}} hits its lower limit of {{limit}}",
  lead_limit_down:
    "{{name}} ({{code}}) reached its lower daily limit of {{limit}} on {{date}}, from a previous close of {{previous_close}}.",

  title_year_high: "{{n}} {{desk}} stocks close at 52-week highs",
  lead_year_high:
    "On {{date}}, {{n}} {{desk}} stocks closed above their highest close of the previous 52 weeks. {{name}} gained most among them.",
  title_year_high_single: "{{name}} closes at a 52-week high of {{price}}",
  lead_year_high_single:
    "{{name}} ({{code}}) closed at {{price}} on {{date}}, above its highest close of the previous 52 weeks, {{before}}.",
  title_year_low: "{{n}} {{desk}} stocks close at 52-week lows",
  lead_year_low:
    "On {{date}}, {{n}} {{desk}} stocks closed below their lowest close of the previous 52 weeks. {{name}} lost most among them.",
  title_year_low_single: "{{name}} closes at a 52-week low of {{price}}",
  lead_year_low_single:
    "{{name}} ({{code}}) closed at {{price}} on {{date}}, below its lowest close of the previous 52 weeks, {{before}}.",
  title_large_gain: "{{name}} jumps {{percent}}% to {{price}}",
  lead_large_gain:
    "{{name}} ({{code}}) surged {{change}}, or {{percent}}%, to close at {{price}} on {{date}}.",
  title_large_loss: "{{name}} tumbles {{percent}}% to {{price}}",
  lead_large_loss:
    "{{name}} ({{code}}) dropped {{change}}, or {{percent}}%, to close at {{price}} on {{date}}.",

  title_split: "{{name}} splits {{ratio}} for 1",
  lead_split:
    "{{name}} ({{code}}) trades ex-split from {{ex_date}}: each share has become {{ratio}}. Its reference price is adjusted for the split.",
  title_split_ahead: "{{name}} to split {{ratio}} for 1 on {{ex_date}}",
  lead_split_ahead:
    "{{name}} ({{code}}) will trade ex-split from {{ex_date}}: each share will become {{ratio}}. Until then it trades unsplit.",
  title_split_reverse: "{{name}} consolidates {{ratio}} shares into 1",
  lead_split_reverse:
    "The reverse split of {{name}} ({{code}}) takes effect on {{ex_date}}: {{ratio}} shares have become one. Its reference price is adjusted.",
  title_split_ahead_reverse: "{{name}} to consolidate {{ratio}} shares into 1 on {{ex_date}}",
  lead_split_ahead_reverse:
    "The reverse split of {{name}} ({{code}}) takes effect on {{ex_date}}: {{ratio}} shares will become one.",
  title_dividend: "{{n}} {{desk}} stocks go ex-dividend",
  lead_dividend:
    "On {{date}}, {{n}} {{desk}} stocks trade ex-dividend. Shares bought from today do not carry the right to this payment.",
  title_dividend_single: "{{name}} goes ex-dividend: {{per_share}} per share",
  lead_dividend_single:
    "{{name}} ({{code}}) trades ex-dividend from {{ex_date}}, with {{per_share}} paid per share. Shares bought from today do not carry the right to this payment.",
  title_dividend_ahead: "{{n}} {{desk}} stocks to go ex-dividend on {{ex_date}}",
  lead_dividend_ahead:
    "{{date}} is the last trading day on which {{n}} {{desk}} stocks carry their next dividend. They trade ex-dividend from {{ex_date}}.",
  title_dividend_ahead_single: "{{name}} to go ex-dividend on {{ex_date}}: {{per_share}} per share",
  lead_dividend_ahead_single:
    "{{date}} is the last trading day on which {{name}} ({{code}}) carries its next dividend of {{per_share}} per share. It trades ex-dividend from {{ex_date}}.",
  title_unknown: "Market news",
  lead_unknown: "This is a new kind of article. Reload the app to read it.",

  table_opened_up: "Opened higher",
  table_opened_down: "Opened lower",
  table_gainers: "Gainers",
  table_losers: "Losers",
  table_active: "Most active by volume",
  table_limit_up: "Closed limit up",
  table_limit_down: "Closed limit down",
  table_year_high: "52-week highs",
  table_year_low: "52-week lows",
  table_dividends: "Dividend per share",
  figure_price: "Close",
  figure_limit: "Daily limit",
  figure_before: "Previous 52-week extreme (close)",
  figure_open: "Open",
  figure_high: "High",
  figure_low: "Low",
  figure_previous_close: "Previous close",
  figure_volume: "Volume",
  figure_up: "Advancers",
  figure_down: "Decliners",
  figure_flat: "Unchanged",
};
