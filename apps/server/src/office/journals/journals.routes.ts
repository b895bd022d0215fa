import type { Currency } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sql } from "../../platform/sql/database.ts";
import { proposalCases, serveProposalQueue } from "../../governance/approvals/approvals.ts";
import { objectToCorrection, postDueCorrections } from "./corrections.ts";
import { journalKind, proposeJournal } from "./journals.ts";
import type { JournalPosting } from "./journals.rules.ts";

/** How late a correction may take effect after its day. */
const lookEveryMs = 15_000;

export function journalsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  context.http.handle("/user/object-to-correction", ({ input, customer }) =>
    objectToCorrection(
      context,
      customer,
      { id: BigInt(input.id), words: input.words ?? "" },
      input.request_id,
    ),
  );
  context.operatorHttp.handle("/api/ops/journals/propose", ({ input, operator, audit }) => {
    audit.about(input.account, { currency: input.currency });
    return proposeJournal(context, operator, audit, input);
  });
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
  const failure = "corrections whose day is over were not posted";
  return Promise.resolve(
    context.jobs.repeat({ everyMs: lookEveryMs, failure }, (isStopped) =>
      postDueCorrections(context, isStopped),
    ),
  );
}
