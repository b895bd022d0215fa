import type { CallOutput, Calls } from "@sanshi/contract";
import { minor, settlementCurrency, zeroMinor, type MarketKey, type Price } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql, type Reader } from "../../platform/sql/database.ts";
import { heldOpenings, type HeldOpening } from "../portfolio/portfolio.ts";
import { movingAverage, purchasesFirst, type CostEvent } from "./average-cost.rules.ts";
import { soldSinceNothing } from "./held-before.ts";
import { keyOf, keyText } from "./holding-key.ts";
import { holdingsOnWire, type StockHolding } from "./holdings.answers.ts";
import { costEvents, dividendsOf, type CostEventRecord } from "./holdings.store.ts";

type HoldingsContext = Pick<Context, "quotes" | "clock" | "settings" | "hours" | "database">;

/** What a customer holds in a market, by stock. */
export async function holdingsByStock(
  context: HoldingsContext,
  { customerId }: Customer,
  market: MarketKey,
): Promise<CallOutput<Calls["/trade/holdings"]>> {
  // Read at one moment: an average is that of the shares that are shown beside it.
  const holdings = await context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return loadHoldings(context, transaction, customerId, market);
  });
  return holdingsOnWire(context, market, holdings);
}

async function loadHoldings(
  context: HoldingsContext,
  reader: Reader,
  customerId: bigint,
  market: MarketKey,
): Promise<StockHolding[]> {
  const openings = await heldOpenings(context, reader, customerId, market);
  if (openings.length === 0) return [];
  const holdings = [...Map.groupBy(openings, ({ record }) => keyText(keyOf(record))).values()];
  const averages = await averagesOf(
    { reader, quotes: context.quotes },
    customerId,
    market,
    holdings,
  );
  const paid = await dividendsOf(
    reader,
    openings.map(({ record }) => record.id),
  );
  const dividends = new Map(paid.map(({ position_id, amount }) => [position_id, amount]));
  return holdings.flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const key = keyOf(first.record);
    return [
      {
        ...key,
        openings: own,
        movingAverage: averages.get(keyText(key)) ?? null,
        dividends: minor(
          own.reduce((sum, { record }) => sum + (dividends.get(record.id) ?? zeroMinor), 0n),
        ),
      },
    ];
  });
}

/** By the key's text, of what is paid in full: its moving average, from when there was last nothing of it. */
async function averagesOf(
  read: Parameters<typeof soldSinceNothing>[0],
  customerId: bigint,
  market: MarketKey,
  holdings: readonly (readonly HeldOpening[])[],
): Promise<ReadonlyMap<string, Price>> {
  const paid = holdings.flatMap((openings) => {
    const [first] = openings;
    const key = first === undefined ? null : keyOf(first.record);
    return first === undefined || key?.funding !== "cash" ? [] : [{ key, first, openings }];
  });
  if (paid.length === 0) return new Map();
  const since = new Map(
    paid.map(({ key, first }) => [key.code, first.record.opened_at ?? first.record.placed_at]),
  );
  const sold = await soldSinceNothing(read, customerId, market, since);
  const runs = paid.map(({ key, openings }) => {
    const held = openings.map(({ record }) => record.id);
    return { key, openings, ids: [...held, ...(sold.get(key.code) ?? [])] };
  });
  const events = await costEvents(
    read.reader,
    runs.flatMap(({ ids }) => ids),
  );
  const runOf = new Map(runs.flatMap(({ key, ids }) => ids.map((id) => [id, key.code])));
  const byCode = Map.groupBy(events, ({ position_id: id }) => runOf.get(id));
  return new Map(
    runs.flatMap(({ key, openings }) => {
      const dayOf = (at: number) => localDate(market, at);
      const happened = purchasesFirst(byCode.get(key.code) ?? [], dayOf).flatMap(costEvent);
      const average = averageOfWhatIsHeld(happened, openings, market);
      return average === null ? [] : [[keyText(key), average] as const];
    }),
  );
}

function costEvent(row: CostEventRecord): CostEvent[] {
  const { position_id: positionId, kind, quantity, amount, fee } = row;
  const { action_id: actionId, numerator, denominator } = row;
  if (kind === "split") {
    if (actionId === null || numerator === null || denominator === null) return [];
    return [{ kind, positionId, actionId, numerator, denominator }];
  }
  if (quantity === null || amount === null || fee === null) return [];
  return kind === "sold"
    ? [{ kind, positionId, quantity }]
    : [{ kind, positionId, quantity, cost: minor(amount + fee) }];
}

/** Only where the history gives exactly the shares that are held. */
function averageOfWhatIsHeld(
  events: readonly CostEvent[],
  openings: readonly HeldOpening[],
  market: MarketKey,
): Price | null {
  const { average, left } = movingAverage(events, settlementCurrency(market));
  const isWhole = openings.every(({ record, figures }) => left.get(record.id) === figures.left);
  return isWhole ? average : null;
}
