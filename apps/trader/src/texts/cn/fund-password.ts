import type { Texts } from "../jp/index.ts";

export const fundPassword: Texts["fundPassword"] = {
  title: "资金密码",
  lead_set: "提现时使用的6位数字密码，与登录密码分开保存。",
  lead_change: "请用当前资金密码和登录密码验证后修改。",
  old: "当前资金密码",
  new: "新资金密码",
  new_hint: "6位数字，不可使用连续或重复数字",
  again: "再次输入新资金密码",
  login_password: "登录密码",
  login_missing: "请输入登录密码。",
  save: "确认设置",
  saved: "资金密码已设置",
};
