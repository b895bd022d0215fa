import type { Lending, LendingOverview, StockPool } from "@sanshi/contract";
import {
  formatMinor,
  formatScaled,
  formatShares,
  notional,
  settlementCurrency,
  shares,
  type MarketKey,
} from "@sanshi/money";
import {
  borrowedFromPool,
  calendarStatusAt,
  localDate,
  shareLendingOn,
  shortRateHundredths,
  utilisation,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { SharePools, StockPool as Pool } from "../../trading/share-pool/share-pool.ts";
import { earnedPerDay, lenderBasisPoints, perDayText } from "./stock-lending.rules.ts";
import type { Recalled } from "./share-recalls.store.ts";
import type { Lendable, StoredLending } from "./stock-lending.store.ts";

type AnswerContext = Pick<Context, "clock" | "quotes" | "hours"> & { pools: SharePools };

export function termsOnWire(date: string, unlimited: boolean): LendingOverview["terms"] {
  const { lenderPercent, premium, recall: recallTerms, reference } = shareLendingOn(date);
  return {
    lender_percent: lenderPercent,
    premium: premium.map(({ fromPercent, basisPoints }) => ({
      from_percent: fromPercent,
      rate: formatScaled(BigInt(basisPoints), 2),
    })),
    unlimited,
    recall_days: recallTerms.tradingDays,
    recall_time: recallTerms.time,
    recall_minutes: recallTerms.minutesOfTrading,
    rule: reference.rule,
    since: reference.validFrom,
  };
}

/** What of it is recalled and under way. */
function recalledOnWire(
  { hours }: Pick<Context, "hours">,
  market: MarketKey,
  recalled: Recalled | undefined,
): Pick<Lending, "recalled" | "recall_due" | "recall_due_status"> {
  const isOpen = recalled !== undefined && recalled.open > 0n;
  return {
    recalled: formatShares(isOpen ? recalled.open : shares(0n)),
    recall_due: isOpen ? new Date(recalled.due_at).toISOString() : null,
    recall_due_status: isOpen ? calendarStatusAt(market, recalled.due_at, hours) : "published",
  };
}

export async function lendableOnWire(
  context: AnswerContext,
  own: Lendable,
  recalled: Recalled | undefined,
) {
  const { market, code, quantity, free, lent } = own;
  const currency = settlementCurrency(market);
  const pool = await context.pools.of(market, code);
  const date = localDate(market, context.clock.now());
  const now = lent === 0n ? 0n : earnedPerDay(market, date, pool, { lent, more: 0n });
  const all = earnedPerDay(market, date, pool, { lent, more: free });
  return {
    market,
    now,
    all,
    wire: {
      id: own.id.toString(),
      ...poolOnWire(context, pool),
      quantity: formatShares(quantity),
      free: formatShares(free),
      lent_own: formatShares(lent),
      ...recalledOnWire(context, market, recalled),
      per_day: perDayText(now, currency),
      per_day_all: perDayText(all, currency),
    },
  };
}

/** A stock's pool as everybody may see it. */
export function poolOnWire({ quotes }: Pick<AnswerContext, "quotes">, pool: Pool): StockPool {
  const { market, code, fee } = pool;
  const quote = quotes.get(market, code);
  const borrowed = borrowedFromPool(pool);
  const lentValue =
    quote === null
      ? 0n
      : notional(quote.last, shares(pool.lent), settlementCurrency(market), "floor");
  return {
    type: market,
    code,
    names: quotes.names(market, code),
    lent: formatShares(shares(pool.lent)),
    borrowed: formatShares(shares(borrowed)),
    available: formatShares(shares(pool.lent - borrowed)),
    utilisation: formatScaled(utilisation(pool), 2),
    short: formatShares(shares(pool.short)),
    from_institutions: formatShares(shares(pool.short - borrowed)),
    borrowable: borrowableOnWire(pool),
    borrow_rate: formatScaled(shortRateHundredths(pool, fee) / 100n, 2),
    lender_rate: formatScaled(lenderBasisPoints(pool, fee, lentValue), 2),
  };
}

/** Null where institutions lend without a limit. */
function borrowableOnWire({ lent, short, house }: Pool): string | null {
  if (house === null) return null;
  const left = lent + house - short;
  return formatShares(shares(left > 0n ? left : 0n));
}

export function storedOnWire(
  context: AnswerContext,
  stored: StoredLending,
  { pool, recalled }: { pool: Pool; recalled: Recalled | undefined },
): Lending {
  const { market, code, lent } = stored;
  const currency = settlementCurrency(market);
  const date = localDate(market, context.clock.now());
  const perDay = lent === 0n ? 0n : earnedPerDay(market, date, pool, { lent, more: 0n });
  return {
    id: stored.position_id.toString(),
    type: market,
    code,
    names: context.quotes.names(market, code),
    status: lent > 0n ? 1 : 0,
    quantity: formatShares(lent),
    free: formatShares(stored.free),
    first_lent_at: new Date(stored.first_lent_at).toISOString(),
    earned: formatMinor(stored.earned, currency),
    per_day: perDayText(perDay, currency),
    kept_back: stored.kept_back,
    ...recalledOnWire(context, market, recalled),
  };
}
