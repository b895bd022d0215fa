import { formatShares } from "@sanshi/money";
import { localDate, postponedTo } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { barredUntil } from "../../market/trading-halts/trading-halts.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { dueParams, tell } from "./recall-messages.ts";
import * as store from "./share-recalls.store.ts";
import type { Stock } from "./share-recalls.store.ts";

/**
 * Moves the deadlines that have passed and in whose last hour nobody could buy: nothing is bought in before borrowers
 * had that hour. One that trading is halted over now moves once the halt has ended. The caller has locked the stock.
 */
export async function postponeDeadlines(
  context: Pick<Context, "clock" | "quotes" | "hours">,
  transaction: Transaction,
  stock: Stock,
): Promise<void> {
  if (await store.isSplitting(transaction, stock)) return;
  const at = context.clock.now();
  const recalls = await store.lockOpenRecalls(transaction, stock);
  const notices = await store.openNotices(transaction, stock);
  const passed = [
    ...recalls.map((one) => ({ ...one, save: store.postponeRecall })),
    ...notices.map((one) => ({ ...one, save: store.postponeNotice })),
  ].filter((one) => one.due_at <= at && one.open > 0n);
  if (passed.length === 0) return;
  for (const one of passed) {
    const ended = await barredUntil(transaction, stock, { before: one.due_at, at });
    const dueAt = postponedTo(one.due_at, ended, localDate(stock.market, one.due_at));
    if (dueAt === null) continue;
    await one.save(transaction, { id: one.id, dueAt, at });
    await tell(context, transaction, stock, {
      kind: "recall_postponed",
      customerId: one.customer_id,
      positionId: one.position_id,
      at,
      more: { quantity: formatShares(one.open), ...dueParams(context, stock, dueAt) },
    });
  }
}
