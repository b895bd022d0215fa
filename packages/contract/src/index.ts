import { accountCalls } from "./people/account.ts";
import { alertCalls } from "./market/alerts.ts";
import { cardCalls } from "./money/cards.ts";
import { commonCalls } from "./common.ts";
import { chartLineCalls } from "./market/chart-lines.ts";
import { conversationCalls } from "./people/conversations.ts";
import { correctionCalls } from "./office/corrections.ts";
import { depositCalls } from "./money/deposits.ts";
import { exchangeCalls } from "./money/exchange.ts";
import { feeCalls } from "./trading/fees.ts";
import { holdingCalls } from "./trading/holdings.ts";
import { loginResetCalls } from "./people/login-resets.ts";
import { marginCalls } from "./trading/margin.ts";
import { marketSeedCalls } from "./market/market-seed.ts";
import { marketCalls } from "./market/market.ts";
import { messageCalls } from "./people/messages.ts";
import { companyCalls } from "./market/company.ts";
import { screenCalls } from "./market/screens.ts";
import { newsCalls } from "./market/news.ts";
import { orderCalls } from "./trading/orders.ts";
import { positionCalls } from "./trading/position-calls.ts";
import { passwordCalls } from "./people/passwords.ts";
import { preferenceCalls } from "./people/preferences.ts";
import { pushCalls } from "./people/push.ts";
import { newShareCalls } from "./products/new-shares.ts";
import { blockTradeCalls } from "./products/block-trades.ts";
import { creditLoanCalls } from "./products/credit-loans.ts";
import { stockLendingCalls } from "./products/stock-lending.ts";
import { copyTradingCalls } from "./products/copy-trading.ts";
import { intradayCalls } from "./products/intraday.ts";
import { profitCalls } from "./trading/profit.ts";
import { recordCalls } from "./money/records.ts";
import { repeatsByPath, type Repeat } from "./repeats.ts";
import { restrictionCalls } from "./people/restrictions.ts";
import { securityCalls } from "./people/security.ts";
import { statementCalls } from "./money/statements.ts";
import { publicHaltCalls } from "./market/trading-halts.ts";
import { verificationCalls } from "./money/verification.ts";
import { withdrawalCalls } from "./money/withdrawals.ts";

export * from "./constants.ts";
export * from "./people/account.ts";
export * from "./market/alerts.ts";
export * from "./market/chart-lines.ts";
export * from "./market/company.ts";
export * from "./market/screens.ts";
export * from "./people/announcements.ts";
export * from "./governance/audit.ts";
export * from "./office/books.ts";
export * from "./call.ts";
export * from "./money/cards.ts";
export * from "./common.ts";
export * from "./money/delays.ts";
export * from "./money/deposits.ts";
export * from "./people/conversations.ts";
export * from "./office/customer-file.ts";
export * from "./office/customers-admin.ts";
export * from "./office/health.ts";
export * from "./office/list-exports.ts";
export type { MessageTemplate, TemplateValues } from "./office/message-templates.ts";
export * from "./market/instruments-admin.ts";
export * from "./market/sectors.ts";
export * from "./people/invitations.ts";
export * from "./office/journals-admin.ts";
export * from "./money/exchange.ts";
export * from "./trading/holdings.ts";
export * from "./trading/margin.ts";
export * from "./trading/fees.ts";
export * from "./trading/fees-admin.ts";
export * from "./trading/calendars-admin.ts";
export * from "./trading/stock-ends-admin.ts";
export * from "./people/kana.ts";
export * from "./people/name-scripts.ts";
export * from "./people/login-resets.ts";
export * from "./market/market-seed.ts";
export * from "./market/market.ts";
export * from "./people/messages.ts";
export * from "./market/news.ts";
export * from "./office/operations.ts";
export * from "./operator-call.ts";
export * from "./operator-refusals.ts";
export * from "./office/operators.ts";
export * from "./trading/orders.ts";
export * from "./trading/positions.ts";
export * from "./people/passwords.ts";
export * from "./permissions.ts";
export * from "./people/preferences.ts";
export * from "./people/push.ts";
export * from "./products/copy-trading.ts";
export * from "./products/copy-trading-admin.ts";
export type { DrawReceipt, DrawState } from "./products/draws.ts";
export * from "./products/new-shares.ts";
export * from "./products/offerings-admin.ts";
export * from "./products/block-trades.ts";
export * from "./products/block-trades-admin.ts";
export {
  creditLoanCalls,
  loanCan,
  type CreditLoan,
  type CreditScore,
  type LoanOverview,
  type LoanPreview,
} from "./products/credit-loans.ts";
export {
  lendablePositionsMax,
  lendingsMax,
  stockLendingCalls,
  type Lending,
  type LendingEarning,
  type LendingOverview,
  type StockPool,
} from "./products/stock-lending.ts";
export type { LendingReport } from "./products/stock-lending-admin.ts";
export * from "./products/intraday.ts";
export type { IntradayExposure, IntradayTradeForOperators } from "./products/intraday-admin.ts";
export * from "./trading/profit.ts";
export * from "./governance/proposals.ts";
export * from "./governance/public-facts.ts";
export * from "./operator-texts.ts";
export * from "./own-words.ts";
export * from "./secrets.ts";
export * from "./reason-codes.ts";
export * from "./market/record-faults.ts";
export * from "./money/records.ts";
export * from "./proposal-kinds.ts";
export { repeatKinds, type Repeat } from "./repeats.ts";
export * from "./refusals.ts";
export * from "./governance/reviews.ts";
export * from "./trading/rule-texts.ts";
export * from "./people/restrictions.ts";
export * from "./people/security.ts";
export * from "./sentences.ts";
export * from "./money/statements.ts";
export * from "./market/news-admin.ts";
export * from "./office/site-admin.ts";
export * from "./governance/site-settings.ts";
export {
  rulesBody,
  type ListedRuleOnWire,
  type RulesBody,
  type RuleVersionOnWire,
} from "./market/rules.ts";
export * from "./market/stream.ts";
export * from "./market/stream-messages.ts";
export * from "./market/trading-halts.ts";
export * from "./uploads.ts";
export * from "./money/verification.ts";
export * from "./money/withdrawals.ts";
export * as wire from "./wire.ts";

/** All customers' calls by their path under `/api/vue`. */
export const calls = {
  ...commonCalls,
  ...accountCalls,
  ...marketCalls,
  ...publicHaltCalls,
  ...marketSeedCalls,
  ...feeCalls,
  ...orderCalls,
  ...positionCalls,
  ...holdingCalls,
  ...marginCalls,
  ...profitCalls,
  ...messageCalls,
  ...conversationCalls,
  ...alertCalls,
  ...recordCalls,
  ...companyCalls,
  ...chartLineCalls,
  ...screenCalls,
  ...newsCalls,
  ...verificationCalls,
  ...cardCalls,
  ...passwordCalls,
  ...loginResetCalls,
  ...correctionCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...exchangeCalls,
  ...securityCalls,
  ...restrictionCalls,
  ...statementCalls,
  ...preferenceCalls,
  ...pushCalls,
  ...newShareCalls,
  ...blockTradeCalls,
  ...creditLoanCalls,
  ...stockLendingCalls,
  ...copyTradingCalls,
  ...intradayCalls,
};
export type Calls = typeof calls;
export type CallPath = keyof Calls;

/** A new call does not compile before it says why asking again is safe. */
export const repeats: Readonly<Record<CallPath, Repeat>> = repeatsByPath;
