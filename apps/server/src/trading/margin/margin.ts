import type { CallOutput, Calls, HeldStock } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  formatScaled,
  formatShares,
  marketKeys,
  minor,
  settlementCurrency,
  type Currency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  beforeRecords,
  calendarStatus,
  instantOf,
  interestRates,
  localDate,
  maintenancePercentOf,
  missingEquity,
  restorePercentOf,
  spareEquity,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql, type Reader } from "../../platform/sql/database.ts";
import { loadAccount, type AccountState } from "./margin-account.ts";
import { termOf } from "./margin-terms.rules.ts";
import { ratioText } from "./margin.rules.ts";
import { countMarginEvents, findOpenCall, forcedSalesOfPosition } from "./margin.store.ts";

export {
  accrueBeforeAdding,
  interestDue,
  interestNow,
  type InterestBearing,
} from "@sanshi/rulebook";
export { ownMoney } from "./margin.rules.ts";
export {
  notifyOfDebt,
  recordForcedFill,
  type ForcedFill,
  type ForcedResult,
} from "./margin-acts.ts";
export { countMovedCalls, moveCalls } from "./moved-calls.ts";
export { everyPrice, type MarginLeaps, type Moment } from "./margin-leaps.ts";
export { startMarginWatch, type MarginWatch, type OrderPath } from "./margin-watch.ts";

/** When a position ends and by when its customer closes it, with the exchanges' rules; null where it has no end. */
export function termOnWire(
  { settings, hours }: Pick<Context, "settings" | "hours">,
  position: { market: MarketKey; side: "long" | "short"; leverage: number; opened_at: number },
): Pick<
  HeldStock,
  "term_ends_on" | "term_ends_on_status" | "term_last_day" | "term_last_day_status"
> {
  const isOnMargin = position.leverage > 1 || position.side === "short";
  const isKept = settings.marketRules === "exchange" && isOnMargin;
  const term = isKept ? termOf(position.market, position.opened_at, hours) : null;
  const statusOf = (date: LocalDate | undefined) =>
    date === undefined ? "published" : calendarStatus(position.market, date, hours);
  return {
    term_ends_on: term?.dueOn ?? null,
    term_ends_on_status: statusOf(term?.dueOn),
    term_last_day: term?.lastDay ?? null,
    term_last_day_status: statusOf(term?.lastDay),
  };
}

type Margin = CallOutput<Calls["/trade/margin"]>;

/** A customer's margin in one market as it stands now, at what everything could be closed for. */
export async function marginOf(
  context: Pick<Context, "quotes" | "clock" | "database">,
  customer: Customer,
  market: MarketKey,
): Promise<Margin> {
  // Read at one moment: between positions and balances no order can be half done.
  const state = await context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return loadAccount(context, transaction, { customer_id: customer.customerId, market });
  });
  const { balances, figures, rules, now } = state;
  const currency = settlementCurrency(market);
  const { longBasisPoints, shortBasisPoints } = interestRates(market, localDate(market, now));
  const interest = state.positions.reduce((sum, one) => sum + one.interest, 0n);
  const { reference } = rules;
  return {
    type: market,
    credit_limit: formatMinor(minor(-balances.credit_floor), currency),
    credit_available: formatMinor(minor(balances.margin_debt - balances.credit_floor), currency),
    borrowed: formatMinor(minor(-balances.margin_debt), currency),
    interest: formatMinor(minor(interest), currency),
    unpaid_debt: formatMinor(minor(-balances.shortfall), currency),
    equity: formatMinor(minor(figures.equity), currency),
    exposure: formatMinor(minor(figures.exposure), currency),
    ratio: ratioText(rules.maintenanceRatio, figures),
    initial_percent: String(rules.initialPercent),
    maintenance_percent: String(maintenancePercentOf(rules, figures)),
    forced_sale_percent: String(rules.forcedSalePercent),
    long_rate: rateText(longBasisPoints),
    short_rate: rateText(shortBasisPoints),
    day_count: rules.dayCount,
    leverages: [...rules.leverageMultiples],
    ...ruleOnWire(reference.rule, reference.validFrom),
    confirmed: reference.confirmed,
    call: callOnWire(state),
    at: new Date(now).toISOString(),
  };
}

function callOnWire({ call, figures, rules, account }: AccountState): Margin["call"] {
  if (call === null) return null;
  const restore = restorePercentOf(rules, figures);
  const missing = missingEquity(rules.maintenanceRatio, restore, figures);
  return {
    called_at: new Date(call.called_at).toISOString(),
    due_at: new Date(call.due_at).toISOString(),
    due_at_status: calendarStatus(account.market, localDate(account.market, call.due_at)),
    ratio: formatScaled(call.ratio, 2),
    missing: formatMinor(
      minor(figures.exposure > 0n ? missing : 0n),
      settlementCurrency(account.market),
    ),
  };
}

/** As refusals name it: without a day where nobody knows one. */
function ruleOnWire(rule: string, since: LocalDate): { rule: string; since?: LocalDate } {
  return since === beforeRecords ? { rule } : { rule, since };
}

/** Whether a margin call is open in the market that settles in the currency: its money has to stay. */
export async function isCalledIn(
  reader: Reader,
  customerId: bigint,
  currency: Currency,
): Promise<boolean> {
  const market = marketKeys.find((key) => settlementCurrency(key) === currency);
  if (market === undefined) return false;
  return (await findOpenCall(reader, customerId, market)) !== undefined;
}

/**
 * What may leave the currency's account, as far as margin is concerned: nothing while a call is open, and else so much
 * that its ratio stays where a call would have to bring it. Null where nothing is held on margin. The balances are
 * locked, so that no order changes it until the transaction ends.
 */
export async function marginAllows(
  context: Pick<Context, "quotes" | "clock">,
  reader: Reader,
  customerId: bigint,
  currency: Currency,
): Promise<{ isCalled: boolean; room: Minor } | null> {
  const market = marketKeys.find((key) => settlementCurrency(key) === currency);
  if (market === undefined) return null;
  const state = await loadAccount(context, reader, { customer_id: customerId, market });
  const { figures, rules, call } = state;
  if (figures.exposure === 0n && call === null) return null;
  const spare = spareEquity(rules.maintenanceRatio, restorePercentOf(rules, figures), figures);
  return { isCalled: call !== null, room: minor(spare > 0n ? spare : 0n) };
}

/** The customer's own money in a market: what is available, and what is in margined positions at today's prices. */
export async function ownMoneyIn(
  context: Pick<Context, "quotes" | "clock" | "database">,
  customerId: bigint,
  market: MarketKey,
): Promise<Minor> {
  const account = { customer_id: customerId, market };
  const { figures } = await loadAccount(context, context.database.reader, account);
  return minor(figures.equity);
}

/** What a customer's account of a market comes to, and what it has to keep: for rules that look at both. */
export async function marginFiguresOf(
  context: Pick<Context, "quotes" | "clock" | "database">,
  customerId: bigint,
  market: MarketKey,
): Promise<Pick<AccountState, "figures" | "rules">> {
  const account = { customer_id: customerId, market };
  return loadAccount(context, context.database.reader, account);
}

/** Basis points a year as per cent with two decimals. */
export function rateText(basisPoints: number): string {
  return formatScaled(BigInt(basisPoints), 2);
}

/** The receipts of a position's forced sales, oldest first, as the contract has them. */
export async function forcedSalesOf(
  reader: Reader,
  positionId: bigint,
  market: MarketKey,
): Promise<CallOutput<Calls["/trade/position"]>["forced_sales"]> {
  const currency = settlementCurrency(market);
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return (await forcedSalesOfPosition(reader, positionId)).map((row) => ({
    reason: row.reason,
    at: new Date(row.decided_at).toISOString(),
    quantity: formatShares(row.quantity),
    price: formatPrice(row.price, currency),
    equity: formatMinor(row.equity, currency),
    exposure: formatMinor(row.exposure, currency),
    ratio: formatScaled(row.ratio, 2),
    ratio_required: formatScaled(row.ratio_required, 2),
    called_at: iso(row.called_at),
    due_at: iso(row.due_at),
    ...ruleOnWire(row.rule, row.rule_since),
  }));
}

/** For the back office: accounts in a margin call now, and positions sold by force on each market's today. */
export async function marginGauges({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<{ accountsInCall: number; forcedSales: number }> {
  const now = clock.now();
  const today = marketKeys.map((market) => ({
    market,
    from: instantOf(market, localDate(market, now), "00:00"),
  }));
  const { called, sold } = await countMarginEvents(database.reader, today);
  return { accountsInCall: called, forcedSales: sold };
}
