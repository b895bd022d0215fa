import { randomInt } from "node:crypto";
import {
  applicationStatuses,
  blockDrawName,
  drawBundlePath,
  iso,
  isoOrNull,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  settlementCurrency,
  shares,
  zeroMinor,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { hashPassword } from "../../platform/passwords.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import * as applications from "./applications.store.ts";
import { blockStatus, percentBelow } from "./block-trades.rules.ts";
import * as store from "./offers.store.ts";
import type { StoredBlock } from "./offers.store.ts";
import { findAccount } from "./sellers.store.ts";
import { stockParams } from "./stock-params.ts";

type Listed = CallOutput<OperatorCalls["/api/ops/block-offers"]>;
type Applications = CallOutput<OperatorCalls["/api/ops/block-offers/:id/applications"]>;
type Invitations = CallOutput<OperatorCalls["/api/ops/block-offers/:id/invitations"]>;
type Invited = CallOutput<OperatorCalls["/api/ops/block-offers/:id/invite"]>;
type FunnelRow = Awaited<ReturnType<typeof store.funnelOf>>[number];

export async function blocksForOperators(
  context: Pick<Context, "database" | "clock" | "quotes">,
  form: CheckedInput<OperatorCalls["/api/ops/block-offers"]>,
): Promise<Outcome<Listed>> {
  const { reader } = context.database;
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const limit = Number(form.limit);
  const found = await store.pageOfBlocks(reader, { before: place?.[0] ?? null, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const ids = shown.map(({ id }) => id);
  const [funnel, invitations] = await Promise.all([
    store.funnelOf(reader, ids),
    applications.countInvitations(reader, ids),
  ]);
  const last = shown.at(-1);
  return accept({
    items: shown.map((offer) =>
      offerOnWire(context, offer, {
        funnel: funnel.filter(({ offer_id }) => offer_id === offer.id),
        invitations: invitations.get(offer.id) ?? 0,
      }),
    ),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}

function offerOnWire(
  { clock, quotes }: Pick<Context, "clock" | "quotes">,
  offer: StoredBlock,
  { funnel, invitations }: { funnel: readonly FunnelRow[]; invitations: number },
): Listed["items"][number] {
  const { market, code } = offer;
  const currency = settlementCurrency(market);
  const lotsText = (lots: number) => formatShares(shares(BigInt(lots) * offer.lot_size));
  const step = (status: number) => {
    const row = funnel.find((one) => one.status === status);
    return { count: row?.count ?? 0, quantity: lotsText(row?.lots ?? 0) };
  };
  const frozen = funnel.reduce((sum, row) => sum + BigInt(row.frozen), 0n);
  return {
    id: offer.id.toString(),
    type: market,
    code,
    names: quotes.names(market, code),
    status: blockStatus(offer, clock.now()),
    seller: offer.seller,
    seller_names: offer.seller_names,
    price: formatPrice(offer.price, currency),
    reference_price: formatPrice(offer.reference_price, currency),
    discount: percentBelow(offer.price, offer.reference_price),
    total: lotsText(offer.quota_lots),
    left: lotsText(offer.left_lots),
    rule: offer.rule,
    draw:
      offer.terms_hash === null
        ? null
        : {
            terms_hash: offer.terms_hash,
            root: offer.root,
            drawn_at: isoOrNull(offer.drawn_at),
            address: drawBundlePath(blockDrawName(offer.id.toString())),
          },
    invited_only: offer.invited_only,
    invitations,
    opens_at: iso(offer.opens_at),
    closes_at: iso(offer.closes_at),
    settles_at: iso(offer.settles_at),
    locked_until: iso(offer.locked_until),
    published_at: iso(offer.published_at),
    settled_at: isoOrNull(offer.settled_at),
    withdrawn_at: isoOrNull(offer.withdrawn_at),
    applications: {
      applied: step(applicationStatuses.applied),
      filled: step(applicationStatuses.filled),
      failed: step(applicationStatuses.failed),
      cancelled: step(applicationStatuses.cancelled),
    },
    frozen: formatMinor(minor(frozen), currency),
  };
}

export async function applicationsForOperators(
  { database }: Pick<Context, "database">,
  form: CheckedInput<OperatorCalls["/api/ops/block-offers/:id/applications"]>,
): Promise<Outcome<Applications>> {
  const { reader } = database;
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const offer = await store.findBlock(reader, BigInt(form.id));
  if (offer === undefined) return refuse("block_offer_not_found");
  const limit = Number(form.limit);
  const page = { before: place?.[0] ?? null, limit: limit + 1 };
  const found = await applications.pageOfApplications(reader, offer.id, page);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const currency = settlementCurrency(offer.market);
  const lotsText = (lots: number) => formatShares(shares(BigInt(lots) * offer.lot_size));
  return accept({
    items: shown.map((one) => {
      const isFrozen = one.status === applicationStatuses.applied;
      return {
        id: one.id.toString(),
        account: one.account,
        status: one.status,
        quantity: lotsText(one.lots),
        filled_quantity: isFrozen ? null : lotsText(one.filled_lots),
        frozen: formatMinor(isFrozen ? minor(one.cost + one.fee) : zeroMinor, currency),
        failure: one.failure,
        position: one.position_id === null ? null : one.position_id.toString(),
        applied_at: iso(one.applied_at),
        ended_at: isoOrNull(one.ended_at),
      };
    }),
    next_cursor: found.length > limit && last !== undefined ? cursorOf(last.id) : null,
  });
}

const invitationsShownMax = 500;

export async function invitationsForOperators(
  { database }: Pick<Context, "database">,
  { id }: { id: string },
): Promise<Outcome<Invitations>> {
  const offer = await store.findBlock(database.reader, BigInt(id));
  if (offer === undefined) return refuse("block_offer_not_found");
  const found = await applications.invitationsOf(database.reader, offer.id, invitationsShownMax);
  return accept({
    items: found.map((one) => ({
      account: one.account,
      invited_at: iso(one.invited_at),
      invited_by: one.email,
      applications: one.applications,
      wrong_passwords: one.wrong_passwords,
      last_used_at: isoOrNull(one.last_used_at),
    })),
  });
}

/** Without what is mistaken for another: it is read out over the telephone. */
const passwordLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const passwordLength = 10;

/** The password is made here, shown this once, and only its hash is kept. */
export async function inviteToBlock(
  context: Context,
  { operatorId: by }: Operator,
  audit: Audit,
  { id, account }: CheckedInput<OperatorCalls["/api/ops/block-offers/:id/invite"]>,
): Promise<Outcome<Invited>> {
  const letters = Array.from({ length: passwordLength }, () =>
    passwordLetters.charAt(randomInt(passwordLetters.length)),
  );
  const password = letters.join("");
  const passwordHash = await hashPassword(password);
  return transactionUnlessRefused(context.database, async (transaction) => {
    const offer = await store.findBlock(transaction, BigInt(id));
    if (offer === undefined || !offer.invited_only) return refuse("block_offer_not_found");
    const at = context.clock.now();
    const isOver = offer.withdrawn_at !== null || at >= offer.closes_at;
    if (isOver) return refuse("block_offer_ended");
    const customerId = await findAccount(transaction, account);
    if (customerId === null) return refuse("customer_not_found");
    const invited = { offerId: offer.id, customerId, passwordHash, by, at };
    await applications.keepInvitation(transaction, invited);
    await sendMessage(transaction, {
      customerId,
      kind: "block_invited",
      params: { ...stockParams(context, offer), until: iso(offer.closes_at) },
      link: `/home/largeInfo?id=${offer.id}`,
      at,
    });
    await audit.within(transaction, account, { block_offer: id });
    return accept({ account, channel_password: password });
  });
}
