import { firstRow, sql, type Reader } from "../../platform/sql/database.ts";
import type { IsAnybodyToTellRow } from "./notifying.sql-types.ts";

/** Whether somebody is still to be told something of new shares. */
export async function isAnybodyToTell(reader: Reader): Promise<boolean> {
  const row = await firstRow(
    reader,
    sql<IsAnybodyToTellRow>`SELECT EXISTS (SELECT FROM offering WHERE entrants_told_through IS NOT NULL)
      OR EXISTS (SELECT FROM offering WHERE withdrawal_told_through IS NOT NULL)
      OR EXISTS (SELECT FROM new_share_subscription WHERE tell) AS is_anybody`,
  );
  return row?.is_anybody === true;
}
