/**
 * Who may do what in the back office: the one table that the server decides by and the screens show.
 * A permission is what a call needs; what moves money or changes rules needs a second operator besides.
 */
export const operatorRoles = [
  "viewer",
  "support",
  "reviewer",
  "approver",
  "administrator",
] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const everybody = operatorRoles;
const deciders = ["reviewer", "approver", "administrator"] as const;
const approvers = ["approver", "administrator"] as const;
const administrators = ["administrator"] as const;

export const permissionTable = {
  view_customers: everybody,
  view_reviews: everybody,
  /** Identity documents and receipts: only for those who decide on them. */
  view_documents: deciders,
  message_customers: ["support", "reviewer", "approver", "administrator"],
  /** What operators note about a customer for one another. */
  write_notes: ["support", "reviewer", "approver", "administrator"],
  /** Who works on a case: whoever takes it over must have the right to decide it. */
  hand_over_cases: deciders,
  change_customer_state: deciders,
  propose_journal: deciders,
  decide_deposits: deciders,
  decide_withdrawals: deciders,
  decide_verifications: deciders,
  decide_loans: deciders,
  decide_login_resets: deciders,
  /** The second pair of eyes. */
  approve_proposals: approvers,
  manage_operators: administrators,
  view_operators: approvers,
  manage_invitations: administrators,
  /** Settings, instruments, announcements and news, without changing them. */
  view_site: everybody,
  manage_site: administrators,
  write_announcements: approvers,
  write_news: approvers,
  manage_instruments: approvers,
  manage_fees: approvers,
  manage_calendars: approvers,
  manage_products: approvers,
  view_books: ["viewer", "reviewer", "approver", "administrator"],
  export_books: approvers,
  /** Any list as a file: many customers at once leave the house with it. */
  export_lists: approvers,
  import_bank_movements: deciders,
  view_audit: approvers,
  export_audit: approvers,
  view_health: everybody,
  /** Stops new orders, and takes them again. */
  halt_trading: deciders,
  /** Has what could not be booked tried again; what it says nobody can change. */
  retry_venue_reports: deciders,
  move_clock: administrators,
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof permissionTable;
export const permissions = Object.keys(permissionTable) as readonly Permission[];

export function may(role: OperatorRole, permission: Permission): boolean {
  const allowed: readonly OperatorRole[] = permissionTable[permission];
  return allowed.includes(role);
}
