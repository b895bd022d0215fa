import type { Texts } from "../../jp/index.ts";

export const forgottenPassword: Texts["forgottenPassword"] = {
  title: "忘记密码",
  lead: "请设置新密码并获取受理编号。客服核实您的身份后，新密码方可生效。",
  submit: "获取受理编号",
  done_title: "受理编号",
  done_lead: "账号：{{account}}。编号仅在此页面显示，请记下。",
  case_number: "受理编号",
  next: "后续流程",
  step_tell: "请在{{days}}天内联系客服并告知此编号。客服会核实您的身份，但不会询问您的密码。",
  step_wait:
    "审核通过{{hours}}小时后，新密码生效。所有已登录的设备都会收到通知，并可在任一设备上取消。",
  step_login: "生效后请在{{days}}天内用新密码登录，其他设备将全部退出登录。",
  remembered: "如果想起当前密码，直接登录即可，本次重置自动取消。",
  to_login: "返回登录",
  contact: "联系客服",
  contact_lead: "无需登录，凭受理编号即可留言，回复也显示在此页面。不会显示账户信息。",
  contact_field: "留言内容",
  contact_send: "发送",
  contact_sent: "已发送。凭此受理编号可查看回复。",
  contact_help: "查看帮助",
  have_number: "已有受理编号",
  number_hint: "例如：ABCD-2345",
  open_case: "打开留言",
  lost_title: "验证方式全部丢失？",
  lost_lead: "输入密码即可获得受理编号。客服核实您的身份后，您可以不使用二次验证登录。",
  lost_note: "所有已登录的设备会立即收到通知，并可中止。如果还有恢复码或通行密钥，请直接使用。",
  lost_step_wait: "两名工作人员通过{{hours}}小时后，输入密码并选择“不使用二次验证登录”。",
  lost_step_login:
    "届时验证器、通行密钥和恢复码全部失效，72小时内不能提现，也不能更改验证方式和银行账户。",
};
