/** Every screen's address, behind the `#`. */
export const routes = {
  dashboard: "/dashboard",
  proposals: "/proposals",
  customers: "/customers",
  customerStates: "/customer-states",
  verifications: "/verifications",
  loginResets: "/login-password-resets",
  factorResets: "/factor-resets",
  deposits: "/deposits",
  depositChannels: "/deposit-channels",
  withdrawals: "/withdrawals",
  loans: "/loans",
  loanReport: "/loan-report",
  intraday: "/intraday",
  stockLending: "/stock-lending",
  journals: "/journals",
  books: "/books",
  invitations: "/invitations",
  conversations: "/conversations",
  site: "/site",
  announcements: "/announcements",
  templates: "/templates",
  news: "/news",
  instruments: "/instruments",
  offerings: "/offerings",
  copyProducts: "/copy-products",
  blockOffers: "/block-offers",
  fees: "/fees",
  calendars: "/calendars",
  rules: "/rules",
  health: "/health",
  halts: "/halts",
  venueOrders: "/venue-orders",
  operators: "/operators",
  audit: "/audit",
  clock: "/clock",
  security: "/security",
} as const;

/** Addresses with what they are opened for. */
export const paths = {
  ...routes,
  verification: (id: string) => `${routes.verifications}/${encodeURIComponent(id)}`,
  factorReset: (id: string) => `${routes.factorResets}/${encodeURIComponent(id)}`,
  loginReset: (id: string) => `${routes.loginResets}/${encodeURIComponent(id)}`,
  deposit: (id: string) => `${routes.deposits}/${encodeURIComponent(id)}`,
  withdrawal: (id: string) => `${routes.withdrawals}/${encodeURIComponent(id)}`,
  loan: (id: string) => `${routes.loans}/${encodeURIComponent(id)}`,
  customerState: (id: string) => `${routes.customerStates}/${encodeURIComponent(id)}`,
  proposal: (id: string) => `${routes.proposals}/${encodeURIComponent(id)}`,
  journal: (id: string) => `${routes.journals}/${encodeURIComponent(id)}`,
  announcement: (id: string) => `${routes.announcements}/${encodeURIComponent(id)}`,
  conversation: (account: string) => `${routes.conversations}/${encodeURIComponent(account)}`,
  article: (id: string) => `${routes.news}/${encodeURIComponent(id)}`,
  auditEntry: (number: string) => `${routes.audit}/${encodeURIComponent(number)}`,
  customer: (account: string, tab?: string) =>
    `${routes.customers}/${encodeURIComponent(account)}${tab === undefined ? "" : `/${tab}`}`,
};

/** For `href`: `link(paths.customer(account))`. */
export function link(place: string): string {
  return `#${place}`;
}
