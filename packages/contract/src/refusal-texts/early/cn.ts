import type { EarlyRefusalTexts } from "../../refusals.ts";

export const earlyRefusalTexts: EarlyRefusalTexts = {
  network_error: "网络异常，请检查网络后重试。",
  overloaded: "系统繁忙，请稍后再试。",
  server_fault: "系统出错，请稍后重试。",
  account_not_ten_digits: "账号须为10位手机号码。",
  password_too_short: "密码至少需要{{length}}位。",
  passwords_do_not_match: "两次输入的密码不一致。",
  agreement_required: "请先阅读并同意用户协议。",
  invitation_code_required: "请输入邀请码。",
};
