import type { Feature } from "./context.ts";
import { accountRoutes } from "./features/accounts/accounts.routes.ts";
import { alertsFeature } from "./features/alerts/alerts.routes.ts";
import { announcementsFeature } from "./features/announcements/announcements.routes.ts";
import { assetsFeature } from "./features/assets/assets.routes.ts";
import { auditRoutes } from "./features/audit/audit.routes.ts";
import { booksRoutes } from "./features/books/books.routes.ts";
import { cardRoutes } from "./features/cards/cards.routes.ts";
import { customersAdminRoutes } from "./features/customers-admin/customers-admin.routes.ts";
import { exchangeRoutes } from "./features/exchange/exchange.routes.ts";
import { instrumentsAdminRoutes } from "./features/instruments-admin/instruments-admin.routes.ts";
import { invitationRoutes } from "./features/invitations/invitations.routes.ts";
import { journalRoutes } from "./features/journals/journals.routes.ts";
import { healthFeature } from "./features/health/health.routes.ts";
import { marginRoutes } from "./features/margin/margin.routes.ts";
import { depositRoutes } from "./features/deposits/deposits.routes.ts";
import { documentRoutes } from "./features/documents/documents.routes.ts";
import { marketRoutes } from "./features/market/market.routes.ts";
import { messageRoutes } from "./features/messages/messages.routes.ts";
import { newsRoutes } from "./features/news/news.routes.ts";
import { newsEditorRoutes } from "./features/news-editor/news-editor.routes.ts";
import { operatorRoutes } from "./features/operators/operators.routes.ts";
import { orderRoutes } from "./features/orders/orders.routes.ts";
import { passwordRoutes } from "./features/passwords/passwords.routes.ts";
import { positionRoutes } from "./features/positions/positions.routes.ts";
import { recordRoutes } from "./features/records/records.routes.ts";
import { reviewRoutes } from "./features/reviews/reviews.routes.ts";
import { securityRoutes } from "./features/security/security.routes.ts";
import { simulationRoutes } from "./features/simulation/simulation.routes.ts";
import { siteAdminRoutes } from "./features/site-admin/site-admin.routes.ts";
import { siteRoutes } from "./features/site/site.routes.ts";
import { statementRoutes } from "./features/statements/statements.routes.ts";
import { streamFeature } from "./features/stream/stream.ts";
import { tradingHaltRoutes } from "./features/trading-halts/trading-halts.routes.ts";
import { verificationRoutes } from "./features/verification/verification.routes.ts";
import { watchlistRoutes } from "./features/watchlist/watchlist.routes.ts";
import { withdrawalsFeature } from "./features/withdrawals/withdrawals.routes.ts";

/** The table of contents: every feature, started in this order and stopped in the opposite one. */
export const features: readonly Feature[] = [
  // Before whatever it measures.
  { name: "health", start: healthFeature },
  { name: "site", start: siteRoutes },
  { name: "accounts", start: accountRoutes },
  { name: "security", start: securityRoutes },
  { name: "messages", start: messageRoutes },
  { name: "passwords", start: passwordRoutes },
  { name: "verification", start: verificationRoutes },
  { name: "cards", start: cardRoutes },
  { name: "deposits", start: depositRoutes },
  { name: "withdrawals", start: withdrawalsFeature },
  { name: "market", start: marketRoutes },
  { name: "news", start: newsRoutes },
  { name: "watchlist", start: watchlistRoutes },
  { name: "alerts", start: alertsFeature },
  { name: "stream", start: (context) => streamFeature(context) },
  { name: "orders", start: orderRoutes },
  { name: "margin", start: marginRoutes },
  { name: "positions", start: positionRoutes },
  { name: "assets", start: assetsFeature },
  { name: "exchange", start: exchangeRoutes },
  { name: "records", start: recordRoutes },
  { name: "statements", start: statementRoutes },
  { name: "audit", start: auditRoutes },
  { name: "operators", start: operatorRoutes },
  { name: "reviews", start: reviewRoutes },
  { name: "customers-admin", start: customersAdminRoutes },
  { name: "journals", start: journalRoutes },
  { name: "invitations", start: invitationRoutes },
  { name: "site-admin", start: siteAdminRoutes },
  { name: "instruments-admin", start: instrumentsAdminRoutes },
  { name: "announcements", start: announcementsFeature },
  { name: "news-editor", start: newsEditorRoutes },
  { name: "books", start: booksRoutes },
  { name: "simulation", start: simulationRoutes },
  { name: "trading-halts", start: tradingHaltRoutes },
  { name: "documents", start: documentRoutes },
];
