import type { MarketKey } from "@sanshi/money";
import type { Context } from "../../../context.ts";
import { createBacklog } from "./backlog.ts";
import type { WatchedOrder } from "./watched.ts";

/** What the market has reached and is not decided yet. */
export type Attempts = {
  begin(order: WatchedOrder): void;
  find(positionId: bigint): WatchedOrder | null;
  /** Once nothing of the stock is being decided. */
  decided(market: MarketKey, code: string): Promise<void>;
};

/** A market that falls reaches thousands at once: they are tried as fast as they are done. */
export const triedAtOnce = 512;

/** `reached` decides; what it could not find out is handed to `failed`. */
export function createAttempts(
  { log, jobs }: Pick<Context, "log" | "jobs">,
  reached: (order: WatchedOrder) => Promise<boolean>,
  failed: (order: WatchedOrder) => void,
): Attempts {
  const trying = new Map<bigint, WatchedOrder>();
  const backlog = createBacklog(triedAtOnce, run);
  let waiting: (() => void)[] = [];

  async function run(order: WatchedOrder): Promise<void> {
    const known = await reached(order).catch((error: unknown) => {
      log.warn({ err: error, position: order.positionId }, "a working order was not tried");
      return false;
    });
    // What it has become may have been reached meanwhile.
    if (trying.get(order.positionId) === order) trying.delete(order.positionId);
    if (!known) failed(order);
    const heard = waiting;
    waiting = [];
    for (const hear of heard) hear();
  }

  async function decided(isAwaited: (order: WatchedOrder) => boolean): Promise<void> {
    while ([...trying.values()].some(isAwaited)) {
      await new Promise<void>((resolve) => void waiting.push(resolve));
    }
  }

  jobs.waitFor(() => decided(() => true));
  return {
    begin(order) {
      trying.set(order.positionId, order);
      backlog.push(order);
    },
    find: (positionId) => trying.get(positionId) ?? null,
    decided: (market, code) => decided((order) => order.market === market && order.code === code),
  };
}
