import type { CallOutput, Calls } from "@sanshi/contract";
import { marketKeys, settlementCurrency, type MarketKey } from "@sanshi/money";
import {
  commissionOf,
  feesAnnounced,
  feesKeyOf,
  localDate,
  withCommission,
  type Commission,
  type FeeLine,
  type FeeSchedule,
  type FeesKey,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { keepInMemory } from "../../platform/sql/kept-in-memory.ts";
import { commissionsOf, feeLineOnWire, scheduleOn, type CommissionDecision } from "./fees.rules.ts";
import { loadDecisions } from "./fees.store.ts";

export { commissionsOf, feeLineOnWire, scheduleOn, type CommissionDecision } from "./fees.rules.ts";

export const commissionChannel = "commission_changed";

/** What trades cost on a market's own date, the operator's commission included. */
export type FeeSchedules = {
  of(stock: { market: MarketKey; code: string }, date: LocalDate): FeeSchedule;
  stop(): Promise<void>;
};

/** Should a notification ever be lost: a change is decided an hour before its day begins. */
const readAgainEveryMs = 60_000;

const cachedDatesMax = 5_000;

/**
 * Kept in memory, and read again whenever an operator's change is approved. A change begins with a day
 * of the market that is still to come, so on each date every process charges the same.
 */
export async function startFeeSchedules(
  shared: Pick<Context, "database" | "listener" | "jobs" | "log">,
): Promise<FeeSchedules> {
  let commissions = new Map<MarketKey, readonly Commission[]>();
  let byDate = emptyCache();
  const readAgain = await keepInMemory(shared, {
    name: "commissions",
    channel: commissionChannel,
    load: () => loadDecisions(shared.database.reader, marketKeys),
    take(decisions) {
      const ofMarket = Map.groupBy(decisions, ({ market }) => market);
      commissions = new Map([...ofMarket].map(([market, found]) => [market, commissionsOf(found)]));
      byDate = emptyCache();
    },
  });
  const failure = "commissions were not read again";
  const reading = shared.jobs.repeat({ everyMs: readAgainEveryMs, failure }, readAgain);

  return {
    of(stock, date) {
      const key = feesKeyOf(stock);
      const cached = byDate[key];
      const known = cached.get(date);
      if (known !== undefined) return known;
      if (cached.size >= cachedDatesMax) cached.clear();
      const schedule = scheduleOn(key, date, commissions.get(stock.market) ?? []);
      cached.set(date, schedule);
      return schedule;
    },
    stop: reading.stop,
  };
}

function emptyCache(): Record<FeesKey, Map<LocalDate, FeeSchedule>> {
  return { jpy: new Map(), usd: new Map(), cny: new Map(), beijing: new Map() };
}

/** Every decision on a market's commission, the oldest first. */
export function commissionDecisions(
  reader: Reader,
  market: MarketKey,
): Promise<CommissionDecision[]> {
  return loadDecisions(reader, [market]);
}

type Shown = CallOutput<Calls["/market/fees"]>;

/** What trades cost today, and what is announced. */
export async function feesShown(
  { database, clock }: Pick<Context, "database" | "clock">,
  market: MarketKey,
): Promise<Shown> {
  const date = localDate(market, clock.now());
  const own = commissionsOf(await commissionDecisions(database.reader, market));
  const today = scheduleOn(market, date, own);
  // Beyond the market's own: what only Beijing's shares pay.
  const beijing = market === "cny" ? scheduleOn("beijing", date, own) : [];
  const alone = beijing.filter((line) => !today.includes(line) && line.name === "handling_fee");
  return {
    type: market,
    currency: settlementCurrency(market),
    date,
    today: [...today, ...alone].map((line) => feeLineOnWire(market, line)),
    announced: announcedLines(market, date, own, today).map((line) => feeLineOnWire(market, line)),
  };
}

/** The commissions and the statutory fees that begin after a day, in the order of their days. */
function announcedLines(
  market: MarketKey,
  date: LocalDate,
  own: readonly Commission[],
  schedule: FeeSchedule,
): FeeLine[] {
  const planned = own
    .filter(({ validFrom }) => validFrom > date)
    .map((commission) => commissionOf(withCommission(schedule, commission)));
  return [...planned, ...feesAnnounced(market, date)].toSorted((one, other) =>
    one.reference.validFrom < other.reference.validFrom ? -1 : 1,
  );
}
