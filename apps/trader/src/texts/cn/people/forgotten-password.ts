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
};
