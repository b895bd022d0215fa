import {
  applicationStatuses,
  intradayDaysShownMax,
  intradayTradesShownMax,
  iso,
  isoOrNull,
  type CallOutput,
  type Calls,
  type IntradayApplication,
  type IntradayTrade,
} from "@sanshi/contract";
import {
  divide,
  formatMinor,
  formatPrice,
  formatShares,
  minor,
  price,
  settlementCurrency,
  type MarketKey,
} from "@sanshi/money";
import { chargedAmount, marketDate } from "@sanshi/rulebook";
import { type Context } from "../../context.ts";
import { type Customer } from "../../platform/sessions.ts";
import * as store from "./intraday.store.ts";
import { summary } from "./intraday.rules.ts";
import { type ShownTrade } from "./intraday.store.ts";

type Days = CallOutput<Calls["/trade/intraday-days"]>;

export async function intradayListed(
  context: Context,
  { customerId }: Customer,
  market: MarketKey,
): Promise<IntradayTrade[]> {
  const { reader } = context.database;
  const own = await store.tradesOf(reader, customerId, market, intradayTradesShownMax);
  const ids = own.map(({ id }) => id);
  const [receipts, charges] = await Promise.all([
    store.receiptsOf(reader, ids),
    store.chargesOf(reader, ids),
  ]);
  return own.map((trade) =>
    onWire(
      context,
      trade,
      receipts.filter(({ trade_id }) => trade_id === trade.id),
      charges.filter(({ trade_id }) => trade_id === trade.id),
    ),
  );
}

type Receipts = Awaited<ReturnType<typeof store.receiptsOf>>;
type Charges = Awaited<ReturnType<typeof store.chargesOf>>;

function onWire(
  { quotes }: Pick<Context, "quotes">,
  trade: ShownTrade,
  receipts: Receipts,
  charges: Charges,
): IntradayTrade {
  const { market, code } = trade;
  const currency = settlementCurrency(market);
  const hasPosition = trade.position_id !== null;
  const isOver = trade.state === "completed";
  const chargedFor = (kind: store.ChargeKind) => {
    const found = charges.find((one) => one.kind === kind);
    if (found === undefined) return null;
    const { units, units_per_minor: unitsPerMinor } = found;
    return formatMinor(chargedAmount({ units, unitsPerMinor }), currency);
  };
  const closeAt =
    trade.closed > 0n ? price(divide(trade.close_value, trade.closed, "floor")) : null;
  return {
    id: trade.id.toString(),
    type: market,
    code,
    names: quotes.names(market, code),
    side: trade.side,
    leverage: trade.leverage,
    quantity: formatShares(trade.quantity),
    state: trade.state,
    applied_at: iso(trade.applied_at),
    squares_off_at: iso(trade.squares_off_at),
    session_ends_at: iso(trade.session_ends_at),
    carried_at: isoOrNull(trade.carried_at),
    ended_at: isoOrNull(trade.ended_at),
    position: trade.position_id === null ? null : trade.position_id.toString(),
    open_price: trade.open_price === null ? null : formatPrice(trade.open_price, currency),
    close_price: closeAt === null ? null : formatPrice(closeAt, currency),
    fees: hasPosition ? formatMinor(trade.fees, currency) : null,
    interest: hasPosition ? formatMinor(trade.interest, currency) : null,
    premium: chargedFor("premium"),
    carry_over_fee: chargedFor("carry_over"),
    result: isOver ? formatMinor(trade.realised, currency) : null,
    squared_off: receipts.map((receipt) => ({
      at: iso(receipt.decided_at),
      price: formatPrice(receipt.price, currency),
      quantity: formatShares(receipt.quantity),
    })),
    failure: trade.refusal?.code ?? null,
  };
}

const statuses = {
  submitted: applicationStatuses.applied,
  trading: applicationStatuses.filled,
  completed: applicationStatuses.filled,
  failed: applicationStatuses.failed,
} as const;

/** As they stand in the specification's list of applications. */
export async function intradayApplications(
  context: Context,
  customer: Customer,
  market: MarketKey,
): Promise<IntradayApplication[]> {
  const own = await store.tradesOf(
    context.database.reader,
    customer.customerId,
    market,
    intradayTradesShownMax,
  );
  return own.map((trade) => {
    const { id, type, code, names, side, leverage, quantity, state, ...shown } = onWire(
      context,
      trade,
      [],
      [],
    );
    const { open_price: price, applied_at, ended_at, position, failure } = shown;
    const known = { id, type, code, names, side, leverage, quantity, state, price };
    const more = { applied_at, ended_at, position, failure };
    return { kind: "intraday", status: statuses[state], credit: "-", ...known, ...more };
  });
}

/** What the last days came to, each with its losses beside its wins. */
export async function intradayDays(
  { database, hours }: Context,
  { customerId }: Customer,
  market: MarketKey,
): Promise<Days> {
  const own = await store.tradesOf(database.reader, customerId, market, intradayTradesShownMax);
  const done = own.filter(({ state }) => state === "completed");
  const byDay = Map.groupBy(done, ({ session_ends_at }) =>
    marketDate(market, session_ends_at - 1, hours),
  );
  const text = (amount: bigint) => formatMinor(minor(amount), settlementCurrency(market));
  const sum = (all: readonly bigint[]) => all.reduce((total, one) => total + one, 0n);
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .slice(0, intradayDaysShownMax)
    .map(([date, trades]) => {
      const results = trades.map(({ realised }) => realised);
      const { wins, losses, averageWin, averageLoss } = summary(results);
      return {
        date,
        trades: trades.length,
        wins,
        losses,
        average_win: text(averageWin),
        average_loss: text(averageLoss),
        fees: text(sum(trades.map(({ fees }) => fees))),
        interest: text(sum(trades.map(({ interest }) => interest))),
        result: text(sum(results)),
      };
    });
}
