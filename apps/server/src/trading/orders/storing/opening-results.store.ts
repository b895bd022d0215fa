import type { RefusalCode } from "@sanshi/contract";
import { minor, type Minor } from "@sanshi/money";

/** What the statement itself finds against an order. */
const foundRefusals = [
  "account_frozen",
  "trading_disabled",
  "orders_waiting_too_many",
  "unpaid_debt",
  "margin_call_open",
  "insufficient_balance",
  "insufficient_own_money",
  "insufficient_credit_limit",
] as const satisfies readonly RefusalCode[];

/**
 * `known` of a request that was answered before, `again` of an order that has to be decided once more because another
 * of its customer's before it was refused, and `refused` of one that was refused before it came here.
 */
const results = ["fill", "wait", "refused", "known", "again", ...foundRefusals] as const;
export type OpeningResult = (typeof results)[number];
export type FoundRefusal = (typeof foundRefusals)[number];

export type OpeningResults = {
  /** In the order of the rows; `owed` is above zero of an unpaid debt alone. */
  orders: { result: OpeningResult; owed: Minor }[];
  /** The statement's moment, at which orders were filled. */
  at: number;
};

const resultsByName = new Map<string, OpeningResult>(results.map((name) => [name, name]));

/** As the statement answers them. */
export function openingResults(
  names: readonly string[],
  debts: readonly string[] | null,
): OpeningResults["orders"] {
  let told = 0;
  return names.map((name) => {
    const result = resultsByName.get(name);
    if (result === undefined) throw new Error(`an order with the result ${name}`);
    const owed = result === "unpaid_debt" ? -BigInt(debts?.[told++] ?? 0) : 0n;
    return { result, owed: minor(owed) };
  });
}
