import type { CheckedInput, OperatorCalls } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { lockNaming, putNaming, type StoredNaming } from "./instruments-admin.store.ts";
import { isNamed, trimNames, trimTerms } from "./listing.rules.ts";
import { subjectOf } from "./subject.ts";

type Naming = Pick<Instrument, "names" | "searchTerms" | "sector">;

/**
 * What an instrument is called, what else finds it and its industry. One operator alone decides it: no
 * money and no rule depends on a name. What is as the feed says it is not kept.
 */
export async function nameInstrument(
  { database, quotes, instruments }: Context,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/instruments/names"]>,
): Promise<Outcome<Record<string, never>>> {
  const { type: market, code } = form;
  const named = await transactionUnlessRefused(database, async (transaction) => {
    const fed = quotes.fed(market, code);
    if (fed === null) return refuse("instrument_not_found");
    const names = trimNames(form.names);
    if (!isNamed(names)) return refuse("instrument_name_missing");
    const sector = form.sector === "" ? fed.sector : form.sector;
    const after: Naming = { names, searchTerms: trimTerms(form.search_terms), sector };
    const before = namingOf(fed, await lockNaming(transaction, market, code));
    if (isSame(before, after)) return refuse("instrument_unchanged");
    await putNaming(transaction, {
      ...{ market, code },
      names: isSameNames(names, fed.names) ? null : names,
      search_terms: isSameTerms(after.searchTerms, fed.searchTerms) ? null : after.searchTerms,
      sector: sector === fed.sector ? null : sector,
    });
    await audit.within(transaction, subjectOf(market, code), { before, after });
    return accept({});
  });
  if (named.ok) await instruments.read();
  return named;
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
