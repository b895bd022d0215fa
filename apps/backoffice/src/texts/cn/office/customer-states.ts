import type { Texts } from "../../jp/index.ts";

export const customerStates: Texts["customerStates"] = {
  title: "解除或延续限制",
  account: "账号",
  before: "当前状态",
  after: "变更后",
  proposer: "提交人",
  changes: "变更内容",
  empty: "没有待复核的解除或延续申请。",
};
