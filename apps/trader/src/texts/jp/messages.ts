export const messages = {
  title: "お知らせ",
  read_all: "すべて既読",
  read_all_done: "すべて既読にしました",
  unread: "未読",
  list: "お知らせ一覧",
  empty: "お知らせはまだありません。お取引や口座に関する大切なご連絡がここに届きます。",
  to_market: "銘柄を見る",
  older: "さらに表示",
  all_shown: "これより前のお知らせはありません",
  info_title: "お知らせ詳細",
  to_messages: "お知らせ一覧へ",
  unknown_device: "不明な端末",
  open: "詳しく見る",
  title_welcome: "口座開設ありがとうございます",
  body_welcome:
    "口座の準備が整いました。日本・米国・中国の株式を、ひとつの口座でお取引いただけます。",
  body_welcome_simulated:
    "デモ口座の準備が整い、模擬資金をお受け取りいただけました。実際のお金は動きませんので、日本・米国・中国の株式を安心してお試しください。",
  open_welcome: "銘柄を見る",
  title_new_sign_in: "新しい端末からのログイン",
  body_new_sign_in:
    "{{device}} からログインがありました。お心当たりがない場合は、マイページの「ログイン中の端末」からその端末をログアウトし、ログインパスワードを変更してください。",
  open_new_sign_in: "マイページを開く",
  title_password_changed: "ログインパスワードを変更しました",
  body_password_changed:
    "ログインパスワードが変更され、ほかの端末はすべてログアウトされました。お心当たりがない場合は、すぐにカスタマーサービスへご連絡ください。",
  open_password_changed: "マイページを開く",
  title_price_alert: "{{name}}：設定した条件に達しました",
  body_price_at_or_above:
    "{{name}}（{{code}}）が、設定した{{value}}以上になりました。通知時の株価は{{price}}（前日比{{change}}%）です。",
  body_price_at_or_below:
    "{{name}}（{{code}}）が、設定した{{value}}以下になりました。通知時の株価は{{price}}（前日比{{change}}%）です。",
  body_percent_up:
    "{{name}}（{{code}}）の前日比が、設定した+{{value}}%に達しました。通知時の株価は{{price}}（前日比{{change}}%）です。",
  body_percent_down:
    "{{name}}（{{code}}）の前日比が、設定した−{{value}}%に達しました。通知時の株価は{{price}}（前日比{{change}}%）です。",
  open_price_alert: "銘柄を見る",
  amount_jpy: "{{amount}}円",
  amount_usd: "{{amount}}ドル",
  amount_cny: "{{amount}}元",
  tabs: "お知らせの種類",
  tab_messages: "お知らせ",
  tab_alerts: "価格アラート",
  title_stock_split: "株式分割・併合のお知らせ：{{name}}",
  body_stock_split:
    "{{name}}（{{code}}）で、{{denominator}}株を{{numerator}}株とする株式分割・併合が行われました。保有株数は{{before}}株から{{after}}株になりました。取得金額は変わりません。1株未満の端数のお支払いは{{amount}} {{currency}}です。",
  title_dividend_paid: "配当金のお知らせ：{{name}}",
  body_dividend_paid:
    "{{name}}（{{code}}）の配当金（1株あたり{{per_share}} {{currency}}）が支払われました。{{before}}株分の{{amount}} {{currency}}を残高に入金しました。",
  open_position: "保有を見る",
  title_unknown: "お知らせ",
  body_unknown: "新しい種類のお知らせです。アプリを再読み込みすると内容をご覧いただけます。",
};
