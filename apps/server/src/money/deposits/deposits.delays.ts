import { depositNumber } from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { sendMessages, type NewMessage } from "../../people/messages/messages.ts";
import { delayReasons } from "../../governance/approvals/approvals.ts";
import { endOfNextDay } from "../../governance/site/site.ts";
import * as store from "./deposits.store.ts";

const toldAtOnceMax = 100;

/**
 * Tells customers whose deposit nobody decided by the time that was promised, what it waits for and by
 * when it is promised now; after each promise that is missed. Answers how many.
 */
export function notifyOfDelays({
  database,
  clock,
}: Pick<Context, "database" | "clock">): Promise<number> {
  return database.transaction(async (transaction) => {
    const at = clock.now();
    const delayed = await store.lockDelayed(transaction, at, toldAtOnceMax);
    if (delayed.length === 0) return 0;
    const ids = delayed.map(({ id }) => id);
    const reasons = await delayReasons(transaction, "deposits", ids);
    const promisedBy = endOfNextDay(at);
    const until = new Date(promisedBy).toISOString();
    const told: NewMessage[] = [];
    for (const { id, customer_id: customerId, amount, currency } of delayed) {
      const reason = reasons.get(id) ?? "not_reviewed";
      await store.promiseAnew(transaction, { id, promisedBy, reason, at });
      const about = { number: depositNumber(id), amount: formatMinor(amount, currency), currency };
      told.push({
        customerId,
        kind: "deposit_delayed",
        at,
        params: { ...about, delay: reason, until },
        link: `/mine/stored?id=${id}`,
      });
    }
    await sendMessages(transaction, told);
    return delayed.length;
  });
}
