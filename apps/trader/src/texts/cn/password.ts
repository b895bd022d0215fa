import type { Texts } from "../jp/index.ts";

export const password: Texts["password"] = {
  title: "修改登录密码",
  lead: "修改后，其他设备将全部退出登录。",
  old: "当前密码",
  old_missing: "请输入当前密码。",
  new: "新密码",
  new_hint: "至少8个字符，请勿与其他网站相同。",
  again: "确认新密码",
  save: "确认修改",
  saved: "密码已修改",
};
