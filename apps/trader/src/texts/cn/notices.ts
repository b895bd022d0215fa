import type { Texts } from "../jp/index.ts";

export const notices: Texts["notices"] = {
  title: "交易暂停与规则变更",
  halts: "交易暂停",
  no_halts: "目前没有被本平台暂停的交易。",
  halt_of: "交易暂停：{{what}}",
  ended_halts: "已结束的暂停",
  closing_yes: "暂停接受新委托；仍可平仓和撤单。",
  closing_no: "暂停接受新委托和平仓；仍可撤单。因此无法平掉的持仓不影响提现。",
  since: "开始时间：{{at}}",
  until: "预计结束：{{at}}",
  until_lifted: "预计结束：另行解除",
  ended: "恢复时间：{{at}}",
  reason: "原因：{{reason}}",
  decided_by: "决定人：{{role}}",
  see_all: "查看全部暂停与规则变更",
  role_viewer: "查看人员",
  role_support: "客服人员",
  role_reviewer: "审核员",
  role_approver: "审批主管",
  role_administrator: "管理员",
};
