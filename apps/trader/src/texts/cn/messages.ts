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
  title_unknown: "通知",
  body_unknown: "这是一条新类型的通知，重新加载应用后即可查看内容。",
};
