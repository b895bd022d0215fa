import { negateMinor } from "@sanshi/money";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { StoredWithdrawal } from "./withdrawals.store.ts";

/** What moves the money of a withdrawal: where from, and where to. */
const movements = {
  withdrawal_held: ["available", "reserved_withdrawals"],
  withdrawal_paid: ["reserved_withdrawals", "bank"],
  withdrawal_returned: ["reserved_withdrawals", "available"],
} as const;

export async function moveMoney(
  transaction: Transaction,
  { id, customer_id: customerId, currency, amount }: StoredWithdrawal,
  { kind, at }: { kind: keyof typeof movements; at: number },
): Promise<void> {
  const accounts = await customerAccounts(transaction, customerId);
  const accountOf = async (purpose: (typeof movements)[typeof kind][number]) =>
    purpose === "bank"
      ? houseAccount(transaction, currency, "bank")
      : accounts.get(accountKey(currency, purpose));
  const [from, to] = movements[kind];
  const [fromId, toId] = [await accountOf(from), await accountOf(to)];
  if (fromId === undefined || toId === undefined) throw new Error("a customer without a wallet");
  await postTransfer(transaction, {
    kind,
    causeId: id,
    happenedAt: at,
    currency,
    entries: [
      { accountId: fromId, amount: negateMinor(amount) },
      { accountId: toId, amount },
    ],
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}
