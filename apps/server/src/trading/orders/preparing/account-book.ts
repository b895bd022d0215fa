import { marketKeys, settlementCurrency, type Currency, type MarketKey } from "@sanshi/money";
import type { Context } from "../../../context.ts";
import { houseAccount, type Purpose } from "../../../ledger/ledger.ts";
import type { TradingAccounts } from "../storing/openings.store.ts";
import { tradingAccounts, type TradingAccount } from "./preparing.store.ts";

/** Ledger account ids never change once made, so they are asked for once. */
export type AccountBook = {
  load(customerIds: readonly bigint[]): Promise<void>;
  of(customerId: bigint, market: MarketKey): TradingAccounts;
};

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
