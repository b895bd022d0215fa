import { marketKeys, settlementCurrency, type Currency, type MarketKey } from "@sanshi/money";
import { marketStatus } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { houseAccount, type Purpose } from "../../ledger/ledger.ts";
import type { Instrument, Quote } from "../../market-feed/market-feed.ts";
import type { BatchConnections } from "../../platform/sql/batch-connections.ts";
import { errorCode } from "../../platform/sql/database.ts";
import type { Refusal } from "../../platform/outcome.ts";
import type { ExecutionVenue } from "../../venues/execution-venue.ts";
import type { FeeSchedules } from "../fees/fees.ts";
import { dayRules, widenedOn } from "../../market/market/market.ts";
import { haltParams, type TradingHalts } from "../../market/trading-halts/trading-halts.ts";
import type { FillQuote, TradingAccounts } from "./orders.batch.store.ts";
import type { MarketFacts, Objection } from "./orders.rules.ts";
import type { Replays } from "./replays.ts";
import {
  positionIdsPerBlock,
  takePositionIdBlocks,
  tradingAccounts,
  type TradingAccount,
} from "./orders.store.ts";
import type { StockOffers } from "../../market/stock-offers/stock-offers.ts";
import { exchangeFacts } from "./exchange-facts.ts";
import type { WatchedOrder } from "./working-orders.ts";

/** What the batches stand on, beside the context. */
export type OrderDesk = {
  context: Context;
  /** What lets people out has its own: it never waits behind the other lane's openings. */
  connections: Record<"opening" | "amending", BatchConnections>;
  venue: ExecutionVenue;
  accounts: AccountBook;
  offers: StockOffers;
  halts: TradingHalts;
  fees: FeeSchedules;
  ids: { take(count: number): Promise<bigint[]> };
  replays: Replays;
  /** Has the triggers watch a position as it is now, or no more. */
  watch(order: WatchedOrder): void;
};

export function marketFacts(
  { context, halts }: Pick<OrderDesk, "context" | "halts">,
  market: MarketKey,
  code: string,
  now: number,
): MarketFacts {
  const { quotes, hours, feed } = context;
  const instrument = quotes.instrument(market, code);
  return {
    instrument,
    halt: instrument === null ? null : haltFacts(halts, instrument),
    quote: quotes.get(market, code),
    limits: (instrument: Instrument, quote: Quote) =>
      dayRules(instrument, quote, marketStatus(market, now, hours).tradingDate, hours, (date) =>
        widenedOn(feed, instrument, date, now),
      ).limits,
    now,
    hours,
    exchange: exchangeFacts(context, now),
  };
}

function haltFacts(halts: TradingHalts, { market, code, names }: Instrument): MarketFacts["halt"] {
  const halt = halts.of(market, code);
  if (halt === null) return null;
  return { closingAllowed: halt.closingAllowed, params: haltParams(halt, names) };
}

/** A rule's objection as the wire carries it: its times spelled out. */
export function toRefusal({ code, params, times }: Objection): Refusal {
  if (times === undefined) return params === undefined ? { code } : { code, params };
  const spelled = Object.entries(times).map(([name, at]) => [name, new Date(at).toISOString()]);
  return { code, params: { ...params, ...Object.fromEntries(spelled) } };
}

export function fillQuote(quote: Quote): FillQuote {
  const { feed, sequence, bid, ask, at } = quote;
  return { feed, sequence, bid, ask, at };
}

/** Ledger account ids never change once made, so they are asked for once. */
export type AccountBook = {
  load(customerIds: readonly bigint[]): Promise<void>;
  of(customerId: bigint, market: MarketKey): TradingAccounts;
};

export type { TradingAccounts } from "./orders.batch.store.ts";

const rememberedCustomersMax = 100_000;

export async function createAccountBook(database: Context["database"]): Promise<AccountBook> {
  const house = new Map<Currency, HouseAccounts>();
  for (const currency of marketKeys.map(settlementCurrency)) {
    house.set(currency, {
      market: await houseAccount(database.reader, currency, "market"),
      fees: await houseAccount(database.reader, currency, "fees"),
      interest: await houseAccount(database.reader, currency, "interest"),
    });
  }
  // Two generations: what one lane has just loaded is not forgotten while another makes room.
  let customers = new Map<bigint, AccountsByCurrency>();
  let earlier = new Map<bigint, AccountsByCurrency>();
  const known = (id: bigint) => customers.get(id) ?? earlier.get(id);

  return {
    async load(customerIds) {
      const missing = customerIds.filter((id) => !customers.has(id));
      if (missing.length === 0) return;
      if (customers.size + missing.length > rememberedCustomersMax) {
        earlier = customers;
        customers = new Map();
      }
      const found = Map.groupBy(
        await tradingAccounts(database.reader, missing),
        (account) => account.customer_id,
      );
      for (const [id, accounts] of found) customers.set(id, accountsOf(accounts, house));
    },
    of(customerId, market) {
      const currency = settlementCurrency(market);
      const accounts = known(customerId)?.[currency];
      if (accounts === undefined)
        throw new Error(`customer ${customerId}: no ${currency} accounts`);
      return accounts;
    },
  };
}

type AccountsByCurrency = Partial<Record<Currency, TradingAccounts>>;
type HouseAccounts = Pick<TradingAccounts, "market" | "fees" | "interest">;

function accountsOf(
  accounts: readonly TradingAccount[],
  house: ReadonlyMap<Currency, HouseAccounts>,
): AccountsByCurrency {
  const byCurrency: AccountsByCurrency = {};
  for (const [currency, ours] of house) {
    const account = (purpose: Purpose): bigint | undefined =>
      accounts.find((one) => one.currency === currency && one.purpose === purpose)?.id;
    const own = {
      available: account("available"),
      reserved: account("reserved_orders"),
      marginDebt: account("margin_debt"),
      shortCollateral: account("short_collateral"),
      shortfall: account("shortfall_debt"),
    };
    if (isWhole(own)) byCurrency[currency] = { currency, ...own, ...ours };
  }
  return byCurrency;
}

function isWhole<Name extends string>(
  own: Record<Name, bigint | undefined>,
): own is Record<Name, bigint> {
  return Object.values(own).every((id) => id !== undefined);
}

/** So many blocks are fetched at once, and more before they run out: no batch waits for them. */
const blocksAtOnce = 8;

export function createIdSource(database: Context["database"]): OrderDesk["ids"] {
  const blocks: { next: bigint; end: bigint }[] = [];
  let fetching: Promise<void> | null = null;

  async function fetchBlocks(): Promise<void> {
    const firsts = await takePositionIdBlocks(database.reader, blocksAtOnce);
    for (const first of firsts) blocks.push({ next: first, end: first + positionIdsPerBlock });
  }

  function fetchMore(): Promise<void> {
    fetching ??= fetchBlocks().finally(() => (fetching = null));
    return fetching;
  }

  return {
    async take(count) {
      const ids: bigint[] = [];
      while (ids.length < count) {
        const [block] = blocks;
        if (block === undefined) {
          await fetchMore();
          continue;
        }
        for (; ids.length < count && block.next < block.end; block.next += 1n) ids.push(block.next);
        if (block.next === block.end) blocks.shift();
      }
      // Where it fails, whoever finds none left hears of it.
      if (blocks.length <= blocksAtOnce / 2) void fetchMore().catch(() => undefined);
      return ids;
    },
  };
}

const attemptsMax = 5;
const pauseMs = 50;
/** Deadlock, serialisation, a lock that did not come: nothing was written, so the batch goes again. */
const again = new Set(["40P01", "40001", "55P03"]);

/** Runs a statement that can safely be sent again. */
export async function withAttempts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attemptsMax || !again.has(errorCode(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
    }
  }
}

/** A balance below its floor, or a request id that was used before: somebody in the batch is at fault. */
export function isOneOrdersFault(error: unknown): boolean {
  return errorCode(error) === "23514" || isKnownRequest(error);
}

export function isKnownRequest(error: unknown): boolean {
  return errorCode(error) === "23505";
}
