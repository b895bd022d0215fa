import { auditCalls } from "../governance/audit.ts";
import { caseCalls } from "../governance/cases.ts";
import { proposalCalls } from "../governance/proposals.ts";
import { instrumentsAdminCalls } from "../market/instruments-admin.ts";
import { newsAdminCalls } from "../market/news-admin.ts";
import { tradingHaltCalls } from "../market/trading-halts.ts";
import { depositChannelCalls } from "../money/deposit-channels-admin.ts";
import { moneyAdminCalls } from "../money/money-admin.ts";
import { paymentFileCalls } from "../money/payment-files.ts";
import { copyTradingAdminCalls } from "../products/copy-trading-admin.ts";
import { creditLoanAdminCalls } from "../products/credit-loans-admin.ts";
import { intradayAdminCalls } from "../products/intraday-admin.ts";
import { stockLendingAdminCalls } from "../products/stock-lending-admin.ts";
import { defineOperatorCall } from "../operator-call.ts";
import { announcementCalls } from "../people/announcements.ts";
import { conversationAdminCalls } from "../people/conversations.ts";
import { documentCalls } from "../people/documents-admin.ts";
import { invitationCalls } from "../people/invitations.ts";
import { loginResetAdminCalls } from "../people/login-resets.ts";
import { calendarsAdminCalls } from "../trading/calendars-admin.ts";
import { stockEndCalls } from "../trading/stock-ends-admin.ts";
import { feesAdminCalls } from "../trading/fees-admin.ts";
import { venueOrderAdminCalls } from "../trading/venue-orders-admin.ts";
import { blockTradesAdminCalls } from "../products/block-trades-admin.ts";
import { offeringsAdminCalls } from "../products/offerings-admin.ts";
import { decisionOutput, pendingDecision } from "../governance/reviews.ts";
import { nothing, time } from "../wire.ts";
import { customerDeadlines } from "./constants.ts";
import { booksCalls } from "./books.ts";
import { customerFileCalls } from "./customer-file.ts";
import { customersAdminCalls } from "./customers-admin.ts";
import { dashboardCalls } from "./dashboard.ts";
import { healthCalls } from "./health.ts";
import { journalCalls } from "./journals-admin.ts";
import { listExportCalls } from "./list-exports.ts";
import { operatorAccessCalls, operatorAdminCalls } from "./operators.ts";
import { messageTemplateCalls } from "./message-templates.ts";
import { ownListCalls } from "./own-lists.ts";
import { siteAdminCalls } from "./site-admin.ts";
import { z } from "zod";

const simulationCalls = {
  "/api/ops/simulation/clock": defineOperatorCall({
    summary:
      "Moves the simulated clock forward; timers and prices follow. Another operator approves it, ten seconds after it was announced on every open screen, and no further than a customer's next deadline; under single approval it moves at once",
    permission: "move_clock",
    /** One of the two: by so many seconds, or to a moment of the app's clock. */
    input: z.strictObject({ advance_seconds: z.int().optional(), to: z.iso.datetime().optional() }),
    output: decisionOutput.extend({ now: time }),
    refusals: [
      "simulation_only",
      "clock_step_out_of_range",
      "clock_passes_deadline",
      "operator_held",
      "proposal_pending",
    ],
  }),
  "/api/ops/simulation/clock/state": defineOperatorCall({
    summary:
      "The app's clock, the machine's, what is proposed, and the next deadlines of customers",
    method: "GET",
    permission: "view_reviews",
    input: nothing,
    output: z.object({
      now: time,
      real_now: time,
      pending: pendingDecision.extend({ to: time, from: time }).nullable(),
      /** The first of each kind, the nearest first. */
      deadlines: z.array(z.object({ kind: z.enum(customerDeadlines), at: time })),
    }),
    refusals: ["simulation_only"],
  }),
};

/** Operators' calls by their path: JSON in and out, session cookie, and the header `x-csrf-token`. */
export const operatorCalls = {
  ...operatorAccessCalls,
  ...operatorAdminCalls,
  ...ownListCalls,
  ...messageTemplateCalls,
  ...proposalCalls,
  ...caseCalls,
  ...customersAdminCalls,
  ...customerFileCalls,
  ...documentCalls,
  ...moneyAdminCalls,
  ...paymentFileCalls,
  ...creditLoanAdminCalls,
  ...stockLendingAdminCalls,
  ...intradayAdminCalls,
  ...loginResetAdminCalls,
  ...depositChannelCalls,
  ...journalCalls,
  ...invitationCalls,
  ...auditCalls,
  ...simulationCalls,
  ...booksCalls,
  ...dashboardCalls,
  ...listExportCalls,
  ...healthCalls,
  ...siteAdminCalls,
  ...instrumentsAdminCalls,
  ...feesAdminCalls,
  ...calendarsAdminCalls,
  ...stockEndCalls,
  ...announcementCalls,
  ...conversationAdminCalls,
  ...newsAdminCalls,
  ...tradingHaltCalls,
  ...venueOrderAdminCalls,
  ...copyTradingAdminCalls,
  ...offeringsAdminCalls,
  ...blockTradesAdminCalls,
};

export type OperatorCalls = typeof operatorCalls;

export type OperatorPath = keyof OperatorCalls;
