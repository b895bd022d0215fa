import { marketKeys, priceUnitsPerMinor, settlementCurrency, type MarketKey } from "@sanshi/money";
import { borrowFee, localDate, type BorrowFee, type SharePool } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Clock } from "../../platform/clock.ts";
import { siteRules } from "../../governance/site/site.ts";
import { poolsOf, standingPools } from "./share-pool.store.ts";

/** A stock's pool now: `shortValue` is what all its shorts sold their shares for, in minor units. */
export type StockPool = SharePool & {
  market: MarketKey;
  code: string;
  lenders: number;
  shortValue: bigint;
  fee: BorrowFee;
  /** What the house lends beside customers; null where the market's institutions lend without a limit. */
  house: bigint | null;
};

export type StandingPool = SharePool & Pick<StockPool, "house">;

export type SharePools = {
  of(market: MarketKey, code: string): Promise<StockPool>;
  /** The same of one stock alone: its cost does not grow with the market. */
  one(market: MarketKey, code: string): Promise<StockPool>;
  /** What is lent and short of a stock, as orders see it: its cost does not grow with its shorts either. */
  standing(market: MarketKey, code: string): Promise<StandingPool>;
  /** Every stock of a market of which anything is lent or short. */
  all(market: MarketKey): Promise<readonly StockPool[]>;
  /** What can still be borrowed of a stock; null where there is no limit. */
  borrowable(market: MarketKey, code: string): Promise<bigint | null>;
};

/** How old a figure may be that everybody may ask for: a market's pools are added up so often at most. */
const keptMs = 1_000;
const keptMax = 5_000;

const nothing: SharePool = { lent: 0n, short: 0n };

const pools = new WeakMap<Context["database"], SharePools>();

/** One for a process: whoever is shown what can be borrowed is decided on by the same figures. */
export function sharePoolsOf(context: Pick<Context, "database" | "clock">): SharePools {
  const known = pools.get(context.database);
  if (known !== undefined) return known;
  const made = newSharePools(context);
  pools.set(context.database, made);
  return made;
}

function newSharePools({ database, clock }: Pick<Context, "database" | "clock">): SharePools {
  const house = keptFor(clock, async () => (await siteRules(database.reader)).houseLendsShares);
  const markets = keptFor(clock, (market: MarketKey) => read(market, null));
  const standings = keptFor(clock, async (market: MarketKey) => {
    const found = await standingPools(database.reader, market);
    return new Map(found.map(({ code, lent, short }) => [code, { lent, short }]));
  });
  const stocks = keptFor(clock, (key: `${MarketKey}:${string}`) => {
    const [market, code] = partsOf(key);
    return read(market, code);
  });

  async function read(market: MarketKey, code: string | null): Promise<readonly StockPool[]> {
    const date = localDate(market, clock.now());
    const perMinor = priceUnitsPerMinor(settlementCurrency(market));
    const [found, known, lends] = await Promise.all([
      poolsOf(database.reader, market, code),
      standings(market),
      house("any"),
    ]);
    return found.map(({ code: own, lenders, short_value }) => {
      // What is shown is not newer than what orders are decided on.
      const pool = known.get(own) ?? nothing;
      return {
        ...pool,
        market,
        code: own,
        lenders,
        shortValue: short_value / perMinor,
        fee: borrowFee(market, date, pool),
        house: lends,
      };
    });
  }

  async function pick(
    known: Promise<readonly StockPool[]>,
    market: MarketKey,
    code: string,
  ): Promise<StockPool> {
    const found = (await known).find((pool) => pool.code === code);
    if (found !== undefined) return found;
    const pool = await standing(market, code);
    const fee = borrowFee(market, localDate(market, clock.now()), pool);
    return { ...pool, market, code, lenders: 0, shortValue: 0n, fee };
  }

  async function standing(market: MarketKey, code: string): Promise<StandingPool> {
    const known = (await standings(market)).get(code) ?? nothing;
    return { ...known, house: await house("any") };
  }

  return {
    all: (market) => markets(market),
    of: (market, code) => pick(markets(market), market, code),
    one: (market, code) => pick(stocks(`${market}:${code}`), market, code),
    standing,
    async borrowable(market, code) {
      // Without a limit an order asks for nothing.
      if ((await house("any")) === null) return null;
      const { lent, short, house: lends } = await standing(market, code);
      const left = lent + (lends ?? 0n) - short;
      return left > 0n ? left : 0n;
    },
  };
}

function partsOf(key: `${MarketKey}:${string}`): [MarketKey, string] {
  const [first = "", code = ""] = key.split(":");
  const market = marketKeys.find((one) => one === first);
  if (market === undefined) throw new Error(`no market ${first}`);
  return [market, code];
}

/** What was read, for as long as it may be old; what failed is asked for again. */
function keptFor<Key extends string, Value>(
  clock: Pick<Clock, "realNow">,
  ask: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const kept = new Map<Key, { at: number; value: Promise<Value> }>();
  return (key) => {
    const now = clock.realNow();
    const known = kept.get(key);
    if (known !== undefined && now - known.at < keptMs) return known.value;
    // An order may name what nobody ever heard of.
    if (kept.size >= keptMax) kept.clear();
    const value = ask(key);
    kept.set(key, { at: now, value });
    value.catch(() => kept.delete(key));
    return value;
  };
}

export { recallsOf } from "./recalls-of.ts";
