import {
  minorDigits,
  parseMinor,
  settlementCurrency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import type { CopyProductForm } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import { customerBalances } from "../../ledger/ledger.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { Orders } from "../../trading/orders/orders.ts";
import { heldRecords } from "../../trading/portfolio/portfolio.ts";
import * as consents from "./consents.store.ts";
import { scheduleOf } from "./copy-trading.answers.ts";
import { valuationFor } from "./copy-trading.rules.ts";
import { worthOfPool } from "./pool-worth.ts";
import { findProduct, lockProduct, type StoredProduct } from "./products.store.ts";
import { wholePool, type Mirrored } from "./strategies/index.ts";
import { grownSince } from "./trades.store.ts";
import { windDown } from "./winding-down.ts";

export type MirroredNow = Mirrored | "not_valued" | null;

/**
 * What a customer's account holds that a product mirrors, as parts of its net assets: only shares that were bought
 * before the last valuation and are held still, so that the holder has borne a day of them, and never an order. Null where the
 * product mirrors none, or nobody stands behind it any more.
 */
export async function mirroredNow(
  context: Pick<Context, "database" | "clock" | "halts">,
  orders: Pick<Orders, "matchable">,
  product: StoredProduct,
  gross: Minor,
): Promise<MirroredNow> {
  const { reader } = context.database;
  const { market, consent_id: consentId } = product;
  if (consentId === null || product.winds_down_at !== null) return null;
  const holder = await consents.holderOf(reader, consentId);
  if (holder === undefined || !holder.stands) return null;
  const { customer_id: customerId } = holder;
  const currency = settlementCurrency(market);
  const balances = (await customerBalances(reader, customerId)).filter(
    (balance) => balance.currency === currency,
  );
  const own = await worthOfPool(context, orders, reader, { market, pool_id: customerId, balances });
  if ("cause" in own) return "not_valued";
  const borne = await borneSince(context, customerId, product);
  const values = new Map<string, bigint>();
  for (const { position, code, value, quantity } of own.positions) {
    const part = borne.get(position) ?? 0n;
    if (part <= 0n) continue;
    const worth = (BigInt(value) * part) / BigInt(quantity);
    values.set(code, (values.get(code) ?? 0n) + worth);
  }
  const holds =
    own.gross <= 0n
      ? []
      : [...values].map(([code, value]) => ({
          code,
          basisPoints: Number((value * BigInt(wholePool)) / own.gross),
        }));
  return { holds, pool: Number(gross) / 10 ** minorDigits(currency) };
}

/** Of each position what was held then and is held now: an order may be filled in parts, some of them later. */
async function borneSince(
  { database }: Pick<Context, "database">,
  customerId: bigint,
  { market, valued_for: valuedFor, published_at: publishedAt }: StoredProduct,
): Promise<ReadonlyMap<string, bigint>> {
  const since = valuedFor ?? publishedAt;
  const { reader } = database;
  const held = await heldRecords(reader, customerId, market);
  const grown = await grownSince(reader, customerId, { market, since });
  return new Map(
    held.flatMap(({ id, opened, closed, opened_at: openedAt }) => {
      if (openedAt === null || openedAt > since) return [];
      const later = grown.get(id) ?? 0n;
      return [[id.toString(), opened - closed - (later > 0n ? later : 0n)] as const];
    }),
  );
}

/**
 * Where its holder has revoked, or may no longer trade, nobody decides for a pool any more: it takes nobody, sells
 * what it holds at its next cut-off, and pays everybody the same value.
 */
export async function endWithoutHolder(
  context: Pick<Context, "database" | "clock" | "hours">,
  product: StoredProduct,
): Promise<StoredProduct> {
  const { database, clock, hours } = context;
  const { id, consent_id: consentId } = product;
  if (consentId === null || product.winds_down_at !== null) return product;
  if ((await consents.holderOf(database.reader, consentId))?.stands === true) return product;
  await database.transaction(async (transaction) => {
    const locked = await lockProduct(transaction, id);
    if (locked === undefined || locked.winds_down_at !== null || locked.ended_at !== null) return;
    const at = clock.now();
    await windDown(transaction, locked, {
      at,
      windsDownAt: valuationFor(scheduleOf(locked), at, hours)?.at ?? at,
      reason: reasonSentences({ code: "holder_left", words: "" }),
    });
  });
  return (await findProduct(database.reader, id)) ?? product;
}

/** Nothing that a customer did not consent to, in every field; null of a strategy of the house's own. */
export async function holderBehind(
  transaction: Transaction,
  form: CopyProductForm,
): Promise<Outcome<bigint | null>> {
  if (form.consent === undefined) return accept(null);
  const id = BigInt(form.consent);
  // Whoever revokes waits, or was first.
  await consents.lockConsent(transaction, id);
  const consent = await consents.findConsent(transaction, id);
  const holder = await consents.holderOf(transaction, id);
  const beyond = (field: string) => refuse("copy_beyond_consent", { field });
  if (consent === undefined || consent.product_id !== null || holder?.stands !== true) {
    return beyond("consent");
  }
  if (form.type !== consent.market) return beyond("type");
  if (form.issuer !== consent.shown_as) return beyond("issuer");
  return exceeds(form.capacity, form.type, consent.capacity_most)
    ? beyond("capacity")
    : accept(consent.customer_id);
}

function exceeds(typed: string, market: MarketKey, most: Minor): boolean {
  const amount = parseMinor(typed, settlementCurrency(market));
  return amount === null || amount > most;
}
