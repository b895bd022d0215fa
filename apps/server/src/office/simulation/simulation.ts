import {
  clockAnnouncedSecondsMin,
  clockStepSecondsMax,
  iso,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import {
  findPendingProposal,
  inputOf,
  pendingOf,
  propose,
  singleApprovalHolds,
  type Handlers,
} from "../../governance/approvals/approvals.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import * as store from "./simulation.store.ts";

type Form = CheckedInput<OperatorCalls["/api/ops/simulation/clock"]>;
type Moved = CallOutput<OperatorCalls["/api/ops/simulation/clock"]>;
type State = CallOutput<OperatorCalls["/api/ops/simulation/clock/state"]>;

const moveKind = "clock_move";
/** There is one clock: a second proposal is refused while one waits. */
const moveSubject = "clock";

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
      kind: moveKind,
      subject: moveSubject,
      input: { to },
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, moveSubject, { proposal: proposed.value.id, to });
    return proposed;
  });
  if (!outcome.ok) return outcome;
  await context.clock.synchronise();
  return accept({ ...outcome.value, now: iso(context.clock.now()) });
}

export async function clockState(context: Context, operator: Operator): Promise<Outcome<State>> {
  const { clock, database } = context;
  const now = clock.now();
  const [waiting, deadlines] = await Promise.all([
    findPendingProposal(database.reader, moveKind, moveSubject),
    store.nextDeadlines(database.reader, now),
  ]);
  return accept({
    now: iso(now),
    real_now: iso(clock.realNow()),
    pending:
      waiting === undefined || waiting.expires_at <= now
        ? null
        : {
            ...pendingDecisionOf(waiting, operator),
            to: inputOf(moveKind, waiting).to,
            from: iso(waiting.proposed_at + clockAnnouncedSecondsMin * 1_000),
          },
    deadlines: deadlines.map(({ kind, at }) => ({ kind, at: iso(at) })),
  });
}

function pendingDecisionOf(
  waiting: Parameters<typeof pendingOf>[0],
  operator: Operator,
): NonNullable<ReturnType<typeof pendingOf>> {
  const pending = pendingOf(waiting, operator);
  if (pending === null) throw new Error("a proposal that waits has no pending decision");
  return pending;
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
        const left = await store.secondsToAnnounce(transaction, proposalId, now);
        if (left > 0) return refuse("clock_announced_lately", { seconds: String(left) });
      }
      const seconds = Math.round((Date.parse(input.to) - now) / 1_000);
      if (seconds > 0) await store.moveClock(transaction, seconds);
      return accept({});
    },
  },
};
