import {
  instrumentsAddedMax,
  type CallOutput,
  type CheckedInput,
  type Difference,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import { formatShares, marketKeys, type MarketKey } from "@sanshi/money";
import { localDate, type Exchange } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { isGivenCode, lockCodes } from "../../market-feed/instrument-registry.store.ts";
import { orderLot } from "../../market-feed/companies/lots.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { propose, type Proposed, type Handlers } from "../../governance/approvals/approvals.ts";
import { insertListing, isOfferedCode } from "./instruments-admin.store.ts";
import { checkListing, trimNames, trimTerms, type FeedFacts } from "./listing.rules.ts";
import { subjectOf } from "./subject.ts";

type AddedInput = ProposalInputs["instrument_added"];

const addedKind = "instrument_added";

export function additionsOffered({
  feed,
  instruments,
}: Context): CallOutput<OperatorCalls["/api/ops/instruments/additions"]> {
  return {
    of: feed.additions?.of ?? null,
    markets: marketKeys.map((type) => ({
      type,
      added: addedByOperators(instruments, type),
      added_max: instrumentsAddedMax,
    })),
  };
}

/** What came by an offering takes nobody's place. */
function addedByOperators({ added }: Context["instruments"], market: MarketKey): number {
  return added().filter((one) => one.market === market && one.offerPrice === undefined).length;
}

export function proposeAddition(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: CheckedInput<OperatorCalls["/api/ops/instruments/add"]>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const subject = subjectOf(form.type, form.code);
    const input: AddedInput = {
      market: form.type,
      code: form.code,
      exchange: form.exchange ?? null,
      names: trimNames(form.names),
      search_terms: trimTerms(form.search_terms),
      sector: form.sector,
      // A record knows by itself when its first bar was.
      listed_on: context.feed.additions?.of === "codes" ? null : (form.listed_on ?? null),
    };
    const proposed = await propose(context, transaction, operator, {
      kind: addedKind,
      subject,
      input,
      note: form.note ?? "",
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, subject, { proposal: proposed.value.id, ...input });
    return proposed;
  });
}

/** Every process hears of an approved addition, and its feed carries it. */
export const additionProposals: Handlers<"instrument_added"> = {
  instrument_added: {
    approve: "approve_proposals",
    differences: async (context, transaction, input) => {
      const checked = await check(context, transaction, input);
      if (!checked.ok) return checked;
      return accept(differencesOf(input, checked.value));
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      await lockCodes(transaction);
      const checked = await check(context, transaction, input);
      if (!checked.ok) return checked;
      const kept = await insertListing(transaction, {
        feed: context.feed.name,
        reason: { proposalId },
        at,
        exchange: checked.value,
        market: input.market,
        code: input.code,
        names: input.names,
        sector: input.sector,
        searchTerms: input.search_terms,
        listedOn: input.listed_on,
      });
      return kept ? accept({}) : refuse("instrument_exists");
    },
  },
};

async function check(
  { feed, instruments, clock, hours }: Context,
  transaction: Transaction,
  input: AddedInput,
): Promise<Outcome<Exchange>> {
  const { market, code, names } = input;
  const { additions } = feed;
  const facts: FeedFacts = {
    of: additions?.of ?? null,
    objection: (await isGivenCode(transaction, market, code))
      ? "carried"
      : (additions?.objection(market, code) ?? null),
    added: addedByOperators(instruments, market),
    addedMax: instrumentsAddedMax,
  };
  const typed = {
    market,
    code,
    names,
    exchange: input.exchange ?? undefined,
    listedOn: input.listed_on ?? undefined,
  };
  const checked = checkListing(typed, facts, localDate(market, clock.now()), hours);
  if (checked.ok) {
    // Its price is the offering's: by an addition it would come with another.
    const isOffered = await isOfferedCode(transaction, market, code);
    return isOffered ? refuse("instrument_exists") : accept(checked.exchange);
  }
  if (checked.code === "instruments_too_many") {
    return refuse(checked.code, { max: String(instrumentsAddedMax) });
  }
  return refuse(checked.code);
}

function differencesOf(input: AddedInput, exchange: Exchange): Difference[] {
  const { code, names, search_terms: terms, sector, listed_on: listedOn } = input;
  const after: readonly (readonly [field: string, value: string | null])[] = [
    ["stock_code", code],
    ["exchange", exchange],
    ["name_jp", names.jp],
    ["name_cn", names.cn],
    ["name_us", names.us],
    ["search_terms", terms.join(", ")],
    ["sector", sector],
    ["listed_on", listedOn],
    ["lot_size", formatShares(orderLot)],
  ];
  return after
    .filter(([, value]) => value !== null && value !== "")
    .map(([field, value]) => ({ field, before: null, after: value }));
}
