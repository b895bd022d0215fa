import type { Context } from "../../../context.ts";
import type { BatchConnections } from "../../../platform/sql/batch-connections.ts";
import type { TradingHalts } from "../../../market/trading-halts/trading-halts.ts";
import type { StockOffers } from "../../../market/stock-offers/stock-offers.ts";
import type { ExecutionVenue } from "../../../venues/execution-venue.ts";
import type { SharePools } from "../../share-pool/share-pool.ts";
import type { FeeSchedules } from "../../fees/fees.ts";
import type { AccountBook } from "./account-book.ts";
import type { PositionIds } from "./position-ids.ts";
import type { Replays } from "./replays.ts";
import type { Triggers } from "../working/triggers.ts";

/** What the batches stand on, beside the context. */
export type OrderServices = {
  context: Context;
  /** What lets people out has its own: it never waits behind the other lane's openings. */
  connections: Record<"opening" | "changing", BatchConnections>;
  venue: ExecutionVenue;
  accounts: AccountBook;
  offers: StockOffers;
  halts: TradingHalts;
  fees: FeeSchedules;
  /** What is lent and borrowed of each stock: the fee of a short. */
  pools: SharePools;
  mayShort(customerId: bigint): Promise<boolean>;
  ids: PositionIds;
  replays: Replays;
  /** They watch a position as it is now, or no more. */
  triggers: Pick<Triggers, "watch" | "waitsSince" | "reachedBy">;
};
