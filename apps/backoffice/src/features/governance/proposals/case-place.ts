import { routes } from "../../../app/paths.ts";

const queues: readonly string[] = [
  routes.deposits,
  routes.withdrawals,
  routes.loans,
  routes.verifications,
  routes.loginResets,
  routes.factorResets,
];

/** Where the case is that a proposed decision is about; null where the proposal is not a decision on one. */
export function casePlace({ kind, subject }: { kind: string; subject: string }): string | null {
  const queue = kind.replace(/^review:/, "/");
  return queues.includes(queue) ? `${queue}/${encodeURIComponent(subject)}` : null;
}
