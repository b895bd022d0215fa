import {
  loanAmountMin,
  loanLimitMax,
  loanNumber,
  loanCurrencies,
  loanTermDays,
  scoreFormula,
  type CallOutput,
  type CreditScore,
  type LoanCurrency,
  type LoanOverview,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  formatMinor,
  formatScaled,
  minor,
  negateMinor,
  zeroMinor,
  type Currency,
  type Minor,
} from "@sanshi/money";
import { loanRates } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { reasonSentences } from "../../governance/reasons/reasons.ts";
import type { SiteRules } from "../../governance/site/site.ts";
import { customerBalances, type Balance } from "../../ledger/ledger.ts";
import { verifiedName } from "../../money/verification/verification.ts";
import { resetHoldOf } from "../../people/security/security.ts";
import { assetFiguresIn, type AssetFigures } from "../../money/assets/assets.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import { pagesOf, twoAtOnce } from "../../platform/two-at-once.ts";
import { loanDay, type LoanStanding } from "./credit-loans.rules.ts";
import { openLoans } from "./credit-loans.store.ts";
import { isSameScore, limitOf, scoreOf, wholeUnits } from "./loan-score.rules.ts";
import * as store from "./loan-scores.store.ts";
import type { LimitCap, StoredScore } from "./loan-scores.store.ts";

const customersPerBatch = 500;

/**
 * Reckons everybody's score anew for the last day that net assets are recorded of, once. Who has the same as
 * before gets no new row, so that the history is the days on which it changed.
 */
export async function reckonScores({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<void> {
  const { recorded: day, scored } = await store.scoreDays(database.reader);
  if (day === null || (scored ?? "") >= day) return;
  const pages = pagesOf(
    (after) =>
      store.scoreFacts(database.reader, {
        day,
        assetDays: scoreFormula.assetDays,
        marginDays: scoreFormula.marginDays,
        repaidDaysMin: loanTermDays[0],
        after,
        limit: customersPerBatch,
      }),
    ({ customer_id }) => customer_id,
  );
  await twoAtOnce(pages, (facts) =>
    database.transaction(async (transaction) => {
      const known = await store.latestScores(
        transaction,
        facts.map(({ customer_id }) => customer_id),
      );
      const before = new Map(known.map((one) => [one.customer_id, one]));
      const changed = facts.map(reckoned).filter((one) => {
        const old = before.get(one.customerId);
        return old === undefined || !isSameScore(comparable(old), comparable(one));
      });
      if (changed.length > 0) await store.insertScores(transaction, day, changed);
    }),
  );
  await store.insertScoreDay(database.reader, day, clock.now());
}

function reckoned(row: Awaited<ReturnType<typeof store.scoreFacts>>[number]) {
  const { score, parts } = scoreOf({
    isVerified: row.is_verified,
    accountDays: row.account_days,
    averages: amountsOf(row.averages),
    loans: {
      repaidInTime: row.repaid_in_time,
      repaidLate: row.repaid_late,
      overdue: row.overdue,
      writtenOff: row.written_off,
    },
    marginCalls: row.margin_calls,
    forcedSales: row.forced_sales,
  });
  return { customerId: row.customer_id, score, parts, averages: row.averages };
}

type Averages = Partial<Record<LoanCurrency, string>>;

function comparable(one: { score: number; parts: CreditScore["parts"]; averages: Averages }) {
  return { score: one.score, parts: one.parts, averages: amountsOf(one.averages) };
}

/** Minor units by currency. */
export function amountsOf(averages: Averages): Partial<Record<LoanCurrency, Minor>> {
  return Object.fromEntries(
    Object.entries(averages).map(([currency, amount]) => [currency, minor(BigInt(amount))]),
  );
}

/** A customer's limit in a currency, and what of it is left. */
export type Limit = {
  currency: LoanCurrency;
  average: Minor;
  /** Net assets now, without what is about to be paid out: the limit follows from the lesser of the two. */
  present: Minor;
  percent: number;
  computed: Minor;
  cap: LimitCap | null;
  /** What operators have left of it; the limit is less where the person owes on other accounts. */
  capped: Minor;
  limit: Minor;
  loaned: Minor;
  underReview: Minor;
  loanable: Minor;
};

export type CreditFile = {
  score: StoredScore | null;
  limits: readonly Limit[];
  /** What the customer has now. */
  figures: ReadonlyMap<Currency, AssetFigures>;
  applications: number;
  overdueId: bigint | null;
  /** Whether the same person is late on another account. */
  lateElsewhere: boolean;
};

/** What a customer may borrow: by the formula, what operators lowered it to, and what is borrowed already. */
export async function creditFileOf(
  context: Pick<Context, "quotes" | "clock">,
  transaction: Transaction,
  customerId: bigint,
): Promise<CreditFile> {
  const today = loanDay(context.clock.now());
  const [score = null] = await store.latestScores(transaction, [customerId]);
  const caps = await store.limitCaps(transaction, customerId);
  const open = await openLoans(transaction, customerId, today);
  const figures = await assetFiguresIn(context, transaction, customerId);
  const leaving = leavingOf(await customerBalances(transaction, customerId));
  const limits = loanCurrencies.map((currency) => {
    const average = minor(BigInt(score?.averages[currency] ?? "0"));
    const net = figures.get(currency)?.net ?? zeroMinor;
    const present = minor(net - (leaving.get(currency) ?? 0n));
    const assets = present < average ? present : average;
    const { percent, limit: computed } = limitOf(currency, score?.score ?? 0, assets);
    const newest = caps.find((one) => one.currency === currency);
    const cap = newest === undefined || newest.amount === null ? null : newest;
    const own = open.find((one) => one.currency === currency);
    const capped =
      cap?.amount !== undefined && cap.amount !== null && cap.amount < computed
        ? cap.amount
        : computed;
    const limit = leastOf(capped, roomBeside(currency, own?.elsewhere ?? zeroMinor));
    const [loaned, underReview] = [own?.outstanding ?? zeroMinor, own?.under_review ?? zeroMinor];
    const left = limit - loaned - underReview;
    const loanable = left > 0n ? minor(left) : zeroMinor;
    return {
      currency,
      average,
      present,
      percent,
      computed,
      cap,
      capped,
      limit,
      loaned,
      underReview,
      loanable,
    };
  });
  return {
    score,
    limits,
    figures,
    applications: open.reduce((sum, { applications }) => sum + applications, 0),
    overdueId: open.find(({ overdue_id }) => overdue_id !== null)?.overdue_id ?? null,
    lateElsewhere: open.some(({ late_elsewhere: late }) => late),
  };
}

/** What a person may borrow at most, on all accounts together, less what is owed on the others. */
function roomBeside(currency: LoanCurrency, elsewhere: Minor): Minor {
  const room = wholeUnits(loanLimitMax[currency], currency) - elsewhere;
  return room > 0n ? minor(room) : zeroMinor;
}

function leastOf(one: Minor, other: Minor): Minor {
  return one < other ? one : other;
}

/** What withdrawals under review hold, by currency: once it is paid, nothing of it stands behind a loan. */
function leavingOf(balances: readonly Balance[]): ReadonlyMap<Currency, Minor> {
  const held = balances.filter(({ purpose }) => purpose === "reserved_withdrawals");
  return new Map(held.map(({ currency, balance }) => [currency, balance]));
}

/** The same for who only looks: everything of one moment. */
export function readCreditFile(
  context: Pick<Context, "quotes" | "clock" | "database">,
  customerId: bigint,
): Promise<CreditFile> {
  return context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return creditFileOf(context, transaction, customerId);
  });
}

export function limitIn({ limits }: CreditFile, currency: LoanCurrency): Limit {
  const found = limits.find((one) => one.currency === currency);
  if (found === undefined) throw new Error(`nothing is lent in ${currency}`);
  return found;
}

/** What of a customer decides whether money is lent, at the application and again at the approval. */
export async function standingOf(
  reader: Reader,
  { customerId, state }: Pick<Customer, "customerId" | "state">,
  { applications, overdueId, lateElsewhere }: CreditFile,
  balances: readonly Balance[],
): Promise<LoanStanding> {
  const debt = balances.find(
    ({ purpose, balance }) => purpose === "shortfall_debt" && balance < 0n,
  );
  return {
    state,
    resetHoldUntil: await resetHoldOf(reader, customerId),
    isVerified: (await verifiedName(reader, customerId)) !== null,
    unpaidDebt:
      debt === undefined ? null : { amount: negateMinor(debt.balance), currency: debt.currency },
    overdueLoan: overdueOf(overdueId, lateElsewhere),
    underReview: applications,
  };
}

/** Of a loan on another account of the person's nothing is told but that it is late. */
function overdueOf(id: bigint | null, lateElsewhere: boolean): LoanStanding["overdueLoan"] {
  if (id !== null) return { number: loanNumber(id) };
  return lateElsewhere ? {} : null;
}

export function scoreOnWire(score: StoredScore | null): CreditScore | null {
  if (score === null) return null;
  return { day: score.day, score: score.score, parts: score.parts };
}

export function limitsOnWire(
  { limits }: CreditFile,
  rules: SiteRules,
  at: number,
): LoanOverview["currencies"] {
  return limits.map((own) => {
    const { currency, cap } = own;
    const text = (amount: Minor) => formatMinor(amount, currency);
    const least = wholeUnits(loanAmountMin[currency], currency);
    const asked = rules.loanBasisPoints[currency];
    const { basisPoints } = loanRates(currency, least, loanDay(at), asked);
    const lowered =
      cap === null || cap.amount === null
        ? null
        : {
            limit: text(cap.amount),
            since: new Date(cap.set_at).toISOString(),
            why: reasonSentences({ code: cap.reason_code, words: cap.reason_words }),
          };
    return {
      currency,
      average_assets: text(own.average),
      present_assets: text(own.present),
      share_percent: own.percent,
      computed_limit: text(own.computed),
      lowered,
      limit: text(own.limit),
      loaned: text(own.loaned),
      under_review: text(own.underReview),
      loanable: text(own.loanable),
      minimum: text(least),
      yearly_rate: rateText(basisPoints),
    };
  });
}

/** What a customer has now in each currency that anything is in, for who decides about the loan. */
export function walletOnWire({ figures }: CreditFile): LoanCase["wallet"] {
  return [...figures].flatMap(([currency, { available, frozen, holdingsValue, debt, net }]) => {
    const amounts = { available, frozen, holdingsValue, debt, net };
    if (Object.values(amounts).every((amount) => amount === 0n)) return [];
    const text = (amount: Minor) => formatMinor(amount, currency);
    return {
      currency,
      available: text(available),
      frozen: text(frozen),
      holdings_value: text(holdingsValue),
      total_debt: text(debt),
      net_assets: text(net),
    };
  });
}

type LoanCase = CallOutput<OperatorCalls["/api/ops/loans/:id"]>;

/** Basis points a year as per cent with two decimals. */
export function rateText(basisPoints: number): string {
  return formatScaled(BigInt(basisPoints), 2);
}
