import type { Context, Feature } from "./context.ts";
import type { ProposalHandlers } from "./governance/approvals/handlers.ts";
import { activityRoutes } from "./governance/activity/activity.routes.ts";
import { approvalRoutes } from "./governance/approvals/approvals.routes.ts";
import { auditRoutes } from "./governance/audit/audit.routes.ts";
import { signingRoutes } from "./governance/signing/signing.routes.ts";
import { siteRoutes } from "./governance/site/site.routes.ts";
import { accountRoutes } from "./people/accounts/accounts.routes.ts";
import { announcementsFeature } from "./people/announcements/announcements.routes.ts";
import { conversationRoutes } from "./people/conversations/conversations.routes.ts";
import { documentRoutes } from "./people/documents/documents.routes.ts";
import { invitationRoutes } from "./people/invitations/invitations.routes.ts";
import { loginResetsFeature } from "./people/login-resets/login-resets.routes.ts";
import { messagesFeature } from "./people/messages/messages.routes.ts";
import { passwordRoutes } from "./people/passwords/passwords.routes.ts";
import { preferenceRoutes } from "./people/preferences/preferences.routes.ts";
import { securityRoutes } from "./people/security/security.routes.ts";
import { restrictionRoutes } from "./people/restrictions/restrictions.routes.ts";
import { alertsFeature } from "./market/alerts/alerts.routes.ts";
import { companyRoutes } from "./market/company/company.routes.ts";
import { instrumentsAdminRoutes } from "./market/instruments-admin/instruments-admin.routes.ts";
import { marketRoutes } from "./market/market/market.routes.ts";
import { newsEditorRoutes } from "./market/news-editor/news-editor.routes.ts";
import { newsRoutes } from "./market/news/news.routes.ts";
import { ruleRoutes } from "./market/rules/rules.routes.ts";
import { screenRoutes } from "./market/screens/screens.routes.ts";
import { streamFeature } from "./market/stream/stream.ts";
import { tradingHaltsFeature } from "./market/trading-halts/trading-halts.routes.ts";
import { chartLineRoutes } from "./market/chart-lines/chart-lines.routes.ts";
import { watchlistRoutes } from "./market/watchlist/watchlist.routes.ts";
import { feeRoutes } from "./trading/fees/fees.routes.ts";
import { feesAdminRoutes } from "./trading/fees-admin/fees-admin.routes.ts";
import { stockEndsFeature } from "./trading/stock-ends/stock-ends.routes.ts";
import { stockEndProposals } from "./trading/stock-ends/stock-ends.ts";
import { tradingCalendarsFeature } from "./trading/trading-calendars/trading-calendars.routes.ts";
import { calendarProposals } from "./trading/trading-calendars/trading-calendars.ts";
import { holdingRoutes } from "./trading/holdings/holdings.routes.ts";
import { marginRoutes } from "./trading/margin/margin.routes.ts";
import type { Orders } from "./trading/orders/orders.ts";
import { orderRoutes } from "./trading/orders/orders.routes.ts";
import { portfolioRoutes } from "./trading/portfolio/portfolio.routes.ts";
import { assetsFeature } from "./money/assets/assets.routes.ts";
import { cardRoutes } from "./money/cards/cards.routes.ts";
import { depositsFeature } from "./money/deposits/deposits.routes.ts";
import { exchangeRoutes } from "./money/exchange/exchange.routes.ts";
import { paymentFileRoutes } from "./money/payment-files/payment-files.routes.ts";
import { recordsFeature } from "./money/records/records.routes.ts";
import { statementsFeature } from "./money/statements/statements.routes.ts";
import { verificationRoutes } from "./money/verification/verification.routes.ts";
import { withdrawalsFeature } from "./money/withdrawals/withdrawals.routes.ts";
import { newSharesFeature } from "./products/new-shares/new-shares.routes.ts";
import { copyTradingFeature } from "./products/copy-trading/copy-trading.routes.ts";
import { copyProposals } from "./products/copy-trading/publishing.ts";
import { creditLoansFeature } from "./products/credit-loans/credit-loans.routes.ts";
import { loanProposals } from "./products/credit-loans/loan-operators.ts";
import { loanDecisions } from "./products/credit-loans/loans.queue.ts";
import { blockTradesFeature } from "./products/block-trades/block-trades.routes.ts";
import { blockProposals } from "./products/block-trades/publishing.ts";
import { stockLendingFeature } from "./products/stock-lending/stock-lending.routes.ts";
import { intradayApplications } from "./products/intraday/intraday.answers.ts";
import { intradayFeature } from "./products/intraday/intraday.routes.ts";
import { booksRoutes } from "./office/books/books.routes.ts";
import { customersAdminRoutes } from "./office/customers-admin/customers-admin.routes.ts";
import { dashboardRoutes } from "./office/dashboard/dashboard.routes.ts";
import { healthFeature } from "./office/health/health.routes.ts";
import { journalsFeature } from "./office/journals/journals.routes.ts";
import { listExportRoutes } from "./office/list-exports/list-exports.routes.ts";
import { operatorRoutes } from "./office/operators/operators.routes.ts";
import { messageTemplateRoutes } from "./office/message-templates/message-templates.routes.ts";
import { templateProposals } from "./office/message-templates/message-templates.ts";
import { ownListRoutes } from "./office/own-lists/own-lists.routes.ts";
import { simulationRoutes } from "./office/simulation/simulation.routes.ts";
import { clockProposals } from "./office/simulation/simulation.ts";
import { siteAdminRoutes } from "./office/site-admin/site-admin.routes.ts";
import { depositDecisions } from "./money/deposits/deposits.queue.ts";
import { channelProposals } from "./money/deposits/channels-admin.ts";
import { verificationDecisions } from "./money/verification/verification.queue.ts";
import { paymentFileProposals } from "./money/payment-files/payment-files.refusals.ts";
import { withdrawalDecisions } from "./money/withdrawals/withdrawals.queue.ts";
import { resetDecisions } from "./people/login-resets/login-resets.queue.ts";
import { replyProposals } from "./people/conversations/replies.ts";
import { writingProposals } from "./people/announcements/writing.ts";
import { additionProposals } from "./market/instruments-admin/additions.ts";
import { creditLimitProposals } from "./market/instruments-admin/credit-limits.ts";
import { namingProposals } from "./market/instruments-admin/naming.ts";
import { offerProposals } from "./market/instruments-admin/offers.ts";
import { termsProposals } from "./market/instruments-admin/terms.ts";
import { haltProposals } from "./market/trading-halts/halting.ts";
import { offeringProposals } from "./products/new-shares/publishing.ts";
import { codeChangesFeature } from "./trading/code-changes/code-changes.routes.ts";
import { codeChangeProposals } from "./trading/code-changes/code-changes.ts";
import { venueOrderRoutes } from "./trading/venue-orders/venue-orders.routes.ts";
import { commissionProposals } from "./trading/fees-admin/fees-admin.ts";
import { stateProposals } from "./office/customers-admin/customers-admin.ts";
import { journalProposals } from "./office/journals/corrections.ts";
import { operatorProposals } from "./office/operators/operator-changes.ts";
import { settingProposals } from "./office/site-admin/site-admin.ts";

/** Products place orders through the same path as everybody; each application has its own. */
const orderPaths = new WeakMap<Context, Orders>();

export function orderPathOf(context: Context): Orders {
  const orders = orderPaths.get(context);
  if (orders === undefined) throw new Error("the order path is not started yet");
  return orders;
}

/**
 * The table of contents: each department with its features. A department may call those before it,
 * never one after it; the README in its folder says what it answers for.
 */
export const departments = {
  governance: [
    { name: "signing", start: signingRoutes },
    { name: "site", start: siteRoutes },
    { name: "audit", start: auditRoutes },
    { name: "activity", start: activityRoutes },
    { name: "approvals", start: approvalRoutes },
  ],
  people: [
    { name: "accounts", start: accountRoutes },
    { name: "security", start: securityRoutes },
    { name: "messages", start: messagesFeature },
    { name: "passwords", start: passwordRoutes },
    { name: "login-resets", start: loginResetsFeature },
    { name: "preferences", start: preferenceRoutes },
    { name: "invitations", start: invitationRoutes },
    { name: "announcements", start: announcementsFeature },
    { name: "conversations", start: conversationRoutes },
    { name: "documents", start: documentRoutes },
    { name: "restrictions", start: restrictionRoutes },
  ],
  market: [
    { name: "market", start: marketRoutes },
    { name: "company", start: companyRoutes },
    { name: "news", start: newsRoutes },
    { name: "watchlist", start: watchlistRoutes },
    { name: "chart-lines", start: chartLineRoutes },
    { name: "rules", start: ruleRoutes },
    { name: "screens", start: screenRoutes },
    { name: "alerts", start: alertsFeature },
    { name: "stream", start: (context) => streamFeature(context) },
    { name: "instruments-admin", start: instrumentsAdminRoutes },
    { name: "news-editor", start: newsEditorRoutes },
    { name: "trading-halts", start: tradingHaltsFeature },
  ],
  trading: [
    { name: "fees", start: feeRoutes },
    {
      name: "orders",
      start: (context) =>
        orderRoutes(context, (orders) => {
          orderPaths.set(context, orders);
          holdingRoutes(context, orders);
        }),
    },
    { name: "margin", start: marginRoutes },
    { name: "positions", start: portfolioRoutes },
    { name: "fees-admin", start: feesAdminRoutes },
    { name: "trading-calendars", start: tradingCalendarsFeature },
    { name: "venue-orders", start: venueOrderRoutes },
    { name: "code-changes", start: codeChangesFeature },
    { name: "stock-ends", start: stockEndsFeature },
  ],
  money: [
    { name: "verification", start: verificationRoutes },
    { name: "cards", start: cardRoutes },
    { name: "deposits", start: depositsFeature },
    { name: "withdrawals", start: withdrawalsFeature },
    { name: "payment-files", start: paymentFileRoutes },
    { name: "assets", start: assetsFeature },
    { name: "exchange", start: exchangeRoutes },
    { name: "records", start: recordsFeature },
    { name: "statements", start: statementsFeature },
  ],
  products: [
    { name: "new-shares", start: newSharesFeature },
    {
      name: "block-trades",
      start: (context) => blockTradesFeature(context, intradayApplications),
    },
    { name: "intraday", start: intradayFeature },
    {
      name: "copy-trading",
      start: (context) => copyTradingFeature(context, orderPathOf(context)),
    },
    { name: "credit-loans", start: creditLoansFeature },
    { name: "stock-lending", start: stockLendingFeature },
  ],
  office: [
    { name: "operators", start: operatorRoutes },
    { name: "customers-admin", start: customersAdminRoutes },
    { name: "journals", start: journalsFeature },
    { name: "site-admin", start: siteAdminRoutes },
    { name: "books", start: booksRoutes },
    { name: "dashboard", start: dashboardRoutes },
    { name: "own-lists", start: ownListRoutes },
    { name: "message-templates", start: messageTemplateRoutes },
    { name: "list-exports", start: listExportRoutes },
    { name: "simulation", start: simulationRoutes },
  ],
} satisfies Record<string, readonly Feature[]>;

/** Every feature, started in this order and stopped in the opposite one. */
export const features: readonly Feature[] = [
  // Before whatever it measures.
  { name: "health", start: healthFeature },
  ...Object.values(departments).flat(),
];

/** What becomes of each kind of proposals: one that is missing does not compile. */
export const proposalHandlers: ProposalHandlers<Context> = {
  ...resetDecisions,
  ...writingProposals,
  ...replyProposals,
  ...templateProposals,
  ...additionProposals,
  ...creditLimitProposals,
  ...haltProposals,
  ...namingProposals,
  ...offerProposals,
  ...termsProposals,
  ...commissionProposals,
  ...calendarProposals,
  ...codeChangeProposals,
  ...stockEndProposals,
  ...verificationDecisions,
  ...depositDecisions,
  ...channelProposals,
  ...withdrawalDecisions,
  ...paymentFileProposals,
  ...loanDecisions,
  ...loanProposals,
  ...operatorProposals,
  ...stateProposals,
  ...offeringProposals,
  ...blockProposals,
  ...copyProposals,
  ...journalProposals,
  ...settingProposals,
  ...clockProposals,
};
