import {
  closedPositionsShownMax,
  heldPositionsShownMax,
  type CallOutput,
  type Calls,
  type CheckedInput,
  type VenueNote,
} from "@sanshi/contract";
import { formatMinor, settlementCurrency, zeroMinor, type MarketKey } from "@sanshi/money";
import { answersLater } from "../../venues/venue.ts";
import { venueNotesOf } from "../venue-orders/venue-orders.ts";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import { actionsOf } from "../corporate-actions/corporate-actions.ts";
import { recallsOf } from "../share-pool/share-pool.ts";
import { forcedSalesOf } from "../margin/margin.ts";
import { endReceiptsOf, exchangeReceiptsOf } from "../stock-ends/stock-ends.ts";
import { fillOnWire, positionOnWire } from "./portfolio.answers.ts";
import { totalOf } from "./portfolio.rules.ts";
import {
  closedPartsOf,
  closingOrdersOf,
  waitingExitsOf,
  endedPositions,
  fillsOf,
  findPosition,
  livePositions,
  realisedProfit,
  type ClosingOrderRecord,
  type PositionRecord,
} from "./portfolio.store.ts";
import { dayProfitsOf, figuresNow } from "./valuation.ts";

export { heldOpenings, heldRecords, type HeldOpening } from "./held-openings.ts";
export { instrumentName } from "./portfolio.answers.ts";
export { percentOf, type PositionFigures } from "./portfolio.rules.ts";
export { holdsClosablePositions, type PositionRecord } from "./portfolio.store.ts";
export { profitOf } from "./profit.ts";
export { pricesBefore, type PriceThen } from "./prices-before.ts";
export { settledAtOnce, settlementOnWire } from "./settles-on.ts";
export {
  holdingsBefore,
  holdingsOf,
  holdingsOfMany,
  noHoldings,
  valuedBefore,
  type CustomerHoldings,
} from "./valuation.ts";

type PositionContext = Pick<
  Context,
  "quotes" | "clock" | "database" | "settings" | "hours" | "venue"
>;
type KeyedPositions = CallOutput<Calls["/trade/userstocklist"]>;

/** The spec's list of positions held or waiting: by id, with market value and floating profit among them. */
export async function heldPositions(
  context: PositionContext,
  customer: Customer,
  market: MarketKey,
): Promise<KeyedPositions> {
  const { reader } = context.database;
  const records = await livePositions(reader, customer.customerId, [market]);
  const shown = records.slice(0, heldPositionsShownMax);
  const list = await keyed(context, shown);
  const total = totalOf(records.map((record) => figuresNow(context, record)));
  const currency = settlementCurrency(market);
  list["ccsz"] = formatMinor(total.marketValue, currency);
  list["fdyk"] = formatMinor(total.floating, currency);
  return list;
}

/** The spec's list of what has ended, the newest, with the market's realised profit among them. */
export async function closedPositions(
  context: PositionContext,
  customer: Customer,
  market: MarketKey,
): Promise<KeyedPositions> {
  const { reader } = context.database;
  const [records, realised] = await Promise.all([
    endedPositions(reader, customer.customerId, { market, limit: closedPositionsShownMax }),
    realisedProfit(reader, customer.customerId, market),
  ]);
  const list = await keyed(context, records);
  list["lsyk"] = formatMinor(realised, settlementCurrency(market));
  return list;
}

/** The same without a bound, page by page. */
export async function closedPage(
  context: PositionContext,
  { customerId }: Customer,
  { type: market, cursor, limit }: CheckedInput<Calls["/trade/closed-positions"]>,
): Promise<Outcome<CallOutput<Calls["/trade/closed-positions"]>>> {
  const behind = placeOf(cursor, "moment", "number");
  if (behind === null) return refuse("invalid_request");
  const count = Number(limit);
  const { reader } = context.database;
  const found = await endedPositions(reader, customerId, { market, behind, limit: count + 1 });
  const shown = found.slice(0, count);
  const last = shown.at(-1);
  const more = found.length > count && last !== undefined;
  const days = await dayProfitsOf(context, reader, shown);
  const parts = await closedPartsOf(reader, shown);
  return accept({
    items: shown.map((record, index) =>
      positionOnWire(context, record, figuresNow(context, record), days[index] ?? zeroMinor, {
        parts: parts.get(record.id),
      }),
    ),
    next_cursor: more ? cursorOf(last.ended_microseconds, last.id) : null,
  });
}

async function keyed(
  context: PositionContext,
  records: readonly PositionRecord[],
): Promise<KeyedPositions> {
  const { reader } = context.database;
  const [days, closings, exits, parts] = await Promise.all([
    dayProfitsOf(context, reader, records),
    closingOrdersOf(reader, records),
    waitingExitsOf(reader, records),
    closedPartsOf(reader, records),
  ]);
  const notes = await notesOf(context, records, closings);
  const list: KeyedPositions = {};
  for (const [index, record] of records.entries()) {
    const day = days[index] ?? zeroMinor;
    const figures = figuresNow(context, record);
    list[record.id.toString()] = positionOnWire(context, record, figures, day, {
      closings: closings.get(record.id),
      exits: exits.get(record.id),
      notes,
      parts: parts.get(record.id),
    });
  }
  return list;
}

/** What a venue that answers later has not answered, of everything that works. */
async function notesOf(
  { database, venue }: Pick<PositionContext, "database" | "venue">,
  records: readonly PositionRecord[],
  closings: ReadonlyMap<bigint, readonly ClosingOrderRecord[]>,
): Promise<ReadonlyMap<bigint, VenueNote>> {
  if (!answersLater(venue)) return new Map();
  const opening = records.filter(({ opening_works: works }) => works).map(({ id }) => id);
  const closing = [...closings.values()].flat().map(({ id }) => id);
  return venueNotesOf(database.reader, [...opening, ...closing]);
}

export async function onePosition(
  context: PositionContext,
  customer: Customer,
  id: bigint,
): Promise<Outcome<CallOutput<Calls["/trade/position"]>>> {
  const { reader } = context.database;
  // First, so that no action is shown which the figures have not followed yet.
  const actions = await actionsOf(reader, id);
  const record = await findPosition(reader, customer.customerId, id);
  if (record === undefined) return refuse("position_not_found");
  const { market } = record;
  const [fills, forcedSales, settlements, exchanges, recalls, closings, exits, parts, [day]] =
    await Promise.all([
      fillsOf(reader, id),
      forcedSalesOf(reader, id, market),
      endReceiptsOf(reader, id, market),
      exchangeReceiptsOf(context, reader, id),
      recallsOf(context, reader, id, market),
      closingOrdersOf(reader, [record]),
      waitingExitsOf(reader, [record]),
      closedPartsOf(reader, [record]),
      dayProfitsOf(context, reader, [record]),
    ]);
  const currency = settlementCurrency(market);
  const figures = figuresNow(context, record);
  const notes = await notesOf(context, [record], closings);
  const works = {
    closings: closings.get(record.id),
    exits: exits.get(record.id),
    notes,
    parts: parts.get(record.id),
  };
  return accept({
    ...positionOnWire(context, record, figures, day ?? zeroMinor, works),
    cost: formatMinor(record.cost, currency),
    realised: formatMinor(record.realised, currency),
    fills: fills.map((fill) => fillOnWire(context, record, fill)),
    actions,
    forced_sales: forcedSales,
    settlements,
    exchanges,
    ...recalls,
  });
}
