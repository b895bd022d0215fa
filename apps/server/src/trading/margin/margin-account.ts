import { quoteAgeMsMax } from "@sanshi/contract";
import { minor, settlementCurrency, type MarketKey } from "@sanshi/money";
import {
  interestNow,
  localDate,
  marginRules,
  type MarginFigures,
  type MarginRules,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { interestBearing } from "./interest-accrual.ts";
import {
  accountFigures,
  ownMoney,
  storedRatio,
  verdictOn,
  type ExitPrices,
  type MarginedPosition,
  type MarginVerdict,
} from "./margin.rules.ts";
import {
  accountBalances,
  findOpenCall,
  marginedPositions,
  type AccountBalances,
  type CallRow,
  type KeptFigures,
  type MarginAccount,
  type MarginedRow,
} from "./margin.store.ts";

/** A customer's leveraged and short positions of one market, with the money behind them, at a moment. */
export type AccountState = {
  account: MarginAccount;
  rows: readonly MarginedRow[];
  positions: readonly MarginedPosition[];
  balances: AccountBalances;
  call: CallRow | null;
  rules: MarginRules;
  figures: MarginFigures;
  pricesOf: (position: MarginedPosition) => ExitPrices;
  now: number;
};

type StateContext = Pick<Context, "quotes" | "clock">;

/** Reads with the caller's reader; `rows` are given where they are locked already. */
export async function loadAccount(
  { quotes, clock }: StateContext,
  reader: Reader,
  account: MarginAccount,
  locked?: readonly MarginedRow[],
): Promise<AccountState> {
  const { customer_id: customerId, market } = account;
  const rows = locked ?? (await marginedPositions(reader, customerId, market));
  const balances = await accountBalances(reader, customerId, settlementCurrency(market));
  const call = (await findOpenCall(reader, customerId, market)) ?? null;
  return stateAt({ quotes, clock }, { account, rows, balances, call });
}

/** The same positions and money at a moment and its quotes. */
export function stateAt(
  { quotes, clock }: StateContext,
  read: Pick<AccountState, "account" | "rows" | "balances" | "call">,
): AccountState {
  const { account, rows, balances, call } = read;
  const { market } = account;
  const now = clock.now();
  // At a moment that is over, what was bought after it was money still.
  const isLater = ({ opened_at: at }: MarginedRow) => at > now + quoteAgeMsMax;
  const spentLater = rows.filter(isLater).reduce((sum, row) => sum + row.margin_left, 0n);
  const positions = rows.filter((row) => !isLater(row)).map((row) => marginedPosition(row, now));
  const rules = marginRules(market, localDate(market, now));
  const pricesOf = (position: MarginedPosition) => exitPricesOf(quotes.get(market, position.code));
  return {
    account,
    rows,
    positions,
    balances,
    call,
    rules,
    figures: accountFigures(
      positions,
      pricesOf,
      {
        available: ownMoney(minor(balances.available + spentLater), balances.loan),
        unpaidDebt: minor(-balances.shortfall),
      },
      rules,
    ),
    pricesOf,
    now,
  };
}

/** On a side that is locked at the day's limit, the limit itself stands for the price. */
export function exitPricesOf(quote: Quote | null): ExitPrices {
  if (quote === null) return null;
  const { bid, ask, last } = quote;
  return { bid: bid > 0n ? bid : last, ask: ask > 0n ? ask : last };
}

function marginedPosition(row: MarginedRow, now: number): MarginedPosition {
  return {
    id: row.id,
    market: row.market,
    code: row.code,
    side: row.side,
    left: row.left,
    openPrice: row.open_price,
    openedAt: row.opened_at,
    borrowedLeft: row.borrowed_left,
    collateralLeft: row.collateral_left,
    interest: interestNow(interestBearing(row), now),
  };
}

export function verdictOnState({ figures, rules, call, now }: AccountState): MarginVerdict {
  const open = call === null ? null : { calledAt: call.called_at, dueAt: call.due_at };
  return verdictOn(figures, rules, open, now);
}

/** What a call or a receipt keeps of the figures that it stands on. */
export function keptFigures(
  { figures, rules }: AccountState,
  percentRequired: number,
): KeptFigures {
  return {
    equity: figures.equity,
    exposure: figures.exposure,
    ratio: storedRatio(rules.maintenanceRatio, figures),
    ratioRequired: BigInt(Math.round(percentRequired * 100)),
    rule: rules.reference.rule,
    ruleSince: rules.reference.validFrom,
  };
}

/** What names a stock in a message, in every language. */
export function stockParams(
  { quotes }: Pick<Context, "quotes">,
  market: MarketKey,
  code: string,
): Record<string, string> {
  const names = quotes.names(market, code);
  return { type: market, code, name_jp: names.jp, name_cn: names.cn, name_us: names.us };
}
