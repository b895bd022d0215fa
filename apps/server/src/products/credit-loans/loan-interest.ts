import { negateMinor } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { lockBalances } from "../../ledger/ledger.ts";
import { postWithHouse } from "../../ledger/house-transfers.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { interestAccounts, lockLoans, reckonInterest } from "./loan-accrual.store.ts";

/**
 * Posts the interest of these loans up to and with a day, and answers of how many. Balances are locked in order
 * of their ids, then the loans: who repays one meanwhile is either seen, or waits and finds the interest there.
 */
export async function accrueLoans(
  transaction: Transaction,
  ids: readonly bigint[],
  { through, untilDue, at }: { through: LocalDate; untilDue: boolean; at: number },
): Promise<number> {
  await lockBalances(transaction, await interestAccounts(transaction, ids));
  await lockLoans(transaction, ids);
  const accrued = await reckonInterest(transaction, ids, { through, untilDue });
  await postWithHouse(transaction, {
    kind: "loan_interest",
    happenedAt: at,
    transfers: accrued
      .filter(({ interest }) => interest > 0n)
      .map(({ id, currency, account_id, house_id, interest }) => ({
        causeId: id,
        currency,
        accountId: account_id,
        houseAccountId: house_id,
        amount: negateMinor(interest),
      })),
  });
  return accrued.length;
}
