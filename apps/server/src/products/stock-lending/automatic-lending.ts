import { formatShares, shares } from "@sanshi/money";
import { localDate } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import { publishWith } from "../../platform/customer-events.ts";
import { lendAllOf } from "../../trading/positions/positions.ts";
import { dayBefore } from "./stock-lending.rules.ts";
import { beginLending, positionsLentAtOnceMax, positionsToLend } from "./stock-lending.store.ts";

type LendingContext = Pick<Context, "database" | "clock" | "quotes">;

/** Lends what customers who chose so have free, and tells them; what they recalled themselves is left alone. */
export async function lendByItself(
  context: LendingContext,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const { reader } = context.database;
  let lent = 0;
  let found = positionsLentAtOnceMax;
  let after = { customerId: 0n, positionId: 0n };
  while (found === positionsLentAtOnceMax && !isStopped()) {
    const positions = await positionsToLend(reader, after);
    found = positions.length;
    const last = positions.at(-1);
    if (last === undefined) break;
    after = { customerId: last.customer_id, positionId: last.id };
    const ids = positions.map(({ id }) => id).toSorted((one, other) => (one < other ? -1 : 1));
    lent += await lendPositions(context, ids);
  }
  return lent;
}

function lendPositions(
  { database, clock, quotes }: LendingContext,
  positionIds: readonly bigint[],
): Promise<number> {
  return database.transaction(async (transaction) => {
    const at = clock.now();
    const lent = await lendAllOf(transaction, positionIds);
    await beginLending(
      transaction,
      lent.map(({ id, customer_id: customerId, market, code }) => ({
        positionId: id,
        customerId,
        market,
        code,
        through: dayBefore(localDate(market, at)),
      })),
      at,
    );
    await sendMessages(
      transaction,
      lent.map(({ id, customer_id: customerId, market, code, quantity }) => {
        const names = quotes.names(market, code);
        return {
          customerId,
          kind: "stock_lent" as const,
          at,
          link: `/position/info?id=${id}`,
          params: {
            code,
            name_jp: names.jp,
            name_cn: names.cn,
            name_us: names.us,
            quantity: formatShares(shares(quantity ?? 0n)),
          },
        };
      }),
    );
    for (const customerId of new Set(lent.map(({ customer_id }) => customer_id))) {
      await publishWith(transaction, customerId, { kind: "balance_changed" });
    }
    return lent.length;
  });
}
