import { settlementCurrency } from "@sanshi/money";
import { calendarParams, calendarStatusAt } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { publishWith } from "../../platform/customer-events.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import type { Stock } from "./share-recalls.store.ts";

/** By when what is recalled is due, as its messages say it. */
export function dueParams(
  { hours }: Pick<Context, "hours">,
  { market }: Stock,
  dueAt: number,
): Record<string, string> {
  const status = calendarStatusAt(market, dueAt, hours);
  return { due_at: new Date(dueAt).toISOString(), ...calendarParams("due_at", status) };
}

/** What of a recall a lender or a borrower is told, with a link to the position. */
export async function tell(
  { quotes }: Pick<Context, "quotes">,
  transaction: Transaction,
  { market, code }: Stock,
  told: {
    kind:
      | "shares_returned"
      | "shares_bought_in"
      | "shares_recalled"
      | "recall_withdrawn"
      | "recall_postponed"
      | "short_bought_in";
    customerId: bigint;
    positionId: bigint;
    at: number;
    more: Record<string, string>;
  },
): Promise<void> {
  const names = quotes.names(market, code);
  const { kind, customerId, positionId, at, more } = told;
  await sendMessage(transaction, {
    customerId,
    kind,
    at,
    link: `/position/info?id=${positionId}`,
    params: {
      type: market,
      code,
      name_jp: names.jp,
      name_cn: names.cn,
      name_us: names.us,
      currency: settlementCurrency(market),
      ...more,
    },
  });
  await publishWith(transaction, customerId, { kind: "balance_changed" });
}
