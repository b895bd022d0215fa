import {
  applicationStatuses,
  applicationsShownMax,
  blockDrawName,
  blockOffersShownMax,
  dayMs,
  drawBundlePath,
  iso,
  isoOrNull,
  type BlockApplication,
  type BlockOffer,
  type DrawState,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import { calendarStatusAt } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { drawStateOf } from "../../platform/draws/draw-state.ts";
import type { Customer } from "../../platform/sessions.ts";
import * as store from "./applications.store.ts";
import type { StoredApplication } from "./applications.store.ts";
import { blockStatus, canCancel, percentBelow, winningRate } from "./block-trades.rules.ts";
import * as draws from "./draws.store.ts";
import * as offers from "./offers.store.ts";
import type { StoredBlock } from "./offers.store.ts";

type AnswersContext = Pick<Context, "database" | "clock" | "quotes" | "hours">;

export async function blocksListed(
  context: AnswersContext,
  { customerId }: Customer,
  market: MarketKey,
): Promise<BlockOffer[]> {
  const { clock, database } = context;
  const now = clock.now();
  const found = await offers.blocksOf(database.reader, market, now, blockOffersShownMax);
  const ids = found.map(({ id }) => id);
  const [own, invited, applied] = await Promise.all([
    store.applicationsOf(database.reader, customerId, market, applicationsShownMax),
    store.invitedTo(database.reader, customerId, ids),
    draws.appliedTo(database.reader, ids),
  ]);
  return found.map((offer) => {
    const mine = own.filter(({ offer_id }) => offer_id === offer.id);
    const isInvited = invited.has(offer.id);
    return offerOnWire(context, offer, { mine, isInvited, applied: applied.get(offer.id), now });
  });
}

export async function blockShown(
  context: AnswersContext,
  { customerId }: Customer,
  id: bigint,
): Promise<Outcome<BlockOffer>> {
  const { reader } = context.database;
  const offer = await offers.findBlock(reader, id);
  if (offer === undefined) return refuse("product_not_available");
  const own = await store.applicationsOf(reader, customerId, offer.market, applicationsShownMax);
  const mine = own.filter(({ offer_id }) => offer_id === id);
  const isInvited = (await store.invitedTo(reader, customerId, [id])).has(id);
  const applied = (await draws.appliedTo(reader, [id])).get(id);
  const now = context.clock.now();
  return accept(offerOnWire(context, offer, { mine, isInvited, applied, now }));
}

type Shown = {
  mine: readonly StoredApplication[];
  isInvited: boolean;
  applied: { count: number; lots: number } | undefined;
  now: number;
};

function offerOnWire(
  context: Pick<Context, "quotes" | "hours">,
  offer: StoredBlock,
  { mine, isInvited, applied = { count: 0, lots: 0 }, now }: Shown,
): BlockOffer {
  const { market, code, price, withdrawn_at: withdrawnAt, withdrawn_reason: reason } = offer;
  const currency = settlementCurrency(market);
  const last = context.quotes.get(market, code)?.last ?? null;
  const lotsText = (lots: number) => formatShares(shares(BigInt(lots) * offer.lot_size));
  const { band_low: low, band_high: high, band_rule: rule } = offer;
  return {
    id: offer.id.toString(),
    type: market,
    code,
    names: namesOf(context, offer),
    status: blockStatus(offer, now),
    withdrawn: withdrawnAt === null || reason === null ? null : { at: iso(withdrawnAt), reason },
    seller: offer.seller,
    seller_names: offer.seller_names,
    written_by_staff: offer.made_as === null,
    price: formatPrice(price, currency),
    reference_price: formatPrice(offer.reference_price, currency),
    discount: percentBelow(price, offer.reference_price),
    market_price: last === null ? null : formatPrice(last, currency),
    below_market: last === null ? null : percentBelow(price, last),
    band:
      low === null || high === null || rule === null
        ? null
        : { rule, low: formatPrice(low, currency), high: formatPrice(high, currency) },
    lot: formatShares(offer.lot_size),
    total: lotsText(offer.quota_lots),
    left: lotsText(offer.left_lots),
    minimum: lotsText(offer.min_lots),
    maximum: lotsText(offer.max_lots),
    rule: offer.rule,
    draw:
      offer.terms_hash === null
        ? null
        : {
            terms_hash: offer.terms_hash,
            applicants: applied.count,
            applied_quantity: lotsText(applied.lots),
            winning_rate: winningRate(offer.quota_lots, applied.lots),
          },
    invited_only: offer.invited_only,
    invited: isInvited,
    cancellable: offer.cancellable,
    opens_at: iso(offer.opens_at),
    closes_at: iso(offer.closes_at),
    settles_at: iso(offer.settles_at),
    lock_up_days: Math.round((offer.locked_until - offer.settles_at) / dayMs),
    locked_until: iso(offer.locked_until),
    locked_until_status: calendarStatusAt(offer.market, offer.locked_until, context.hours),
    mine: mine.map((application) => applicationOnWire(application, offer, now, context)),
  };
}

/** Of what is no longer listed the code stands for the name. */
function namesOf({ quotes }: Pick<Context, "quotes">, { market, code }: StoredBlock) {
  return quotes.names(market, code);
}

export async function ownApplications(
  context: AnswersContext,
  { customerId }: Customer,
  market: MarketKey,
): Promise<BlockApplication[]> {
  const { reader } = context.database;
  const own = await store.applicationsOf(reader, customerId, market, applicationsShownMax);
  const found = await offers.findBlocks(
    reader,
    own.map(({ offer_id }) => offer_id),
  );
  const byId = new Map(found.map((offer) => [offer.id, offer]));
  const now = context.clock.now();
  return own.flatMap((application) => {
    const offer = byId.get(application.offer_id);
    return offer === undefined ? [] : [applicationOnWire(application, offer, now, context)];
  });
}

export function applicationOnWire(
  application: StoredApplication,
  offer: StoredBlock,
  now: number,
  context: Pick<Context, "quotes" | "hours">,
): BlockApplication {
  const { status, cost, fee, failure, position_id: position } = application;
  const currency = settlementCurrency(offer.market);
  const lotsText = (lots: number) => formatShares(shares(BigInt(lots) * offer.lot_size));
  const isFrozen = status === applicationStatuses.applied;
  const isFilled = status === applicationStatuses.filled;
  return {
    id: application.id.toString(),
    kind: "block",
    offer: offer.id.toString(),
    type: offer.market,
    code: offer.code,
    names: namesOf(context, offer),
    status,
    credit: isFrozen ? formatMinor(minor(cost + fee), currency) : "-",
    quantity: lotsText(application.lots),
    price: formatPrice(offer.price, currency),
    cost: formatMinor(cost, currency),
    fee: formatMinor(fee, currency),
    filled_quantity: isFrozen ? null : lotsText(application.filled_lots),
    failure,
    applied_at: iso(application.applied_at),
    closes_at: iso(offer.closes_at),
    settles_at: iso(offer.settles_at),
    ended_at: isoOrNull(application.ended_at),
    position: position === null ? null : position.toString(),
    locked_until: iso(offer.locked_until),
    locked_until_status: calendarStatusAt(offer.market, offer.locked_until, context.hours),
    is_locked: isFilled && application.released_at === null && now < offer.locked_until,
    can_cancel: canCancel(application, offer, now),
    receipt: receiptOf(application, offer),
  };
}

function receiptOf(
  { number, nonce, signature, lots, applied_at: at }: StoredApplication,
  { terms_hash: termsHash }: StoredBlock,
): BlockApplication["receipt"] {
  if (number === null || nonce === null || signature === null || termsHash === null) return null;
  return { terms_hash: termsHash, number, lots, nonce, at: iso(at), signature };
}

export async function blockDrawState(
  { database }: AnswersContext,
  { customerId }: Customer,
  id: bigint,
): Promise<Outcome<DrawState>> {
  const draw = await draws.findDraw(database.reader, id);
  const offer = await offers.findBlock(database.reader, id);
  if (draw === undefined || offer === undefined) return refuse("product_not_available");
  const { reader } = database;
  const own = await store.applicationsOf(reader, customerId, offer.market, applicationsShownMax);
  const mine = own.find(
    ({ offer_id, status }) => offer_id === id && status !== applicationStatuses.cancelled,
  );
  return accept(
    drawStateOf(draw, {
      id,
      address: drawBundlePath(blockDrawName(id.toString())),
      number: mine?.number ?? null,
    }),
  );
}
