import type { Texts } from "../jp/index.ts";

export const messages: Texts["messages"] = {
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
  title_welcome: "欢迎开户",
  body_welcome: "您的账户已准备就绪，一个账户即可交易日本、美国和中国股票。",
  body_welcome_simulated:
    "您的模拟账户已准备就绪，模拟资金已到账。交易不涉及真实资金，请放心体验日本、美国和中国股票。",
  open_welcome: "看看行情",
  title_new_sign_in: "新设备登录提醒",
  body_new_sign_in:
    "您的账户刚在 {{device}} 上登录。如非本人操作，请在“我的”页面的“登录设备”中退出该设备，并立即修改登录密码。",
  open_new_sign_in: "打开我的页面",
  title_password_changed: "登录密码已修改",
  body_password_changed: "您的登录密码已修改，其他设备均已退出登录。如非本人操作，请立即联系客服。",
  open_password_changed: "打开我的页面",
  title_price_alert: "{{name}}：已达到提醒条件",
  body_price_at_or_above:
    "{{name}}（{{code}}）已涨至您设置的{{value}}或以上。触发时股价为{{price}}（涨跌幅{{change}}%）。",
  body_price_at_or_below:
    "{{name}}（{{code}}）已跌至您设置的{{value}}或以下。触发时股价为{{price}}（涨跌幅{{change}}%）。",
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
  title_stock_split: "股份拆合通知：{{name}}",
  body_stock_split:
    "{{name}}（{{code}}）已实施股份拆合，每{{denominator}}股变为{{numerator}}股。您的持股由{{before}}股变为{{after}}股，买入成本不变。不足一股的部分折现{{amount}} {{currency}}。",
  title_dividend_paid: "分红到账：{{name}}",
  body_dividend_paid:
    "{{name}}（{{code}}）每股派息{{per_share}} {{currency}}，您持有的{{before}}股共获得{{amount}} {{currency}}，已计入可用余额。",
  open_position: "查看持仓",
  title_unknown: "通知",
  body_unknown: "这是一条新类型的通知，重新加载应用后即可查看内容。",
};
