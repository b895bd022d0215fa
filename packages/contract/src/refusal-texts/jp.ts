import type { AskedRefusalTexts, RefusalTexts } from "../refusals.ts";
import { earlyRefusalTexts } from "./early/jp.ts";

export const askedRefusalTexts: AskedRefusalTexts = {
  wrong_account_or_password: "携帯電話番号またはパスワードが正しくありません。",
  account_not_found: "この携帯電話番号の口座は見つかりません。",
  account_exists:
    "この番号はすでに登録されています。ご本人の場合はログインし、そうでない場合は別の10桁の番号をご利用ください。",
  inviter_not_found: "招待コードが見つかりません。招待してくださった方にご確認ください。",
  account_banned:
    "この口座はご利用を停止しているため、ログインできません。カスタマーサービスへお問い合わせください。",
  account_frozen:
    "口座が凍結されているため、お取引いただけません。カスタマーサービスへお問い合わせください。",
  sign_in_again: "再度ログインしてください。",
  key_mismatch: "キーが一致しません。もう一度お試しください。",
  wrong_fund_password: "取引暗証番号が正しくありません。",
  fund_password_not_set: "取引暗証番号が未設定です。先に設定してください。",
  wrong_channel_password: "チャネルパスワードが正しくありません。",
  wrong_original_password: "現在のパスワードが正しくありません。",
  modification_failed: "変更できませんでした。時間をおいて再度お試しください。",
  verification_under_review: "本人確認を審査中です。結果をお待ちください。",
  already_verified: "本人確認はすでに完了しています。",
  not_verified: "本人確認が完了していません。先に本人確認を行ってください。",
  same_day_money:
    "本日この銘柄の買付に使えるのは{{amount}}です。本日買い付けて売却した代金は、{{time}}まで同じ銘柄の買付に使えません（{{rule}}）。",
  insufficient_balance: "買付余力が不足しています。数量を減らすか、入金してください。",
  cash_not_settled:
    "売却代金の受渡がまだ済んでいません。いま出金・両替できるのは{{amount}}までで、ご指定の金額は{{date}}から可能です（{{rule}}）。",
  insufficient_credit_limit: "借入可能額が不足しています。",
  insufficient_own_money:
    "ローンの借入金は委託保証金や両替に使えません。ご自身の資金が不足しています。",
  pending_deposit_exists: "審査中の入金があります。完了後にお手続きください。",
  fund_operation_in_progress: "別の入出金手続きが進行中です。完了後にお試しください。",
  submit_too_frequent: "操作が早すぎます。少し待ってから再度お試しください。",
  sell_locked: "約定から15分間は決済（売却・買い戻し）できません。{{time}}以降にお手続きください。",
  price_beyond_limit:
    "本日の制限値幅（{{limit}}）を超えています。{{low}}〜{{high}}の範囲で指定してください（{{rule}}）。",
  not_taken_by_venue:
    "この市場では現在、指値または成行の注文のみ受け付けています。逆指値、決済条件付き、その他の条件付き注文はご利用いただけません。",
  opening_still_works: "この建玉の新規注文が執行中です。取消または約定の後にお手続きください。",
  venue_not_answered:
    "この注文については取引所の回答待ちです。しばらくしてから再度お試しください。",
  price_unavailable:
    "株価を取得できないため、注文を受け付けられません。少し待って再度お試しください。",
  cannot_buy: "この銘柄は現在買付できません。",
  insufficient_quota: "募集枠が不足しています。",
  block_applications_too_many: "同じ市場で受付中の申込は{{max}}件までです。",
  position_not_holding: "この銘柄は保有中ではありません。二重に操作しないでください。",
  product_not_available: "商品が存在しないか、取扱いを終了しています。",
  product_follow_expired: "この商品の受付は終了しました。",
  subscription_not_open: "申込期間外です。",
  block_closed: "立会外分売の受付は終了しました。",
  unpaid_loan_exists: "未返済のローンがあります。先に返済してください。",
  repayment_below_loan: "返済額が借入残高を下回っています。",
  loan_limit_insufficient: "借入可能額が不足しています。",
  loan_not_found: "このローンは見つかりません。",
  lending_not_found: "この保有に貸出中の株式はありません。",
  shares_not_lendable:
    "貸株に出せるのは、全額現金で買い付けて保有している株式のみです（信用建玉・空売り・ロック中の株式は対象外）。",
  loan_not_outstanding: "このローンに返済する残高はありません。",
  loan_not_under_review: "このお申し込みの審査はすでに終わっています。",
  card_exists: "この口座はすでに登録されています。",
  card_not_found: "口座が見つかりません。",
  service_is_elsewhere: "ご質問は、カスタマーサービスのリンク先で承っています。",
  service_link_unavailable: "カスタマーサービスのリンクを取得できませんでした。",
  upload_failed: "アップロードできませんでした。再度お試しください。",
  submission_failed: "送信できませんでした。再度お試しください。",
  password_unchanged: "現在と同じパスワードは設定できません。別のものを入力してください。",
  password_too_common: "推測されやすいパスワードです。別のパスワードを入力してください。",
  closing_barred:
    "ただいま決済（売却・買い戻し）を停止しています。{{until}}以降にお手続きください。理由はお知らせでご確認いただけます。",
  trading_disabled: "お取引が停止されています。カスタマーサービスへお問い合わせください。",
  too_many_tries: "試行回数が上限に達しました。{{minutes}}分後に再度お試しください。",
  instrument_not_found: "銘柄が見つかりません。",
  instrument_renamed:
    "この銘柄は{{date}}から銘柄コード{{code}}に変更されています。新しいコードでご注文ください。",
  instrument_halted: "この銘柄は売買停止中です。",
  instrument_ended: "この銘柄（{{code}}）は上場廃止となりました。最終売買日は{{last_day}}でした。",
  trading_halted: "ただいま注文の受付を停止しています（対象：{{scope}}）。",
  pause_takes_lasting_orders:
    "ただいま売買が一時停止中です（対象：{{scope}}）。停止の終了を待つ指値・逆指値の注文は受け付けていますが、成行・IOC・FOKの注文は受け付けていません。",
  calendar_not_published:
    "この取引の受渡日は{{date}}の見込みですが、取引所の{{year}}年の営業日がまだ公表されていません。公表後にもう一度お試しください。",
  quantity_not_whole: "数量は整数で入力してください。",
  quantity_not_positive: "数量は1以上で入力してください。",
  quantity_not_in_lots: "数量は{{lot}}株単位で入力してください（{{rule}}）。",
  quantity_too_large: "数量は{{max}}株以下で入力してください。",
  quantity_below_minimum: "数量は{{min}}株以上で入力してください（{{rule}}）。",
  quantity_above_maximum: "1回の注文は{{max}}株までです（{{rule}}）。",
  price_outside_cage: "指値が気配から離れすぎています。現在は{{limit}}までです（{{rule}}）。",
  late_limit_too_far:
    "この時間の引けの指値は、クロージング・クロスの参考価格{{limit}}までです（{{rule}}）。",
  short_price_too_low:
    "10%以上下落した銘柄の空売り、または東証で50単元を超える空売りには、{{above}}より高い指値が必要です（{{rule}}）。",
  minimum_margin_missing: "信用取引には{{amount}}以上のご自身の資金が必要です（{{rule}}）。",
  bought_today:
    "現在売却できるのは{{max}}株です。本日買い付けた株式は{{time}}から売却できます（{{rule}}）。",
  same_day_sale:
    "本日の売却代金で買い戻した株式は{{time}}から売却できます。本日売却できるのは{{shares}}株です（{{rule}}）。{{amount}}を入金すると、本日中に売却できます。",
  quantity_exceeds_position: "決済できる数量は{{max}}株までです。",
  order_value_too_large: "1回の注文金額の上限は{{max}}です。",
  price_required: "指値を入力してください。",
  price_not_allowed: "成行注文では価格を指定できません。",
  price_not_positive: "価格は0より大きい値を入力してください。",
  price_not_on_tick: "価格は{{tick}}刻みで入力してください（{{rule}}）。",
  stop_price_required: "逆指値のトリガー価格を入力してください。",
  stop_price_not_allowed: "この注文方法ではトリガー価格を指定できません。",
  stop_price_not_positive: "トリガー価格は0より大きい値を入力してください。",
  stop_price_not_on_tick: "トリガー価格は{{tick}}刻みで入力してください（{{rule}}）。",
  stop_price_reached:
    "現在の株価（{{now}}）がすでにトリガー価格に達しています。買いは現在値より高く、売りは低く指定してください。",
  oco_prices_contradict:
    "OCO注文の指値とトリガー価格の関係が逆です。売りは指値をトリガー価格より高く、買いは低く指定してください。",
  order_kind_closes_only:
    "トレーリングストップは保有分の決済専用です。新規の注文には利用できません。",
  trail_not_allowed: "トレール幅はトレーリングストップでのみ指定できます。",
  trail_required: "トレール幅を値幅または率のどちらか一方で入力してください。",
  trail_not_positive: "トレール幅は0より大きい値を入力してください。",
  trail_not_on_tick: "トレール幅は{{tick}}刻みで入力してください（{{rule}}）。",
  trail_too_wide: "トレール幅は株価の{{percent}}%以内で入力してください。",
  order_form_not_offered: "この市場ではこの注文方法は利用できません（{{rule}}）。",
  opening_has_passed:
    "すでに取引が始まっています。寄付注文は取引開始前に受け付けます（{{rule}}）。",
  after_hours_not_taken_now: "大引け後固定価格取引の注文は{{time}}から受け付けます（{{rule}}）。",
  auction_takes_no_more: "この板寄せの受付は{{time}}に終了しました（{{rule}}）。",
  good_until_required: "注文の有効期限日を指定してください。",
  good_until_not_allowed: "有効期限日は期間指定の注文でのみ指定できます。",
  good_until_past: "指定した日は過ぎています。以降の日を指定してください。",
  good_until_too_far: "注文の有効期間は最長{{days}}日です。",
  good_until_not_trading_day: "指定した日は休場日です。取引日を指定してください。",
  good_until_after_last_day:
    "この銘柄の最終売買日は{{last_day}}です。有効期限は同日以前を指定してください。",
  immediate_only_while_open:
    "この注文は即時に執行するため、取引時間中のみ受け付けます（{{rule}}）。",
  not_fillable_now: "現在すぐに約定できる数量がないため、注文は出されませんでした。",
  not_fillable_whole: "現在すぐに約定できるのは{{quantity}}株のため、注文は出されませんでした。",
  exit_price_not_positive: "利益確定・損切りの価格は0より大きい値を入力してください。",
  exit_price_not_on_tick: "利益確定・損切りの価格は{{tick}}刻みで入力してください（{{rule}}）。",
  exits_contradict:
    "利益確定と損切りの価格が逆です。買い建ては利益確定を損切りより高く、空売りは低く指定してください。",
  exits_with_bracket:
    "分割決済と、注文全体の利益確定・損切りは同時に指定できません。どちらかを選んでください。",
  exit_part_without_price: "{{part}}件目の決済に、利益確定または損切りの価格を入力してください。",
  exit_trails_alone: "{{part}}件目はトレールのため、利益確定・損切りの価格は指定できません。",
  exits_exceed_order: "分割決済の合計は注文数量の{{max}}株以内で入力してください。",
  take_profit_on_wrong_side:
    "利益確定の価格は、買いは{{price}}より高く、空売りは低く指定してください。",
  stop_loss_on_wrong_side:
    "損切りの価格は、買いは{{price}}より低く、空売りは高く指定してください。",
  shares_not_borrowable: "いま借りられる株は{{max}}株までです。数量を減らしてください。",
  cannot_sell_short: "この銘柄は現在売り注文を受けられる相手がいないため、空売りできません。",
  unpaid_debt: "{{amount}}の不足金があります。先に入金、またはその通貨への両替で解消してください。",
  margin_call_open:
    "追証が発生しているため、新規のご注文とこの通貨からの出金・両替はできません。入金、この通貨への両替、または建玉の決済で先に解消してください。",
  margin_needed:
    "建玉の維持に必要な保証金があるため、いま出金・両替できるのは{{max}} {{currency}}までです。",
  amendment_empty: "変更する内容を入力してください。",
  quantity_already_filled:
    "すでに{{filled}}株が約定しています。それより多い数量を入力してください。",
  leverage_not_offered: "このレバレッジはご利用いただけません。最大{{max}}倍です（{{rule}}）。",
  short_not_offered: "この銘柄の空売りはご利用いただけません（{{rule}}）。",
  case_not_found:
    "この番号の受付が見つかりません。番号をご確認いただくか、もう一度お手続きください。",
  short_not_switched_on:
    "空売りの設定がオフになっています。空売り注文の画面でリスクをご確認のうえ、オンにしてください。",
  extended_hours_not_offered:
    "この銘柄は時間外取引（プレ/アフターマーケット）の対象外です。立会時間のみの注文としてご発注ください。",
  extended_hours_not_switched_on:
    "時間外取引の設定がオフになっています。米国株の注文画面でリスクをご確認のうえ、オンにしてください。",
  extended_hours_own_money_only:
    "時間外取引でできるのは現物の買付と、現物として保有する株式の売却のみです。空売り、レバレッジ、信用建玉の決済は立会時間のみとなります。",
  extended_hours_limit_only:
    "時間外取引の注文は、利確・損切りの指定がない指値注文（当日中以上）に限られます（{{rule}}）。",
  order_not_found: "注文が見つかりません。",
  cancel_not_accepted: "{{time}}までは注文の取消・訂正ができません（{{rule}}）。",
  order_not_pending: "この注文はすでに約定または取消されています。",
  orders_waiting_too_many: "約定待ちの注文は{{max}}件までです。",
  position_not_found: "この取引は見つかりません。",
  watchlist_full: "お気に入りは{{max}}銘柄までです。",
  chart_lines_too_many: "描画ラインは{{max}}本までです。不要なラインを削除してください。",
  screens_too_many: "保存できる条件は{{max}}件までです。不要な条件を削除してください。",
  session_not_found: "この端末はすでにログアウトしています。",
  message_not_found: "このお知らせは見つかりません。",
  push_not_offered: "通知は、現在このサービスでは利用できません。",
  push_service_unknown:
    "このブラウザの通知サービスには対応していません。別のブラウザでお試しください。",
  alert_value_out_of_range: "{{min}}から{{max}}までの値を入力してください。",
  alert_already_reached:
    "現在の値（{{now}}）がすでにこの条件を満たしています。別の値を入力してください。",
  alert_exists: "同じアラートがすでに設定されています。",
  alerts_too_many: "アラートは{{max}}件まで設定できます。不要なアラートを削除してください。",
  alert_not_found: "このアラートは見つかりません。すでに通知済みか、削除されています。",
  name_scripts_mixed:
    "異なる種類の文字（ローマ字とキリル文字など）が混ざっています。1種類の文字で入力してください。",
  name_not_a_name: "氏名は本人確認書類に記載のとおり入力してください。",
  name_not_katakana: "フリガナは全角カタカナで入力してください。",
  id_type_not_accepted: "この本人確認書類はお取り扱いできません。別の書類をお選びください。",
  id_number_malformed: "番号の桁数または形式が正しくありません。書類のとおり入力してください。",
  id_number_check_digit_wrong:
    "マイナンバーに誤りがあります（検査用数字が一致しません）。もう一度ご確認ください。",
  front_photo_required: "表面の写真を追加してください。",
  back_photo_required: "裏面の写真を追加してください。",
  photographs_not_enough:
    "本人確認書類の画像のみによる本人確認は受け付けられません（{{rule}}）。ICチップの読み取りに対応するまでお待ちください。",
  id_not_read:
    "カードを読み取れませんでした。氏名と番号がカードと一致しているかご確認のうえ、もう一度お試しください（{{rule}}）。",
  back_photo_not_taken:
    "マイナンバーカードの裏面は提出しないでください。表面のみで手続きできます。",
  photo_too_large: "写真のサイズが大きすぎます（{{max}}MBまで）。",
  photo_type_not_accepted:
    "この形式のファイルは利用できません。JPEG・PNG・WebPの写真をお選びください。",
  photo_pixels_too_many: "写真の画素数が多すぎます（{{megapixels}}メガピクセルまで）。",
  photo_too_small:
    "写真が小さすぎて確認できません。一辺{{min}}ピクセル以上の写真をお選びください。",
  photo_unreadable: "写真を読み込めませんでした。撮り直すか、別の写真をお選びください。",
  holder_has_characters:
    "口座名義の{{at}}文字目「{{letters}}」は漢字です。通帳やキャッシュカードのとおり、読みをカナで入力してください。",
  holder_letter_not_allowed:
    "口座名義の{{at}}文字目「{{letter}}」は、銀行の口座名義に使えない文字です。カナ・英字・数字・かっこ・ハイフン・ピリオドで入力してください。",
  holder_not_katakana:
    "口座名義にカナが含まれていません。通帳に印字されたカナの名義を入力してください。",
  holder_not_a_name: "口座名義は通帳のとおり入力してください。",
  bank_merged:
    "{{bank}}は合併により{{today}}（{{code}}）になりました。{{today}}の支店番号と口座番号で登録してください。",
  bank_not_found:
    "この銀行は{{date}}現在の金融機関一覧にありません。一覧から選ぶか、銀行コード4桁をご確認ください。",
  post_symbol_malformed:
    "ゆうちょ銀行の記号は、1または0で始まる5桁の数字です。通帳の「記号」をご確認ください。",
  post_number_malformed:
    "ゆうちょ銀行の番号は、記号が1で始まる場合は末尾が1の2～8桁、0で始まる場合は6桁以内の数字です。",
  branch_not_found:
    "{{bank}}に支店番号{{code}}の支店はありません（{{date}}現在）。支店を一覧から選んでください。",
  branch_code_not_three_digits: "支店コードは数字3桁で入力してください。",
  card_number_not_seven_digits:
    "口座番号は数字7桁で入力してください。7桁に満たない場合は先頭に0を付けてください。",
  card_number_malformed: "口座番号は英数字4〜34桁で入力してください。",
  card_type_not_offered: "この国の銀行では選べない預金種目です。",
  card_holder_differs:
    "口座名義が本人確認済みの氏名と一致しません。ご本人名義の口座のみご利用いただけます。",
  card_cooling_off: "この口座は登録後の確認期間中です。{{until}}以降に出金できます。",
  cards_too_many: "登録できる口座は{{max}}件までです。不要な口座を削除してください。",
  fund_password_not_six_digits: "取引暗証番号は数字6桁で入力してください。",
  fund_password_too_simple:
    "推測されやすい番号です。同じ数字の繰り返し、連番、左右対称、日付、口座番号の一部は避けてください。",
  old_password_required: "現在の取引暗証番号を入力してください。",
  wrong_login_password: "ログインパスワードが正しくありません。",
  new_password_not_yet:
    "新しいパスワードは{{from}}からご利用いただけます。現在のパスワードでログインすると、再設定は取り消されます。",
  channel_not_found: "この入金方法は現在ご利用いただけません。",
  channel_closed: "入金受付時間外です。次の受付開始は{{opens_at}}です。",
  pattern_day_trader_equity:
    "この取引でパターン・デイトレーダーに該当します。{{amount}}以上のご自身の資金が必要です（{{rule}}）。",
  day_trading_buying_power:
    "必要な維持証拠金を除くと、現在お取引いただける一日信用は{{amount}}までです（{{rule}}）。",
  amount_or_quantity: "金額か株数のどちらか一方を入力してください。",
  amount_below_minimum: "最低金額は{{min}}です。",
  amount_above_maximum: "1回の上限額は{{max}}です。",
  withdrawals_closed: "出金受付時間外です。次の受付開始は{{opens_at}}です。",
  positions_held: "保有中の銘柄があるため出金できません。すべて売却してから再度お手続きください。",
  correction_not_found: "対象の残高訂正が見つかりません。",
  correction_ended:
    "この残高訂正はすでに反映済み、または取りやめのため、異議を申し立てできません。",
  withdrawal_not_found: "出金の申込みが見つかりません。",
  follow_capacity_exceeded: "募集枠の残りは{{left}}です。それ以下の金額を入力してください。",
  followings_too_many:
    "同時に続けられるコピートレードは{{max}}件までです。いずれかを終了してからお申し込みください。",
  following_not_found: "このコピートレードが見つかりません。",
  following_ended: "このコピートレードはすでに終了しています。",
  following_ends_already: "終了はすでに受け付けています。次回の評価額で換金されます。",
  follow_locked: "ロック期間中です。{{until}}以降に終了できます。",
  copy_consent_exists: "この市場ではすでに同意いただいています。先に撤回してください。",
  copy_consent_not_found: "この同意は見つかりません。",
  copy_consent_ended: "この同意はすでに撤回されています。",
  subscribed_already:
    "この新規公開株にはすでにお申し込みいただいています。お申し込みは1銘柄につき1回です。",
  person_entered_already:
    "同じ本人確認書類で確認された別の口座から、この抽選にすでにお申し込みいただいています。お申し込みはお一人様1回です。お心当たりのない場合は、カスタマーサービスへお問い合わせください。",
  subscription_suspended:
    "当選後の未入金が続いたため、{{until}}まで新規公開株にお申し込みいただけません。",
  subscription_not_found: "新規公開株のお申し込みが見つかりません。",
  subscription_not_cancellable: "このお申し込みは取り消せません。",
  subscription_not_payable: "このお申し込みは購入手続きの対象ではありません。",
  payment_deadline_passed: "購入期限を過ぎています。",
  position_locked: "立会外分売で取得した株式は{{time}}まで売却できません（ロックアップ期間）。",
  intraday_closed:
    "一日信用の新規注文は、立会時間中、{{time}}まで受け付けます。以降は次の取引日にお申し込みください。",
  block_sale_not_possible:
    "この株式は分売の対象にできません。現物で全額お支払い済みで、注文や決済条件のない保有が対象です。",
  block_consents_too_many: "有効な同意が{{max}}件あります。先にいずれかを撤回してください。",
  block_consent_time: "現在から1時間後〜{{days}}日以内の日時を選んでください。",
  block_consent_not_found: "この同意は見つかりません。",
  block_consent_ended: "この同意はすでに分売に使われたか、撤回または期限切れになっています。",
  block_not_open: "この分売の申込みは{{time}}に始まります。",
  block_applied_already:
    "この分売にはすでにお申し込みいただいています。抽選のため、お申し込みはお一人様1回です。",
  channel_password_required:
    "この分売はご案内したお客様が対象です。チャネルパスワードを入力してください。",
  application_not_found: "この申込みは見つかりません。",
  application_not_cancellable: "この申込みは取り消せません。",
  withdrawal_not_under_review: "この出金はすでに処理が終わっています。",
  record_not_found: "この入出金・取引の記録は見つかりません。",
  date_range_reversed: "開始日は終了日以前の日付を指定してください。",
  date_range_too_long: "選択できるのは{{days}}日以内です。期間を短くしてください。",
  news_not_found: "この記事は見つかりません。",
  amount_not_positive: "金額は0より大きい数字で入力してください。",
  amount_too_precise: "この通貨は小数点以下{{digits}}桁まで入力できます。",
  amount_not_whole: "金額は端数のない整数で入力してください。",
  same_currency: "同じ通貨どうしは両替できません。別の通貨を選んでください。",
  exchange_rate_unavailable:
    "為替レートを取得できないため、両替できません。少し待って再度お試しください。",
  exchange_amount_too_small: "金額が小さすぎて、受取額が最小単位に満たないため両替できません。",
  exchange_quote_not_found: "両替レートの提示が見つかりません。もう一度レートを取得してください。",
  exchange_quote_used: "この提示レートはすでに両替に使われています。",
  exchange_quote_expired: "提示レートの有効時間が過ぎました。新しいレートをご確認ください。",
  code_required: "認証アプリのコードを入力するか、パスキーをご利用ください。",
  wrong_code: "コードが正しくないか、すでに使用されています。",
  passkey_not_accepted: "パスキーを確認できませんでした。",
  passkey_unconfirmed:
    "パスワードの再設定後、このパスキーはまだ確認されていません。番号と新しいパスワードを入力してから、パスキーでログインしてください。",
  puzzle_required: "ブラウザーでの確認が必要です。もう一度お試しください。",
  factor_reset_not_yet:
    "認証手段の再設定は{{from}}からご利用いただけます。それまでは認証手段を使ってログインしてください（再設定は取り消されます）。",
  factor_reset_ready:
    "認証手段の再設定が承認されています。下のボタンから進むか、認証手段を使ってログインしてください（再設定は取り消されます）。",
  challenge_expired: "時間切れです。もう一度やり直してください。",
  totp_already_set: "認証アプリはすでに設定されています。先に解除してください。",
  totp_not_set: "認証アプリが設定されていません。",
  passkey_exists: "このパスキーはすでに登録されています。",
  passkey_not_found: "パスキーが見つかりません。",
  passkeys_too_many: "パスキーは{{max}}件まで登録できます。",
  second_factor_not_set: "2段階認証がまだ設定されていません。",
  reset_hold:
    "パスワードの再設定後は、{{until}}（実時間）まで、出金、口座の追加、認証手段の変更はできません。",
  no_reset_to_stop: "中止できる再設定はありません。",
  proof_required:
    "この操作には2段階認証の確認が必要です。認証アプリのコードまたはパスキーで確認してください。",
  password_proof_required: "ご本人確認のため、ログインパスワードを入力してください。",
  request_id_reused: "同じ受付番号で異なる内容が送信されました。画面を開き直してください。",
  simulation_only: "デモ取引でのみご利用いただけます。",
  clock_step_out_of_range: "進める時間は1秒から{{max}}秒の範囲で指定してください。",
  clock_passes_deadline:
    "{{at}}にお客様の期限があります（{{seconds}}秒後）。一度に進められるのはその時刻までです。",
  clock_announced_lately:
    "全画面での告知から10秒間は承認できません。{{seconds}}秒後に承認してください。",
  invalid_request: "入力内容に誤りがあります。",
  forbidden: "この操作を行う権限がありません。",
  not_found: "お探しのページまたは機能は見つかりません。",
  payload_too_large: "送信データが大きすぎます。",
  unsupported_media_type: "この形式のデータは受け付けられません。",
  request_timeout: "通信に時間がかかり、受け付けできませんでした。もう一度お試しください。",
  too_many_requests: "アクセスが集中しています。少し待ってから再度お試しください。",
  outcome_unknown:
    "結果を確認できませんでした。もう一度お試しください。同じ手続きが二重に行われることはありません。",
};

// Not spread: a bundler could not leave that out where only the others are wanted.
export const refusalTexts: RefusalTexts = /* @__PURE__ */ Object.assign(
  {},
  earlyRefusalTexts,
  askedRefusalTexts,
);
