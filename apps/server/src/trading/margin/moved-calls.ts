import type { MarketKey } from "@sanshi/money";
import type { LocalDate } from "@sanshi/rulebook";
import { publishWith } from "../../platform/customer-events.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import { dueCalls, lockDueCalls, moveCall } from "./margin.store.ts";

/** When a call of a day is due by a calendar that is to be. */
type DueAt = (calledOn: LocalDate) => number;

/** How many open calls another calendar would move. */
export async function countMovedCalls(
  reader: Reader,
  { market, now }: { market: MarketKey; now: number },
  dueAt: DueAt,
): Promise<number> {
  const calls = await dueCalls(reader, market, now);
  return calls.filter((call) => dueAt(call.called_on) !== call.due_at).length;
}

/** Open calls follow a calendar that was published, and each customer is told by when. */
export async function moveCalls(
  transaction: Transaction,
  { market, now }: { market: MarketKey; now: number },
  dueAt: DueAt,
): Promise<void> {
  for (const call of await lockDueCalls(transaction, market, now)) {
    const moved = dueAt(call.called_on);
    if (moved === call.due_at) continue;
    await moveCall(transaction, { id: call.id, dueAt: moved });
    await sendMessage(transaction, {
      customerId: call.customer_id,
      kind: "margin_call_moved",
      at: now,
      link: `/position/index?type=${market}`,
      params: { type: market, due_at: new Date(moved).toISOString() },
    });
    await publishWith(transaction, call.customer_id, { kind: "balance_changed" });
  }
}
