import type { Texts } from "../jp/index.ts";

export const places: Texts["places"] = {
  group_work: "Work",
  group_money: "Money",
  group_site: "Site",
  group_control: "Control",
  proposals: "Approvals",
  verifications: "Verifications",
  deposits: "Deposits",
  withdrawals: "Withdrawals",
  customers: "Customers",
  journals: "Manual journals",
  invitations: "Invitation codes",
  announcements: "Announcements",
  news: "News articles",
  instruments: "Instruments",
  site: "Site settings",
  health: "Health",
  halts: "Trading halts",
  clock: "Simulated clock",
  operators: "Operators and roles",
  audit: "Audit log",
};
