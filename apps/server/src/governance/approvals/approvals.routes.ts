import type { Difference } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { loadProposal, proposalCases } from "./proposals.store.ts";
import { withdrawProposal } from "./proposing.ts";
import { serveProposalQueue } from "./serving-queues.ts";

/** Everything that waits for a second operator, of whatever kind. */
export function approvalRoutes(context: Context): void {
  serveProposalQueue<{ kind: string; subject: string }>(context, {
    name: "proposals",
    reasons: "proposals",
    dueHours: 8,
    cases: proposalCases(null),
    item: ({ kind, subject }) => ({ kind, subject }),
    async detail(_context, reader, shown) {
      const proposal = await loadProposal(reader, shown.id);
      const differences: readonly Difference[] = proposal?.differences ?? [];
      return { input: proposal?.input ?? {}, differences };
    },
  });
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
