import { accountCalls } from "./account.ts";
import { alertCalls } from "./alerts.ts";
import { cardCalls } from "./cards.ts";
import { commonCalls } from "./common.ts";
import { correctionCalls } from "./corrections.ts";
import { depositCalls } from "./deposits.ts";
import { exchangeCalls } from "./exchange.ts";
import { feeCalls } from "./fees.ts";
import { loginResetCalls } from "./login-resets.ts";
import { marginCalls } from "./margin.ts";
import { marketSeedCalls } from "./market-seed.ts";
import { marketCalls } from "./market.ts";
import { messageCalls } from "./messages.ts";
import { newsCalls } from "./news.ts";
import { orderCalls } from "./orders.ts";
import { positionCalls } from "./position-calls.ts";
import { passwordCalls } from "./passwords.ts";
import { preferenceCalls } from "./preferences.ts";
import { productListCalls } from "./product-lists.ts";
import { profitCalls } from "./profit.ts";
import { recordCalls } from "./records.ts";
import { securityCalls } from "./security.ts";
import { statementCalls } from "./statements.ts";
import { publicHaltCalls } from "./trading-halts.ts";
import { verificationCalls } from "./verification.ts";
import { withdrawalCalls } from "./withdrawals.ts";

export * from "./account.ts";
export * from "./alerts.ts";
export * from "./announcements.ts";
export * from "./audit.ts";
export * from "./books.ts";
export * from "./call.ts";
export * from "./cards.ts";
export * from "./common.ts";
export * from "./delays.ts";
export * from "./deposits.ts";
export * from "./customers-admin.ts";
export * from "./health.ts";
export * from "./instruments-admin.ts";
export * from "./sectors.ts";
export * from "./invitations.ts";
export * from "./journals-admin.ts";
export * from "./exchange.ts";
export * from "./margin.ts";
export * from "./fees.ts";
export * from "./fees-admin.ts";
export * from "./kana.ts";
export * from "./name-scripts.ts";
export * from "./login-resets.ts";
export * from "./market-seed.ts";
export * from "./market.ts";
export * from "./messages.ts";
export * from "./news.ts";
export * from "./operations.ts";
export * from "./operator-call.ts";
export * from "./operator-refusals.ts";
export * from "./operators.ts";
export * from "./orders.ts";
export * from "./positions.ts";
export * from "./passwords.ts";
export * from "./permissions.ts";
export * from "./preferences.ts";
export * from "./product-lists.ts";
export * from "./profit.ts";
export * from "./proposals.ts";
export * from "./public-facts.ts";
export * from "./reason-codes.ts";
export * from "./records.ts";
export * from "./refusals.ts";
export * from "./reviews.ts";
export * from "./rule-texts.ts";
export * from "./security.ts";
export * from "./sentences.ts";
export * from "./statements.ts";
export * from "./news-admin.ts";
export * from "./site-admin.ts";
export * from "./site-settings.ts";
export * from "./stream.ts";
export * from "./stream-messages.ts";
export * from "./trading-halts.ts";
export * from "./uploads.ts";
export * from "./verification.ts";
export * from "./withdrawals.ts";
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
  ...marginCalls,
  ...profitCalls,
  ...messageCalls,
  ...alertCalls,
  ...recordCalls,
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
  ...statementCalls,
  ...preferenceCalls,
  ...productListCalls,
};
export type Calls = typeof calls;
export type CallPath = keyof Calls;
