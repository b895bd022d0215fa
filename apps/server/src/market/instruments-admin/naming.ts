import type { CheckedInput, OperatorCalls, ProposalInputs } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Proposed, type Handlers } from "../../governance/approvals/approvals.ts";
import { lockNaming, putNaming, type StoredNaming } from "./instruments-admin.store.ts";
import { isNamed, trimNames, trimTerms } from "./listing.rules.ts";
import { subjectOf } from "./subject.ts";

type Naming = Pick<Instrument, "names" | "searchTerms" | "sector">;

type NamesInput = ProposalInputs["instrument_names"];

const namesKind = "instrument_names";

/**
 * What an instrument is called, what else finds it and its industry: whoever names one stock as another
 * sells the one for the other, so two decide. What is as the feed says it is not kept.
 */
export function proposeNames(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/instruments/names"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { type: market, code, names, search_terms, sector } = form;
    const subject = subjectOf(market, code);
    const input: NamesInput = { market, code, names, search_terms, sector };
    const proposed = await propose(context, transaction, operator, {
      kind: namesKind,
      subject,
      input,
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, subject, { proposal: proposed.value.id, names, search_terms });
    return proposed;
  });
}

/** Every process hears of approved names. */
export const namingProposals: Handlers<"instrument_names"> = {
  instrument_names: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      const named = await readNaming(context, transaction, input);
      if (!named.ok) return named;
      const [before, after] = [shown(named.value.before), shown(named.value.after)];
      return accept(
        Object.entries(after).flatMap(([field, text]) =>
          before[field] === text ? [] : [{ field, before: before[field] ?? "", after: text }],
        ),
      );
    },
    apply: async (context, transaction, { input }) => {
      const named = await readNaming(context, transaction, input);
      if (!named.ok) return named;
      const { fed, after } = named.value;
      await putNaming(transaction, {
        market: input.market,
        code: input.code,
        names: isSameNames(after.names, fed.names) ? null : after.names,
        search_terms: isSameTerms(after.searchTerms, fed.searchTerms) ? null : after.searchTerms,
        sector: after.sector === fed.sector ? null : after.sector,
      });
      return accept({});
    },
  },
};

/** What holds now and what would hold, the row locked. */
async function readNaming(
  { quotes }: Context,
  transaction: Transaction,
  input: NamesInput,
): Promise<Outcome<{ fed: Instrument; before: Naming; after: Naming }>> {
  const { market, code } = input;
  const fed = quotes.fed(market, code);
  if (fed === null) return refuse("instrument_not_found");
  const names = trimNames(input.names);
  if (!isNamed(names)) return refuse("instrument_name_missing");
  const sector = input.sector === "" ? fed.sector : input.sector;
  const after: Naming = { names, searchTerms: trimTerms(input.search_terms), sector };
  const before = namingOf(fed, await lockNaming(transaction, market, code));
  return isSame(before, after) ? refuse("instrument_unchanged") : accept({ fed, before, after });
}

function shown({ names, searchTerms, sector }: Naming): Record<string, string> {
  return {
    name_jp: names.jp,
    name_cn: names.cn,
    name_us: names.us,
    search_terms: searchTerms.join(" / "),
    sector,
  };
}

function namingOf(fed: Instrument, stored: StoredNaming | undefined): Naming {
  return {
    names: stored?.names ?? fed.names,
    searchTerms: stored?.search_terms ?? fed.searchTerms,
    sector: stored?.sector ?? fed.sector,
  };
}

function isSame(one: Naming, other: Naming): boolean {
  return (
    isSameNames(one.names, other.names) &&
    isSameTerms(one.searchTerms, other.searchTerms) &&
    one.sector === other.sector
  );
}

function isSameNames(one: Naming["names"], other: Naming["names"]): boolean {
  return one.jp === other.jp && one.cn === other.cn && one.us === other.us;
}

function isSameTerms(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((term, place) => term === other[place]);
}
