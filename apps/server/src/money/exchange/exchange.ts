import { dayMs } from "@sanshi/contract";
import type { CustomerState, ExchangeRange } from "@sanshi/contract";
import {
  currencies,
  minor,
  negateMinor,
  zeroMinor,
  type Currency,
  type Minor,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import {
  accountKey,
  customerAccounts,
  customerBalances,
  houseAccount,
  lockBalances,
  postTransfer,
  type Balance,
  type Entry,
} from "../../ledger/ledger.ts";
import { settleNet } from "../../ledger/settle.ts";
import { holdState } from "../../people/restrictions/restrictions.ts";
import { answerOnce } from "../../platform/answer-once.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { marginAllows } from "../../trading/margin/margin.ts";
import {
  changePercent,
  decideOffer,
  endOfDay,
  historyDays,
  pairRate,
  quoteExpiry,
  type ExchangeForm,
  type PairRate,
} from "./exchange.rules.ts";
import { objectToUnsettled, settledCashOf } from "../settlement/settlement.ts";
import { objectToMargin } from "../withdrawals/withdrawals.ts";
import * as store from "./exchange.store.ts";
import type { Quote, StoredExchange, StoredQuote } from "./exchange.store.ts";

type ExchangeContext = Pick<Context, "database" | "fx" | "clock" | "settings" | "hours" | "quotes">;

export type RateTable = {
  feed: string;
  sequence: bigint;
  at: number;
  items: { pair: PairRate; changePercent: string | null }[];
};

/** What a currency is worth in every other one that is quoted. */
export function ratesFrom({ fx, clock }: ExchangeContext, from: Currency): Outcome<RateTable> {
  const now = clock.now();
  const rates = fx.ratesAt(now);
  if (rates === null) return refuse("exchange_rate_unavailable");
  const before = fx.ratesAt(now - dayMs);
  const items = currencies.flatMap((to) => {
    const pair = to === from ? null : pairRate(from, to, rates.perDollar);
    if (pair === null) return [];
    const earlier = before === null ? null : pairRate(from, to, before.perDollar);
    return [
      { pair, changePercent: earlier === null ? null : changePercent(pair.mid, earlier.mid) },
    ];
  });
  const { feed, sequence, at } = rates;
  return accept({ feed, sequence, at, items });
}

/** The mid rate at the end of each day of the range; days that the source does not have are left out. */
export function historyOf(
  { fx, clock }: ExchangeContext,
  from: Currency,
  to: Currency,
  range: ExchangeRange,
): Outcome<{ per: bigint; points: { day: number; mid: bigint }[] }> {
  if (from === to) return refuse("same_currency");
  const now = clock.now();
  let per: bigint | null = null;
  const points = historyDays(range, now).flatMap((day) => {
    const rates = fx.ratesAt(endOfDay(day, now));
    const pair = rates === null ? null : pairRate(from, to, rates.perDollar);
    if (pair === null) return [];
    per = pair.per;
    return [{ day, mid: pair.mid }];
  });
  return per === null ? refuse("exchange_rate_unavailable") : accept({ per, points });
}

export type Quoted = Quote & { available: Minor };

/** Quotes a rate and holds it for the customer for some seconds. Moves nothing. */
export async function quoteExchange(
  context: ExchangeContext,
  { customerId, state }: Customer,
  form: ExchangeForm,
): Promise<Outcome<Quoted>> {
  if (isFrozen(state)) return refuse("account_frozen");
  const { fx, clock, database } = context;
  const now = clock.now();
  const rates = fx.ratesAt(now);
  const decided = decideOffer(form, rates?.perDollar ?? null);
  if (!decided.ok) return decided;
  if (rates === null) return refuse("exchange_rate_unavailable");
  const { offer } = decided;
  const margin = await marginAllows(context, database.reader, customerId, offer.from);
  if (margin?.isCalled === true) return refuse("margin_call_open");
  const balances = await customerBalances(database.reader, customerId);
  const available = availableIn(balances, offer.from);
  if (available < offer.amount) return refuse("insufficient_balance");
  if (ownIn(balances, offer.from, available) < offer.amount) {
    return refuse("insufficient_own_money");
  }
  const cash = await settledCashOf(context, database.reader, customerId, { balances, at: now });
  const unsettled = objectToUnsettled(offer.amount, offer.from, cash(offer.from), now);
  if (unsettled !== null) return { ok: false, refusal: unsettled };
  const needed = objectToMargin(offer.amount, offer.from, { margin });
  if (needed !== null) return { ok: false, refusal: needed };
  const quote = {
    from_currency: offer.from,
    to_currency: offer.to,
    amount: offer.amount,
    receive: offer.receive,
    at_mid: offer.atMid,
    per: Number(offer.per),
    mid: offer.mid,
    rate: offer.rate,
    feed: rates.feed,
    rates_sequence: rates.sequence,
    rates_at: rates.at,
    quoted_at: now,
    expires_at: quoteExpiry(now),
  };
  const id = await store.insertQuote(database.reader, { ...quote, customerId });
  return accept({ ...quote, id, available });
}

/** Exchanges at a quote: both sides move, what the spread and the rounding leave is posted, or nothing is. */
export function exchange(
  context: ExchangeContext,
  { customerId }: Customer,
  quoteId: bigint,
  requestId: string,
): Promise<Outcome<{ id: string }>> {
  const { database } = context;
  return database.transaction(async (transaction) => {
    const input = { quote_id: quoteId.toString() };
    const request = { customerId, requestId, call: "exchange", input };
    return answerOnce(transaction, request, async () => {
      const state = await holdState(transaction, customerId);
      if (isFrozen(state)) return refuse("account_frozen");
      const quote = await store.lockQuote(transaction, customerId, quoteId);
      if (quote === undefined) return refuse("exchange_quote_not_found");
      if (quote.used) return refuse("exchange_quote_used");
      if (quote.now >= quote.expires_at) return refuse("exchange_quote_expired");
      const accounts = await lockPair(transaction, customerId, quote);
      const margin = await marginAllows(context, transaction, customerId, quote.from_currency);
      if (margin?.isCalled === true) return refuse("margin_call_open");
      if (accounts.spendable < quote.amount) return refuse("insufficient_balance");
      if (accounts.own < quote.amount) return refuse("insufficient_own_money");
      const unsettled = await objectToQuote(context, transaction, customerId, quote);
      if (unsettled !== null) return { ok: false, refusal: unsettled };
      const needed = objectToMargin(quote.amount, quote.from_currency, { margin });
      if (needed !== null) return { ok: false, refusal: needed };
      const id = await store.insertExchange(transaction, { customerId, quoteId, at: quote.now });
      await post(transaction, quote, accounts, id);
      await publishWith(transaction, customerId, { kind: "balance_changed" });
      return accept({ id: id.toString() });
    });
  });
}

/** One that was made, as the customer's own. */
export async function exchangeOf(
  { database }: ExchangeContext,
  { customerId }: Customer,
  id: bigint,
): Promise<StoredExchange> {
  const [found] = await store.listExchanges(database.reader, customerId, {
    before: id + 1n,
    limit: 1,
  });
  if (found?.id !== id) throw new Error(`exchange ${id} was made and cannot be found`);
  return found;
}

export function exchangesOf(
  { database }: ExchangeContext,
  { customerId }: Customer,
  page: { before: bigint | null; limit: number },
): Promise<StoredExchange[]> {
  return store.listExchanges(database.reader, customerId, page);
}

/** Sale proceeds do not become another currency before they have settled; the wallet is locked. */
async function objectToQuote(
  context: ExchangeContext,
  transaction: Transaction,
  customerId: bigint,
  { from_currency: from, amount, now }: StoredQuote & { now: number },
) {
  const balances = await customerBalances(transaction, customerId);
  const cash = await settledCashOf(context, transaction, customerId, { balances, at: now });
  return objectToUnsettled(amount, from, cash(from), now);
}

function availableIn(balances: readonly Balance[], currency: Currency): Minor {
  const own = balances.find((one) => one.currency === currency && one.purpose === "available");
  return own?.balance ?? zeroMinor;
}

/**
 * What of a wallet is not lent by a credit loan. A loan stays in its currency: behind a position in another one it
 * would count as own money. Without a loan that is everything.
 */
function ownIn(balances: readonly Balance[], currency: Currency, available: Minor): Minor {
  const loan = balances
    .filter((one) => one.currency === currency && loanPurposes.has(one.purpose))
    .reduce((sum, { balance }) => sum + balance, 0n);
  return minor(available + loan);
}

const loanPurposes: ReadonlySet<string> = new Set(["loan_debt", "loan_interest_debt"]);

function isFrozen(state: CustomerState): boolean {
  return state === "frozen" || state === "banned";
}

/** `owed` is what a closing left unpaid in the currency that is bought, zero or below. */
type Pair = {
  from: bigint;
  to: bigint;
  shortfall: bigint | null;
  spendable: Minor;
  /** What of it no credit loan lent. */
  own: Minor;
  owed: Minor;
};

async function lockPair(
  transaction: Transaction,
  customerId: bigint,
  quote: StoredQuote,
): Promise<Pair> {
  const accounts = await customerAccounts(transaction, customerId);
  const from = accounts.get(accountKey(quote.from_currency, "available"));
  const to = accounts.get(accountKey(quote.to_currency, "available"));
  if (from === undefined || to === undefined) throw new Error("a customer without a wallet");
  const shortfall = accounts.get(accountKey(quote.to_currency, "shortfall_debt")) ?? null;
  // What orders reserve is counted with it where it is asked what has settled.
  const reserved = accounts.get(accountKey(quote.from_currency, "reserved_orders"));
  const lent = (["loan_debt", "loan_interest_debt"] as const).map((purpose) =>
    accounts.get(accountKey(quote.from_currency, purpose)),
  );
  const locked = [from, to, shortfall, reserved, ...lent].filter((id) => typeof id === "bigint");
  const spendable = (await lockBalances(transaction, locked)).get(from);
  if (spendable === undefined) throw new Error("a wallet without a balance");
  const balances = await customerBalances(transaction, customerId);
  const own = ownIn(balances, quote.from_currency, spendable);
  const owed = balances.find(
    ({ currency, purpose }) => currency === quote.to_currency && purpose === "shortfall_debt",
  );
  return { from, to, shortfall, spendable, own, owed: owed?.balance ?? zeroMinor };
}

async function post(
  transaction: Transaction,
  quote: StoredQuote & { now: number },
  accounts: Pair,
  exchangeId: bigint,
): Promise<void> {
  const transfer = { causeId: exchangeId, happenedAt: quote.now };
  await postTransfer(transaction, {
    ...transfer,
    kind: "exchange_sold",
    currency: quote.from_currency,
    entries: [
      { accountId: accounts.from, amount: negateMinor(quote.amount) },
      {
        accountId: await houseAccount(transaction, quote.from_currency, "exchange"),
        amount: quote.amount,
      },
    ],
  });
  const left = minor(quote.at_mid - quote.receive);
  // Like a deposit, what comes in repays first what a closing has left unpaid.
  const balances = { available: zeroMinor, shortfall: accounts.owed };
  const settled = settleNet(quote.receive, balances);
  const entries: Entry[] = [
    {
      accountId: await houseAccount(transaction, quote.to_currency, "exchange"),
      amount: negateMinor(quote.at_mid),
    },
  ];
  if (settled.available > 0n) entries.push({ accountId: accounts.to, amount: settled.available });
  if (settled.shortfall > 0n && accounts.shortfall !== null) {
    entries.push({ accountId: accounts.shortfall, amount: settled.shortfall });
  }
  if (left > 0n) {
    const income = await houseAccount(transaction, quote.to_currency, "exchange_income");
    entries.push({ accountId: income, amount: left });
  }
  await postTransfer(transaction, {
    ...transfer,
    kind: "exchange_bought",
    currency: quote.to_currency,
    entries,
  });
}
