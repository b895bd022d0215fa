import { minor, negateMinor, zeroMinor } from "@sanshi/money";
import {
  accountKey,
  customerAccounts,
  houseAccount,
  lockBalances,
  postTransfer,
  type Entry,
  type Purpose,
} from "../../ledger/ledger.ts";
import { balancesOfMany } from "../../ledger/many-transfers.ts";
import { settleNet } from "../../ledger/settle.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { StoredWithdrawal } from "./withdrawals.store.ts";

type Kind = "withdrawal_held" | "withdrawal_paid" | "withdrawal_returned";

export async function moveMoney(
  transaction: Transaction,
  withdrawal: StoredWithdrawal,
  { kind, at }: { kind: Kind; at: number },
): Promise<void> {
  const { id, customer_id: customerId, currency } = withdrawal;
  await postTransfer(transaction, {
    kind,
    causeId: id,
    happenedAt: at,
    currency,
    entries: await entriesOf(transaction, withdrawal, kind),
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}

/** Held, then paid by the bank or given back, of which a debt is repaid first, as of whatever comes in. */
async function entriesOf(
  transaction: Transaction,
  { customer_id: customerId, currency, amount }: StoredWithdrawal,
  kind: Kind,
): Promise<Entry[]> {
  const accounts = await customerAccounts(transaction, customerId);
  const own = (purpose: Purpose): bigint => {
    const account = accounts.get(accountKey(currency, purpose));
    if (account === undefined) throw new Error("a customer without a wallet");
    return account;
  };
  const [available, held] = [own("available"), own("reserved_withdrawals")];
  const taken = negateMinor(amount);
  switch (kind) {
    case "withdrawal_held":
      return [
        { accountId: available, amount: taken },
        { accountId: held, amount },
      ];
    case "withdrawal_paid":
      return [
        { accountId: held, amount: taken },
        { accountId: await houseAccount(transaction, currency, "bank"), amount },
      ];
    case "withdrawal_returned": {
      const debt = own("shortfall_debt");
      await lockBalances(transaction, [available, held, debt]);
      const shortfall = (await balancesOfMany(transaction, [debt])).get(debt) ?? zeroMinor;
      const back = settleNet(amount, { available: zeroMinor, shortfall });
      return [
        { accountId: held, amount: taken },
        { accountId: available, amount: back.available },
        { accountId: debt, amount: back.shortfall },
      ].filter((entry) => entry.amount !== minor(0n));
    }
  }
}
