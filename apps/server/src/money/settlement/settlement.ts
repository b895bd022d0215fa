import type { CallOutput, Calls } from "@sanshi/contract";
import {
  formatMinor,
  marketKeys,
  settlementCurrency,
  zeroMinor,
  type Currency,
  type MarketKey,
  type Minor,
} from "@sanshi/money";
import {
  calendarParams,
  calendarStatus,
  localDate,
  ruleParams,
  settlementDate,
  unsettledDays,
  type CalendarStatus,
  type LocalDate,
} from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { settleCash, settledFrom, type SettledCash } from "./settlement.rules.ts";
import { tradeFlows } from "./settlement.store.ts";

export { settledFrom, type SettledCash } from "./settlement.rules.ts";

type SettlementContext = Pick<Context, "settings" | "hours">;
type PurposeBalance = { currency: Currency; purpose: string; balance: Minor };

/**
 * By currency, what of a customer's available money has settled: with the exchanges' rules alone. In practice
 * all of it has, as of a currency in which nothing is traded. Where it decides, the balances were locked
 * before: a sale that fills meanwhile is either among what is read here, or waits.
 */
export async function settledCashOf(
  { settings, hours }: SettlementContext,
  reader: Reader,
  customerId: bigint,
  { balances, at }: { balances: readonly PurposeBalance[]; at: number },
): Promise<(currency: Currency) => SettledCash> {
  const balanceOf = (currency: Currency, purpose: string): Minor =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    zeroMinor;
  if (settings.marketRules === "practice") {
    return (currency) => settleCash(balanceOf(currency, "available"), zeroMinor, []);
  }
  const spans = marketKeys.flatMap((market) =>
    unsettledDays(market, at, hours).map((day) => ({
      ...day,
      currency: settlementCurrency(market),
    })),
  );
  const longestMs = Math.max(...spans.map(({ from }) => at - from));
  const found = await tradeFlows(reader, customerId, spans, longestMs);
  return (currency) => {
    const dates = [
      ...new Set(
        spans.filter((span) => span.currency === currency).map(({ settlesOn }) => settlesOn),
      ),
    ];
    const flows = dates.map((settlesOn) => ({
      settlesOn,
      amount:
        found.find((row) => row.currency === currency && row.settles_on === settlesOn)?.amount ??
        zeroMinor,
    }));
    const available = balanceOf(currency, "available");
    return settleCash(available, balanceOf(currency, "reserved_orders"), flows);
  };
}

/** Why so much does not leave yet: what does, the day on which the rest may, and the rule. Null where it does. */
export function objectToUnsettled(
  amount: Minor,
  currency: Currency,
  cash: SettledCash,
  at: number,
): { code: "cash_not_settled"; params: Record<string, string> } | null {
  const date = settledFrom(amount, cash);
  if (date === null) return null;
  const market = marketOf(currency);
  const rule =
    market === undefined ? {} : ruleParams(settlementDate(market, localDate(market, at)).reference);
  return {
    code: "cash_not_settled",
    params: {
      amount: formatMinor(cash.withdrawable, currency),
      currency,
      date,
      ...calendarParams("date", statusOf(currency, date)),
      ...rule,
    },
  };
}

function marketOf(currency: Currency): MarketKey | undefined {
  return marketKeys.find((key) => settlementCurrency(key) === currency);
}

/** How far the calendar is known that a date of settlement follows. */
function statusOf(currency: Currency, date: LocalDate): CalendarStatus {
  const market = marketOf(currency);
  return market === undefined ? "published" : calendarStatus(market, date);
}

type UnsettledOnWire = CallOutput<Calls["/user/assets"]>["currencies"][number]["unsettled"];

export function unsettledOnWire({ unsettled }: SettledCash, currency: Currency): UnsettledOnWire {
  return unsettled.map(({ settlesOn, amount }) => ({
    settles_on: settlesOn,
    settles_on_status: statusOf(currency, settlesOn),
    amount: formatMinor(amount, currency),
  }));
}
