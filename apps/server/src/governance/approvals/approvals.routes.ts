import type { Difference } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { addComment, colleaguesFor, commentsOf, handOver } from "./cases.ts";
import { loadProposal, proposalCases } from "./proposals.store.ts";
import { withdrawProposal } from "./proposing.ts";
import { serveProposalQueue } from "./serving-queues.ts";

type OwnColumns = {
  kind: string;
  subject: string;
  refusal_code: string | null;
  refusal_params: Record<string, string>;
};

/** Everything that waits for a second operator, of whatever kind. */
export function approvalRoutes(context: Context): void {
  serveProposalQueue<OwnColumns>(context, {
    name: "proposals",
    reasons: "proposals",
    dueHours: 8,
    cases: proposalCases(null),
    item: ({ kind, subject, refusal_code: code, refusal_params: params }) => {
      return { kind, subject, refusal: code === null ? null : { code, params } };
    },
    async detail(_context, reader, shown) {
      const proposal = await loadProposal(reader, shown.id);
      const differences: readonly Difference[] = proposal?.differences ?? [];
      return { input: proposal?.input ?? {}, differences };
    },
  });
  caseRoutes(context);
  context.operatorHttp.handle("/api/ops/proposals/:id/withdraw", ({ input, operator, audit }) => {
    audit.about(`proposals:${input.id}`);
    return transactionUnlessRefused(context.database, async (transaction) => {
      const withdrawn = await withdrawProposal(context, transaction, operator, BigInt(input.id));
      if (!withdrawn.ok) return withdrawn;
      const { kind, subject } = withdrawn.value;
      await audit.within(transaction, subject, { kind, proposal: input.id });
      return accept({});
    });
  });
}

/** The same for the cases of every queue. */
function caseRoutes(context: Context): void {
  const { operatorHttp } = context;
  operatorHttp.handle("/api/ops/cases/:queue/:id/comments", ({ input, audit }) => {
    audit.about(`${input.queue}:${input.id}`);
    return commentsOf(context, input);
  });
  operatorHttp.handle("/api/ops/cases/:queue/:id/comments/add", ({ input, operator, audit }) => {
    audit.about(`${input.queue}:${input.id}`);
    return addComment(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/cases/:queue/:id/hand-over", ({ input, operator, audit }) => {
    audit.about(`${input.queue}:${input.id}`, { to: input.to });
    return handOver(context, operator, audit, input);
  });
  operatorHttp.handle("/api/ops/cases/:queue/colleagues", ({ input, operator, audit }) => {
    audit.about(`queue:${input.queue}`);
    return colleaguesFor(context, operator, input.queue);
  });
}
