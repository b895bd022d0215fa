import {
  dayMs,
  minuteMs,
  type CheckedInput,
  type CopyStrategy,
  type CopyProductForm,
  type Difference,
  type OperatorCalls,
  type ProposalInputs,
} from "@sanshi/contract";
import { formatMinor, minor, parseMinor, settlementCurrency, type Minor } from "@sanshi/money";
import { dateBegins, marketDate, tradingHours, type MarketHours } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { propose, type Handlers, type Proposed } from "../../governance/approvals/approvals.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import { setCreditLimit } from "../../ledger/credit-limit.ts";
import { openPool } from "../../people/accounts/accounts.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { firstUnitValue, valuationsAround } from "./copy-trading.rules.ts";
import * as followings from "./followings.store.ts";
import { holderBehind } from "./mirroring.ts";
import { takeInSeed } from "./pool-money.ts";
import * as products from "./products.store.ts";
import type { StoredProduct } from "./products.store.ts";
import { productNames } from "./shown.ts";
import { strategies } from "./strategies/index.ts";
import { windDown } from "./winding-down.ts";

/**
 * Operators' part: which products there are, that one takes nobody any more, and that one is wound down. There is
 * nothing here that touches a value, a unit or an order.
 */

export const noticeDays = 7;
/** And at most. */
export const noticeDaysMax = 90;

export function proposeProduct(
  context: Context,
  operator: Operator,
  audit: Audit,
  { form, note }: CheckedInput<OperatorCalls["/api/ops/copy-products/propose"]>,
): Promise<Outcome<Proposed>> {
  const what = `${form.type}:${form.strategy}`;
  // Of customers' accounts several may wait at once, each of it once.
  const subject = form.consent === undefined ? what : `${what}:${form.consent}`;
  return proposed(context, audit, subject, (transaction) =>
    propose(context, transaction, operator, {
      kind: "copy_product",
      subject,
      input: form,
      note: note ?? "",
    }),
  );
}

export function proposeClosing(
  context: Context,
  operator: Operator,
  audit: Audit,
  { id, note }: CheckedInput<OperatorCalls["/api/ops/copy-products/:id/close"]>,
): Promise<Outcome<Proposed>> {
  return proposed(context, audit, id, (transaction) =>
    propose(context, transaction, operator, {
      kind: "copy_closed",
      subject: id,
      input: { product: id },
      note: note ?? "",
    }),
  );
}

export function proposeWindDown(
  context: Context,
  operator: Operator,
  audit: Audit,
  asked: {
    id: string;
    at: string;
    reason: NonNullable<Parameters<typeof propose>[3]["reason"]>;
    note: string;
  },
): Promise<Outcome<Proposed>> {
  const { id, at, reason, note } = asked;
  return proposed(context, audit, id, (transaction) =>
    propose(context, transaction, operator, {
      kind: "copy_winds_down",
      subject: id,
      input: { product: id, at },
      reason,
      note,
    }),
  );
}

function proposed(
  { database }: Pick<Context, "database">,
  audit: Audit,
  subject: string,
  work: (transaction: Transaction) => Promise<Outcome<Proposed>>,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const made = await work(transaction);
    if (made.ok) await audit.within(transaction, subject, { proposal: made.value.id });
    return made;
  });
}

export const copyProposals: Handlers<"copy_product" | "copy_closed" | "copy_winds_down"> = {
  copy_product: {
    approve: "approve_proposals",
    differences: async ({ clock, hours }, transaction, form) => {
      const field = faultOfForm(form, clock.now(), hours);
      if (field !== null) return refuse("copy_terms_wrong", { field });
      const holder = await holderBehind(transaction, form);
      return holder.ok ? accept(fieldsOf(form)) : holder;
    },
    apply: async (context, transaction, { input, proposalId, at }) => {
      const field = faultOfForm(input, at, context.hours);
      if (field !== null) return refuse("copy_terms_wrong", { field });
      const holder = await holderBehind(transaction, input);
      if (!holder.ok) return holder;
      const id = await publishProduct(transaction, input, { proposalId, at });
      const customerId = holder.value;
      if (customerId === null) return accept({});
      const params = productNames(input);
      const link = `/home/follow?id=${id}` as const;
      await sendMessage(transaction, { customerId, kind: "account_offered", params, link, at });
      return accept({});
    },
  },
  copy_closed: {
    approve: "approve_proposals",
    differences: async (_context, transaction, { product: id }) => {
      const found = await lockLive(transaction, id);
      if (!found.ok) return found;
      if (found.value.closed_at !== null) return refuse("copy_product_ended");
      return accept([{ field: "copy_product", before: "open", after: "closed" }]);
    },
    apply: async (_context, transaction, { input, at }) => {
      const found = await lockLive(transaction, input.product);
      if (!found.ok) return found;
      if (found.value.closed_at !== null) return refuse("copy_product_ended");
      await products.setClosed(transaction, found.value.id, at);
      return accept({});
    },
  },
  copy_winds_down: {
    approve: "approve_proposals",
    differences: async ({ clock }, transaction, input) => {
      const found = await checkWindDown(transaction, input, clock.now());
      if (!found.ok) return found;
      return accept([{ field: "winds_down_at", before: null, after: input.at }]);
    },
    apply: async (_context, transaction, { input, reason, at }) => {
      const found = await checkWindDown(transaction, input, at);
      if (!found.ok) return found;
      if (reason === null) return refuse("reason_required");
      const told = { at, windsDownAt: Date.parse(input.at), reason: reasonSentences(reason) };
      await windDown(transaction, found.value, told);
      return accept({});
    },
  },
};

/** Publishes what two operators agreed to: its pool, and the house's own money, which is in it like anybody's. */
export async function publishProduct(
  transaction: Transaction,
  form: CopyProductForm,
  {
    proposalId,
    madeAs = null,
    at,
  }: { proposalId: bigint | null; madeAs?: string | null; at: number },
): Promise<bigint> {
  const currency = settlementCurrency(form.type);
  const amounts = amountsOf(form);
  if (amounts === null) throw new Error("a form that was checked has no amounts");
  const id = await products.nextProductId(transaction);
  const poolId = await openPool(transaction, { account: `pool-${id}`, currency, at });
  const unitValue = firstUnitValue;
  const creditLimit = creditLimitOf(form.strategy, amounts);
  await setCreditLimit(transaction, poolId, currency, creditLimit);
  const consentId = form.consent === undefined ? null : BigInt(form.consent);
  const made = { id, form, ...amounts, creditLimit, unitValue, poolId, proposalId, madeAs, at };
  await products.insertProduct(transaction, { ...made, consentId });
  const { seed: amount } = amounts;
  const seeded = { productId: id, customerId: null, amount, stopPercent: null, at };
  const following = await followings.insertFollowing(transaction, seeded);
  await takeInSeed(transaction, { currency, following });
  return id;
}

/** What its pool may borrow: as much again as its capacity and the house's own for each time of its leverage. */
function creditLimitOf(strategy: CopyStrategy, { capacity, seed }: Amounts): Minor {
  return minor((capacity + seed) * BigInt(strategies[strategy].leverage - 1));
}

type Amounts = { minimum: Minor; capacity: Minor; seed: Minor };

function amountsOf(form: CopyProductForm): Amounts | null {
  const currency = settlementCurrency(form.type);
  const [minimum, capacity, seed] = [form.minimum, form.capacity, form.seed].map((text) =>
    parseMinor(text, currency),
  );
  if (minimum === null || capacity === null || seed === null) return null;
  if (minimum === undefined || capacity === undefined || seed === undefined) return null;
  return { minimum, capacity, seed };
}

/** No one person's hundred million, and no sum that whole numbers would not hold. */
const amountMax = 10n ** 15n;

/** The first field that cannot be published; null where all can. */
export function faultOfForm(form: CopyProductForm, now: number, hours: MarketHours): string | null {
  const currency = settlementCurrency(form.type);
  for (const field of ["minimum", "capacity", "seed"] as const) {
    const amount = parseMinor(form[field], currency);
    if (amount === null || amount <= 0n || amount > amountMax) return field;
  }
  const amounts = amountsOf(form);
  if (amounts === null || amounts.capacity < amounts.minimum) return "capacity";
  if ((form.strategy === "mirror") !== (form.consent !== undefined)) return "consent";
  if (Date.parse(form.deadline) <= now) return "deadline";
  const schedule = {
    market: form.type,
    valuedAtMinute: form.valued_at_minute,
    cutOffMinutes: form.cut_off_minutes,
  };
  const { next } = valuationsAround(schedule, now, hours);
  if (next === null) return "valued_at_minute";
  // Both the strategy and the valuation need a market that is open.
  const date = marketDate(form.type, next, hours);
  const open = tradingHours(form.type, date, hours);
  const minutes = (next - dateBegins(form.type, date, hours)) / minuteMs;
  if (open === null || next >= open.closesAt || minutes !== form.valued_at_minute) {
    return "valued_at_minute";
  }
  return next - form.cut_off_minutes * minuteMs < open.opensAt ? "cut_off_minutes" : null;
}

function fieldsOf(form: CopyProductForm): Difference[] {
  const currency = settlementCurrency(form.type);
  const amounts = amountsOf(form);
  const credit = amounts === null ? minor(0n) : creditLimitOf(form.strategy, amounts);
  const after: readonly (readonly [field: string, value: string])[] = [
    ["market", form.type],
    ["strategy", form.strategy],
    ...(form.consent === undefined ? [] : [["consent", form.consent] as const]),
    ["name_jp", form.names.jp],
    ["name_cn", form.names.cn],
    ["name_us", form.names.us],
    ["issuer", form.issuer],
    ["minimum", form.minimum],
    ["capacity", form.capacity],
    ["deadline", form.deadline],
    ["lock_up_days", String(form.lock_up_days)],
    ["management_basis_points", String(form.management_basis_points)],
    ["performance_basis_points", String(form.performance_basis_points)],
    ["seed", form.seed],
    ["credit_limit", formatMinor(credit, currency)],
    ["valued_at_minute", String(form.valued_at_minute)],
    ["cut_off_minutes", String(form.cut_off_minutes)],
  ];
  return after.map(([field, value]) => ({ field, before: null, after: value }));
}

async function lockLive(transaction: Transaction, id: string): Promise<Outcome<StoredProduct>> {
  const product = await products.lockProduct(transaction, BigInt(id));
  if (product === undefined) return refuse("copy_product_not_found");
  const isOver = product.ended_at !== null || product.winds_down_at !== null;
  return isOver ? refuse("copy_product_ended") : accept(product);
}

async function checkWindDown(
  transaction: Transaction,
  { product, at }: ProposalInputs["copy_winds_down"],
  now: number,
): Promise<Outcome<StoredProduct>> {
  const found = await lockLive(transaction, product);
  if (!found.ok) return found;
  const day = Date.parse(at);
  if (day < now + noticeDays * dayMs) {
    return refuse("copy_notice_too_short", { days: String(noticeDays) });
  }
  // Nothing of it is changed afterwards, and until then nobody comes in and nobody's lock-up is lifted.
  return day > now + noticeDaysMax * dayMs
    ? refuse("copy_notice_too_long", { days: String(noticeDaysMax) })
    : found;
}
