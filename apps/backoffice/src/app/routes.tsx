import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { routes } from "./paths.ts";

type Screen = LazyExoticComponent<ComponentType>;

/** Which screen stands at which address; each is loaded when it is first opened. */
export const screens: readonly { pattern: string; Screen: Screen }[] = [
  {
    pattern: routes.dashboard,
    Screen: lazy(() => import("../features/office/dashboard/dashboard-screen.tsx")),
  },
  {
    pattern: `${routes.proposals}/:id?`,
    Screen: lazy(() => import("../features/governance/proposals/proposals-screen.tsx")),
  },
  {
    pattern: routes.customers,
    Screen: lazy(() => import("../features/office/customers/customers-screen.tsx")),
  },
  {
    pattern: `${routes.customers}/:account/:tab?`,
    Screen: lazy(() => import("../features/office/customers/customer-screen.tsx")),
  },
  {
    pattern: `${routes.conversations}/:account?`,
    Screen: lazy(() => import("../features/people/conversations/conversations-screen.tsx")),
  },
  {
    pattern: `${routes.customerStates}/:id?`,
    Screen: lazy(() => import("../features/office/customer-states/customer-states-screen.tsx")),
  },
  {
    pattern: `${routes.verifications}/:id?`,
    Screen: lazy(() => import("../features/money/verifications/verifications-screen.tsx")),
  },
  {
    pattern: `${routes.loginResets}/:id?`,
    Screen: lazy(() => import("../features/people/login-resets/login-resets-screen.tsx")),
  },
  {
    pattern: `${routes.factorResets}/:id?`,
    Screen: lazy(() => import("../features/people/login-resets/factor-resets-screen.tsx")),
  },
  {
    pattern: `${routes.deposits}/:id?`,
    Screen: lazy(() => import("../features/money/deposits/deposits-screen.tsx")),
  },
  {
    pattern: routes.depositChannels,
    Screen: lazy(() => import("../features/money/deposit-channels/deposit-channels-screen.tsx")),
  },
  {
    pattern: `${routes.withdrawals}/:id?`,
    Screen: lazy(() => import("../features/money/withdrawals/withdrawals-screen.tsx")),
  },
  {
    pattern: `${routes.loans}/:id?`,
    Screen: lazy(() => import("../features/products/credit-loans/loans-screen.tsx")),
  },
  {
    pattern: routes.intraday,
    Screen: lazy(() => import("../features/products/intraday/intraday-screen.tsx")),
  },
  {
    pattern: routes.stockLending,
    Screen: lazy(() => import("../features/products/stock-lending/lending-report-screen.tsx")),
  },
  {
    pattern: routes.loanReport,
    Screen: lazy(() => import("../features/products/credit-loans/loan-report-screen.tsx")),
  },
  {
    pattern: `${routes.journals}/:id?`,
    Screen: lazy(() => import("../features/office/journals/journals-screen.tsx")),
  },
  {
    pattern: routes.templates,
    Screen: lazy(() => import("../features/office/message-templates/templates-screen.tsx")),
  },
  {
    pattern: routes.health,
    Screen: lazy(() => import("../features/office/health/health-screen.tsx")),
  },
  {
    pattern: routes.venueOrders,
    Screen: lazy(() => import("../features/trading/venue-orders/venue-orders-screen.tsx")),
  },
  {
    pattern: routes.halts,
    Screen: lazy(() => import("../features/market/halts/halts-screen.tsx")),
  },
  {
    pattern: routes.site,
    Screen: lazy(() => import("../features/office/site/site-screen.tsx")),
  },
  {
    pattern: `${routes.announcements}/:id?`,
    Screen: lazy(() => import("../features/people/announcements/announcements-screen.tsx")),
  },
  {
    pattern: `${routes.news}/:id?`,
    Screen: lazy(() => import("../features/market/news/news-screen.tsx")),
  },
  {
    pattern: routes.instruments,
    Screen: lazy(() => import("../features/market/instruments/instruments-screen.tsx")),
  },
  {
    pattern: routes.offerings,
    Screen: lazy(() => import("../features/products/offerings/offerings-screen.tsx")),
  },
  {
    pattern: routes.blockOffers,
    Screen: lazy(() => import("../features/products/block-offers/block-offers-screen.tsx")),
  },
  {
    pattern: routes.copyProducts,
    Screen: lazy(() => import("../features/products/copy-products/copy-products-screen.tsx")),
  },
  {
    pattern: routes.calendars,
    Screen: lazy(() => import("../features/trading/calendars/calendars-screen.tsx")),
  },
  {
    pattern: routes.rules,
    Screen: lazy(() => import("../features/market/rules/rules-screen.tsx")),
  },
  {
    pattern: routes.fees,
    Screen: lazy(() => import("../features/trading/fees/fees-screen.tsx")),
  },
  {
    pattern: routes.books,
    Screen: lazy(() => import("../features/office/books/books-screen.tsx")),
  },
  {
    pattern: routes.invitations,
    Screen: lazy(() => import("../features/people/invitations/invitations-screen.tsx")),
  },
  {
    pattern: routes.operators,
    Screen: lazy(() => import("../features/office/operators/operators-screen.tsx")),
  },
  {
    pattern: `${routes.audit}/:number?`,
    Screen: lazy(() => import("../features/governance/audit/audit-screen.tsx")),
  },
  {
    pattern: routes.clock,
    Screen: lazy(() => import("../features/office/clock/clock-screen.tsx")),
  },
  {
    pattern: routes.security,
    Screen: lazy(() => import("../features/office/security/security-screen.tsx")),
  },
];
