import type { CheckedInput, OperatorCalls, ProposalInputs } from "@sanshi/contract";
import { formatShares, parseShares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Proposed, type Handlers } from "../../governance/approvals/approvals.ts";
import { showOffered } from "./instruments-admin.rules.ts";
import { findTerms, putTerms } from "./instruments-admin.store.ts";
import { isLotAllowed, lotBounds } from "./listing.rules.ts";
import { subjectOf } from "./subject.ts";

type TermsInput = ProposalInputs["instrument_terms"];

export const termsKind = "instrument_terms";

/** An instrument's lot and whether it can be bought at all: rules of trading, so two decide. */
export function proposeTerms(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/instruments/terms"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { type: market, code, lot_size, offered } = form;
    const subject = subjectOf(market, code);
    const input: TermsInput = { market, code, lot_size, offered };
    const proposed = await propose(context, transaction, operator, {
      kind: termsKind,
      subject,
      input,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, subject, { proposal: proposed.value.id, lot_size, offered });
    return proposed;
  });
}

/** Every process hears of approved terms. What is held, and what waits, is left as it is. */
export const termsProposals: Handlers<"instrument_terms"> = {
  instrument_terms: {
    approve: "approve_proposals",
    differences: async ({ quotes, clock, settings }, transaction, input) => {
      const { market, code } = input;
      const fed = quotes.fed(market, code);
      if (fed === null) return refuse("instrument_not_found");
      const lot = parseShares(input.lot_size);
      const bounds = lotBounds(fed, localDate(market, clock.now()), settings.marketRules);
      if (lot === null || !isLotAllowed(lot, bounds)) {
        const { unit, max } = bounds;
        return refuse("lot_not_allowed", { unit: formatShares(unit), max: formatShares(max) });
      }
      // Read here and not from the board, which hears of changes a moment later.
      const now = await findTerms(transaction, market, code);
      const differences = [
        {
          field: "lot_size",
          before: formatShares(now?.lot_size ?? fed.lotSize),
          after: formatShares(lot),
        },
        {
          field: "offered",
          before: showOffered(now?.offered ?? true),
          after: showOffered(input.offered),
        },
      ].filter(({ before, after }) => before !== after);
      return differences.length === 0 ? refuse("instrument_unchanged") : accept(differences);
    },
    apply: async ({ quotes }, transaction, { input }) => {
      const { market, code, offered } = input;
      const fed = quotes.fed(market, code);
      const lot = parseShares(input.lot_size);
      if (fed === null || lot === null) return refuse("instrument_not_found");
      await putTerms(transaction, {
        market,
        code,
        offered,
        lotSize: lot === fed.lotSize ? null : lot,
      });
      return accept({});
    },
  },
};
