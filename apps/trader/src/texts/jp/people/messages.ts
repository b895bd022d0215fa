import { messageTitles } from "@sanshi/contract/message-titles/jp";

export const messages = {
  ...messageTitles,
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
  body_welcome:
    "口座の準備が整いました。日本・米国・中国の株式を、ひとつの口座でお取引いただけます。",
  body_welcome_simulated:
    "デモ口座の準備が整い、デモ資金が入金されました。実際のお金は動きませんので、日本・米国・中国の株式取引を安心してお試しください。",
  open_welcome: "銘柄を見る",
  body_sign_in:
    "{{device}}からログインがありました。お心当たりがない場合は、マイページの「ログイン中の端末」からログアウトさせ、パスワードを変更してください。",
  body_new_sign_in:
    "{{device}}からログインがありました。お心当たりがない場合は、マイページの「ログイン中の端末」からその端末をログアウトさせ、ログインパスワードを変更してください。",
  open_new_sign_in: "マイページを開く",
  body_password_changed:
    "ログインパスワードが変更され、ほかの端末はすべてログアウトされました。お心当たりがない場合は、すぐにカスタマーサービスへご連絡ください。",
  open_password_changed: "マイページを開く",
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
  groups: "お知らせの種類",
  group_all: "すべて",
  group_orders: "注文・約定",
  group_margin: "追証・期限",
  group_draws: "IPO・立会外分売",
  group_stocks: "株価・配当",
  group_money: "入出金・ローン",
  group_products: "各種サービス",
  group_account: "口座・セキュリティ",
  group_notices: "当社からのお知らせ",
  empty_group: "この種類のお知らせはありません。",
  show_all: "すべてのお知らせを見る",
  body_stock_split:
    "{{name}}（{{code}}）で、{{denominator}}株を{{numerator}}株とする株式分割・併合が行われ、保有株数は{{before}}株から{{after}}株になりました。取得金額は変わりません。1株未満の端数の支払金は{{amount}} {{currency}}です。",
  body_dividend_paid:
    "{{name}}（{{code}}）の配当金（1株あたり{{per_share}} {{currency}}）が支払われました。{{before}}株分の{{amount}} {{currency}}を買付余力に入金しました。",
  body_dividend_charged:
    "{{name}}（{{code}}）の配当は1株あたり{{per_share}} {{currency}}です。空売り中の{{before}}株について、配当金相当額{{amount}} {{currency}}を口座から引き落としました。",
  body_dividend_equivalent:
    "{{name}}（{{code}}）の配当は1株あたり{{per_share}} {{currency}}です。保有{{before}}株について{{amount}} {{currency}}を入金しました。うち{{equivalent}} {{currency}}は、権利落ち時点で貸し出していた株式の「配当金相当額」です。配当金相当額は税務上、配当所得ではなく雑所得または事業所得として扱われます。",
  body_shares_returned:
    "返却請求中の{{name}}（{{code}}）のうち{{quantity}}株が戻りました。未返却の株数は{{left}}株です。",
  body_shares_bought_in:
    "返却期限を過ぎたため、公表ルールに従って市場で1株{{price}} {{currency}}で買い入れ、{{name}}（{{code}}）{{quantity}}株をお返ししました。費用は借り手の負担です。未返却の株数は{{left}}株です。",
  body_shares_recalled:
    "空売り中の{{name}}（{{code}}）{{quantity}}株は、貸し手から返却を請求されています。{{due_at}}までに買い戻してください。期限を過ぎると、公表ルールに従い市場価格で自動的に買い戻します。",
  body_recall_postponed:
    "売買停止のため、{{name}}（{{code}}）{{quantity}}株の返却期限を{{due_at}}に延長しました。",
  body_recall_withdrawn:
    "{{name}}（{{code}}）{{quantity}}株の返却請求は不要になりました。空売りをそのまま続けられます。",
  body_short_bought_in:
    "借りた株の返却期限を過ぎたため、公表ルールに従い、空売り中の{{name}}（{{code}}）{{quantity}}株を市場で1株{{price}} {{currency}}で買い戻しました。",
  body_stock_lent:
    "自動貸株の設定により、{{name}}（{{code}}）{{quantity}}株を貸し出しました。そのままいつでも売却でき、保有詳細の画面から返却を請求できます。",
  market_jpy: "日本株",
  market_usd: "米国株",
  market_cny: "中国株",
  margin_ratio: "保証金率",
  collateral_ratio: "担保維持率",
  body_margin_call:
    "{{market}}の{{ratio_name}}が{{ratio}}%となり、最低維持率{{required}}%を下回りました。{{due_at}}までに、{{missing}}以上の入金・両替、または建玉の決済で{{restore}}%以上に回復してください。期限までに回復しない場合は、建玉を市場価格で強制決済します。",
  open_margin: "保有を確認する",
  body_margin_restored:
    "{{market}}の{{ratio_name}}が必要な水準に戻り、追証は解消されました。本日中に再び下回った場合は、もとの期限がそのまま適用されます。",
  body_margin_call_moved:
    "取引所の営業日が変わったため、{{market}}の追証の期限は{{due_at}}になりました。",
  body_settlement_moved:
    "取引所の営業日が変わったため、{{traded_on}}の{{market}}の取引の受渡日は{{settles_on}}になりました。",
  body_margin_call_over: "{{market}}の信用取引・空売りの建玉がなくなったため、追証は終了しました。",
  body_margin_term:
    "{{name}}（{{code}}）{{quantity}}株の信用建玉は、{{due_on}}が返済期日です。{{last_day}}までに決済してください。決済されない場合は、期日当日に市場価格で強制決済します。",
  body_forced_sale_term_ended:
    "返済期日（{{due_on}}）までに決済されなかったため、{{name}}（{{code}}）{{quantity}}株を市場価格{{price}}で決済しました。",
  body_forced_sale_call_overdue:
    "追証が期限までに解消されなかったため、{{name}}（{{code}}）{{quantity}}株を市場価格{{price}}で決済しました。決済時の{{ratio_name}}は{{ratio}}%、必要な率は{{required}}%です。",
  body_forced_sale_ratio_too_low:
    "{{ratio_name}}が{{ratio}}%となり、{{required}}%を下回ったため、{{name}}（{{code}}）{{quantity}}株を市場価格{{price}}で決済しました。",
  body_unpaid_debt:
    "急な値動きにより、決済後に{{debt}}の不足金が残りました。不足金は資産の借入残高に含まれ、入金やこの通貨への両替、今後の決済代金から先に充当されます。解消するまで、この市場での新しい注文と出金はできません。",
  open_assets: "資産を確認する",
  open_position: "保有を見る",
  body_account_active: "口座のご利用制限は解除されました。理由：{{reason}}",
  body_account_trading_disabled:
    "現在、新しい注文を受け付けていません。保有中の資産と入出金には影響ありません。理由：{{reason}}。ご不明な点はカスタマーサービスまでお問い合わせください。",
  body_account_frozen:
    "現在、新規のお取引と出金を停止しています。保有分は決済でき、資産はそのまま保全されます。理由：{{reason}}。ご不明な点はカスタマーサービスまでお問い合わせください。",
  body_account_banned:
    "ログインを停止しました。保有中の資産はそのまま保全されます。理由：{{reason}}。カスタマーサービスまでお問い合わせください。",
  body_account_closing_until: "決済は{{closing_until}}まで停止しています。",
  body_account_review: "この制限は{{review_at}}までに見直します。",
  body_stock_end_announced:
    "{{name}}（{{code}}）は上場廃止となります。最終売買日は{{last_day}}です。注文と株価アラートは同日で終了します。同日の取引終了後に残る保有株・建玉は、その日の終値で清算します（手数料はかかりません）。",
  body_stock_end_announced_cash:
    "{{name}}（{{code}}）は上場廃止となります。最終売買日は{{last_day}}です。注文と株価アラートは同日で終了します。同日の取引終了後に残る保有株・建玉は、公表資料のとおり1株{{cash_price}} {{currency}}で清算します（手数料はかかりません）。公表資料：{{document}}",
  body_stock_end_announced_shares:
    "{{name}}（{{code}}）は合併により{{target_name}}（{{target}}）に引き継がれます。最終売買日は{{last_day}}です。注文と株価アラートは同日で終了します。同日の取引終了後に残る保有株・建玉は、新株{{share_ratio}}旧株の比率で{{target_name}}の株式に交換します（手数料なし）。1株未満の端数は{{target_name}}の公表終値で現金精算します。",
  body_shares_exchanged:
    "{{name}}（{{code}}）の合併に伴い、{{quantity}}株を{{target_name}}（{{target}}）{{received}}株に交換しました（手数料なし）。取得価額と取得日は引き継がれます。端数・現金対価の精算額は{{cash}}です。",
  body_stock_end_withdrawn:
    "{{name}}（{{code}}）の上場廃止（最終売買日{{last_day}}）は取りやめとなり、上場が続きます。短くなった注文の有効期限は元に戻りません。",
  body_stock_end_settled:
    "{{name}}（{{code}}）の上場廃止に伴い、{{quantity}}株を1株{{price}} {{currency}}で清算しました（手数料なし）。実現損益は{{profit}} {{currency}}です。",
  body_trading_halted:
    "{{scope}}の新規注文の受付を停止しました。保有分は引き続き決済できます。理由：{{reason}}",
  body_trading_halted_closing:
    "{{scope}}の新規注文と決済を停止しました。決済は遅くとも{{until}}に再開します。この間、保有分が理由で出金できなくなることはありません。理由：{{reason}}",
  body_trading_paused:
    "{{scope}}の売買が{{until}}まで一時停止となりました。指値・逆指値の注文は受け付けており、停止の終了後に約定の対象となります。理由：{{reason}}",
  body_trading_resumed: "{{scope}}の注文の受付を再開しました。",
  body_code_change_announced:
    "{{name}}（{{code}}）は{{date}}から{{new_name}}（{{new_code}}、上場市場：{{exchange}}）に変更されます。保有株式、注文、お気に入り、株価アラートはそのまま引き継がれます。",
  body_code_change_in_force:
    "{{name}}（{{code}}）は{{new_name}}（{{new_code}}、上場市場：{{exchange}}）に変更されました。保有株式、注文、お気に入り、株価アラートは引き継がれています。",
  body_code_change_withdrawn:
    "{{date}}に予定されていた{{name}}（{{code}}）の変更は中止されました。銘柄コード、銘柄名、上場市場に変更はありません。",
  body_follow_bought:
    "{{name}}を{{units}}口買い付けました（1口 {{unit_value}} {{currency}}、買付金額 {{amount}} {{currency}}）。{{until}}までロック期間です。",
  body_follow_ended:
    "{{name}}の{{units}}口を換金しました（1口 {{unit_value}} {{currency}}）。{{proceeds}} {{currency}}を買付余力に戻しました。損益は{{profit}} {{currency}}です。",
  body_follow_returned:
    "{{name}}は買付の前に終了したため、{{amount}} {{currency}}を全額お返ししました。",
  body_follow_stop_reached:
    "{{name}}の評価額が、設定した損切りライン（−{{percent}}%）に達しました。次回の評価額で換金されます。",
  body_follow_stop_reached_locked:
    "{{name}}の評価額が、設定した損切りライン（−{{percent}}%）に達しました。ロック期間中のため、{{until}}以降の最初の評価額で換金されます。",
  body_follow_winds_down:
    "{{name}}の運用を{{at}}に終了します。ロック期間は解除され、全員が同じ評価額で換金されます。{{reason}}",
  body_follow_suspended:
    "{{name}}の保有銘柄に価格のつかないものがあるため、評価額の算出を見合わせています。算出できるようになりしだい、お申し込みを処理します。",
  body_account_offered:
    "お客様の同意に基づき、お客様の口座を{{name}}として公開しました。条件は変更できません。同意はいつでも撤回できます。",
  body_account_offer_ends:
    "{{name}}の運用を{{at}}に終了し、フォロワー全員が同じ評価額で換金されます。お客様の口座の保有銘柄には影響しません。{{reason}}",
  open_follow: "コピートレードを見る",
  body_new_share_closed:
    "{{name}}（{{code}}）の申込期間が終了し、抽選の対象者リストを公表しました。お申込番号は{{number}}、リストのハッシュ値は{{root}}です。抽選の検証にお使いください。",
  body_new_share_allotted:
    "{{name}}（{{code}}）に当選しました：{{quantity}}株、お支払額{{amount}} {{currency}}。{{until}}までに購入手続きをしてください。抽選はどなたでも検証できます（申込番号{{number}}）。",
  body_new_share_not_allotted:
    "{{name}}（{{code}}）は落選となりました。補欠の順位は{{place}}番です。抽選はどなたでも検証できます（申込番号{{number}}）。",
  body_new_share_missed:
    "{{name}}（{{code}}）は期限までに購入手続きがなかったため、当選が取り消されました。",
  body_new_share_listed:
    "{{name}}（{{code}}）が上場し、{{quantity}}株を保有に反映しました。取得単価は公開価格で、払込済みの{{amount}} {{currency}}を代金に充当しました。",
  body_new_share_withdrawal_announced:
    "{{name}}（{{code}}）の募集は{{until}}に中止されます。抽選とその結果は引き続き公開されます。今後のお払込みは不要で、払込済みの金額は中止時に買付余力に戻ります。理由：{{reason}}",
  body_new_share_withdrawn:
    "{{name}}（{{code}}）の募集は中止されました。払込済みの金額は買付余力に戻りました。理由：{{reason}}",
  body_intraday_squared_off:
    "{{name}}（{{code}}）の一日信用の建玉{{quantity}}株を、取引終了前に市場価格{{price}}で決済しました。",
  body_intraday_carried:
    "{{name}}（{{code}}）の一日信用の建玉は取引時間内に決済できなかったため、持ち越します。持ち越し手数料と、決済されるまで通常の金利がかかり、売買できるようになり次第決済します。",
  body_block_invited:
    "{{name}}（{{code}}）の立会外分売にお申し込みいただけます。申込期間は{{until}}までです。お申込みには、当社からお伝えするチャネルパスワードが必要です。",
  body_block_filled:
    "{{name}}（{{code}}）の立会外分売で、お申込みの{{wanted}}株のうち{{quantity}}株が{{price}} {{currency}}で約定しました。{{until}}までは売却できません。",
  body_block_sale_offered:
    "お客様の同意に基づき、{{name}}（{{code}}）{{quantity}}株を{{price}} {{currency}}で分売します。この保有は最長{{until}}まで売却できません。",
  body_block_sale_sold:
    "{{name}}（{{code}}）は{{wanted}}株のうち{{quantity}}株を{{price}} {{currency}}で売却しました。売れ残りは売却可能に戻りました。",
  body_block_sale_returned:
    "{{name}}（{{code}}）の分売は成立しませんでした。保有株は売却可能に戻りました。",
  body_block_closed:
    "立会外分売{{name}}（{{code}}）の申込みを締め切り、抽選の対象者リストを公表しました。お客様の申込番号は{{number}}です。リストのハッシュ値：{{root}}",
  body_block_not_allotted:
    "立会外分売{{name}}（{{code}}）の抽選の結果、落選となりました。拘束していた{{amount}} {{currency}}は買付余力に戻りました。",
  body_block_failed:
    "{{name}}（{{code}}）の立会外分売は、売主が株式を用意できなかったため成立しませんでした。拘束していた{{amount}} {{currency}}は買付余力に戻りました。",
  body_block_split:
    "{{name}}（{{code}}）の株式分割により、立会外分売は成立しませんでした。拘束していた{{amount}} {{currency}}は買付余力に戻りました。",
  body_block_outside_band:
    "{{name}}（{{code}}）の立会外分売は、価格が直近の終値を基準とする値幅の範囲を外れたため成立しませんでした。拘束していた{{amount}} {{currency}}は買付余力に戻りました。",
  body_block_withdrawn:
    "{{name}}（{{code}}）の立会外分売は中止されました。拘束していた{{amount}} {{currency}}は買付余力に戻りました。理由：{{reason}}",
  body_block_unlocked:
    "{{name}}（{{code}}）の立会外分売で取得した株式のロックアップ期間が終了しました。売却できます。",
  open_block: "立会外分売を見る",
  open_new_share: "新規公開株を見る",
  open_halt: "詳細を見る",
  body_correction:
    "残高に{{amount}} {{currency}}の訂正を記帳しました（担当者2名による承認済み）。理由：{{reason}}。取引履歴でご確認いただけます。",
  body_correction_announced:
    "残高に{{amount}} {{currency}}の訂正を予定しています（申請：{{proposed_role}}、承認：{{approved_roles}}）。理由：{{reason}} 異議がない場合、{{until}}に反映されます。",
  correction_by: "申請：{{proposed_role}}、承認：{{approved_roles}}。",
  object: "この訂正に異議を申し立てる",
  objected: "異議を受け付けました。あらためて承認されない限り、訂正は反映されません。",
  body_correction_simulated:
    "デモ資金の残高に{{amount}} {{currency}}の訂正を記帳しました。理由：{{reason}}。取引履歴でご確認いただけます。",
  open_records: "取引履歴を確認する",
  body_trade_busted:
    "{{name}}（{{code}}）の約定（{{quantity}}株、{{price}}）が取引所により取り消されました。残高の増減：{{amount}} {{currency}}。すでに売却済み・売却注文中の{{made_good}}株は当社が補てんし、お客様の売却はそのまま有効です。",
  body_trade_corrected:
    "{{name}}（{{code}}）の約定（{{quantity}}株、{{price}}）が{{quantity_now}}株、{{price_now}}に訂正されました。残高の増減：{{amount}} {{currency}}。すでに売却済み・売却注文中の{{made_good}}株は当社が補てんし、お客様の売却はそのまま有効です。",
  body_in_extended_hours: "時間外取引（プレ/アフターマーケット）での約定です。",
  body_order_filled:
    "{{name}}（{{code}}）の注文{{quantity}}株が、平均約定価格{{price}}で約定しました。",
  body_order_partly_filled:
    "{{name}}（{{code}}）の注文{{quantity}}株のうち{{filled}}株が、平均約定価格{{price}}で約定しました。残りは引き続き注文中です。",
  body_order_partly_filled_ended:
    "{{name}}（{{code}}）の注文{{quantity}}株のうち{{filled}}株が、平均約定価格{{price}}で約定しました。残りは相手方の注文がなかったため失効し、拘束していた資金を解放しました。",
  body_order_triggered:
    "{{name}}（{{code}}）がトリガー価格{{stop}}に達しました。{{quantity}}株の注文を、指値{{price}}で発注しています。",
  body_order_expired_opening:
    "本日の取引が終了したため、{{name}}（{{code}}）の未約定{{quantity}}株の注文は失効しました。拘束していた資金は解放されました。",
  body_order_expired_closing:
    "本日の取引が終了したため、{{name}}（{{code}}）の未約定{{quantity}}株の決済注文は失効しました。保有は継続しています。",
  body_order_triggered_closing:
    "{{name}}（{{code}}）が決済注文のトリガー価格{{stop}}に達しました。{{quantity}}株を指値{{price}}で発注しています。",
  body_closing_filled_trailing_stop:
    "トレーリングストップのトリガー価格に達したため、{{name}}（{{code}}）{{quantity}}株を平均約定価格{{price}}で決済しました。このポジションの実現損益は{{profit}}です。",
  body_order_expired_opening_auction:
    "板寄せが終了したため、{{name}}（{{code}}）の未約定{{quantity}}株の注文は失効しました。拘束していた資金は解放されました。",
  body_order_expired_closing_auction:
    "板寄せが終了したため、{{name}}（{{code}}）の未約定{{quantity}}株の決済注文は失効しました。保有は継続しています。",
  body_order_expired_opening_date:
    "有効期限を迎えたため、{{name}}（{{code}}）の未約定{{quantity}}株の注文は失効しました。拘束していた資金は解放されました。",
  body_order_expired_closing_date:
    "有効期限を迎えたため、{{name}}（{{code}}）の未約定{{quantity}}株の決済注文は失効しました。保有は継続しています。",
  body_order_rejected_insufficient_balance:
    "{{name}}（{{code}}）の逆指値注文{{quantity}}株はトリガー価格に達しましたが、約定代金に対して買付余力が不足していたため執行されませんでした。拘束していた資金は解放されました。",
  body_order_rejected_insufficient_credit_limit:
    "{{name}}（{{code}}）の注文{{quantity}}株は、借入可能額を超えるため執行されませんでした。拘束していた資金は解放されました。",
  body_order_rejected_no_counterparty:
    "{{name}}（{{code}}）の逆指値注文{{quantity}}株はトリガー価格に達しましたが、相手方の注文がなかったため執行されませんでした。拘束していた資金は解放されました。",
  body_order_rejected_corporate_action:
    "{{name}}（{{code}}）の株式分割・併合により、{{quantity}}株の注文は調整後の数量または価格では継続できないため、取り消されました。拘束していた資金がある場合は解放されました。必要に応じて、あらためてご注文ください。",
  body_order_lowered:
    "{{name}}（{{code}}）は1株当たり{{per_share}} {{currency}}の配当落ちとなりました。これに伴い、{{quantity}}株の注文価格を{{before}}から{{after}}に引き下げました。",
  body_order_not_lowered:
    "{{name}}（{{code}}）は1株当たり{{per_share}} {{currency}}の配当落ちとなりましたが、{{quantity}}株の注文価格の引き下げは取引所に受け付けられませんでした。注文は{{before}}のまま有効です。訂正または取消ができます。",
  body_order_rejected_dividend:
    "{{name}}（{{code}}）は1株当たり{{per_share}} {{currency}}の配当落ちとなりました。{{quantity}}株の注文価格{{before}}は配当額を差し引くと最低価格を下回るため、注文は取り消されました。拘束していた資金がある場合は解放されました。",
  body_order_rejected_by_venue:
    "{{name}}（{{code}}）{{quantity}}株の注文は取引所で受け付けられませんでした。拘束していた資金は解放されました。",
  body_closing_filled_limit:
    "{{name}}（{{code}}）{{quantity}}株の決済注文が、平均約定価格{{price}}で約定しました。このポジションの実現損益は{{profit}}です。",
  body_closing_filled_take_profit:
    "利益確定の価格に達したため、{{name}}（{{code}}）{{quantity}}株を平均約定価格{{price}}で決済しました。このポジションの実現損益は{{profit}}です。",
  body_closing_filled_stop_loss:
    "損切りの価格に達したため、{{name}}（{{code}}）{{quantity}}株を平均約定価格{{price}}で決済しました。このポジションの実現損益は{{profit}}です。",
  body_closing_filled_stop:
    "決済注文のトリガー価格に達したため、{{name}}（{{code}}）{{quantity}}株を平均約定価格{{price}}で決済しました。このポジションの実現損益は{{profit}}です。",
  body_exit_started_take_profit:
    "利益確定の価格に達しました。{{name}}（{{code}}）{{quantity}}株を、指定の価格またはそれより有利な価格で決済しています。まだすべては約定していません。",
  body_exit_started_stop_loss:
    "損切りの価格に達しました。{{name}}（{{code}}）{{quantity}}株を、市場価格で決済しています。まだすべては約定していません。",
  body_verification_approved: "書類の確認が完了しました。ご本人名義の銀行口座へ出金いただけます。",
  body_verification_rejected:
    "ご提出の書類を受け付けできませんでした。{{reason}}内容をご確認のうえ、再度ご提出ください。",
  body_bank_card_added:
    "出金先として{{bank}} {{number}}が登録されました。お心当たりがない場合は、口座を削除してパスワードを変更し、ただちにカスタマーサービスへご連絡ください。",
  body_fund_password_set:
    "取引暗証番号が設定されました。出金のたびに入力が必要です。お心当たりがない場合は、ただちにカスタマーサービスへご連絡ください。",
  body_fund_password_changed:
    "取引暗証番号が変更されました。お心当たりがない場合は、ただちにカスタマーサービスへご連絡ください。",
  body_fund_password_locked:
    "取引暗証番号の入力誤りが上限に達しました。{{minutes}}分後に再度お試しいただけます。お心当たりがない場合は、ただちにログインパスワードを変更してください。",
  body_fund_password_reset_requested:
    "{{due_at}}から{{until}}まで、新しい番号を設定できます。設定するまでは現在の番号をご利用いただけます。現在の番号を使うと再設定は取り消されます。お心当たりがない場合は、ただちに再設定を取り消し、ログインパスワードを変更してください。",
  open_fund_password_reset: "再設定の状況を見る",
  body_fund_password_reset_cancelled:
    "取消の操作、または現在の番号のご利用により、再設定は取り消されました。現在の取引暗証番号を引き続きご利用いただけます。お心当たりがない場合は、ただちにログインパスワードを変更してください。",
  body_fund_password_reset_done:
    "再設定のお申し込みに基づき、新しい取引暗証番号が設定されました。お心当たりがない場合は、すぐに口座を凍結し、カスタマーサービスへご連絡ください。",
  body_login_password_reset_approved:
    "パスワードをお忘れとのお申し出に基づき、新しいログインパスワードが承認されました。{{due_at}}から{{until}}まで、新しいパスワードでログインできます。新しいパスワードでログインするまでは現在のパスワードもご利用いただけますが、現在のパスワードでログインすると再設定は取り消されます。お心当たりがない場合は、ただちに再設定を取り消してください。",
  open_login_password_reset: "再設定の状況を見る",
  body_login_password_reset_rejected: "現在のパスワードを引き続きご利用ください。{{reason}}",
  body_login_password_reset_cancelled:
    "取消の操作、または現在のパスワードのご利用により、再設定は取り消されました。現在のパスワードを引き続きご利用いただけます。再設定のお心当たりがない場合は、カスタマーサービスへご連絡ください。{{reason}}",
  body_login_password_reset_done:
    "新しいパスワードでログインがあり、ほかの端末はすべてログアウトされました。お心当たりがない場合は、すぐにカスタマーサービスへご連絡ください。",
  body_factor_reset_requested:
    "ログインパスワードを知る方から、認証手段とリカバリーコードをすべて失ったとの申し出がありました（{{device}}）。お心当たりがない場合は、ただちに中止し、パスワードを変更してください。",
  body_factor_reset_approved:
    "カスタマーサービスが、認証アプリ・パスキー・リカバリーコードの解除を承認しました。{{due_at}}から{{until}}まで利用できます。お心当たりがない場合は、ただちに中止してください。",
  body_factor_reset_rejected: "認証手段はそのままご利用いただけます。{{reason}}",
  body_factor_reset_cancelled: "認証手段はそのままご利用いただけます。{{reason}}",
  body_factor_reset_done:
    "認証アプリ・パスキー・リカバリーコードは無効になりました。保護期間中は出金や変更はできません。お心当たりがない場合は、ただちに中止してください。",
  open_factor_reset: "再設定の状況を見る",
  body_deposit_approved: "{{amount}} {{currency}}が口座に入金されました（受付番号 {{number}}）。",
  body_deposit_rejected:
    "{{amount}} {{currency}}の入金（受付番号 {{number}}）は承認されませんでした。{{reason}}",
  body_withdrawal_paid:
    "{{amount}} {{currency}}を{{bank}} {{card}}へ振り込みました（受付番号 {{number}}）。",
  body_withdrawal_rejected:
    "{{amount}} {{currency}}の出金（受付番号 {{number}}）は承認されませんでした。出金額は買付余力に戻りました。{{reason}}",
  body_loan_approved:
    "{{amount}} {{currency}}（{{number}}）を買付余力に入金しました。返済日は{{due_on}}、返済額は{{due}} {{currency}}です。{{cooling_off}}までは利息なしで返済できます。",
  body_loan_rejected:
    "ローンのお申し込み（{{number}}、{{amount}} {{currency}}）は承認されませんでした。理由：{{reason}}",
  body_loan_repaid: "ローン{{number}}に{{paid}} {{currency}}を返済し、完済しました。",
  body_loan_due_soon:
    "ローン{{number}}の返済日は{{due_on}}、返済額は{{due}} {{currency}}です。返済日までに買付余力をご用意ください。",
  body_loan_overdue:
    "ローン{{number}}の返済日（{{due_on}}）を{{days}}日過ぎています。現在の返済額は{{due}} {{currency}}です。返済されるまで、年{{rate}}%の遅延損害金がかかり、{{currency}}の買付余力から充当されます。新しいローンと出金はご利用いただけません。保有株式を売却することはありません。",
  body_loan_limit_lowered:
    "{{currency}}のご利用限度額を{{amount}} {{currency}}に引き下げました。理由：{{reason}}",
  body_loan_limit_raised:
    "{{currency}}のご利用限度額の引き下げが変更されました。現在の限度額はローン画面でご確認ください。",
  body_loan_claimed:
    "ローン{{number}}の残債務{{amount}} {{currency}}は未払い債務に振り替えられました。今後の利息はかかりませんが、{{currency}}の入金・入金相当額から優先して充当され、完済まで新しいローンと出金はご利用いただけません。理由：{{reason}}",
  body_loan_collected:
    "延滞中のローン{{number}}に、買付余力から{{paid}} {{currency}}を充当しました。残りの返済額は{{left}} {{currency}}です。",
  body_loan_written_off:
    "ローン{{number}}の残債務{{amount}} {{currency}}は免除されました。お支払いは不要です。理由：{{reason}}",
  body_withdrawal_sent:
    "{{amount}} {{currency}}の出金（受付番号 {{number}}）の振込を金融機関に依頼しました。お取り消しはできません。振込が完了したとき、または金融機関から返却されたときにお知らせします。",
  body_withdrawal_not_accepted:
    "{{amount}} {{currency}}の出金（受付番号 {{number}}）の振込が、金融機関で受け付けられませんでした。お預かりしている資金に影響はありません。あらためて振込を手続きし、できない場合はお知らせします。{{reason}}",
  body_withdrawal_delayed:
    "{{amount}} {{currency}}の出金（受付番号 {{number}}）の手続きが、ご案内した時間内に完了していません。お預かりしている資金に影響はなく、いつでもお取り消しいただけます。ご不明な点はカスタマーサービスへお問い合わせください。",
  body_withdrawal_delayed_reason:
    "{{amount}} {{currency}}の出金（受付番号 {{number}}）の手続きが、お約束した時間内に完了しませんでした。{{delay}}現在の完了予定は{{until}}までです。お預かりしている資金に影響はなく、審査中はお取り消しいただけます。ご不明な点はカスタマーサービスへお問い合わせください。",
  body_deposit_delayed:
    "{{amount}} {{currency}}の入金（受付番号 {{number}}）の確認が、お約束した時間内に完了しませんでした。{{delay}}現在の完了予定は{{until}}までです。ご不明な点はカスタマーサービスへお問い合わせください。",
  delay_not_reviewed: "担当者による確認がまだ始まっていません。",
  delay_in_review: "現在、担当者が確認しています。",
  delay_second_operator: "一次確認を終え、二人目の担当者の承認を待っています。",
  delay_bank: "承認は済んでおり、銀行からの確認を待っています。",
  open_my_page: "マイページへ",
  open_verification: "再提出する",
  open_cards: "出金先口座を見る",
  open_deposits: "入金履歴を見る",
  open_withdrawals: "出金履歴を見る",
  open_loan: "ローン画面を見る",
  open_loans: "ローンの履歴を見る",
  title_unknown: "お知らせ",
  body_unknown: "新しい種類のお知らせです。アプリを再読み込みすると内容をご覧いただけます。",
  body_totp_set:
    "今後、ログインや出金のときに認証アプリのコードが必要になります。お心当たりがない場合は、すぐに口座を凍結してください。",
  body_totp_removed:
    "認証アプリのコードは不要になりました。お心当たりがない場合は、すぐに口座を凍結してください。",
  body_passkey_added:
    "この端末のパスキーでログインできます。お心当たりがない場合は、すぐに口座を凍結してください。",
  body_recovery_codes_renewed:
    "以前のコードは使えなくなりました。お心当たりがない場合は、すぐに口座を凍結してください。",
  body_reset_hold_started:
    "パスワードが再設定されました。{{until}}（実時間）まで、出金、口座の追加、認証手段の変更はできません。お心当たりがない場合は、すぐに中止してください。",
  open_reset_hold: "中止する",
  title_passkey_removed: "パスキーを削除しました",
  body_passkey_removed: "削除したパスキーではログインできなくなりました。",
  body_passkeys_to_confirm:
    "ログインパスワードが再設定されたため、次のパスキーだけではログインできなくなりました：{{names}}。{{until}}（実時間）までに、新しいパスワードと一緒に一度ご利用ください。ご利用のないパスキーは削除されます。",
  body_frozen_by_customer:
    "お取引と出金を停止しました。決済は24時間停止し、その後はできます。再開するにはカスタマーサービスまでお問い合わせください。",
  reason_below: "担当者の説明は下記のとおりです。",
  written_by: "担当者が書いたメッセージ：{{broker}} {{role}}",
  written_note: "このメッセージはシステムの通知ではなく、担当者が書いたものです。",
  role_viewer: "閲覧担当",
  role_support: "サポート担当",
  role_reviewer: "審査担当",
  role_approver: "承認担当",
  role_administrator: "管理者",
};
