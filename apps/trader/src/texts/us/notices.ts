import type { Texts } from "../jp/index.ts";

export const notices: Texts["notices"] = {
  title: "Halts and changed terms",
  halts: "Trading halts",
  no_halts: "Nothing is halted by us at the moment.",
  halt_of: "Trading is halted: {{what}}",
  ended_halts: "Halts that have ended",
  closing_yes:
    "New orders are not taken. What you hold can still be closed, and orders can be cancelled.",
  closing_no:
    "New orders and closing are stopped. Orders can be cancelled, and what you cannot close does not keep you from withdrawing.",
  since: "Since {{at}}",
  until: "Until {{at}}",
  until_lifted: "Until it is lifted",
  ended: "Resumed {{at}}",
  reason: "Reason: {{reason}}",
  decided_by: "Decided by: {{role}}",
  see_all: "All halts and changed terms",
  role_viewer: "Viewer",
  role_support: "Customer service",
  role_reviewer: "Reviewer",
  role_approver: "Approving officer",
  role_administrator: "Administrator",
};
