import { hash } from "node:crypto";
import type { MarketEdition } from "../simulated/chance.ts";

/** What an instance's prices follow from, beside the parts of its days. All of it is public. */
export type MarketOrigin = {
  edition: MarketEdition;
  feed: string;
  hours: "always" | "exchange";
  /** What the days before `secretFrom` follow from. */
  pastSeed: string;
  /** The first day that has a part, `YYYY-MM-DD`. */
  secretFrom: string;
  /** When the instance was pinned, milliseconds since the epoch on the app's clock. */
  pinnedAt: number;
  /** The SHA-256 of the first part. */
  anchor: Buffer;
};

/** One SHA-256 over everything that decides the prices, so that none of it can be said otherwise later. */
export function commitmentTo(origin: MarketOrigin): Buffer {
  const { edition, feed, hours, pastSeed, secretFrom, pinnedAt, anchor } = origin;
  const told = [
    `sanshi market ${edition}`,
    feed,
    hours,
    pastSeed,
    secretFrom,
    new Date(pinnedAt).toISOString(),
    anchor.toString("hex"),
  ];
  return hash("sha256", told.join("\n"), "buffer");
}
