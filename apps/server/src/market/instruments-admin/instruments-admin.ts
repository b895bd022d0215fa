import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import { formatShares, type MarketKey } from "@sanshi/money";
import { localDate, marketStatus } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Instrument, Listing } from "../../market-feed/market-feed.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { stockOffer } from "../stock-offers/stock-offers.ts";
import { loadPendingProposals, pendingOf } from "../../governance/approvals/approvals.ts";
import { showLeverages, showShort, type OwnOffer } from "./instruments-admin.rules.ts";
import * as store from "./instruments-admin.store.ts";
import { lotBounds } from "./listing.rules.ts";
import { offerKind } from "./offers.ts";
import { subjectOf } from "./subject.ts";
import { termsKind } from "./terms.ts";

export { canBeListed, isCodeTaken, listOffered, type OfferedCompany } from "./offered.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/instruments"]>;
type Row = Listed["items"][number];
type Described = Omit<Row, "type" | "code" | "pending" | "pending_terms" | keyof OfferedFields>;
type OfferedFields = Pick<
  Row,
  "leverages" | "short_offered" | "offered_leverages" | "offered_short"
>;
/** A stock that is traded, or one that waits for its first trade. */
type Stock = { listing: Instrument | Listing; instrument: Instrument | null };

const undecided: OwnOffer = { leverages: null, shortOffered: null };

/** The whole market first, then its stocks by their codes. */
export async function instrumentsListed(
  context: Context,
  operator: Operator,
  form: CheckedInput<OperatorCalls["/api/ops/instruments"]>,
): Promise<Outcome<Listed>> {
  const { quotes, database, instruments } = context;
  // Whoever has just changed one sees it, whichever process they asked.
  await instruments.read();
  const market = form.type;
  const typed = (form.q ?? "").trim().toLowerCase();
  const place = placeOf(form.cursor, "stock");
  if (place === null) return refuse("invalid_request");
  const after = place?.[0] ?? "";
  const stocks = stocksOf(context, market)
    .filter(({ listing }) => matches(listing, typed) && listing.code > after)
    .toSorted((one, other) => (one.listing.code < other.listing.code ? -1 : 1));
  const limit = Number(form.limit);
  const shown = stocks.slice(0, limit);
  const decided = new Map<string, OwnOffer>(
    (await store.listOffers(database.reader, market)).map((offer) => [
      offer.code,
      { leverages: offer.leverages, shortOffered: offer.short_offered },
    ]),
  );
  const ofMarket = decided.get("") ?? undecided;
  const pendingFields = await createPendingFields(context, operator, market);
  const items: Row[] = [];
  if (after === "" && typed === "") {
    const [any] = quotes.instruments(market);
    items.push({
      ...wholeMarket,
      ...offeredFields(context, market, any ?? null, ofMarket, ofMarket),
      ...pendingFields(""),
    });
  }
  for (const { listing, instrument } of shown) {
    const own = decided.get(listing.code) ?? undecided;
    items.push({
      ...describe(context, { listing, instrument }),
      ...offeredFields(context, market, instrument, own, ofMarket),
      ...pendingFields(listing.code),
    });
  }
  const last = shown.at(-1)?.listing.code;
  const more = stocks.length > limit && last !== undefined;
  return accept({ items, next_cursor: more ? cursorOf(last) : null });
}

function stocksOf({ quotes, instruments }: Context, market: MarketKey): Stock[] {
  const traded = quotes.instruments(market);
  const waiting = instruments
    .added()
    .filter((one) => one.market === market && quotes.instrument(market, one.code) === null);
  return [
    ...traded.map((instrument) => ({ listing: instrument, instrument })),
    ...waiting.map((listing) => ({ listing, instrument: null })),
  ];
}

function matches({ code, names, searchTerms }: Stock["listing"], typed: string): boolean {
  const words = [code, names.jp, names.cn, names.us, ...searchTerms];
  return typed === "" || words.some((word) => word.toLowerCase().includes(typed));
}

const wholeMarket: Described = {
  names: null,
  search_terms: [],
  sector: "",
  exchange: null,
  listed_on: null,
  lot_size: null,
  lot_unit: null,
  lot_max: null,
  offered: true,
  feed: null,
  added_at: null,
};

function describe(
  { quotes, instruments, clock, settings }: Context,
  { listing, instrument }: Stock,
): Described {
  const { market, code, exchange, names, searchTerms, sector, listedOn } = listing;
  const fed = quotes.fed(market, code);
  const bounds =
    fed === null ? null : lotBounds(fed, localDate(market, clock.now()), settings.marketRules);
  const added = instruments.added().find((one) => one.market === market && one.code === code);
  return {
    names,
    search_terms: [...searchTerms],
    sector,
    exchange,
    listed_on: listedOn,
    lot_size: instrument === null ? null : formatShares(instrument.lotSize),
    lot_unit: bounds === null ? null : formatShares(bounds.unit),
    lot_max: bounds === null ? null : formatShares(bounds.max),
    offered: instrument?.offered !== false,
    feed:
      fed === null
        ? null
        : {
            names: fed.names,
            search_terms: [...fed.searchTerms],
            sector: fed.sector,
            lot_size: formatShares(fed.lotSize),
          },
    added_at: added === undefined ? null : new Date(added.addedAt).toISOString(),
  };
}

/** `any` is the stock itself; for a market, one of its stocks. */
function offeredFields(
  { clock, hours }: Context,
  market: MarketKey,
  any: Instrument | null,
  own: OwnOffer,
  ofMarket: OwnOffer,
): OfferedFields {
  const date = marketStatus(market, clock.now(), hours).tradingDate;
  const offered =
    any === null
      ? null
      : stockOffer(any, date, {
          leverages: own.leverages ?? ofMarket.leverages,
          shortOffered: own.shortOffered ?? ofMarket.shortOffered,
        });
  return {
    leverages: showLeverages(own.leverages),
    short_offered: showShort(own.shortOffered),
    offered_leverages: showLeverages(offered?.leverages ?? null),
    offered_short: offered?.shortOffered ?? false,
  };
}

type PendingFields = Pick<Row, "type" | "code" | "pending" | "pending_terms">;

/** What of a stock waits for another operator. */
async function createPendingFields(
  context: Context,
  operator: Operator,
  market: MarketKey,
): Promise<(code: string) => PendingFields> {
  const { database, clock } = context;
  const proposals = await loadPendingProposals(database.reader, [offerKind, termsKind]);
  const waiting = new Map(
    proposals
      .filter(({ expires_at }) => expires_at > clock.now())
      .map((one) => [`${one.kind} ${one.subject}`, pendingOf(one, operator)]),
  );
  return (code) => {
    const of = (kind: string) => waiting.get(`${kind} ${subjectOf(market, code)}`) ?? null;
    return { type: market, code, pending: of(offerKind), pending_terms: of(termsKind) };
  };
}
