import type { Texts } from "../../jp/index.ts";

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
  changes: "Changed terms",
  no_changes: "Nothing has changed.",
  change_from: "From {{at}}",
  state_announced: "Announced",
  state_in_force: "In force",
  state_past: "Over",
  state_replaced: "Taken back",
  before: "Before: {{value}}",
  after: "After: {{value}}",
  approved_by: "Approved by: {{role}}",
  begun_before:
    "What asks more of you is announced at least 24 hours before it holds. Whatever you began before keeps the terms under which it began.",
  role_viewer: "Viewer",
  role_support: "Customer service",
  role_reviewer: "Reviewer",
  role_approver: "Approving officer",
  role_administrator: "Administrator",
};
