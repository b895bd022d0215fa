import type { Texts } from "../../jp/index.ts";

export const signIn: Texts["signIn"] = {
  title: "操作员登录",
  email: "邮箱",
  password: "密码",
  code: "验证码",
  code_hint: "身份验证器中的6位验证码，或恢复码",
  sign_in: "登录",
  or: "或",
  with_passkey: "使用通行密钥登录",
  passkey_given_up: "通行密钥验证已取消，请重试。",
  passkey_failed: "此设备无法使用通行密钥。",
  passkey_not_offered: "通行密钥仅在https或本机（localhost）可用",
};
