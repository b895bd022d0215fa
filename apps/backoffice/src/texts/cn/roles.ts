import type { Texts } from "../jp/index.ts";

export const roles: Texts["roles"] = {
  viewer: "查看者",
  support: "客服",
  reviewer: "审核员",
  approver: "审批人",
  administrator: "管理员",
};
