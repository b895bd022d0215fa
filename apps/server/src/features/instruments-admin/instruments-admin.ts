import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { marketStatus } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { stockOffer } from "../orders/orders.ts";
import {
  findPendingProposal,
  pendingOf,
  propose,
  registerProposalKind,
  type Proposed,
} from "../proposals/proposals.ts";
import {
  parseLeverages,
  parseShort,
  showLeverages,
  showShort,
  type OwnOffer,
  type ShortOffer,
} from "./instruments-admin.rules.ts";
import * as store from "./instruments-admin.store.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Listed = CallOutput<OperatorCalls["/api/ops/instruments"]>;
type Row = Listed["items"][number];
type OfferInput = {
  market: MarketKey;
  code: string;
  leverages: string;
  short_offered: ShortOffer;
};

const offerKind = "stock_offer";
const undecided: OwnOffer = { leverages: null, shortOffered: null };

/** The whole market first, then its stocks by their codes. */
export async function instrumentsListed(
  context: Context,
  operator: Operator,
  form: Input<"/api/ops/instruments">,
): Promise<Outcome<Listed>> {
  const { quotes, database } = context;
  const market = form.type;
  const typed = (form.q ?? "").trim().toLowerCase();
  const after = form.cursor ?? "";
  const stocks = quotes
    .instruments(market)
    .filter((one) => matches(one, typed) && one.code > after)
    .toSorted((one, other) => (one.code < other.code ? -1 : 1));
  const limit = Number(form.limit);
  const shown = stocks.slice(0, limit);
  const decided = new Map<string, OwnOffer>(
    (await store.listOffers(database.reader, market)).map((offer) => [
      offer.code,
      { leverages: offer.leverages, shortOffered: offer.short_offered },
    ]),
  );
  const ofMarket = decided.get("") ?? undecided;
  const items: Row[] = [];
  if (after === "" && typed === "") {
    const [any] = quotes.instruments(market);
    items.push(await rowOf(context, operator, { market, code: "", any, own: ofMarket, ofMarket }));
  }
  for (const one of shown) {
    const own = decided.get(one.code) ?? undecided;
    items.push(await rowOf(context, operator, { market, code: one.code, any: one, own, ofMarket }));
  }
  const last = shown.at(-1)?.code;
  const more = stocks.length > limit && last !== undefined;
  return accept({ items, next_cursor: more ? last : null });
}

function matches({ code, names, searchTerms }: Instrument, typed: string): boolean {
  const words = [code, names.jp, names.cn, names.us, ...searchTerms];
  return typed === "" || words.some((word) => word.toLowerCase().includes(typed));
}

async function rowOf(
  context: Context,
  operator: Operator,
  one: {
    market: MarketKey;
    code: string;
    /** The stock itself; for a market, one of its stocks. */
    any: Instrument | undefined;
    own: OwnOffer;
    ofMarket: OwnOffer;
  },
): Promise<Row> {
  const { market, code, any, own, ofMarket } = one;
  const subject = subjectOf(market, code);
  const waiting = await findPendingProposal(context.database.reader, offerKind, subject);
  const isOver = waiting === undefined || waiting.expires_at <= context.clock.now();
  const date = marketStatus(market, context.clock.now(), context.hours).tradingDate;
  const offered =
    any === undefined
      ? null
      : stockOffer(any, date, {
          leverages: own.leverages ?? ofMarket.leverages,
          shortOffered: own.shortOffered ?? ofMarket.shortOffered,
        });
  const isStock = code !== "";
  return {
    type: market,
    code,
    names: isStock ? (any?.names ?? null) : null,
    exchange: isStock ? (any?.exchange ?? null) : null,
    lot_size: isStock && any !== undefined ? String(any.lotSize) : null,
    leverages: showLeverages(own.leverages),
    short_offered: showShort(own.shortOffered),
    offered_leverages: showLeverages(offered?.leverages ?? null),
    offered_short: offered?.shortOffered ?? false,
    pending: isOver ? null : pendingOf(waiting, operator),
  };
}

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
    const proposed = await propose<OfferInput>(context, transaction, operator, {
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
export function registerOffers(): void {
  registerProposalKind<OfferInput>({
    name: offerKind,
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
  });
}

async function ownOffer(reader: Reader, market: MarketKey, code: string) {
  const found = await store.findOffer(reader, market, code);
  return {
    leverages: showLeverages(found?.leverages ?? null),
    short_offered: showShort(found?.short_offered ?? null),
  };
}

/** `jpy:7203`; `jpy` for the whole market. */
function subjectOf(market: MarketKey, code: string): string {
  return code === "" ? market : `${market}:${code}`;
}
