import type { Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sql } from "../../platform/sql/database.ts";
import { proposalCases } from "../proposals/proposals.ts";
import { serveProposalQueue } from "../reviews/reviews.ts";
import { journalKind, proposeJournal, registerJournals } from "./journals.ts";
import type { JournalPosting } from "./journals.rules.ts";

export function journalRoutes(context: Context): void {
  context.operatorHttp.handle("/api/ops/journals/propose", ({ input, operator, audit }) => {
    audit.about(input.account, { currency: input.currency });
    return proposeJournal(context, operator, audit, input);
  });
  registerJournals();
  serveProposalQueue<{ currency: Currency; amount_text: string; postings: JournalPosting[] }>(
    context,
    {
      name: "journals",
      reasons: "proposals",
      dueHours: 8,
      cases: proposalCases(
        [journalKind],
        sql`, input ->> 'currency' AS currency, input ->> 'amount' AS amount_text,
          input -> 'postings' AS postings`,
      ),
      item: ({ currency, amount_text, postings }) => ({ currency, amount: amount_text, postings }),
    },
  );
}
