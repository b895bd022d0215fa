import type { Texts } from "../jp/index.ts";

export const roles: Texts["roles"] = {
  viewer: "Viewer",
  support: "Support",
  reviewer: "Reviewer",
  approver: "Approver",
  administrator: "Administrator",
};
