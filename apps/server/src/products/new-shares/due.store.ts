import { sql, type RawBuilder } from "../../platform/sql/database.ts";
import type { DueRow } from "./due.sql-types.ts";
import { isToDeliver, listingDue } from "./listing.store.ts";
import { priceDue } from "./newcomers.store.ts";
import { hasToReturn, withdrawalDue } from "./offerings.store.ts";
import { deadlineMissed, hasFreeLots } from "./subscriptions.store.ts";

/** Whether each job of new shares has anything to do; `now` in milliseconds since the epoch. */
export function isPriceDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering o WHERE ${priceDue(now)}) AS due`;
}

export function isPaymentDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM new_share_subscription s
      JOIN offering o ON o.id = s.offering_id WHERE ${deadlineMissed(now)})
    OR EXISTS (SELECT FROM offering o WHERE ${hasFreeLots(now)}) AS due`;
}

export function isWithdrawalDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering o WHERE ${withdrawalDue(now)}) AS due`;
}

export function isAnythingToReturn(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering o WHERE ${hasToReturn}) AS due`;
}

export function isAnybodyToTell(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering WHERE entrants_told_through IS NOT NULL)
    OR EXISTS (SELECT FROM offering WHERE withdrawal_told_through IS NOT NULL)
    OR EXISTS (SELECT FROM new_share_subscription WHERE tell) AS due`;
}

export function isListingDue(now: number): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM offering o WHERE ${listingDue(now)})
    OR EXISTS (SELECT FROM new_share_subscription s JOIN offering o ON o.id = s.offering_id
      WHERE ${isToDeliver}) AS due`;
}
