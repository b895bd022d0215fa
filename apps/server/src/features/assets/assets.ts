import type { CallOutput, Calls } from "@sanshi/contract";
import {
  currencies,
  formatMinor,
  marketKeys,
  minor,
  settlementCurrency,
  zeroMinor,
  type Currency,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { customerBalances, type Balance, type Purpose } from "../../ledger/ledger.ts";
import type { Customer } from "../../platform/sessions.ts";
import { sql } from "../../platform/sql/database.ts";
import { holdingsOf } from "../positions/positions.ts";

type Assets = CallOutput<Calls["/user/assets"]>;

/**
 * Product section 5, per currency. Balances and positions are read at one moment: between them no
 * order can be half done.
 */
export async function assetsOf(context: Context, customer: Customer): Promise<Assets> {
  const { balances, holdings } = await context.database.transaction(async (transaction) => {
    await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`.execute(transaction);
    return {
      balances: await customerBalances(transaction, customer.customerId),
      holdings: await holdingsOf(context, transaction, customer.customerId),
    };
  });
  return {
    currencies: currencies.map((currency) => {
      const market = marketKeys.find((key) => settlementCurrency(key) === currency);
      return assetsIn(currency, balances, market === undefined ? null : holdings[market]);
    }),
    at: new Date(context.clock.now()).toISOString(),
  };
}

type Holdings = Awaited<ReturnType<typeof holdingsOf>>["jpy"];

function assetsIn(
  currency: Currency,
  balances: readonly Balance[],
  holdings: Holdings | null,
): Assets["currencies"][number] {
  const available = balanceOf(balances, currency, "available");
  const frozen = minor(
    balanceOf(balances, currency, "reserved_orders") + (holdings?.cost ?? zeroMinor),
  );
  const total = minor(available + frozen);
  const debt = balanceOf(balances, currency, "debt");
  const unrealised = holdings?.floating ?? zeroMinor;
  return {
    currency,
    available: formatMinor(available, currency),
    frozen: formatMinor(frozen, currency),
    total_assets: formatMinor(total, currency),
    holdings_value: formatMinor(holdings?.marketValue ?? zeroMinor, currency),
    total_debt: formatMinor(debt, currency),
    unrealized: formatMinor(unrealised, currency),
    net_assets: formatMinor(minor(total + unrealised - debt), currency),
  };
}

/** A currency in which the customer has no such account has nothing in it. */
function balanceOf(balances: readonly Balance[], currency: Currency, purpose: Purpose) {
  const found = balances.find(
    (balance) => balance.currency === currency && balance.purpose === purpose,
  );
  return found?.balance ?? zeroMinor;
}
