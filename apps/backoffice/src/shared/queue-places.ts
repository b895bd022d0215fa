import type { Output } from "./calls.ts";
import { routes } from "../app/paths.ts";

type Queue = Output<"/api/ops/health">["queues"][number]["name"];

/** Where a queue is worked on; of the others nobody decides. */
export const queuePlaces: Partial<Record<Queue, string>> = {
  proposals: routes.proposals,
  verifications: routes.verifications,
  deposits: routes.deposits,
  withdrawals: routes.withdrawals,
  loans: routes.loans,
  login_password_resets: routes.loginResets,
  factor_resets: routes.factorResets,
  restriction_reviews: `${routes.customers}?review=overdue`,
  conversations: routes.conversations,
  calendars: routes.calendars,
};
