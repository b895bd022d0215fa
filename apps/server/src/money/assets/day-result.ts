import { formatMinor, formatScaled, type Currency, type RatesPerDollar } from "@sanshi/money";
import type { CallOutput, Calls } from "@sanshi/contract";
import type { Reader } from "../../platform/sql/database.ts";
import type { AssetFigures } from "./assets.rules.ts";
import { dayResult, type Day } from "./day-result.rules.ts";
import { endOfDayOf, newFlows, valuedFlows } from "./net-assets-flows.store.ts";
import { dayOf, startOfDay } from "./net-assets.rules.ts";

type OnWire = NonNullable<CallOutput<Calls["/user/assets"]>["total"]>["day"];

/** What of the day the ledger and the valuations know; null while the day before is not recorded yet. */
export type DayFacts = Omit<Day, "now"> & { since: number };

/** Read in the transaction that the figures of now are read in. */
export async function dayFactsOf(
  reader: Reader,
  customerId: bigint,
  now: number,
): Promise<DayFacts | null> {
  const since = startOfDay(now);
  const start = await endOfDayOf(reader, customerId, dayOf(since - 1));
  if (start === null) return null;
  const newest = await newFlows(reader, [customerId]);
  return {
    since,
    // Everybody who was there has a row; who has none came today.
    start:
      start.amounts.length === 0
        ? null
        : {
            amounts: start.amounts.map(({ currency, amount }) => [currency, amount] as const),
            rates: start.rates,
          },
    flows: await valuedFlows(reader, customerId, since),
    newestFlows: newest,
  };
}

/** The day's result in the display currency; null where it cannot be said. */
export function dayOnWire(
  facts: DayFacts | null,
  display: "USD" | "JPY" | "CNY",
  figures: ReadonlyMap<Currency, AssetFigures>,
  rates: RatesPerDollar,
): OnWire {
  if (facts === null) return null;
  const amounts = [...figures].map(([currency, { net }]) => [currency, net] as const);
  const result = dayResult(display, { ...facts, now: { amounts, rates } });
  if (result === null) return null;
  const { change, percentHundredths, paidIn } = result;
  return {
    since: new Date(facts.since).toISOString(),
    change: formatMinor(change, display),
    change_percent: percentHundredths === null ? null : formatScaled(percentHundredths, 2),
    paid_in: formatMinor(paidIn, display),
    first_day: facts.start === null,
  };
}
