import type { Texts } from "../jp/index.ts";

export const places: Texts["places"] = {
  group_work: "业务",
  group_money: "资金",
  group_site: "站点",
  group_control: "管控",
  proposals: "待审批",
  verifications: "实名认证",
  deposits: "充值",
  withdrawals: "提现",
  customers: "客户",
  journals: "手工记账",
  invitations: "邀请码",
  announcements: "公告",
  news: "新闻",
  instruments: "股票",
  site: "站点设置",
  health: "运行状况",
  halts: "暂停交易",
  clock: "模拟时钟",
  operators: "操作员与角色",
  audit: "审计日志",
};
