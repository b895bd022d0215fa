import { messageTitles } from "@sanshi/contract/message-titles/cn";
import type { Texts } from "../../jp/index.ts";

export const messages: Texts["messages"] = {
  ...messageTitles,
  title: "消息",
  read_all: "全部已读",
  read_all_done: "已全部标为已读",
  unread: "未读",
  list: "消息列表",
  empty: "暂无消息。与交易和账户有关的重要通知会显示在这里。",
  to_market: "看看行情",
  older: "加载更多",
  all_shown: "没有更早的消息了",
  info_title: "消息详情",
  to_messages: "返回消息列表",
  unknown_device: "未知设备",
  open: "查看详情",
  body_welcome: "您的账户已准备就绪，一个账户即可交易日本、美国和中国股票。",
  body_welcome_simulated:
    "您的模拟账户已准备就绪，模拟资金已到账。交易不涉及真实资金，请放心体验日本、美国和中国股票。",
  open_welcome: "看看行情",
  body_sign_in:
    "您的账户在{{device}}上登录。如非本人操作，请在“我的”页面的登录设备中将其退出，并修改密码。",
  body_new_sign_in:
    "您的账户刚在 {{device}} 上登录。如非本人操作，请在“我的”页面的“登录设备”中退出该设备，并立即修改登录密码。",
  open_new_sign_in: "打开我的页面",
  body_password_changed: "您的登录密码已修改，其他设备均已退出登录。如非本人操作，请立即联系客服。",
  open_password_changed: "打开我的页面",
  body_price_at_or_above:
    "{{name}}（{{code}}）已涨到您设置的{{value}}。触发时股价为{{price}}（涨跌幅{{change}}%）。",
  body_price_at_or_below:
    "{{name}}（{{code}}）已跌到您设置的{{value}}。触发时股价为{{price}}（涨跌幅{{change}}%）。",
  body_percent_up:
    "{{name}}（{{code}}）的日涨幅已达到您设置的+{{value}}%。触发时股价为{{price}}（涨跌幅{{change}}%）。",
  body_percent_down:
    "{{name}}（{{code}}）的日跌幅已达到您设置的−{{value}}%。触发时股价为{{price}}（涨跌幅{{change}}%）。",
  open_price_alert: "查看股票",
  amount_jpy: "{{amount}}日元",
  amount_usd: "{{amount}}美元",
  amount_cny: "{{amount}}元",
  tabs: "消息类型",
  tab_messages: "消息",
  tab_alerts: "股价提醒",
  groups: "消息类型",
  group_all: "全部",
  group_orders: "委托与成交",
  group_margin: "保证金与期限",
  group_draws: "新股与大宗交易",
  group_stocks: "行情与分红",
  group_money: "资金与贷款",
  group_products: "产品与服务",
  group_account: "账户与安全",
  group_notices: "公告",
  empty_group: "没有此类消息。",
  show_all: "查看全部消息",
  body_stock_split:
    "{{name}}（{{code}}）已实施拆股（合股），每{{denominator}}股变为{{numerator}}股。您的持股由{{before}}股变为{{after}}股，买入成本不变。不足一股的部分折现{{amount}} {{currency}}。",
  body_dividend_paid:
    "{{name}}（{{code}}）每股派息{{per_share}} {{currency}}，您持有的{{before}}股共获得{{amount}} {{currency}}，已计入可用资金。",
  body_dividend_charged:
    "{{name}}（{{code}}）每股派息{{per_share}} {{currency}}。您卖空的{{before}}股须支付等额股息，已从账户扣除{{amount}} {{currency}}。",
  body_dividend_equivalent:
    "{{name}}（{{code}}）每股派息{{per_share}} {{currency}}。您持有的{{before}}股共获得{{amount}} {{currency}}，已计入可用资金；其中{{equivalent}} {{currency}}为除息时出借中股份的股息补偿金，税务上不属于股息所得，处理方式可能不同。",
  body_shares_returned:
    "您召回的{{name}}（{{code}}）中，{{quantity}}股已归还，尚未归还{{left}}股。",
  body_shares_bought_in:
    "因借入方逾期未还，已按公布规则在市场以每股{{price}} {{currency}}补购，归还您的{{name}}（{{code}}）{{quantity}}股，费用由借入方承担。尚未归还{{left}}股。",
  body_shares_recalled:
    "您卖空的{{name}}（{{code}}）中有{{quantity}}股被出借方召回，请于{{due_at}}前买回。逾期将按公布规则以市场价自动买回。",
  body_recall_postponed: "因停牌，{{name}}（{{code}}）{{quantity}}股的归还期限顺延至{{due_at}}。",
  body_recall_withdrawn: "{{name}}（{{code}}）{{quantity}}股的召回已无须执行，您可以继续持有卖空。",
  body_short_bought_in:
    "因借入股份逾期未还，已按公布规则在市场以每股{{price}} {{currency}}买回您卖空的{{name}}（{{code}}）{{quantity}}股。",
  body_stock_lent:
    "根据您的自动出借设置，已出借{{name}}（{{code}}）{{quantity}}股。您可随时直接卖出，也可在持仓页面召回。",
  market_jpy: "日股",
  market_usd: "美股",
  market_cny: "A股",
  margin_ratio: "保证金率",
  collateral_ratio: "维持担保比例",
  body_margin_call:
    "您的{{market}}{{ratio_name}}为{{ratio}}%，已低于维持线{{required}}%。请在{{due_at}}前充值或兑换补足{{missing}}，或平掉部分持仓，使比例恢复到{{restore}}%以上。逾期未恢复，系统将按市价强制平仓。",
  open_margin: "查看持仓",
  body_margin_restored:
    "您的{{market}}{{ratio_name}}已恢复到要求的水平，追加保证金通知解除。若今天再次跌破，原来的期限继续有效。",
  body_margin_call_moved: "交易所的交易日有变更，您的{{market}}追加保证金期限变更为{{due_at}}。",
  body_settlement_moved:
    "交易所的交易日有变更，您在{{traded_on}}的{{market}}交易将于{{settles_on}}交收。",
  body_margin_call_over: "您的{{market}}融资融券持仓已全部平仓，追加保证金通知随之解除。",
  body_margin_term:
    "{{name}}（{{code}}）{{quantity}}股的信用持仓将于{{due_on}}到期，请最迟于{{last_day}}平仓。逾期未平仓的，到期日将按市价强制平仓。",
  body_forced_sale_term_ended:
    "{{name}}（{{code}}）的信用持仓到期日（{{due_on}}）前未平仓，已按市价{{price}}平仓{{quantity}}股。",
  body_forced_sale_call_overdue:
    "追加保证金逾期未补足，系统已按市价{{price}}平仓{{name}}（{{code}}）{{quantity}}股。平仓时{{ratio_name}}为{{ratio}}%，要求为{{required}}%。",
  body_forced_sale_ratio_too_low:
    "{{ratio_name}}降至{{ratio}}%，低于强平线{{required}}%，系统已按市价{{price}}平仓{{name}}（{{code}}）{{quantity}}股。",
  body_unpaid_debt:
    "由于行情跳空，平仓后仍有{{debt}}未能偿还。该欠款计入资产的总负债，今后的充值、兑换入账和平仓所得将优先偿还；还清前不能在该市场开新仓，也不能提现。",
  open_assets: "查看资产",
  open_position: "查看持仓",
  body_account_active: "您的账户已恢复正常使用。原因：{{reason}}",
  body_account_trading_disabled:
    "您的账户暂不能下单，持仓与充值和提现不受影响。原因：{{reason}}。如有疑问，请联系客服。",
  body_account_frozen:
    "您的账户暂不能开仓和提现；已有持仓仍可平仓，账户内的资产仍归您所有。原因：{{reason}}。如有疑问，请联系客服。",
  body_account_banned: "您的账户已不能登录，账户内的资产仍归您所有。原因：{{reason}}。请联系客服。",
  body_account_closing_until: "平仓暂停至{{closing_until}}。",
  body_account_review: "我们将于{{review_at}}前复核此限制。",
  body_stock_end_announced:
    "{{name}}（{{code}}）即将终止上市，最后交易日为{{last_day}}。委托和股价提醒于当日结束。当日收市后仍持有的多头或空头持仓，按当日收盘价结算，不收取费用。",
  body_stock_end_announced_cash:
    "{{name}}（{{code}}）即将终止上市，最后交易日为{{last_day}}。委托和股价提醒于当日结束。当日收市后仍持有的多头或空头持仓，按公告所载每股{{cash_price}} {{currency}}结算，不收取费用。公告：{{document}}",
  body_stock_end_announced_shares:
    "{{name}}（{{code}}）将并入{{target_name}}（{{target}}），最后交易日为{{last_day}}。委托和股价提醒于当日结束。当日收市后仍持有的多头或空头持仓，按新股{{share_ratio}}旧股的比例换成{{target_name}}股份，不收取费用；不足一股的部分按{{target_name}}公布的收盘价以现金结算。",
  body_shares_exchanged:
    "{{name}}（{{code}}）已并入{{target_name}}（{{target}}），您的{{quantity}}股持仓已换成{{received}}股{{target_name}}，未收取费用。成本和开仓日期延续。零股及现金对价结算金额为{{cash}}。",
  body_stock_end_withdrawn:
    "{{name}}（{{code}}）的终止上市（最后交易日{{last_day}}）已取消，继续上市交易。已缩短的委托有效期不再恢复。",
  body_stock_end_settled:
    "{{name}}（{{code}}）已终止上市，您的{{quantity}}股持仓已按每股{{price}} {{currency}}结算，未收取费用。实现盈亏为{{profit}} {{currency}}。",
  body_trading_halted: "{{scope}}暂停接受新委托，已有持仓仍可平仓。原因：{{reason}}",
  body_trading_halted_closing:
    "{{scope}}暂停接受新委托和平仓。平仓最迟于{{until}}恢复；在此期间，这些持仓不影响您提现。原因：{{reason}}",
  body_trading_paused:
    "{{scope}}临时停牌至{{until}}。期间可以委托和撤单，复牌后参与成交；不接受市价、IOC和FOK委托。原因：{{reason}}",
  body_trading_resumed: "{{scope}}已恢复接受委托。",
  body_code_change_announced:
    "自{{date}}起，{{name}}（{{code}}）变更为{{new_name}}（{{new_code}}，上市交易所：{{exchange}}）。您的持仓、委托、自选和到价提醒将自动延续。",
  body_code_change_in_force:
    "{{name}}（{{code}}）已变更为{{new_name}}（{{new_code}}，上市交易所：{{exchange}}）。您的持仓、委托、自选和到价提醒已自动延续。",
  body_code_change_withdrawn:
    "原定{{date}}生效的{{name}}（{{code}}）变更已取消，证券代码、简称和上市交易所保持不变。",
  body_follow_bought:
    "已买入{{name}} {{units}}份（每份 {{unit_value}} {{currency}}，买入金额 {{amount}} {{currency}}）。锁定至{{until}}。",
  body_follow_ended:
    "{{name}}的{{units}}份已赎回（每份 {{unit_value}} {{currency}}），{{proceeds}} {{currency}}已返还可用资金，盈亏为{{profit}} {{currency}}。",
  body_follow_returned: "{{name}}在买入前已终止，{{amount}} {{currency}}已全额退回。",
  body_follow_stop_reached:
    "{{name}}的净值已触及您设定的止损线（−{{percent}}%），将按下一次估值赎回。",
  body_follow_stop_reached_locked:
    "{{name}}的净值已触及您设定的止损线（−{{percent}}%）。目前处于锁定期，将在{{until}}之后按第一次估值赎回。",
  body_follow_winds_down: "{{name}}将于{{at}}清算。锁定期解除，所有人按同一净值赎回。{{reason}}",
  body_follow_suspended: "{{name}}的持仓中有证券无法取得价格，估值暂停。恢复后将立即处理您的申请。",
  body_account_offered:
    "根据您的同意，您的账户已作为{{name}}公开。条款不可更改，您可随时撤销同意。",
  body_account_offer_ends:
    "{{name}}将于{{at}}清算，所有跟单者按同一净值赎回。您账户的持仓不受影响。{{reason}}",
  open_follow: "查看跟单",
  body_new_share_closed:
    "{{name}}（{{code}}）申购已截止，抽签名单已公布。您的申购编号为{{number}}，名单哈希值为{{root}}，可用于验证抽签。",
  body_new_share_allotted:
    "您已中签{{name}}（{{code}}）：{{quantity}}股，应缴{{amount}} {{currency}}。请于{{until}}前缴款。任何人都可以验证抽签（申购编号{{number}}）。",
  body_new_share_not_allotted:
    "{{name}}（{{code}}）未中签，候补顺序为第{{place}}位。任何人都可以验证抽签（申购编号{{number}}）。",
  body_new_share_missed: "{{name}}（{{code}}）逾期未缴款，中签已作废。",
  body_new_share_listed:
    "{{name}}（{{code}}）已上市，{{quantity}}股已计入持仓，成本为发行价，已缴的{{amount}} {{currency}}用于支付股款。",
  body_new_share_withdrawal_announced:
    "{{name}}（{{code}}）的发行将于{{until}}中止。抽签及其结果仍然公开。无需再缴款，已缴款项届时退回可用资金。原因：{{reason}}",
  body_new_share_withdrawn:
    "{{name}}（{{code}}）的发行已中止，已缴款项已退回可用资金。原因：{{reason}}",
  body_intraday_squared_off:
    "{{name}}（{{code}}）日内交易{{quantity}}股已在收盘前按市价{{price}}自动平仓。",
  body_intraday_carried:
    "{{name}}（{{code}}）的日内交易未能在当日平仓，已延期。将收取延期手续费，平仓前按正常利率计息，可交易时立即平仓。",
  body_block_invited:
    "您可以申请{{name}}（{{code}}）的大宗交易，申请截止于{{until}}。申请时须输入我们另行告知的通道密码。",
  body_block_filled:
    "{{name}}（{{code}}）大宗交易：申请{{wanted}}股，成交{{quantity}}股，成交价{{price}} {{currency}}。锁定至{{until}}，期间不能卖出。",
  body_block_sale_offered:
    "根据您的同意，{{name}}（{{code}}）{{quantity}}股以{{price}} {{currency}}出让。该持仓最迟锁定至{{until}}。",
  body_block_sale_sold:
    "{{name}}（{{code}}）出让{{wanted}}股，其中{{quantity}}股以{{price}} {{currency}}成交，其余已解除锁定。",
  body_block_sale_returned: "{{name}}（{{code}}）大宗出让未成交，持仓已可卖出。",
  body_block_closed:
    "大宗交易{{name}}（{{code}}）已截止申请，抽签名单已公布。您的申请编号为{{number}}，名单哈希值：{{root}}",
  body_block_not_allotted:
    "大宗交易{{name}}（{{code}}）抽签结果：未中签。冻结的{{amount}} {{currency}}已退回可用资金。",
  body_block_failed:
    "{{name}}（{{code}}）大宗交易未成交：出让方未能备足股份。冻结的{{amount}} {{currency}}已退回可用资金。",
  body_block_split:
    "{{name}}（{{code}}）发生拆股，该大宗交易未成交。冻结的{{amount}} {{currency}}已退回可用资金。",
  body_block_outside_band:
    "{{name}}（{{code}}）大宗交易未成交：价格超出以最新收盘价为基准的价格范围。冻结的{{amount}} {{currency}}已退回可用资金。",
  body_block_withdrawn:
    "{{name}}（{{code}}）的大宗交易已撤回，冻结的{{amount}} {{currency}}已退回可用资金。原因：{{reason}}",
  body_block_unlocked: "{{name}}（{{code}}）大宗交易持仓的锁定期已结束，可以卖出。",
  open_block: "查看大宗交易",
  open_new_share: "查看新股",
  open_halt: "查看详情",
  body_correction:
    "您的余额已调账{{amount}} {{currency}}，该笔调账由两名工作人员复核。原因：{{reason}}。可在资金流水中查看。",
  body_correction_announced:
    "您的余额将更正{{amount}} {{currency}}（提交：{{proposed_role}}，批准：{{approved_roles}}）。原因：{{reason}} 如无异议，将于{{until}}生效。",
  correction_by: "提交：{{proposed_role}}，批准：{{approved_roles}}。",
  object: "对此更正提出异议",
  objected: "已收到您的异议。除非再次获批，该更正不会生效。",
  body_correction_simulated:
    "您的模拟资金余额已调账{{amount}} {{currency}}。原因：{{reason}}。可在资金流水中查看。",
  open_records: "查看资金流水",
  body_trade_busted:
    "交易场所已撤销{{name}}（{{code}}）的成交：{{quantity}}股，价格{{price}}。余额变动{{amount}} {{currency}}。已卖出或已委托卖出的{{made_good}}股由本公司补足，您的卖出仍然有效。",
  body_trade_corrected:
    "交易场所已更正{{name}}（{{code}}）的成交：{{quantity}}股、{{price}}更正为{{quantity_now}}股、{{price_now}}。余额变动{{amount}} {{currency}}。已卖出或已委托卖出的{{made_good}}股由本公司补足，您的卖出仍然有效。",
  body_in_extended_hours: "该成交发生在盘前盘后时段。",
  body_order_filled: "您委托的{{name}}（{{code}}）{{quantity}}股已全部成交，成交均价{{price}}。",
  body_order_partly_filled:
    "您委托的{{name}}（{{code}}）{{quantity}}股中，已成交{{filled}}股，成交均价{{price}}，其余继续等待成交。",
  body_order_partly_filled_ended:
    "您委托的{{name}}（{{code}}）{{quantity}}股中，已成交{{filled}}股，成交均价{{price}}。其余因没有对手盘已撤销，冻结的资金已解冻。",
  body_order_triggered:
    "{{name}}（{{code}}）已到达您的触发价{{stop}}，{{quantity}}股委托正以限价{{price}}等待成交。",
  body_order_expired_opening:
    "当日交易已结束，{{name}}（{{code}}）未成交的{{quantity}}股委托已失效，冻结的资金已解冻。",
  body_order_expired_closing:
    "当日交易已结束，{{name}}（{{code}}）未成交的{{quantity}}股平仓委托已失效，持仓不变。",
  body_order_triggered_closing:
    "{{name}}（{{code}}）已到达您平仓委托的触发价{{stop}}，{{quantity}}股正以限价{{price}}等待成交。",
  body_closing_filled_trailing_stop:
    "已触发您的跟踪止损，{{name}}（{{code}}）{{quantity}}股已平仓，成交均价{{price}}。该持仓已实现盈亏{{profit}}。",
  body_order_expired_opening_auction:
    "集合竞价已结束，{{name}}（{{code}}）未成交的{{quantity}}股委托已失效，冻结的资金已解冻。",
  body_order_expired_closing_auction:
    "集合竞价已结束，{{name}}（{{code}}）未成交的{{quantity}}股平仓委托已失效，持仓不变。",
  body_order_expired_opening_date:
    "委托有效期已到，{{name}}（{{code}}）未成交的{{quantity}}股委托已失效，冻结的资金已解冻。",
  body_order_expired_closing_date:
    "委托有效期已到，{{name}}（{{code}}）未成交的{{quantity}}股平仓委托已失效，持仓不变。",
  body_order_rejected_insufficient_balance:
    "您的{{name}}（{{code}}）{{quantity}}股止损委托已触发，但可用资金不足以支付成交金额，未能执行。冻结的资金已解冻。",
  body_order_rejected_insufficient_credit_limit:
    "您的{{name}}（{{code}}）{{quantity}}股委托因可融资额度不足，未能执行。冻结的资金已解冻。",
  body_order_rejected_no_counterparty:
    "您的{{name}}（{{code}}）{{quantity}}股止损委托已触发，但市场上没有对手盘，未能执行。冻结的资金已解冻。",
  body_order_rejected_corporate_action:
    "{{name}}（{{code}}）已实施拆股或合股。您的{{quantity}}股委托因调整后的数量或价格不符合交易规则，已被撤销。如有冻结资金，已解冻。您可以重新下单。",
  body_order_lowered:
    "{{name}}（{{code}}）已除息，每股派息{{per_share}} {{currency}}。您的{{quantity}}股委托价格已由{{before}}下调至{{after}}。",
  body_order_not_lowered:
    "{{name}}（{{code}}）已除息，每股派息{{per_share}} {{currency}}。交易所未接受下调您{{quantity}}股委托的价格，该委托仍以{{before}}有效。您可以改单或撤单。",
  body_order_rejected_dividend:
    "{{name}}（{{code}}）已除息，每股派息{{per_share}} {{currency}}。您的{{quantity}}股委托价格{{before}}扣除股息后低于最低价位，委托已被撤销。如有冻结资金，已解冻。",
  body_order_rejected_by_venue:
    "您的{{name}}（{{code}}）{{quantity}}股委托被交易场所拒绝。冻结的资金已解冻。",
  body_closing_filled_limit:
    "您的平仓委托已成交：{{name}}（{{code}}）{{quantity}}股，成交均价{{price}}。该持仓已实现盈亏{{profit}}。",
  body_closing_filled_take_profit:
    "已到达您的止盈价，{{name}}（{{code}}）{{quantity}}股已平仓，成交均价{{price}}。该持仓已实现盈亏{{profit}}。",
  body_closing_filled_stop_loss:
    "已到达您的止损价，{{name}}（{{code}}）{{quantity}}股已平仓，成交均价{{price}}。该持仓已实现盈亏{{profit}}。",
  body_closing_filled_stop:
    "已到达您平仓委托的触发价，{{name}}（{{code}}）{{quantity}}股已平仓，成交均价{{price}}。该持仓已实现盈亏{{profit}}。",
  body_exit_started_take_profit:
    "已到达您的止盈价，正以该价格或更优价格平仓{{name}}（{{code}}）{{quantity}}股，尚未全部成交。",
  body_exit_started_stop_loss:
    "已到达您的止损价，正以市价平仓{{name}}（{{code}}）{{quantity}}股，尚未全部成交。",
  body_verification_approved: "证件已审核通过，您可以提现至本人名下的银行账户。",
  body_verification_rejected: "您提交的证件未能通过审核。{{reason}}请核对后重新提交。",
  body_bank_card_added:
    "已绑定提现账户{{bank}} {{number}}。如非本人操作，请立即删除该账户、修改密码并联系客服。",
  body_fund_password_set: "资金密码已设置，提现时需要输入。如非本人操作，请立即联系客服。",
  body_fund_password_changed: "您的资金密码已修改。如非本人操作，请立即联系客服。",
  body_fund_password_locked:
    "资金密码输错次数已达上限，{{minutes}}分钟后可重试。如非本人操作，请立即修改登录密码。",
  body_fund_password_reset_requested:
    "{{due_at}}起可设置新的资金密码，{{until}}前有效。设置新密码之前，当前资金密码仍可使用，一经使用，本次重置即自动取消。如非本人操作，请立即取消重置并修改登录密码。",
  open_fund_password_reset: "查看重置进度",
  body_fund_password_reset_cancelled:
    "因取消操作或使用了当前资金密码，本次重置已取消，当前资金密码继续有效。如非本人操作，请立即修改登录密码。",
  body_fund_password_reset_done:
    "已根据重置申请设置新的资金密码。如非本人操作，请立即冻结账户并联系客服。",
  body_login_password_reset_approved:
    "因收到忘记密码的申请，新的登录密码已通过审核，{{due_at}}起生效，{{until}}前有效。首次用新密码登录之前，当前密码仍可使用，用当前密码登录后，本次重置即自动取消。如非本人申请，请立即取消重置。",
  open_login_password_reset: "查看重置进度",
  body_login_password_reset_rejected: "当前密码继续有效。{{reason}}",
  body_login_password_reset_cancelled:
    "因取消操作或使用了当前密码，本次重置已取消，当前密码继续有效。如您从未申请重置，请联系客服。{{reason}}",
  body_login_password_reset_done:
    "已使用新密码登录，其他设备均已退出登录。如非本人操作，请立即联系客服。",
  body_factor_reset_requested:
    "有人凭登录密码申报验证方式和恢复码全部丢失（{{device}}）。如非本人操作，请立即中止并修改密码。",
  body_factor_reset_approved:
    "客服已通过解除验证器、通行密钥和恢复码的申请，{{due_at}}起至{{until}}前可用。如非本人操作，请立即中止。",
  body_factor_reset_rejected: "您的二次验证保持不变。{{reason}}",
  body_factor_reset_cancelled: "您的二次验证保持不变。{{reason}}",
  body_factor_reset_done:
    "验证器、通行密钥和恢复码已失效，保护期内不能提现或更改。如非本人操作，请立即中止。",
  open_factor_reset: "查看重置进度",
  body_deposit_approved: "{{amount}} {{currency}}已存入您的账户（受理编号{{number}}）。",
  body_deposit_rejected:
    "{{amount}} {{currency}}的充值（受理编号{{number}}）未通过审核。{{reason}}",
  body_withdrawal_paid: "{{amount}} {{currency}}已汇至{{bank}} {{card}}（受理编号{{number}}）。",
  body_withdrawal_rejected:
    "{{amount}} {{currency}}的提现（受理编号{{number}}）未通过审核，资金已退回可用资金。{{reason}}",
  body_loan_approved:
    "{{amount}} {{currency}}（{{number}}）已存入您的可用资金。还款日为{{due_on}}，应还{{due}} {{currency}}。{{cooling_off}}之前可免息归还。",
  body_loan_rejected:
    "您的贷款申请（{{number}}，{{amount}} {{currency}}）未获批准。原因：{{reason}}",
  body_loan_repaid: "贷款{{number}}已还款{{paid}} {{currency}}，全部还清。",
  body_loan_due_soon:
    "贷款{{number}}将于{{due_on}}到期，应还{{due}} {{currency}}。请在到期日前备足可用资金。",
  body_loan_overdue:
    "贷款{{number}}已超过到期日（{{due_on}}）{{days}}天，目前应还{{due}} {{currency}}。还清之前将按年{{rate}}%计收逾期利息，{{currency}}可用资金将自动用于还款，且不能申请新贷款或提现。我们不会卖出您的股票。",
  body_loan_limit_lowered: "{{currency}}贷款额度已调低至{{amount}} {{currency}}。原因：{{reason}}",
  body_loan_limit_raised: "{{currency}}贷款额度的调低已变更，当前额度请在贷款页面查看。",
  body_loan_claimed:
    "贷款{{number}}的剩余债务{{amount}} {{currency}}已转为欠款。今后不再计息，但{{currency}}入账资金将优先抵还；还清之前不能申请新贷款或提现。原因：{{reason}}",
  body_loan_collected:
    "已从可用资金中扣除{{paid}} {{currency}}，用于偿还逾期贷款{{number}}。尚欠{{left}} {{currency}}。",
  body_loan_written_off:
    "贷款{{number}}的剩余债务{{amount}} {{currency}}已免除，无需再还。原因：{{reason}}",
  body_withdrawal_sent:
    "您{{amount}} {{currency}}的提现（受理编号{{number}}）已提交银行汇款，无法撤销。汇款完成或被银行退回时，我们会通知您。",
  body_withdrawal_not_accepted:
    "银行未受理您{{amount}} {{currency}}的提现（受理编号{{number}}）的汇款。您的资金不受影响，我们将重新办理汇款；如无法办理会通知您。{{reason}}",
  body_withdrawal_delayed:
    "{{amount}} {{currency}}的提现（受理编号{{number}}）未能在承诺时间内处理完毕。您的资金不受影响，可随时撤销申请。如有疑问请联系客服。",
  body_withdrawal_delayed_reason:
    "{{amount}} {{currency}}的提现（受理编号{{number}}）未能在承诺时间内处理完毕。{{delay}}目前预计最迟于{{until}}完成。您的资金不受影响，审核期间可以撤销。如有疑问请联系客服。",
  body_deposit_delayed:
    "{{amount}} {{currency}}的充值（受理编号{{number}}）未能在承诺时间内审核完毕。{{delay}}目前预计最迟于{{until}}完成。如有疑问请联系客服。",
  delay_not_reviewed: "目前尚未有人员开始审核。",
  delay_in_review: "目前正由工作人员审核。",
  delay_second_operator: "已通过初审，正在等待第二位工作人员批准。",
  delay_bank: "已经批准，正在等待银行确认。",
  open_my_page: "前往我的页面",
  open_verification: "重新提交",
  open_cards: "查看银行账户",
  open_deposits: "查看充值记录",
  open_withdrawals: "查看提现记录",
  open_loan: "查看贷款页面",
  open_loans: "查看贷款记录",
  title_unknown: "通知",
  body_unknown: "这是一条新类型的通知，重新加载应用后即可查看内容。",
  body_totp_set: "今后登录和提现时需要验证器动态码。如非本人操作，请立即冻结账户。",
  body_totp_removed: "今后不再需要动态码。如非本人操作，请立即冻结账户。",
  body_passkey_added: "您可以使用该通行密钥登录。如非本人操作，请立即冻结账户。",
  body_recovery_codes_renewed: "旧的恢复码已失效。如非本人操作，请立即冻结账户。",
  body_reset_hold_started:
    "密码已重置。在 {{until}}（实际时间）之前不能提现、绑定银行账户或更改验证方式。如非本人操作，请立即中止。",
  open_reset_hold: "中止",
  title_passkey_removed: "已删除通行密钥",
  body_passkey_removed: "被删除的通行密钥不能再用于登录。",
  body_passkeys_to_confirm:
    "登录密码已重置，以下通行密钥不能再单独登录：{{names}}。请在 {{until}}（实际时间）前与新密码一起使用一次，否则将被删除。",
  body_frozen_by_customer:
    "您已停止账户的交易和提现。平仓暂停24小时，之后可平仓。如需恢复，请联系客服。",
  reason_below: "工作人员的说明见下方。",
  written_by: "工作人员撰写：{{broker}} {{role}}",
  written_note: "此消息由工作人员撰写，并非系统通知。",
  role_viewer: "查阅人员",
  role_support: "客服人员",
  role_reviewer: "审核人员",
  role_approver: "审批人员",
  role_administrator: "管理员",
};
