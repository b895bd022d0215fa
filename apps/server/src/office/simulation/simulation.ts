import {
  clockStepSecondsMax,
  iso,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import {
  findProposal,
  pendingOf,
  propose,
  singleApprovalHolds,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import {
  announcedMove,
  announcedUntil,
  clockMoveKind,
  clockMoveSubject,
} from "../../governance/site/site.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import * as store from "./simulation.store.ts";

type Form = CheckedInput<OperatorCalls["/api/ops/simulation/clock"]>;
type Moved = CallOutput<OperatorCalls["/api/ops/simulation/clock"]>;
type State = CallOutput<OperatorCalls["/api/ops/simulation/clock/state"]>;

/** What everybody's deadlines go by is moved by two operators, or by one under single approval. */
export async function proposeMove(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Form,
): Promise<Outcome<Moved>> {
  if (context.feed.kind !== "simulated") return refuse("simulation_only");
  const now = context.clock.now();
  const target = targetOf(form, now);
  if (target === null || target < now + 500 || target > now + clockStepSecondsMax * 1_000) {
    return refuse("clock_step_out_of_range", { max: String(clockStepSecondsMax) });
  }
  const to = iso(target);
  const outcome = await transactionUnlessRefused(context.database, async (transaction) => {
    const proposed = await propose(context, transaction, operator, {
      kind: clockMoveKind,
      subject: clockMoveSubject,
      input: { to },
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, clockMoveSubject, { proposal: proposed.value.id, to });
    return proposed;
  });
  if (!outcome.ok) return outcome;
  await context.clock.synchronise();
  return accept({ ...outcome.value, now: iso(context.clock.now()) });
}

export async function clockState(context: Context, operator: Operator): Promise<Outcome<State>> {
  const { clock, database } = context;
  const now = clock.now();
  const [move, deadlines] = await Promise.all([
    announcedMove(context),
    store.nextDeadlines(database.reader, now),
  ]);
  return accept({
    now: iso(now),
    real_now: iso(clock.realNow()),
    pending:
      move === null
        ? null
        : { ...pendingOf(move.proposal, operator), to: move.to, from: move.from },
    deadlines: deadlines.map(({ kind, at }) => ({ kind, at: iso(at) })),
  });
}

/** Milliseconds since the epoch; null where the form names none, or two. */
function targetOf({ advance_seconds: seconds, to }: Form, now: number): number | null {
  if ((seconds === undefined) === (to === undefined)) return null;
  return seconds === undefined ? Date.parse(to ?? "") : now + seconds * 1_000;
}

export const clockProposals: Handlers<"clock_move"> = {
  clock_move: {
    approve: "approve_proposals",
    differences: async ({ clock }, transaction, { to }) => {
      const moved = [{ field: "clock", before: null, after: to }];
      // One operator of a simulated instance decides everything alone: a deadline protects nobody from them.
      if (await singleApprovalHolds(transaction)) return accept(moved);
      const now = clock.now();
      const [next] = await store.nextDeadlines(transaction, now);
      if (next === undefined || next.at >= Date.parse(to)) return accept(moved);
      const left = Math.floor((next.at - now) / 1_000);
      return refuse("clock_passes_deadline", { at: iso(next.at), seconds: String(left) });
    },
    apply: async ({ clock }, transaction, { input, proposalId, approvedBy, proposedBy }) => {
      const now = clock.now();
      if (approvedBy !== proposedBy) {
        const proposal = await findProposal(transaction, proposalId);
        if (proposal === undefined) throw new Error(`there is no proposal ${proposalId}`);
        const left = Math.ceil((announcedUntil(proposal) - now) / 1_000);
        if (left > 0) return refuse("clock_announced_lately", { seconds: String(left) });
      }
      const seconds = Math.round((Date.parse(input.to) - now) / 1_000);
      if (seconds > 0) await store.moveClock(transaction, seconds);
      return accept({});
    },
  },
};
