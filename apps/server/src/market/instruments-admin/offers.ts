import type { CheckedInput, OperatorCalls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Proposed, type Handlers } from "../../governance/approvals/approvals.ts";
import { parseLeverages, parseShort, showLeverages, showShort } from "./instruments-admin.rules.ts";
import * as store from "./instruments-admin.store.ts";
import { subjectOf } from "./subject.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;

export const offerKind = "stock_offer";

export function proposeOffer(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/instruments/offer">,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const market = form.type;
    const code = form.code ?? "";
    const subject = subjectOf(market, code);
    const leverages = showLeverages(parseLeverages(form.leverages));
    const proposed = await propose(context, transaction, operator, {
      kind: offerKind,
      subject,
      input: { market, code, leverages, short_offered: form.short_offered },
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, subject, {
      proposal: proposed.value.id,
      leverages,
      short_offered: form.short_offered,
    });
    return proposed;
  });
}

/** Every process hears of an approved offer and reads it anew. */
export const offerProposals: Handlers<"stock_offer"> = {
  stock_offer: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      const { market, code } = input;
      if (code !== "" && context.quotes.instrument(market, code) === null) {
        return refuse("instrument_not_found");
      }
      const now = await ownOffer(transaction, market, code);
      const differences = [
        { field: "leverages", before: now.leverages || null, after: input.leverages || null },
        { field: "short_offered", before: now.short_offered, after: input.short_offered },
      ].filter(({ before, after }) => before !== after);
      return differences.length === 0 ? refuse("offer_unchanged") : accept(differences);
    },
    apply: async (_context, transaction, { input }) => {
      await store.putOffer(transaction, {
        market: input.market,
        code: input.code,
        leverages: parseLeverages(input.leverages),
        short_offered: parseShort(input.short_offered),
      });
      return accept({});
    },
  },
};

async function ownOffer(reader: Reader, market: MarketKey, code: string) {
  const found = await store.findOffer(reader, market, code);
  return {
    leverages: showLeverages(found?.leverages ?? null),
    short_offered: showShort(found?.short_offered ?? null),
  };
}
