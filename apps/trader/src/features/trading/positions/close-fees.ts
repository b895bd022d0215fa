import type { CallOutput, Calls } from "@sanshi/contract";
import { parseMinor, parseScaled, settlementCurrency, type MarketKey } from "@sanshi/money";
import {
  feeSchedule,
  feesKeyOf,
  localDate,
  withCommission,
  type Commission,
  type FeeSchedule,
  type LocalDate,
} from "@sanshi/rulebook";
import { useCall } from "../../../shared/queries.ts";
import { serverNow } from "@sanshi/web/server-clock";

type Fees = CallOutput<Calls["/market/fees"]>;

/** Fees change from one day to another at the most. */
const staleMs = 5 * 60_000;

/** What closing costs by the market's date; null until the server has said what the broker takes. */
export function useFeeSchedule(market: MarketKey, code: string): FeeSchedule | null {
  const { data } = useCall("/market/fees", { type: market }, { quiet: true, staleTime: staleMs });
  return data === undefined ? null : scheduleOn(data, code, localDate(market, serverNow()));
}

/** The statutory fees of the rulebook, which the server has too, with the broker's commission of a day. */
export function scheduleOn(
  { type: market, today, announced }: Fees,
  code: string,
  date: LocalDate,
): FeeSchedule {
  const commissions = [...today, ...announced].filter(({ name }) => name === "broker_commission");
  const line = commissions.findLast(({ since }) => since === null || since <= date);
  const own = line === undefined ? null : commissionOf(market, line);
  const schedule = feeSchedule(feesKeyOf({ market, code }), date);
  return own === null ? schedule : withCommission(schedule, own);
}

function commissionOf(market: MarketKey, line: Fees["today"][number]): Commission | null {
  const currency = settlementCurrency(market);
  const rate = parseScaled(line.rate, 4);
  const minimumMinor = parseMinor(line.minimum, currency);
  const maximumMinor = line.maximum === null ? null : parseMinor(line.maximum, currency);
  // The rulebook's own: nobody has decided anything.
  if (line.since === null || rate === null || minimumMinor === null) return null;
  return { validFrom: line.since, rate, minimumMinor, maximumMinor };
}
